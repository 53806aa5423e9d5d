import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { readCount, valueOf } from '../../../src-renderer/format/typed-number.ts';
import { percentFromMarket, readPriceText, stepPrice } from '../../../src-renderer/format/price-entry.ts';

describe('a typed price', () => {
  test.each([
    ['0.0125', '0.0125'],
    ['0,0125', '0.0125'],
    ['.5', '0.5'],
    ['1,234.5', '1234.5'],
    ['1 234,5', '1234.5'],
    ['12k', '12000'],
    ['1/80', '0.0125'],
    ['1/3', '0.333333333333333'],
    ['0.1*0.95', '0.095'],
    ['0.000000000000000000123456789012345678', '0.000000000000000000123456789012345678'],
  ])('%s is %s', (typed, text) => {
    expect(readPriceText(typed, 'ada-per-token')).toEqual({ kind: 'price', text });
    expect(readPriceText(typed, 'token-per-ada')).toEqual({ kind: 'price', text });
  });

  test.each(['0', '-1', 'abc', '1//2', '5%', '1/0', '1e5', '2-3'])('%s is none', (typed) => {
    expect(readPriceText(typed, 'ada-per-token')).toEqual({ kind: 'malformed' });
  });

  test('9,080 is no price before it is said which of two', () => {
    expect(readPriceText('9,080', 'ada-per-token')).toMatchObject({
      kind: 'ambiguous',
      failure: {
        code: 'number-ambiguous',
        data: { text: '9,080', grouped: '9080', decimal: '9.080', short: '9.08' },
      },
    });
    expect(readPriceText('-1,500', 'percent').kind).toBe('ambiguous');
  });

  test('nothing is nothing yet', () => {
    expect(readPriceText('  ', 'ada-per-token')).toEqual({ kind: 'empty' });
  });

  test.each([
    ['-2.5', '-2.5'],
    ['\u22122,5 %', '-2.5'],
    ['+3%', '3'],
    ['0', '0'],
    ['-0', '0'],
    ['250', '250'],
  ])('%s in percent is %s', (typed, text) => {
    expect(readPriceText(typed, 'percent')).toEqual({ kind: 'price', text });
  });

  test.each(['-100', '-250', '--1', '5%%'])('%s is no percentage', (typed) => {
    expect(readPriceText(typed, 'percent')).toEqual({ kind: 'malformed' });
  });

  test('a plain number keeps its last digit', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,20}\.\d{0,19}[1-9]$/);
    fc.assert(
      fc.property(digits, (typed) => {
        expect(readPriceText(typed, 'ada-per-token')).toEqual({ kind: 'price', text: typed });
      }),
    );
  });
});

describe('a step of a price', () => {
  test.each([
    ['0.012', 1, '0.01201'],
    ['0.012', -10, '0.0119'],
    ['1234', 1, '1235'],
    ['0.1', -1, '0.0999'],
  ])('%s by %i is %s', (text, times, next) => {
    expect(stepPrice(text, 'ada-per-token', times)).toBe(next);
  });

  test('of a percentage is a tenth', () => {
    expect(stepPrice('-2.5', 'percent', 1)).toBe('-2.4');
    expect(stepPrice('0', 'percent', -10)).toBe('-1');
  });

  test('leads to nothing that is not a price', () => {
    expect(stepPrice('-99.95', 'percent', -10)).toBe('-99.95');
    expect(stepPrice('0.0000000000000000000000000000000000000001', 'ada-per-token', -1)).toBe(
      '0.0000000000000000000000000000000000000001',
    );
  });
});

test('the distance from the market is shown to two places', () => {
  expect(percentFromMarket('0.095', 0.1)).toBe('-5');
  expect(percentFromMarket('0.1', 0.1)).toBe('0');
  expect(percentFromMarket('0.099999999', 0.1)).toBe('0');
  expect(percentFromMarket('0.10236', 0.1)).toBe('2.36');
  expect(percentFromMarket('1', 0)).toBeUndefined();
});

test('a number of orders is whole and within its bounds', () => {
  expect(valueOf(readCount(' 12 ', 1, 50))).toBe(12);
  expect(valueOf(readCount('1 000', 1, 5_000))).toBe(1000);
  expect(readCount('1,000', 1, 5_000).kind).toBe('ambiguous');
  for (const text of ['', '0', '51', '1.5', '-1', 'x', '1e1'])
    expect(valueOf(readCount(text, 1, 50))).toBeUndefined();
});
