import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import {
  meansNoQuote,
  receivedUnits,
  routedUnits,
  shownFigure,
} from '../../../src-main/service/wire/figures.ts';
import { estimateOf } from '../../../src-main/service/wire/swap.ts';
import { leastOf } from '../../../src-main/trading/kinds/market-price.ts';

describe('figures', () => {
  test.each([
    '9223372036854.775',
    '9223372036854775807',
    '9223372036854776000',
    '9.223372036854776e18',
    '922337203685.4775807',
    '-0.04999999999999982',
    '-1',
  ])('%s means no quote', (text) => {
    expect(meansNoQuote(text)).toBe(true);
    expect([receivedUnits(text, 6), routedUnits(text, 6), shownFigure(text)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each(['0', '-0', '-0.0', '0.0', '9223372036.85', '92233720368', '1e-9'])('%s is a figure', (text) => {
    expect(meansNoQuote(text)).toBe(false);
    expect(receivedUnits(text, 6)).toBeDefined();
  });

  test.each([
    ['0.00037900000000012923', 6, 379n],
    ['99.99999999999999', 0, 99n],
    ['12345678901.123456', 6, 12345678901123456n],
    ['9007199254740993', 0, 9007199254740993n],
    ['1e-8', 15, 10000000n],
  ])('%s with %i decimals is received as %s, never more', (text, decimals, units) => {
    expect(receivedUnits(text, decimals)).toBe(units);
  });

  test('binary noise in a share of the input is rounded away', () => {
    expect(routedUnits('0.30000000000000004', 6)).toBe(300_000n);
    expect(routedUnits('99.99999999999999', 0)).toBe(100n);
  });

  test('base units survive the wire both ways, whatever their size', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 64n) - 1n), fc.integer({ min: 0, max: 15 }), (units, decimals) => {
        const text = formatDecimal(units, decimals);
        fc.pre(!meansNoQuote(text));
        expect(receivedUnits(text, decimals)).toBe(units);
        expect(routedUnits(text, decimals)).toBe(units);
      }),
    );
  });
});

describe('labels of the outputs', () => {
  const pair = { pay: { asset: ADA, quantity: quantity(1n) }, receive: 'ab'.repeat(28) as AssetId };
  /** Expected and at least, where the service's two totals are these, in whichever order. */
  const label = ([one, other]: readonly bigint[], bps: number) => {
    const [total_output, total_output_without_slippage] = [one, other].map((units) => units && String(units));
    const totals = { total_output, total_output_without_slippage } as Parameters<typeof estimateOf>[0];
    const estimate = estimateOf(totals, pair, () => 0);
    return estimate
      ? { expected: estimate.expected, atLeast: leastOf(estimate, bps) }
      : { expected: 0n, atLeast: 0n };
  };

  test.each([
    ['the names as specified', [1_000n, 990n], 100, 1_000n, 990n],
    ['the names swapped', [990n, 1_000n], 100, 1_000n, 990n],
    ['one figure only', [1_001n], 100, 1_001n, 990n],
    ['the same figure twice', [1_001n, 1_001n], 100, 1_001n, 990n],
    ['a floor below the tolerance asked for', [1_000n, 950n], 100, 1_000n, 950n],
    ['a second figure that no tolerance explains', [1_000n, 999n], 100, 1_000n, 990n],
    ['none', [], 100, 0n, 0n],
  ])('%s', (_name, stated, bps, expected, atLeast) => {
    expect(label(stated, bps)).toEqual({ expected, atLeast });
  });

  test('at least is never more than expected, nor than the tolerance leaves', () => {
    const amounts = fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 5000 }), (stated, bps) => {
        const { expected, atLeast } = label(stated, bps);
        expect(atLeast <= expected).toBe(true);
        expect(atLeast * 10_000n <= expected * BigInt(10_000 - bps)).toBe(true);
        expect(stated.every((figure) => atLeast <= figure && figure <= expected)).toBe(true);
      }),
    );
  });
});
