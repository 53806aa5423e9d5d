import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkedAmount, saleOf } from '../../../src-main/cli/typed-order.ts';
import { UsageError } from '../../../src-main/cli/terminal.ts';
import { formatDecimal, grouped } from '#domain/decimal.ts';
import { readPriceNumber } from '#domain/limit-price.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { readNumber, readUnits } from '#domain/typed-number.ts';
import { showDecimal } from '../../../src-renderer/format/decimal-text.ts';
import { parseEntry } from '../../../src-renderer/format/number-entry.ts';
import { readPriceText } from '../../../src-renderer/format/price-entry.ts';

const RUNS = { numRuns: 5_000 };
const LONE_GROUP = /^[1-9]\d{0,2},\d{3}$/;

const plain = (text: string): string => {
  const reading = readNumber(text);
  return reading.kind === 'number' ? reading.text : reading.kind;
};

describe('a typed number', () => {
  test.each([
    ['25', '25'],
    ['1234567', '1234567'],
    ['1,234,567', '1234567'],
    ['1,234,567.5', '1234567.5'],
    ['12,345.6', '12345.6'],
    ['1,234.567', '1234.567'],
    ['1.234', '1.234'],
    ['1.234.567', '1234567'],
    ['1.234,5', '1234.5'],
    ['1.234,567', '1234.567'],
    ['1234,567', '1234.567'],
    ['1,5', '1.5'],
    ['0,75', '0.75'],
    ['0,750', '0.750'],
    [',5', '0.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['10,0000', '10.0000'],
    ['1 234', '1234'],
    ['1 234,5', '1234.5'],
    ['1 234,567', '1234.567'],
    ['1\u00a0234.5', '1234.5'],
    ['1\u202f234\u202f567', '1234567'],
    ["1'234.5", '1234.5'],
    ['1\u2019234\u2019567,25', '1234567.25'],
    ['1_000', '1000'],
    ['  42  ', '42'],
    ['0.0₃4127', '0.0004127'],
  ])('%j is %s', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  test.each([
    ['10,000', '10000', '10.000'],
    ['9,080', '9080', '9.080'],
    ['1,000', '1000', '1.000'],
    [' 123,456 ', '123456', '123.456'],
  ])('%j could mean %s or %s', (text, whole, decimal) => {
    expect(readNumber(text)).toEqual({ kind: 'ambiguous', grouped: whole, decimal });
  });

  test.each([
    '',
    '.',
    ',',
    '-1',
    '+1',
    '1e5',
    '12,34,567',
    '1,234,5',
    '0,123,456',
    '0,123.4',
    '1,5.3',
    '1.5,3.2',
    '1.234.5',
    '1 2',
    '1  234',
    '12 34',
    "1'234 567",
    '1,234 567',
    '1.234 567',
    '1,234.567.890',
    '₃',
    '0x10',
    '１２',
    '9'.repeat(65),
  ])('%j is none', (text) => {
    expect(plain(text)).toBe('malformed');
  });
});

describe('a typed amount', () => {
  test.each([
    ['25', 25_000_000n],
    ['0.000001', 1n],
    [' 1.5 ', 1_500_000n],
    ['1,5', 1_500_000n],
    ['12,345.6', 12_345_600_000n],
    ['1.5000000', 1_500_000n],
    ['0', 0n],
  ])('%j is so many base units, exactly', (text, units) => {
    expect(readUnits(text, 6)).toEqual({ kind: 'units', units });
  });

  test.each(['', '-1', '1e3', '12,34,5', 'NaN', 'Infinity', '0x10', '٣', '1 2'])('%j is none', (text) => {
    expect(readUnits(text, 6)).toEqual({ kind: 'malformed' });
  });

  test('that is finer than a base unit is not rounded', () => {
    expect(readUnits('1.0000001', 6)).toEqual({ kind: 'too-many-decimals', decimals: 6 });
    expect(readUnits('1.5', 0)).toEqual({ kind: 'too-many-decimals', decimals: 0 });
  });

  test('that could mean two numbers is refused with both', () => {
    expect(readUnits('10,000', 6)).toMatchObject({
      kind: 'ambiguous',
      failure: { code: 'number-ambiguous', data: { grouped: '10000', decimal: '10.000' } },
    });
  });
});

describe('what the app prints', () => {
  const amounts = fc.record({
    units: fc.bigInt({ min: 0n, max: 10n ** 30n }),
    decimals: fc.integer({ min: 0, max: 15 }),
  });

  test('reads back as the same base units, or is refused with that as its first reading', () => {
    fc.assert(
      fc.property(amounts, ({ units, decimals }) => {
        const exact = formatDecimal(units, decimals);
        for (const text of [exact, grouped(exact), showDecimal(units, decimals, { significant: 60 }).text]) {
          const entry = parseEntry(text, { decimals });
          if (LONE_GROUP.test(text)) {
            expect(entry.kind).toBe('ambiguous');
            expect(readNumber(text)).toMatchObject({ grouped: exact });
          } else expect(entry).toEqual({ kind: 'amount', units, computed: false });
        }
      }),
      RUNS,
    );
  });

  test('cut to the digits that are shown, reads back as what is shown', () => {
    fc.assert(
      fc.property(amounts, ({ units, decimals }) => {
        const { text } = showDecimal(units, decimals);
        const entry = parseEntry(text, { decimals });
        if (entry.kind !== 'amount') {
          expect(text).toMatch(LONE_GROUP);
          return;
        }
        expect(showDecimal(entry.units, decimals).text).toBe(text);
      }),
      RUNS,
    );
  });
});

/** Texts of the characters of numbers, most of them nearly well formed. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789.,'), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(..."01239.,' \u00a0\u202f_+-eE%"), maxLength: 14 }),
  fc
    .array(fc.tuple(fc.stringMatching(/^\d{1,3}$/), fc.constantFrom(',', '.', ' ', "'", '')), {
      maxLength: 4,
    })
    .map((parts) => parts.flat().join('')),
);

describe('window and command line', () => {
  test('read an amount alike, or both refuse it', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 8 }), (text, decimals) => {
        const entry = parseEntry(text, { decimals });
        const typed = onCommandLine(text);
        if (typed === undefined) {
          expect(entry.kind === 'amount' && !entry.computed && entry.units > 0n).toBe(false);
          return;
        }
        const sale = saleOf(typed, { ...ADA_TOKEN, decimals }, ADA_TOKEN);
        if (sale.ok) {
          const units = sale.value.pay.quantity;
          expect(entry).toEqual({ kind: 'amount', units, computed: false });
        } else {
          expect(sale.failure.code).toBe('amount-malformed');
          expect(entry.kind).toBe('too-many-decimals');
        }
      }),
      RUNS,
    );
  });

  test.each(['ada-per-token', 'token-per-ada', 'percent'] as const)('read a price in %s alike', (form) => {
    const signed = fc.tuple(fc.constantFrom('', '-', '+', '\u2212'), texts).map((parts) => parts.join(''));
    fc.assert(
      fc.property(signed, (text) => {
        const typed = readPriceNumber({ form, text });
        const shown = readPriceText(text, form);
        if (!typed.ok || shown.kind !== 'price') return;
        const value = (plainText: string): string => formatDecimal(scaled(plainText), 40);
        expect(value(typed.value)).toBe(value(shown.text));
      }),
      RUNS,
    );
  });

  test('never take a text that has two readings for either', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const readings = new Set([english(text), continental(text)].filter((one) => one !== undefined));
        const reading = readNumber(text);
        if (reading.kind === 'number' && readings.size > 1) expect(text.split(/[.,]/).length).toBe(2);
        // Both at once only with a lone point, which is as the app prints it.
        if (reading.kind === 'number' && readings.size > 1) expect(text).not.toContain(',');
        if (reading.kind === 'number' && readings.size === 1)
          expect(scaled(reading.text)).toBe(scaled([...readings][0] ?? ''));
        if (text.includes(',') && readings.size > 1) expect(reading.kind).toBe('ambiguous');
      }),
      RUNS,
    );
  });
});

function onCommandLine(text: string): string | undefined {
  try {
    return checkedAmount(text);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function scaled(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  const digits = BigInt(whole + fraction.padEnd(40, '0'));
  return sign === '-' ? -digits : digits;
}

/** Commas between thousands and a point before decimals, read without the app's own reader. */
function english(text: string): string | undefined {
  if (!/\d/.test(text)) return undefined;
  const grouped = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
  return grouped.test(text) || /^\d*\.?\d*$/.test(text) ? text.replaceAll(',', '') : undefined;
}

/** The other way round. */
function continental(text: string): string | undefined {
  const turned = text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
  return english(turned);
}
