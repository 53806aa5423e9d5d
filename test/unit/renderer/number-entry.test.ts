import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import { parseEntry } from '../../../src-renderer/format/number-entry.ts';

const ada = { decimals: 6, available: 1_000_000_000n };
const units = (text: string): bigint | string => {
  const entry = parseEntry(text, ada);
  return entry.kind === 'amount' ? entry.units : entry.kind;
};

describe('parseEntry', () => {
  test.each([
    ['100', 100_000_000n],
    ['12.5', 12_500_000n],
    ['12,5', 12_500_000n],
    ['.5', 500_000n],
    ['5.', 5_000_000n],
    ['1,234.5', 1_234_500_000n],
    ['1.234,5', 1_234_500_000n],
    ['1 234.5', 1_234_500_000n],
    ['1 234,5', 1_234_500_000n],
    ['12,345.6', 12_345_600_000n],
    ['10 000 / 2', 5_000_000_000n],
    ['2 + 3', 5_000_000n],
    ['1,234,567', 1_234_567_000_000n],
    ['1k', 1_000_000_000n],
    ['1.5K', 1_500_000_000n],
    ['2m', 2_000_000_000_000n],
    ['100/4', 25_000_000n],
    ['100/3', 33_333_333n],
    ['2+3*4', 14_000_000n],
    ['(2+3)*4', 20_000_000n],
    ['10-2.5', 7_500_000n],
    ['50%', 500_000_000n],
    ['33.3 %', 333_000_000n],
    ['max', 1_000_000_000n],
    ['Half', 500_000_000n],
    ['0', 0n],
  ])('%s is %s', (text, expected) => {
    expect(units(text)).toBe(expected);
  });

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['abc', 'malformed'],
    ['-5', 'malformed'],
    ['2-5', 'malformed'],
    ['1/0', 'malformed'],
    ['1.2.3,4,5', 'malformed'],
    ['12,34,5', 'malformed'],
    ['101%', 'malformed'],
    ['(1', 'malformed'],
    ['1e5', 'malformed'],
    ['.', 'malformed'],
    ['1 2', 'malformed'],
    ['10,000', 'ambiguous'],
    ['10,000/2', 'ambiguous'],
    ['1,500k', 'ambiguous'],
    ['12,500 %', 'ambiguous'],
    ['1.0000001', 'too-many-decimals'],
    ['9'.repeat(65), 'malformed'],
  ])('%j is %s', (text, kind) => {
    expect(units(text)).toBe(kind);
  });

  test('a share of an unknown balance is unknown', () => {
    expect(parseEntry('max', { decimals: 6 }).kind).toBe('unknown-share');
  });

  test('distinguishes computed figures from plain ones', () => {
    expect(parseEntry('25', ada)).toMatchObject({ computed: false });
    expect(parseEntry('100/4', ada)).toMatchObject({ computed: true });
  });

  test('reads back every figure that the formatter writes', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.integer({ min: 0, max: 15 }),
        (value, decimals) => {
          const entry = parseEntry(formatDecimal(value, decimals), { decimals });
          expect(entry).toEqual({ kind: 'amount', units: value, computed: false });
        },
      ),
    );
  });

  test('never throws and never answers a negative amount', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789.,+-*/()%km max'), maxLength: 20 });
    fc.assert(
      fc.property(text, (typed) => {
        const entry = parseEntry(typed, ada);
        if (entry.kind === 'amount') expect(entry.units >= 0n).toBe(true);
      }),
    );
  });
});

describe('dollars', () => {
  const read = (text: string, usd?: number, decimals = 6) => parseEntry(text, { decimals, usd });

  test('are as many tokens as they buy, rounded down, however they are written', () => {
    for (const text of ['$50', '50$', '50 $', '50 USD', '$ 25 + 25', '0.05k usd'])
      expect(read(text, 0.4)).toEqual({ kind: 'amount', units: 125_000_000n, computed: true });
    expect(read('$1', 3)).toMatchObject({ units: 333_333n });
    expect(read('$1', 3e-9, 0)).toMatchObject({ units: 333_333_333n });
  });

  test('mean nothing while no price is known, and nothing where they are no number', () => {
    for (const price of [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(read('$50', price)).toEqual({ kind: 'unknown-price' });
    for (const text of ['$', 'usd', '$$5', '$-5', '$much', '$5$'])
      expect(read(text, 1).kind).toBe('malformed');
    expect(read('$10,000', 1)).toMatchObject({ kind: 'ambiguous' });
  });
});
