import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { glossary, termOf } from '../../../src-renderer/format/glossary.ts';
import { feeRows } from '../../../src-renderer/features/swap/quote-fees.ts';

const renderer = globSync('src-renderer/**/*.{svelte,ts}')
  .filter((path) => !path.endsWith('glossary.ts'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const names = glossary.flatMap(({ terms }) => terms.flatMap((term) => term.names));
/** Labels of what is no figure of the market or of a trade: keys, files, deadlines. */
const PLAIN = /^(?:and|Fingerprint|Exported|Network|Must be on chain (?:by|in)|Signatures?.*)$/;

describe('the glossary', () => {
  it('explains each name once', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(termOf('Net received')?.names).toEqual(['Net received']);
    expect(termOf('no such figure')).toBeUndefined();
  });

  it('explains nothing that the desk does not show', () => {
    // The approval window's labels come from main.
    const main = globSync('src-main/{features/approval,inspect/words}/**/*.ts').map((path) =>
      readFileSync(path, 'utf8'),
    );
    const all = [...renderer.map(({ text }) => text), ...main].join('\n');
    expect(names.filter((name) => !all.includes(name))).toEqual([]);
  });

  it('explains every figure that stands under a name', async () => {
    const written = renderer.flatMap(({ text }) =>
      [...text.matchAll(/<(?:Fact|Term)\s[^>]*?\bname="([^"{]+)"/gs)].map(([, name = '']) => name),
    );
    const labels = [...written, ...(await Promise.all(renderer.map(namesFromCatalogue))).flat()];
    const rows = feeRows(undefined, undefined).map(({ name }) => name);
    expect(labels.length).toBeGreaterThan(25);
    expect([...labels, ...rows].filter((name) => !PLAIN.test(name) && !names.includes(name))).toEqual([]);
  });
});

/** The names of figures that a component takes from the catalogue beside it, in English. */
async function namesFromCatalogue({
  path,
  text,
}: {
  readonly path: string;
  readonly text: string;
}): Promise<readonly string[]> {
  const ids = [...text.matchAll(/<(?:Fact|Term)\s[^>]*?\bname=\{words\.(\w+)\}/gs)].map(([, id = '']) => id);
  const from = /import \{ words \} from '(.*)\.ts'/.exec(text)?.[1];
  if (ids.length === 0 || from === undefined) return [];
  const file = join(import.meta.dirname, '../../..', path, '..', `${from}.en.ts`);
  const [words] = Object.values(
    (await import(file)) as Readonly<Record<string, Readonly<Record<string, string>>>>,
  );
  return ids.map((id) => words?.[id] ?? `no text of ${id} in ${path}`);
}
