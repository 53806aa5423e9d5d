import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import { readPriceNumber } from '#domain/limit-price.ts';
import {
  alignPoint,
  commonPlaces,
  showDecimal,
  showPercent,
} from '../../../src-renderer/format/decimal-text.ts';
import { asTyped } from '../../../src-renderer/format/figures.ts';
import { parseEntry } from '../../../src-renderer/format/number-entry.ts';
import { readPriceText } from '../../../src-renderer/format/price-entry.ts';
import { showCompact, showDollars } from '../../../src-renderer/format/price.ts';
import { readBasisPoints, readNumber } from '../../../src-renderer/format/typed-number.ts';

const RUNS = { numRuns: 5_000 };

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: 'de' } } });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'document');
});

const plain = (text: string): string => {
  const reading = readNumber(text);
  return reading.kind === 'number' ? reading.text : reading.kind;
};

describe('a number typed in a German page', () => {
  test.each([
    ['1,204', '1.204'],
    ['10,000', '10.000'],
    ['1.204,55', '1204.55'],
    ['1\u202f204,55', '1204.55'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1,234.5', '1234.5'],
    ['0.5', '0.5'],
    ['1.5', '1.5'],
    ['0,0₃4127', '0.0004127'],
    ["1'234,5", '1234.5'],
  ])('%j is %s', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  test.each([
    ['1.204', '1204', '1.204'],
    ['10.000', '10000', '10.000'],
  ])('%j could mean %s or %s', (text, whole, decimal) => {
    expect(readNumber(text)).toEqual({ kind: 'ambiguous', grouped: whole, decimal });
  });

  test.each(['1,2,3', '1.2.3', '1,5.3', '0,123.4', '1 2'])('%j is none', (text) => {
    expect(plain(text)).toBe('malformed');
  });

  test('reaches main in plain digits, where it is read as it was here', () => {
    const prices = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(prices, ([units, decimals]) => {
        const exact = formatDecimal(units, decimals);
        const read = readPriceText(asTyped(exact), 'ada-per-token');
        expect(read).toEqual({ kind: 'price', text: exact });
        const inMain = readPriceNumber({ form: 'ada-per-token', text: exact });
        expect(inMain.ok && Number(inMain.value)).toBe(Number(exact));
      }),
      RUNS,
    );
    expect(readBasisPoints('0,5 %', 5_000)).toEqual({ kind: 'value', value: 50 });
  });
});

test('anything that is not a number in a German page is not one in main, to which some of it goes as it was typed', () => {
  const typed = fc.string({
    unit: fc.constantFrom('0', '1', '2', '.', ',', ' ', "'", '_', '-'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(typed, (text) => {
      if (readNumber(text).kind !== 'malformed') return;
      expect([text, readPriceNumber({ form: 'ada-per-token', text }).ok]).toEqual([text, false]);
    }),
    RUNS,
  );
});

describe('what a German page prints', () => {
  test('looks German', () => {
    expect(showDecimal(1_204_550_000n, 6).text).toBe('1\u202f204,55');
    expect(showDecimal(412n, 6).text).toBe('0,0₃412');
    expect(showDecimal(-1_500_000n, 6).text).toBe('\u22121,5');
    expect(showPercent(0.0031)).toBe('0,31\u00a0%');
    expect(showPercent(0.00001)).toBe('<0,01\u00a0%');
    expect(showPercent(12)).toBe('>1\u202f000\u00a0%');
    expect(showCompact(83_120)?.text).toBe('83,1k');
    expect(showDollars(1204)?.text).toBe('$1\u202f204,00');
    // Text that is copied or read out has a point in every language.
    expect(showDecimal(1_204_550_000n, 6).full).toBe('1204.55');
  });

  test('lines up on the comma', () => {
    const column = ['1,5', '12,25', '3'];
    const places = commonPlaces(column);
    expect(column.map((text) => alignPoint(text, places))).toEqual([
      '1,5\u2007',
      '12,25',
      '3\u2008\u2007\u2007',
    ]);
  });

  test('reads back as the same base units, never as others', () => {
    const amounts = fc.record({
      units: fc.bigInt({ min: 0n, max: 10n ** 30n }),
      decimals: fc.integer({ min: 0, max: 15 }),
    });
    fc.assert(
      fc.property(amounts, ({ units, decimals }) => {
        const shown = showDecimal(units, decimals, { significant: 60 }).text;
        for (const text of [asTyped(formatDecimal(units, decimals)), shown])
          expect(parseEntry(text, { decimals })).toEqual({ kind: 'amount', units, computed: false });
      }),
      RUNS,
    );
  });
});
