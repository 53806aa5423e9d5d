import { describe, expect, it } from 'vitest';
import { Notebook } from '../../../src-main/app/notebook.ts';

function emptySettings() {
  const kept = new Map<string, unknown>();
  return {
    kept,
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown): void => {
      if (value === undefined) kept.delete(key);
      else kept.set(key, value);
    },
  };
}

const note = (of: string) => ({ kind: 'note' as const, of });

describe('the notebook', () => {
  it('keeps what is written on each page, and nothing of a page that was emptied', () => {
    const settings = emptySettings();
    const notebook = new Notebook(settings);
    expect(notebook.read(note('aa'))).toBe('');
    notebook.write(note('aa'), 'thin at night');
    notebook.write({ kind: 'drawings', of: 'aa/ADA' }, '[]');
    expect(new Notebook(settings).read(note('aa'))).toBe('thin at night');
    notebook.write(note('aa'), '');
    notebook.write({ kind: 'drawings', of: 'aa/ADA' }, '');
    expect(notebook.read(note('aa'))).toBe('');
    expect([...settings.kept]).toEqual([['notebook', []]]);
  });

  it('keeps a thousand pages and then refuses new ones, not changes of those it has', () => {
    const notebook = new Notebook(emptySettings());
    for (let page = 0; page < 1_000; page += 1) expect(notebook.write(note(`t${page}`), 'x').ok).toBe(true);
    expect(notebook.write(note('more'), 'x')).toMatchObject({
      ok: false,
      failure: { code: 'notebook-full' },
    });
    expect(notebook.write(note('t5'), 'changed').ok).toBe(true);
    expect(notebook.read(note('t5'))).toBe('changed');
    notebook.write(note('t6'), '');
    expect(notebook.write(note('more'), 'x').ok).toBe(true);
  });
});
