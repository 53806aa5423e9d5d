import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../support/tool.ts';
import { PROVIDED, PROVIDED_TO_HELPERS, PROVIDED_TO_PRELOADS, type ProvidedPart } from './provided.ts';

const require = createRequire(import.meta.url);
const declarations = readFileSync(join(require.resolve('electron/package.json'), '../electron.d.ts'), 'utf8');
const shown = readFileSync(join(project, 'docs/ELECTRON.md'), 'utf8');

const all: Readonly<Record<string, ProvidedPart>> = {
  ...PROVIDED,
  ...PROVIDED_TO_PRELOADS,
  ...PROVIDED_TO_HELPERS,
};

/** A part's row in the documentation, without alignment spaces. */
function rowOf(name: string, { page, members, events = [] }: ProvidedPart): string {
  const code = (names: readonly string[]): string => names.map((each) => `\`${each}\``).join(', ') || '–';
  return `| \`${name}\` | \`docs/api/${page}.md\` | ${code(members)} | ${code(events)} |`;
}

/** Electron's declaration of a type, including what it inherits. */
function declared(type: string): string {
  const blocks = [
    ...declarations.matchAll(
      new RegExp(`^  (?:interface|class) ${type}(?: extends (\\w+))?[^{]*\\{(.*?)^  \\}`, 'gms'),
    ),
  ];
  return blocks.map(([, parent, body]) => `${body}${parent === undefined ? '' : declared(parent)}`).join('');
}

describe('what the harness provides of Electron', () => {
  it.each(Object.entries(all))('has its row in the documentation: %s', (name, provided) => {
    const rows = shown.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim());
    expect(rows).toContain(rowOf(name, provided));
  });

  it('has no row there that it does not provide', () => {
    const names = [...shown.matchAll(/^\| `([^`]+)` +\| `docs\/api\//gm)].map(([, name]) => name);
    expect(names).toEqual(Object.keys(all));
  });

  it.each(Object.entries(all))(
    'is declared by Electron under those names: %s',
    (_name, { type, members, events = [] }) => {
      const text = declared(type);
      for (const member of members)
        if (member !== 'fork' && member !== 'fromPartition')
          expect(text).toMatch(new RegExp(`^\\s+(?:static |readonly )*${member}[?(:<]`, 'm'));
      for (const event of events) expect(text).toContain(`event: '${event}'`);
    },
  );
});
