import { describe, expect, test } from 'vitest';
import { amountParts } from '../../../src-renderer/features/approval/approval.svelte.ts';
import { showAge, showCountdown } from '../../../src-renderer/format/age.ts';
import { amountText, middleCut, tokenLabel } from '../../../src-renderer/format/amount.ts';
import { showDecimal, showFixed, showPercent } from '../../../src-renderer/format/decimal-text.ts';
import { readBasisPoints, valueOf } from '../../../src-renderer/format/typed-number.ts';
import { showCompact, showDollars, showNumber, showPrice } from '../../../src-renderer/format/price.ts';

describe('showDecimal', () => {
  test.each([
    [0n, 6, '0', '0'],
    [1_204_550_000n, 6, '1,204.55', '1204.55'],
    [100_000_000n, 6, '100', '100'],
    [1n, 6, '0.0₅1', '0.000001'],
    [12n, 8, '0.0₆12', '0.00000012'],
    [412_700n, 9, '0.0₃4127', '0.0004127'],
    [4_127n, 6, '0.004127', '0.004127'],
    [832_104_999_999n, 9, '832.1049', '832.104999999'],
    [123_456_789_012n, 0, '123,456,789,012', '123456789012'],
    [1_000_000_000_000_000_000n, 15, '1,000', '1000'],
    [-2_500_000n, 6, '\u22122.5', '-2.5'],
  ])('%s units of %s decimals read %s', (units, decimals, text, full) => {
    expect(showDecimal(units, decimals)).toEqual({ text, full });
  });

  test('cuts what comes in, rounds up what it costs', () => {
    expect(showDecimal(1_999_999n, 6, { significant: 3 }).text).toBe('1.99');
    expect(showDecimal(1_999_001n, 6, { significant: 3, rounding: 'ceil' }).text).toBe('2');
    expect(showDecimal(1_994_000n, 6, { significant: 3, rounding: 'nearest' }).text).toBe('1.99');
  });

  test('keeps the places asked for', () => {
    expect(showDecimal(5_000_000n, 6, { minimumPlaces: 2 }).text).toBe('5.00');
    expect(showFixed(5_123_456n, 6, 2).text).toBe('5.12');
    expect(showFixed(5n, 0, 2).text).toBe('5.00');
    expect(showFixed(1n, 6, 6, 'ceil').text).toBe('0.0₅1');
  });

  test('does not put a minus before a figure that was cut to zero', () => {
    expect(showFixed(-1n, 6, 2).text).toBe('0.00');
  });
});

describe('prices', () => {
  test('both ways of one exchange are exact ratios', () => {
    const ada = { units: 100_000_000n, decimals: 6 };
    const token = { units: 832_104n, decimals: 3 };
    expect(showPrice(ada, token)?.text).toBe('0.12018');
    expect(showPrice(token, ada)?.text).toBe('8.321');
    expect(showPrice(token, ada)?.full).toBe('8.32104');
  });

  test('survive the extremes of decimals', () => {
    expect(showPrice({ units: 1n, decimals: 6 }, { units: 10n ** 17n, decimals: 15 })?.text).toBe('0.0₇1');
    expect(showPrice({ units: 10n ** 30n, decimals: 0 }, { units: 1n, decimals: 15 })?.text).toMatch(/^1,0/);
    expect(showPrice({ units: 1n, decimals: 6 }, { units: 0n, decimals: 6 })).toBeUndefined();
  });

  test('a repeating ratio is shown to ten digits in full', () => {
    expect(showPrice({ units: 1n, decimals: 0 }, { units: 3n, decimals: 0 })?.full).toBe('0.3333333333');
  });

  test('numbers of the wire', () => {
    expect(showNumber(0.00037900000000012923)?.text).toBe('0.0₃379');
    expect(showNumber(1e-8)?.full).toBe('0.00000001');
    expect(showNumber(Number.NaN)).toBeUndefined();
    expect(showDollars(0.5312)?.text).toBe('$0.5312');
    expect(showDollars(2)?.text).toBe('$2.00');
    expect(showCompact(1_240_000)).toEqual({ text: '1.24M', full: '1240000' });
    expect(showCompact(950)?.text).toBe('950');
    expect(showCompact(1_005)?.text).toBe('1.01k');
    expect(showCompact(-999_999)?.text).toBe('\u22121,000k');
    expect(showCompact(12_345e12)?.text).toBe('12,345T');
    expect(showCompact(NaN)).toBeUndefined();
  });
});

describe('amountParts', () => {
  test.each([
    ['-2,505.983241 ADA', '\u22122,505.983241', 'ADA'],
    ['+12 AMBER', '+12', 'AMBER'],
    ['5\u00a0base units of ab12…', '5', 'base units of ab12…'],
    ['1.5 A B', '1.5', 'A B'],
    ['-9\u202f962,318131 ADA', '\u22129\u202f962,318131', 'ADA'],
  ])('cuts %j in two', (line, figure, unit) => {
    expect(amountParts(line)).toEqual({ figure, unit });
  });

  test.each(['nothing', '', 'ADA 5', '5', '1. ADA', '--1 ADA'])('leaves %j whole', (line) => {
    expect(amountParts(line)).toBeUndefined();
  });
});

describe('small formats', () => {
  test('percentages', () => {
    expect(showPercent(0.0031)).toBe('0.31\u00a0%');
    expect(showPercent(0.00001)).toBe('<0.01\u00a0%');
    expect(showPercent(-0.0215, { signed: true })).toBe('\u22122.15\u00a0%');
    expect(showPercent(0.0215, { signed: true })).toBe('+2.15\u00a0%');
    expect(showPercent(0)).toBe('0\u00a0%');
  });

  test.each([
    ['0.5', 50],
    ['0,5 %', 50],
    ['.1', 10],
    ['50', 5000],
    ['50.01', undefined],
    ['0', undefined],
    ['', undefined],
    ['1.234', undefined],
    ['abc', undefined],
  ])('slippage %j is %s basis points', (text, bps) => {
    expect(valueOf(readBasisPoints(text, 5_000))).toBe(bps);
  });

  test('ages and countdowns', () => {
    expect(showAge(-5000)).toBe('now');
    expect(showAge(9_400)).toBe('9\u00a0s');
    expect(showAge(180_000)).toBe('3\u00a0min');
    expect(showAge(7_200_000)).toBe('2\u00a0h');
    expect(showAge(5 * 86_400_000)).toBe('5\u00a0d');
    expect(showCountdown(245_000)).toBe('4:05');
    expect(showCountdown(0)).toBe('expired');
  });

  test('hashes are cut in the middle', () => {
    expect(middleCut('abcdef0123456789abcdef')).toBe('abcdef01…abcdef');
    expect(middleCut('short')).toBe('short');
  });

  test('labels of strangers are made harmless', () => {
    const id = 'ab'.repeat(28);
    expect(tokenLabel({ id, ticker: '\u202eADA\u0000', name: '' })).toBe('ADA');
    expect(tokenLabel({ id, ticker: '', name: '' })).toBe('ababab…');
    expect(tokenLabel({ id, ticker: 'A'.repeat(40), name: '' })).toBe(`${'A'.repeat(15)}…`);
    expect(amountText(1_500n, { id, ticker: 'CARB', name: 'Carbon', decimals: 3 })).toBe('1.5\u00a0CARB');
    expect(amountText(1_500n, { id, ticker: 'M', name: 'Milli', decimals: 3 })).toBe('1.5\u00a0“M”');
  });
});
