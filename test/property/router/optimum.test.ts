import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { constantProduct } from '../../../src-main/exchanges/constant-product.ts';
import { route as practiceRoute } from '../../../src-main/practice/market/router.ts';
import { comparePrice } from '../../../src-main/exchanges/routing/best-price.ts';
import {
  bestRoute,
  type Place,
  type Route,
  type RouteTask,
} from '../../../src-main/exchanges/routing/route.ts';
import { bruteOf, POOL_TOKEN, requestOf, taskOf, type PoolSet } from '../../support/pool-sets.ts';

/** Pools whose prices are near each other; some exchanges run two of them. */
const setting: fc.Arbitrary<PoolSet> = fc
  .record({
    unitPrice: fc.constantFrom(1e-4, 0.01, 1, 35, 1e4),
    buys: fc.boolean(),
    part: fc.integer({ min: 1, max: 5_000 }),
    venues: fc.array(
      fc.record({
        ada: fc.integer({ min: 1e9, max: 1e12 }),
        off: fc.integer({ min: 950, max: 1_050 }),
        feePpm: fc.integer({ min: 0, max: 20_000 }),
        batcherFee: fc.integer({ min: 0, max: 3_000_000 }),
        exchange: fc.integer({ min: 0, max: 5 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ unitPrice, buys, part, venues }) => {
    const read = venues.map(({ ada, off, feePpm, batcherFee, exchange }) => ({
      ada: BigInt(ada),
      tokens: BigInt(Math.ceil((ada * off) / 1000 / unitPrice)) + 1n,
      feePpm,
      // A fee is the exchange's, not the pool's.
      batcherFee: BigInt(venues.find((one) => one.exchange === exchange)?.batcherFee ?? batcherFee),
      exchange: `X${exchange}`,
    }));
    const held = read.reduce((sum, pool) => sum + (buys ? pool.ada : pool.tokens), 0n);
    return { venues: read, buys, quantity: (held * BigInt(part)) / 10_000n };
  });

/** Base units that rounding may cost: the continuous optimum does not round. */
const UNITS = 2;

describe('the best route', () => {
  it('is the optimum that a search through every set finds, to two base units', () => {
    fc.assert(
      fc.property(setting, (problem) => {
        const brute = bruteOf(problem);
        const found = bestRoute(taskOf(problem));
        if (!found) return expect(brute.net).toBeLessThan(UNITS + 1);
        const slack = UNITS + Math.abs(brute.net) * 1e-9;
        expect(found.net).toBeGreaterThanOrEqual(brute.net - slack);
      }),
    );
  });

  it('is no worse than practice’s, and practice’s is no better', () => {
    fc.assert(
      fc.property(setting, (problem) => {
        const theirs = practiceRoute(requestOf(problem));
        const ours = bestRoute(taskOf(problem));
        if (!theirs.ok || !ours) return;
        const { expectedOut, batcherFees } = theirs.value;
        const net = Number(expectedOut) - ours.lovelaceWorth * Number(batcherFees);
        expect(Math.abs(ours.net - net)).toBeLessThanOrEqual(UNITS + Math.abs(net) * 1e-9);
      }),
    );
  });

  it('sells the whole, pays what the formulas pay, and keeps to what the user allows', () => {
    fc.assert(
      fc.property(setting, fc.integer({ min: 1, max: 3 }), (problem, mostOrders) => {
        const [first] = problem.venues;
        const excluded = new Set(problem.venues.length > 1 ? [first?.exchange ?? ''] : []);
        const found = bestRoute({ ...taskOf(problem), mostOrders, excluded });
        if (!found) return;
        const used = found.parts.map(({ place }) => place.exchange);
        expect(used.length).toBeLessThanOrEqual(mostOrders);
        expect(new Set(used).size).toBe(used.length);
        expect(used.filter((exchange) => excluded.has(exchange))).toEqual([]);
        expect(found.parts.reduce((sum, { sold }) => sum + sold, 0n)).toBe(problem.quantity);
        for (const { place, sold, out } of found.parts)
          expect(place.pool.swap(problem.buys ? 0 : 1, sold).out).toBe(out);
      }),
    );
  });
});

describe('the best-price check', () => {
  it('finds more exactly where an offer pays less than the best route, after the fees of both', () => {
    fc.assert(
      fc.property(setting, fc.bigInt({ min: 0n, max: 10n ** 9n }), (problem, less) => {
        const task = taskOf(problem);
        const route = bestRoute(task);
        if (!route) return;
        const out = route.out > less ? route.out - less : 0n;
        const check = comparePrice(route, { out, fees: route.fees });
        if (out === route.out) expect(check).toEqual({ kind: 'none' });
        else expect(check).toMatchObject({ kind: 'better', more: route.out - out });
      }),
    );
  });

  it('calls no offer worse that saves in fees what it pays less', () => {
    const place = (exchange: string, fee: bigint): Place => ({
      exchange,
      fee,
      pool: constantProduct({
        assets: [ADA, POOL_TOKEN],
        reserves: [10n ** 12n, 10n ** 12n],
        fees: [0n, 0n],
        of: 10n,
      }),
    });
    const task: RouteTask = {
      sells: POOL_TOKEN,
      wants: ADA,
      quantity: 10n ** 9n,
      places: [place('A', 2_000_000n)],
    };
    const route = bestRoute(task) as Route;
    expect(comparePrice(route, { out: route.out - 2_000_000n, fees: 0n }).kind).toBe('none');
    expect(comparePrice(route, { out: route.out - 2_000_001n, fees: 0n })).toMatchObject({
      kind: 'better',
      more: 1n,
    });
  });
});
