import { join, posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { approvalTable, mainTable } from '#contract/index.ts';
import {
  dropOlderFonts,
  keepModuleUrls,
  keepNamesAlone,
  wrapPageScript,
} from '../../../src-main/setup/build-plugins.ts';
import { project } from '../../support/tool.ts';

/** The plugin's output for a module on this system; ids have slashes on every system. */
function transformed(path: typeof posix, root: string, code: string): string | null {
  const entries = { practice: path.join(root, 'src-main', 'practice', 'main.ts') };
  const plugin = keepModuleUrls({ root, entries, path });
  const id = `${root.replaceAll('\\', '/')}/src-main/app/place.ts`;
  const context = {
    error(message: string): never {
      throw new Error(message);
    },
  };
  return plugin.transform.call(context, code, id);
}

describe.each([
  ['Linux and macOS', posix, '/home/ana/touchstone'],
  ['Windows', win32, 'C:\\Users\\Ana\\touchstone'],
])('addresses of modules in the bundle on %s', (_system, path, root) => {
  it('lead to built entries and to the project’s files', () => {
    const code = `new URL('../practice/main.ts', import.meta.url); new URL("../../resources/", import.meta.url)`;
    expect(transformed(path, root, code)).toBe(
      'new URL("./practice.js", import.meta.url); new URL("../../resources/", import.meta.url)',
    );
  });

  it('fail the build where they lead to a source that is not built', () => {
    const code = `new URL('../practice/start.ts', import.meta.url)`;
    expect(() => transformed(path, root, code)).toThrow(
      'src-main/practice/start.ts is reached by URL from src-main/app/place.ts',
    );
  });
});

describe('the contract in a preload', () => {
  it('is the names of its tables with their kinds, and no schema', async () => {
    const contract = join(project, 'src-preload/contract/index.ts');
    const plugin = keepNamesAlone(contract);
    expect(await plugin.load(join(project, 'src-preload/bridge.ts'))).toBeNull();
    const source = (await plugin.load(contract)) ?? '';
    const tables = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Record<
      string,
      unknown
    >;
    const outlineOf = (table: object): object =>
      Object.fromEntries(
        Object.entries(table).map(([name, { kind }]: [string, { kind: string }]) => [name, { kind }]),
      );
    expect(tables['mainTable']).toEqual(outlineOf(mainTable));
    expect(tables['approvalTable']).toEqual(outlineOf(approvalTable));
    expect(Object.keys(tables).toSorted()).toEqual([
      'approvalTable',
      'chartTable',
      'mainTable',
      'offlineTable',
      'vaultTable',
    ]);
  });
});

describe('the script that is put into pages', () => {
  it('is closed in its own function, and fails the build where it would load something', () => {
    const { renderChunk } = wrapPageScript();
    const context = {
      error(message: string): never {
        throw new Error(message);
      },
    };
    expect(renderChunk.call(context, 'let a = 1;', { name: 'page' })).toBe('(() => {\nlet a = 1;\n})();\n');
    expect(renderChunk.call(context, 'let a = 1;', { name: 'index' })).toBeNull();
    expect(() => renderChunk.call(context, 'require("x")', { name: 'page' })).toThrow('page.ts');
  });
});

describe('styles of fonts', () => {
  it('keep the newer format of each, and those of other packages keep everything', () => {
    const { transform } = dropOlderFonts();
    const both = "src: url(./a.woff2) format('woff2'), url(./a.woff) format('woff');";
    expect(transform(both, 'C:\\x\\node_modules\\@fontsource\\noto-sans-thai\\400.css')).toBe(
      "src: url(./a.woff2) format('woff2');",
    );
    expect(transform(both, '/x/node_modules/other/400.css')).toBeNull();
  });
});
