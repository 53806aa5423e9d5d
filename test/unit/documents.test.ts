import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { project } from '../support/tool.ts';

const read = (path: string): string => readFileSync(join(project, path), 'utf8');

const documents = globSync('**/*.md', {
  cwd: project,
  exclude: (path) => /^(?:node_modules|\.git|\.cache|artifacts|dist|out)$|^test[/\\]vectors[/\\]/.test(path),
})
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted();

/** The page of a room has the path through it. */
const rooms = documents.filter((path) => /^src-.*\/README\.md$/.test(path));

/** A page without its blocks of code. */
function prose(page: string): string {
  return page.replaceAll(/^ *```.*?^ *```$/gms, '');
}

/** The anchors of a page's headings, as code hosts make them. */
function anchorsOf(page: string): readonly string[] {
  return [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The relative links of a page that lead nowhere. `files` are those that exist; `textOf` reads one. */
function deadLinks(
  path: string,
  page: string,
  exists: (path: string) => boolean,
  textOf: (path: string) => string,
): readonly string[] {
  return [
    ...prose(page)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s#]*)(?:#([^)\s]+))?\)/g),
  ]
    .filter(([, target = '']) => !/^[a-z][\w+.-]*:/i.test(target))
    .filter(([, target = '', anchor]) => {
      const file = target === '' ? path : join(dirname(path), target);
      if (!exists(file)) return true;
      return anchor !== undefined && !anchorsOf(textOf(file)).includes(anchor);
    })
    .map(([link]) => link);
}

const NAMED = /^[\w@#.{},*-]+(?:\/[\w.{},*-]+)*\/?$/;
const A_FILE = /\.(?:ts|svelte|json|md|cjs|sh|css|html)$/;
/** Folders whose rooms are named without a path before them. */
const SOURCES = ['src-main', 'src-renderer', 'src-preload'];

/** The paths of the project that a page names between back-quotes. */
function pathsIn(page: string): readonly string[] {
  return [...prose(page).matchAll(/`([^`\n]+)`/g)]
    .map(([, text = '']) => text)
    .filter((text) => NAMED.test(text) && (text.includes('/') || A_FILE.test(text)));
}

/** The named paths that do not exist in the project, in a root of it or in the folder of the page. */
function missing(page: string, folder: string): readonly string[] {
  return pathsIn(page).filter((named) => {
    const [, before = named, either = '', after = ''] = /^(.*?)\{([^}]+)\}(.*)$/.exec(named) ?? [];
    const all = either === '' ? [named] : either.split(',').map((part) => `${before}${part}${after}`);
    return !all.every((one) => isThere(one.replace(/^#(domain|contract)\b/, 'src-preload/$1'), folder));
  });
}

function isThere(path: string, folder: string): boolean {
  const roots = ['', ...SOURCES, folder];
  if (!path.includes('*')) return roots.some((root) => existsSync(join(project, root, path)));
  // A name without a folder is one of any folder.
  const [within, pattern] = path.includes('/') ? [roots, path] : [SOURCES, `**/${path}`];
  return within.some((root) => globSync(pattern, { cwd: join(project, root) }).length > 0);
}

describe('documents', () => {
  it.each(documents)('%s leads to files and headings that exist', (path) => {
    expect(deadLinks(path, read(path), (file) => existsSync(join(project, file)), read)).toEqual([]);
  });

  it.each(['ARCHITECTURE.md', 'docs/paths.md', 'docs/practice.md', ...rooms])(
    '%s names paths that exist',
    (path) => {
      expect(pathsIn(read(path)).length).toBeGreaterThan(3);
      expect(missing(read(path), dirname(path))).toEqual([]);
    },
  );

  it('are short enough to be kept in mind', () => {
    const bytes = (path: string): number => Buffer.byteLength(read(path));
    expect(bytes('ARCHITECTURE.md')).toBeLessThanOrEqual(10_000);
    expect(bytes('README.md')).toBeLessThanOrEqual(9_000);
    for (const path of rooms) expect(read(path).trimEnd().split('\n').length, path).toBeLessThanOrEqual(40);
  });

  it('state one number of rules', () => {
    const [, listed] = /^(\d+) rules judge/m.exec(read('docs/manual/checks.md')) ?? [];
    const [, stated] = /\[(\d+) rules\]/.exec(read('README.md')) ?? [];
    expect(stated).toBe(listed);
    expect(stated).toMatch(/^\d+$/);
  });

  it('of rooms are all found from the map', () => {
    const map = read('ARCHITECTURE.md');
    expect(rooms.length).toBeGreaterThan(5);
    expect(rooms.filter((path) => !map.includes(`](${path})`))).toEqual([]);
  });

  it('of the folder docs are all found from the README, directly or by one step', () => {
    const linked = (path: string): readonly string[] =>
      [...read(path).matchAll(/\]\(([^)\s#:]+\.md)(?:#[^)]*)?\)/g)].map(([, target = '']) =>
        join(dirname(path), target).replaceAll('\\', '/'),
      );
    const first = linked('README.md');
    const reached = new Set([...first, ...first.flatMap(linked)]);
    expect(documents.filter((path) => path.startsWith('docs/') && !reached.has(path))).toEqual([]);
  });
});

describe('a fault in a document is found', () => {
  const page = '# One\n\n[a](b.md#two) [c](gone.md) [d](#one) [e](#three) [f](https://x.org/g.md)\n';
  const files: Readonly<Record<string, string>> = { 'docs/a.md': page, 'docs/b.md': '## Two\n' };

  it('in a link or in its heading', () => {
    const found = deadLinks(
      'docs/a.md',
      page,
      (path) => path in files,
      (path) => files[path] ?? '',
    );
    expect(found).toEqual(['](gone.md)', '](#three)']);
  });

  it('in a path that it names', () => {
    const text =
      '`trading/kinds/quote.ts` `trading/gone.ts` `chart.ts` `gone.ts` `inspect/words/rules.{en,xx}.ts` `#domain/gone.ts` `#domain/asset.ts` `swap.quote` `npm run check` `{base_url}`';
    expect(missing(text, 'src-renderer/chart')).toEqual([
      'trading/gone.ts',
      'gone.ts',
      'inspect/words/rules.{en,xx}.ts',
      '#domain/gone.ts',
    ]);
  });
});

const installing = read('docs/install.md');

/** The commands of a section, one per line, without their comments. */
function commandsOf(heading: string): readonly string[] {
  const section = installing.split(/^#{2,3} /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const [, block = ''] = /^```(?:powershell|sh)\n(.*?)^```/ms.exec(section) ?? [];
  return block
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line !== '');
}

/** The npm scripts run by a list of commands. */
function scriptsOf(commands: readonly string[]): readonly string[] {
  return commands.flatMap((line) => {
    const [, run, name] = /^npm(?:\.cmd)? (run )?(?:--silent )?([\w:]+)/.exec(line) ?? [];
    return name === undefined || (run === undefined && name === 'ci') ? [] : [name];
  });
}

describe('the commands for Windows', () => {
  const commands = commandsOf('On Windows');

  it('are what PowerShell 5.1 takes', () => {
    expect(commands.length).toBeGreaterThan(5);
    for (const line of commands) {
      // It has neither, and continues a line with another character.
      expect(line).not.toMatch(/&&|\|\||\\$/);
      // By default no scripts may run there, and `npm` alone is one.
      expect(line).not.toMatch(/^(?:npm|npx)(?!\.cmd)\b/);
      // A list without quotes becomes several words; single quotes are preserved for programs of cmd.
      expect(line.replace(/"[^"]*"/g, '')).not.toMatch(/[,']/);
      expect(line).not.toMatch(/^(?:export|[A-Z_]+=)/);
    }
  });

  it('lead with the two that do all the set-up', () => {
    expect(commands.slice(0, 3)).toEqual(['npm.cmd ci', 'npm.cmd run demo', 'npm.cmd start']);
  });
});

describe('the commands for macOS', () => {
  it('are what its shells take, with quotes around what has a space', () => {
    const commands = commandsOf('On macOS');
    expect(commands.length).toBeGreaterThan(3);
    for (const line of commands) {
      expect(line).not.toMatch(/\bnpm\.cmd\b|apt-get|\\$/);
      if (line.startsWith('export')) expect(line).toMatch(/^export [A-Z_]+="[^"]+"$/);
    }
  });
});

it('every script that any document runs is one of the project', () => {
  const run = documents.flatMap((path) =>
    [...read(path).matchAll(/\bnpm(?:\.cmd)? run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name),
  );
  const scripts = [
    ...run,
    ...['On Windows', 'On macOS'].flatMap((heading) => scriptsOf(commandsOf(heading))),
  ];
  expect(scripts.length).toBeGreaterThan(20);
  expect([...new Set(scripts)].filter((name) => !(name in manifest.scripts))).toEqual([]);
});
