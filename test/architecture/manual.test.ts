import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksChapter, figuresChapter } from '../support/manual.ts';
import { project } from '../support/tool.ts';

const manual = join(project, 'docs/manual');
const chapters = globSync('*.md', { cwd: manual }).toSorted();
const read = (name: string): string => readFileSync(join(manual, name), 'utf8');

/** All that the windows can show, with its spaces and apostrophes in one form. */
const shown = plain(
  globSync('src-{main,preload,renderer}/**/*.{ts,svelte}', { cwd: project })
    .map((path) => readFileSync(join(project, path), 'utf8'))
    .join('\n'),
);

function plain(text: string): string {
  return text.replaceAll(/&nbsp;|\\u00a0|\s+/g, ' ').replaceAll('’', "'");
}

describe('the manual', () => {
  it('has the checks as the table of rules has them, and the figures as the desk explains them', () => {
    expect(read('checks.md')).toBe(checksChapter());
    expect(read('figures.md')).toBe(figuresChapter());
  });

  it.each(chapters)('%s names only labels that the app has', (name) => {
    const labels = [...read(name).matchAll(/(?<![\w*])_([^_\n]+)_(?!\w)/g)].map(([, label = '']) =>
      plain(label),
    );
    const known = new Set(['Slanted words', 'before', 'about', 'at least']);
    expect(labels.filter((label) => !known.has(label) && !shown.includes(label))).toEqual([]);
  });

  it.each(chapters)('%s leads to files and headings that exist', (name) => {
    const dead = [...read(name).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)].filter(
      ([, path = '', heading]) => {
        const file = path === '' ? join(manual, name) : join(dirname(join(manual, name)), path);
        if (!existsSync(file)) return true;
        return heading !== undefined && !headingsOf(readFileSync(file, 'utf8')).includes(heading);
      },
    );
    expect(dead.map(([link]) => link)).toEqual([]);
  });

  it('has every chapter in its contents', () => {
    const contents = read('README.md');
    expect(chapters.filter((name) => name !== 'README.md' && !contents.includes(`(${name})`))).toEqual([]);
  });
});

/** The anchors of a page's headings, as code hosts make them. */
function headingsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}
