import { globSync, readFileSync } from 'node:fs';
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

  it('explains every figure that stands under a name', () => {
    const labels = renderer.flatMap(({ text }) =>
      [...text.matchAll(/<(?:Fact|Term)\s[^>]*?\bname="([^"{]+)"/gs)].map(([, name = '']) => name),
    );
    const rows = feeRows(undefined, undefined).map(({ name }) => name);
    expect(labels.length).toBeGreaterThan(25);
    expect([...labels, ...rows].filter((name) => !PLAIN.test(name) && !names.includes(name))).toEqual([]);
  });
});
