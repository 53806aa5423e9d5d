import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import { applySwap, poolIn, poolOut, reserves } from '../../../src-main/practice/market/pools.ts';
import type { Direction, Pool } from '../../../src-main/practice/market/types.ts';

const token = 'cd'.repeat(28) as AssetId;
const reserve = fc.bigInt({ min: 1n, max: 10n ** 19n });
const amount = fc.bigInt({ min: 0n, max: 10n ** 19n });
const direction = fc.constantFrom<Direction>('buy', 'sell');
const pool = fc.record({
  id: fc.constant('p'),
  exchange: fc.constant('EXA'),
  token: fc.constant(token),
  ada: reserve,
  tokens: reserve,
  feePpm: fc.integer({ min: 0, max: 100_000 }),
});

const product = (item: Pool): bigint => item.ada * item.tokens;

describe('laws of a constant-product pool', () => {
  it('the product never falls and neither reserve reaches zero', () => {
    fc.assert(
      fc.property(pool, direction, amount, (before, side, amountIn) => {
        const after = applySwap(before, side, amountIn);
        expect(product(after)).toBeGreaterThanOrEqual(product(before));
        expect(after.ada).toBeGreaterThan(0n);
        expect(after.tokens).toBeGreaterThan(0n);
      }),
    );
  });

  it('a round trip never gains', () => {
    fc.assert(
      fc.property(pool, direction, amount, (before, side, amountIn) => {
        const out = poolOut(before, side, amountIn);
        const after = applySwap(before, side, amountIn);
        const back = poolOut(after, side === 'buy' ? 'sell' : 'buy', out);
        expect(back).toBeLessThanOrEqual(amountIn);
      }),
    );
  });

  it('without a fee, two trades in a row give no more than one trade of their sum', () => {
    fc.assert(
      fc.property(pool, direction, amount, amount, (item, side, first, second) => {
        const before = { ...item, feePpm: 0 };
        const parts = poolOut(before, side, first) + poolOut(applySwap(before, side, first), side, second);
        expect(parts).toBeLessThanOrEqual(poolOut(before, side, first + second));
      }),
    );
  });

  it('the payout grows with the input', () => {
    fc.assert(
      fc.property(pool, direction, amount, amount, (item, side, left, right) => {
        const [less, more] = left < right ? [left, right] : [right, left];
        expect(poolOut(item, side, more)).toBeGreaterThanOrEqual(poolOut(item, side, less));
      }),
    );
  });

  it('the least input for a payout buys it, and one unit less does not', () => {
    fc.assert(
      fc.property(pool, direction, amount, (item, side, wanted) => {
        const least = poolIn(item, side, wanted);
        if (wanted >= reserves(item, side).out) {
          expect(wanted === 0n ? 0n : least).toBe(wanted === 0n ? 0n : undefined);
          return;
        }
        expect(poolOut(item, side, least as bigint)).toBeGreaterThanOrEqual(wanted);
        if (wanted > 0n) expect(poolOut(item, side, (least as bigint) - 1n)).toBeLessThan(wanted);
      }),
    );
  });
});
