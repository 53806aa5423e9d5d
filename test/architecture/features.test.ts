import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { mainTable } from '#contract/index.ts';
import { project } from '../support/tool.ts';

const contract = join(project, 'src-preload/contract');
/** Shared by the files of features: forms of values, of tables, of tickets and of codes, and the tables as a whole. */
const SHARED = ['codec', 'codes', 'index', 'main-table', 'order-entry', 'table'];
/** Main's halves of these are rooms that have no page: the application, and the open profile. */
const ROOMS = ['app', 'profile'];
/** The pages' halves of these arrange the whole desk, or are a window. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  workspaces: 'src-renderer/app/workspaces.svelte.ts',
  'chart-window': 'src-renderer/chart-window',
};
/** It explains, and calls other features. */
const PAGES_ALONE = ['onboarding'];

const foldersIn = (path: string): readonly string[] =>
  readdirSync(join(project, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

const contracts = readdirSync(contract).map((file) => file.replace(/\.ts$/, ''));

/** Names in the parts of the trading window's table, file by file. */
async function namesInParts(): Promise<readonly string[]> {
  const parts = contracts
    .filter((name) => name !== 'main-table')
    .map(async (name) => {
      const exported = (await import(pathToFileURL(join(contract, `${name}.ts`)).href)) as Record<
        string,
        object
      >;
      const tables = Object.entries(exported).filter(([each]) => /^desk[A-Z]/.test(each));
      return tables.flatMap(([, table]) => Object.keys(table).filter((key) => key in mainTable));
    });
  return (await Promise.all(parts)).flat();
}

it('has each call and topic of the trading window in the file of one feature', async () => {
  // Of two parts with the same name, the spread that puts them together would keep the later one in silence.
  expect((await namesInParts()).toSorted()).toEqual(Object.keys(mainTable).toSorted());
});

it('calls a feature the same in main, in the contract and in the pages', () => {
  const main = foldersIn('src-main/features');
  const pages = foldersIn('src-renderer/features');
  expect(contracts.filter((name) => ![...SHARED, ...ROOMS].includes(name)).toSorted()).toEqual(main);
  expect(
    [...pages.filter((name) => !PAGES_ALONE.includes(name)), ...Object.keys(ELSEWHERE)].toSorted(),
  ).toEqual(main);
  for (const room of ROOMS) expect(foldersIn('src-main')).toContain(room);
  for (const [name, path] of Object.entries(ELSEWHERE))
    expect(readdirSync(join(project, path, '..')), name).toContain(path.split('/').at(-1));
});
