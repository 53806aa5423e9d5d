import { describe, expect, it } from 'vitest';
import type { DrawingView } from '#contract/charts.ts';
import { Notebook } from '../../../../src-main/app/notebook.ts';
import { Drawings } from '../../../../src-main/features/charts/drawings.ts';

const pair = { base: 'aa', quote: 'ADA' };
const line = (id: string, price = 1): DrawingView => ({
  id,
  kind: 'horizontal',
  anchors: [{ time: 60, price }],
});

function emptyNotebook(): { readonly notebook: Notebook; readonly kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>();
  const settings = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown) =>
      void (value === undefined ? kept.delete(key) : kept.set(key, value)),
  };
  return { notebook: new Notebook(settings), kept };
}

describe('drawings', () => {
  it('are all kept when two windows change the same pair', () => {
    const drawings = new Drawings(emptyNotebook().notebook);
    drawings.change(pair, { put: [line('a'), line('b')], removed: [] }, 'desk');
    // Each window knows a and b, but not what the other one does meanwhile.
    drawings.change(pair, { put: [line('c')], removed: ['a'] }, 'main');
    drawings.change(pair, { put: [line('b', 2)], removed: [] }, 'desk');
    expect(drawings.of(pair)).toEqual([line('b', 2), line('c')]);
    expect(drawings.of({ base: 'bb', quote: 'ADA' })).toEqual([]);
  });

  it('report who changed them, and leave no page for a pair without any', () => {
    const { notebook, kept } = emptyNotebook();
    const drawings = new Drawings(notebook);
    const told: string[] = [];
    drawings.onChange((by) => void told.push(by));
    drawings.change(pair, { put: [line('a')], removed: [] }, 'second');
    drawings.change(pair, { put: [], removed: ['a'] }, 'desk');
    expect(told).toEqual(['second', 'desk']);
    expect([...kept]).toEqual([['notebook', []]]);
  });

  it('are at most a hundred: the oldest make room for new ones', () => {
    const drawings = new Drawings(emptyNotebook().notebook);
    const many = Array.from({ length: 100 }, (_, at) => line(`d${at}`));
    drawings.change(pair, { put: many, removed: [] }, 'desk');
    drawings.change(pair, { put: [line('new')], removed: [] }, 'desk');
    expect(drawings.of(pair).length).toBe(100);
    expect(drawings.of(pair)[0]?.id).toBe('d1');
    expect(drawings.of(pair).at(-1)?.id).toBe('new');
  });

  it('that break the schema are left out when read, as is a page that is not a list', () => {
    const { notebook } = emptyNotebook();
    const drawings = new Drawings(notebook);
    const page = { kind: 'drawings', of: 'aa/ADA' } as const;
    notebook.write(page, JSON.stringify([line('a'), { ...line('b'), onclick: 'x' }, 7, line('<c>')]));
    expect(drawings.of(pair)).toEqual([line('a')]);
    for (const text of ['{', '{}', 'null']) {
      notebook.write(page, text);
      expect(drawings.of(pair)).toEqual([]);
    }
  });

  it('leave on the page anything that is not a list, too', () => {
    const { notebook } = emptyNotebook();
    const drawings = new Drawings(notebook);
    const page = { kind: 'drawings', of: 'aa/ADA' } as const;
    for (const [text, kept] of [
      ['{"version":2}', { version: 2 }],
      ['{"cut', '{"cut'],
    ] as const) {
      notebook.write(page, text);
      drawings.change(pair, { put: [line('a')], removed: [] }, 'desk');
      drawings.change(pair, { put: [line('b')], removed: [] }, 'desk');
      expect(JSON.parse(notebook.read(page))).toEqual([kept, line('a'), line('b')]);
    }
  });

  it('of another version that this one cannot read stay on the page', () => {
    const { notebook } = emptyNotebook();
    const drawings = new Drawings(notebook);
    const page = { kind: 'drawings', of: 'aa/ADA' } as const;
    const newer = { id: 'n', kind: 'gann-fan', anchors: [] };
    notebook.write(page, JSON.stringify([line('a'), newer]));
    drawings.change(pair, { put: [line('b')], removed: ['a'] }, 'desk');
    expect(drawings.of(pair)).toEqual([line('b')]);
    expect(JSON.parse(notebook.read(page))).toEqual([newer, line('b')]);
  });

  it('are refused as a whole if the notebook is full', () => {
    const { notebook } = emptyNotebook();
    for (let page = 0; page < 1_000; page += 1) notebook.write({ kind: 'note', of: `t${page}` }, 'x');
    const drawings = new Drawings(notebook);
    let told = 0;
    drawings.onChange(() => (told += 1));
    expect(drawings.change(pair, { put: [line('a')], removed: [] }, 'desk')).toMatchObject({
      failure: { code: 'notebook-full' },
    });
    expect([told, drawings.of(pair)]).toEqual([0, []]);
  });
});
