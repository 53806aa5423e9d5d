import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lovelace } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { poolIn, poolOut } from '../../../src-main/practice/market/pools.ts';
import { route } from '../../../src-main/practice/market/router.ts';
import type { Direction, Exchange, Pool } from '../../../src-main/practice/market/types.ts';
import { feeRateOf } from '../../support/brute-force-router.ts';

const token = 'ef'.repeat(28) as AssetId;

interface Setting {
  readonly pools: readonly Pool[];
  readonly exchanges: readonly Exchange[];
  readonly direction: Direction;
  readonly amountIn: bigint;
}

/** Pools whose prices are near each other, down to tokens whose base unit is worth many ADA. */
const setting: fc.Arbitrary<Setting> = fc
  .record({
    unitPrice: fc.constantFrom(1e-4, 0.01, 1, 35, 1e4, 1e8, 5e9),
    direction: fc.constantFrom<Direction>('buy', 'sell'),
    part: fc.integer({ min: 1, max: 5000 }),
    venues: fc.array(
      fc.record({
        ada: fc.integer({ min: 1e9, max: 1e12 }),
        off: fc.integer({ min: 950, max: 1050 }),
        feePpm: fc.integer({ min: 0, max: 20_000 }),
        batcherFee: fc.integer({ min: 0, max: 3_000_000 }),
      }),
      { minLength: 1, maxLength: 7 },
    ),
  })
  .map(({ unitPrice, direction, part, venues }) => {
    const pools = venues.map(({ ada, off, feePpm }, index) => ({
      id: `pool ${index}`,
      exchange: `X${index}`,
      token,
      ada: BigInt(ada),
      tokens: BigInt(Math.ceil((ada * off) / 1000 / unitPrice)) + 1n,
      feePpm,
    }));
    const exchanges = venues.map(({ feePpm, batcherFee }, index) => ({
      code: `X${index}`,
      name: `X${index}`,
      poolFeePpm: feePpm,
      batcherFee: lovelace(BigInt(batcherFee)),
      deposit: lovelace(2_000_000n),
      partialFills: false,
      limit: true,
      dca: true,
    }));
    const held = pools.reduce((sum, pool) => sum + (direction === 'buy' ? pool.ada : pool.tokens), 0n);
    return { pools, exchanges, direction, amountIn: (held * BigInt(part)) / 10_000n };
  });

/** The value that the router gives a fee, found by other means. */
function feeRate(problem: Setting): number {
  const outputIsAda = problem.direction === 'sell';
  const pools = problem.pools.map((pool) => ({
    reserveIn: outputIsAda ? pool.tokens : pool.ada,
    reserveOut: outputIsAda ? pool.ada : pool.tokens,
    feePpm: BigInt(pool.feePpm),
    exchange: pool.exchange,
    batcherFee: 0n,
  }));
  return feeRateOf(pools, problem.amountIn, outputIsAda);
}

describe('laws of the router', () => {
  it('parts sum to the input, outputs are what the pools pay, one order for each exchange', () => {
    fc.assert(
      fc.property(setting, (problem) => {
        const found = route({ token, ...problem });
        if (!found.ok) {
          expect(['amount-too-small', 'not-enough-liquidity']).toContain(found.failure.code);
          return;
        }
        const { shares, expectedOut } = found.value;
        expect(shares.reduce((sum, share) => sum + share.amountIn, 0n)).toBe(problem.amountIn);
        expect(shares.reduce((sum, share) => sum + share.expectedOut, 0n)).toBe(expectedOut);
        expect(new Set(shares.map((share) => share.exchange)).size).toBe(shares.length);
        for (const share of shares) {
          const pool = problem.pools.find(({ id }) => id === share.poolId) as Pool;
          expect(poolOut(pool, problem.direction, share.amountIn)).toBe(share.expectedOut);
          expect(share.expectedOut).toBeGreaterThan(0n);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is never below the best single pool, net of batcher fees', () => {
    fc.assert(
      fc.property(setting, (problem) => {
        const found = route({ token, ...problem });
        if (!found.ok) return;
        const rate = feeRate(problem);
        const net = Number(found.value.expectedOut) - rate * Number(found.value.batcherFees);
        for (const [index, pool] of problem.pools.entries()) {
          const out = poolOut(pool, problem.direction, problem.amountIn);
          const single = Number(out) - rate * Number((problem.exchanges[index] as Exchange).batcherFee);
          // A pool that pays nothing is not a way to trade.
          if (out > 0n) expect(net).toBeGreaterThanOrEqual(single - 1e-9 * Math.abs(single));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('leaves no spare input that would buy one more unit on a pool that it uses', () => {
    fc.assert(
      fc.property(setting, (problem) => {
        const found = route({ token, ...problem });
        if (!found.ok) return;
        const steps = found.value.shares.map((share) => {
          const pool = problem.pools.find(({ id }) => id === share.poolId) as Pool;
          const needed = poolIn(pool, problem.direction, share.expectedOut) as bigint;
          const next = poolIn(pool, problem.direction, share.expectedOut + 1n);
          return { spare: share.amountIn - needed, cost: next === undefined ? undefined : next - needed };
        });
        const spare = steps.reduce((sum, step) => sum + step.spare, 0n);
        for (const { cost } of steps) if (cost !== undefined) expect(cost).toBeGreaterThan(spare);
      }),
      { numRuns: 400 },
    );
  });

  it('never uses an excluded exchange, and excluding never helps', () => {
    fc.assert(
      fc.property(setting, fc.array(fc.integer({ min: 0, max: 6 })), (problem, numbers) => {
        const excluded = numbers.map((number) => `X${number}`);
        const found = route({ token, ...problem, excluded });
        const everyone = problem.exchanges.every(({ code }) => excluded.includes(code));
        if (!found.ok) {
          expect(found.failure.code === 'all-exchanges-excluded').toBe(everyone);
          return;
        }
        expect(everyone).toBe(false);
        for (const share of found.value.shares) expect(excluded).not.toContain(share.exchange);
        const open = route({ token, ...problem });
        if (!open.ok || problem.direction === 'buy') return;
        const net = (leg: typeof open.value): number => Number(leg.expectedOut) - Number(leg.batcherFees);
        expect(net(open.value)).toBeGreaterThanOrEqual(net(found.value) - problem.pools.length);
      }),
      { numRuns: 400 },
    );
  });

  it('pays at least as much, net of fees, for more input', () => {
    fc.assert(
      fc.property(setting, fc.bigInt({ min: 0n, max: 10n ** 10n }), (problem, more) => {
        const sale = { ...problem, direction: 'sell' as const };
        const less = route({ token, ...sale });
        const greater = route({ token, ...sale, amountIn: sale.amountIn + more });
        if (!less.ok || !greater.ok) return;
        const low = less.value.expectedOut - less.value.batcherFees;
        const high = greater.value.expectedOut - greater.value.batcherFees;
        expect(high).toBeGreaterThanOrEqual(low - BigInt(problem.pools.length));
      }),
      { numRuns: 400 },
    );
  });

  it('leaves the same marginal price after fees on every pool used, where base units are fine enough', () => {
    fc.assert(
      fc.property(setting, (problem) => {
        const scale = 10n ** 9n;
        const pools = problem.pools.map((pool) => ({
          ...pool,
          ada: pool.ada * scale,
          tokens: pool.tokens * scale,
        }));
        const found = route({ token, ...problem, pools, amountIn: problem.amountIn * scale });
        if (!found.ok) return;
        const slopes = found.value.shares.map((share) => {
          const pool = pools.find(({ id }) => id === share.poolId) as Pool;
          const [into, out] = problem.direction === 'buy' ? [pool.ada, pool.tokens] : [pool.tokens, pool.ada];
          const keep = 1 - pool.feePpm / 1e6;
          const filled = Number(into) + keep * Number(share.amountIn);
          return (keep * Number(into) * Number(out)) / filled ** 2;
        });
        for (const slope of slopes) {
          expect(Math.abs(slope / (slopes[0] as number) - 1)).toBeLessThan(1e-6);
          expect(Math.abs(slope / found.value.marginalRate - 1)).toBeLessThan(1e-6);
        }
      }),
      { numRuns: 300 },
    );
  });
});
