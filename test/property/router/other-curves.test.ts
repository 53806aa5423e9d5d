import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { constantProduct } from '../../../src-main/pools/constant-product.ts';
import { otherSide, sideOf } from '../../../src-main/pools/pool.ts';
import { stableSwap } from '../../../src-main/pools/stable-swap.ts';
import { throughBoth } from '../../../src-main/pools/through.ts';
import { bestRoute, type Place, type RouteTask } from '../../../src-main/router/route.ts';

const SOLD = `${'5a'.repeat(28)}5a` as AssetId;
const WANTED = `${'7e'.repeat(28)}7e` as AssetId;

const size = fc.bigInt({ min: 10n ** 9n, max: 10n ** 13n });
const permille = fc.bigInt({ min: 700n, max: 1_400n });
const fee = fc.bigInt({ min: 0n, max: 100n });
const flipped = fc.boolean();

const product = fc
  .record({ size, permille, fee, flipped })
  .map(({ size: first, permille: off, fee: charged, flipped: turned }) =>
    constantProduct({
      assets: turned ? [WANTED, SOLD] : [SOLD, WANTED],
      reserves: [first, (first * off) / 1_000n],
      fees: [charged, charged],
      of: 10_000n,
    }),
  );
const stable = fc
  .record({ size, permille, amplification: fc.bigInt({ min: 1n, max: 2_000n }), flipped })
  .map(({ size: first, permille: off, amplification, flipped: turned }) =>
    stableSwap({
      assets: turned ? [WANTED, SOLD] : [SOLD, WANTED],
      balances: [first, (first * off) / 1_000n],
      multiples: [1n, 1n],
      amplification,
      fee: 1_000_000n,
      adminFee: 5_000_000_000n,
    }),
  );
/** Pools where a token is worth a lovelace or more: below that, rounding to whole lovelace in between costs tokens. */
const hop = fc
  .record({
    lovelace: fc.bigInt({ min: 10n ** 13n, max: 10n ** 15n }),
    first: size,
    second: size,
    fee,
    flipped,
  })
  .map(({ lovelace, first, second, fee: charged, flipped: turned }) => {
    const pool = (token: AssetId, held: bigint) =>
      constantProduct({
        assets: turned ? [token, ADA] : [ADA, token],
        reserves: turned ? [held, lovelace] : [lovelace, held],
        fees: [charged, charged],
        of: 10_000n,
      });
    const both = throughBoth(pool(SOLD, first), pool(WANTED, second), SOLD);
    if (!both) throw new Error('they share ADA');
    return both;
  });

const market = fc
  .record({
    pools: fc.array(fc.oneof(product, stable, hop), { minLength: 1, maxLength: 3 }),
    fees: fc.array(fc.bigInt({ min: 0n, max: 3_000_000n }), { minLength: 3, maxLength: 3 }),
    lovelaceWorth: fc.double({ min: 0, max: 3, noNaN: true }),
    part: fc.bigInt({ min: 1n, max: 6_000n }),
  })
  .map(({ pools, fees, lovelaceWorth, part }): RouteTask => {
    const places = pools.map((pool, at): Place => ({ exchange: `X${at}`, pool, fee: fees[at] ?? 0n }));
    const held = places.reduce((sum, { pool }) => sum + pool.reserves[sideOf(pool, SOLD) ?? 0], 0n);
    return { sells: SOLD, wants: WANTED, quantity: (held * part) / 10_000n, places, lovelaceWorth };
  });

function out({ pool }: Place, sold: bigint): bigint {
  return sold > 0n ? pool.swap(sideOf(pool, SOLD) ?? 0, sold).out : 0n;
}

/** The most that these places pay, by thirds over every split: what they pay falls off on both sides of the best one. */
function thirds(places: readonly Place[], quantity: bigint): bigint {
  const [first, ...others] = places;
  if (!first || others.length === 0) return first ? out(first, quantity) : 0n;
  const paid = (sold: bigint): bigint => out(first, sold) + thirds(others, quantity - sold);
  let [low, high] = [0n, quantity];
  while (high - low > 3n) {
    const third = (high - low) / 3n;
    const [left, right] = [low + third, high - third];
    if (paid(left) < paid(right)) low = left;
    else high = right;
  }
  let best = 0n;
  for (let sold = low; sold <= high; sold += 1n) best = paid(sold) > best ? paid(sold) : best;
  return best;
}

function bruteNet({ places, quantity, lovelaceWorth = 0 }: RouteTask): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let mask = 1; mask < 1 << places.length; mask += 1) {
    const used = places.filter((_, at) => (mask & (1 << at)) !== 0);
    const fees = used.reduce((sum, place) => sum + place.fee, 0n);
    best = Math.max(best, Number(thirds(used, quantity)) - lovelaceWorth * Number(fees));
  }
  return best;
}

describe('the best route between two tokens, over stable pools and pools in a row too', () => {
  it('is the best that a search by thirds finds, to a few base units', () => {
    fc.assert(
      fc.property(market, (task) => {
        const found = bestRoute(task);
        const brute = bruteNet(task);
        if (!found) return expect(brute).toBeLessThan(4);
        expect(found.net).toBeGreaterThanOrEqual(brute - 4 - Math.abs(brute) * 1e-9);
      }),
      { numRuns: 60 },
    );
  });

  it('sells the whole, and pays what the formulas pay', () => {
    fc.assert(
      fc.property(market, (task) => {
        const found = bestRoute(task);
        if (!found) return;
        expect(found.parts.reduce((sum, { sold }) => sum + sold, 0n)).toBe(task.quantity);
        for (const { place, sold, out: paid } of found.parts) expect(out(place, sold)).toBe(paid);
      }),
    );
  });
});

describe('two pools in a row', () => {
  it('pay no more than their common curve, and what they pay one after the other', () => {
    fc.assert(
      fc.property(hop, size, (pool, sold) => {
        for (const side of [0, 1] as const) {
          const { out: most, into } = pool.hyperbolas?.[side] ?? { out: 0, into: 1 };
          const paid = pool.swap(side, sold).out;
          const real = (most * Number(sold)) / (into + Number(sold));
          expect(Number(paid)).toBeLessThanOrEqual(real * (1 + 1e-12) + 1e-3);
          expect(paid).toBeLessThan(pool.reserves[otherSide(side)]);
        }
      }),
    );
  });

  it('are none where they share no asset, or where one follows another curve', () => {
    fc.assert(
      fc.property(product, stable, (first, second) => {
        expect(throughBoth(second, first, SOLD)).toBeUndefined();
        expect(throughBoth(first, first, ADA)).toBeUndefined();
      }),
    );
  });
});
