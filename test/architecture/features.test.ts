import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { mainTable } from '#contract/index.ts';

const contract = join(import.meta.dirname, '../../src-preload/contract');

/** Names in the parts of the trading window's table, by the contract file that has them. */
async function namesByFile(): Promise<Readonly<Record<string, readonly string[]>>> {
  const files = readdirSync(contract).filter((file) => file !== 'main-table.ts');
  const parts = files.map(async (file) => {
    const exported = (await import(pathToFileURL(join(contract, file)).href)) as Record<string, object>;
    const tables = Object.entries(exported).filter(([name]) => /^desk[A-Z]/.test(name));
    return [
      file,
      tables.flatMap(([, table]) => Object.keys(table).filter((key) => key in mainTable)),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(parts));
}

it('has each call and topic of the trading window in the file of one feature', async () => {
  // Of two parts with the same name, the spread that puts them together would keep the later one in silence.
  const names = Object.values(await namesByFile()).flat();
  expect(names.toSorted()).toEqual(Object.keys(mainTable).toSorted());
});
