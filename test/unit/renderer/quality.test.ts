import { describe, expect, it } from 'vitest';
import type { QualityRowView } from '#contract/quality.ts';
import {
  QUALITY_COLUMNS,
  rowName,
  sortedRows,
} from '../../../src-renderer/features/quality/quality-words.ts';
import { venueRecord } from '../../../src-renderer/features/swap/venue-record.ts';

const row = (key: string, change: Partial<QualityRowView> = {}): QualityRowView => ({
  ...{ key, trades: 6, fills: 6, checkable: 0, exact: 0 },
  ...change,
});
const nameOf = (code: string): string => ({ EXA: 'Heron', EXB: 'Tern' })[code] ?? code;
const quoted = (median: number, of = 14) => ({ quoted: { of, median, worst: median } });

describe('what the ticket says of an exchange', () => {
  it.each([
    [-3_000, 'At Heron your fills came 0.30\u00a0% below the quote (median of 14).'],
    [120, 'At Heron your fills came 0.01\u00a0% above the quote (median of 14).'],
    [0, 'At Heron your fills came at the quote (median of 14).'],
  ])('with a median of %d', (median, sentence) => {
    expect(venueRecord(['EXA'], [row('EXA', quoted(median))], nameOf)).toBe(sentence);
  });

  it('is said of a route over the same exchanges, in whichever sequence', () => {
    const rows = [row('EXA'), row('EXA+EXB', quoted(-100, 5))];
    expect(venueRecord(['EXB', 'EXA', 'EXB'], rows, nameOf)).toMatch(/^At Heron and Tern your fills/);
  });

  it('is nothing where too few trades went that way, or none', () => {
    expect(venueRecord(['EXA'], [row('EXA', quoted(-100, 4))], nameOf)).toBeUndefined();
    expect(venueRecord(['EXA'], [], nameOf)).toBeUndefined();
    expect(venueRecord([], [row('', quoted(-100))], nameOf)).toBeUndefined();
  });
});

describe('the table of executions', () => {
  it('sorts by any column both ways, with what is not known last', () => {
    const rows = [row('a'), row('b', quoted(-5)), row('c', quoted(7))];
    const keys = (down: boolean) => sortedRows(rows, { column: 'quoted-median', down }).map(({ key }) => key);
    expect([keys(true), keys(false)]).toEqual([
      ['c', 'b', 'a'],
      ['b', 'c', 'a'],
    ]);
  });

  it('has a text for every figure that is missing, and none for what cannot be', () => {
    for (const column of QUALITY_COLUMNS.slice(1, 2)) expect(column.text(row('a'))).toBe('—');
    const texts = QUALITY_COLUMNS.map(({ text }) => text(row('a', { fills: 0 })));
    expect(texts.join(' ')).not.toMatch(/NaN|undefined|Infinity/);
  });

  it.each([
    ['venue', 'EXA+EXB', 'Heron + Tern'],
    ['venue', 'unknown', 'Unknown exchange'],
    ['size', '100-to-1000', '100 to 1,000 ADA'],
    ['size', 'unknown', 'not against ADA'],
    ['kind', 'limit', 'Limit order'],
    ['month', '2026-11', '2026-11'],
    ['token', 'abc', 'token abc'],
  ] as const)('calls a row of %s %s: %s', (by, key, name) => {
    expect(rowName(by, key, { exchange: nameOf, token: (id) => `token ${id}` })).toBe(name);
  });
});
