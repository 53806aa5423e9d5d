import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMs } from '#domain/time.ts';
import { Market } from '../../../src-main/practice/market/market.ts';
import { arbitrageOn, liveFor, type Intention } from '../../../src-main/practice/market/traffic.ts';
import { applySwap, poolOut } from '../../../src-main/practice/market/pools.ts';
import { cast } from '../../../src-main/practice/market/cast.ts';
import { SeededRandom } from '../../../src-main/practice/market/random.ts';
import { openListings } from '../../../src-main/practice/market/world.ts';
import type { MarketSnapshot, Pool } from '../../../src-main/practice/market/types.ts';
import { defaultExchanges } from '../../support/practice-exchanges.ts';

const exchanges = defaultExchanges();
const start = 1_750_000_000_000;
const young = (seed: number): Market =>
  new Market({ seed, exchanges, now: epochMs(start), historySeconds: 0 });

describe('the seeded market', () => {
  it('same seed and calls, same state, however the time is divided', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), steps, (seed, parts) => {
        const [inParts, atOnce] = [young(seed), young(seed)];
        let now = start;
        for (const part of parts) {
          now += part;
          inParts.step(epochMs(now));
        }
        atOnce.step(epochMs(now));
        expect(inParts.snapshot()).toEqual(atOnce.snapshot());
      }),
      { numRuns: 15 },
    );
  });

  it('another seed, another market', () => {
    expect(young(7).snapshot().pools).not.toEqual(young(8).snapshot().pools);
  });

  it('a snapshot through JSON goes on exactly as the market would have', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 900 }),
        (seed, seconds) => {
          const market = young(seed);
          market.step(epochMs(start + seconds * 1000));
          const copy = Market.restore(
            JSON.parse(JSON.stringify(market.snapshot())) as MarketSnapshot,
            exchanges,
          );
          expect(copy.snapshot()).toEqual(market.snapshot());
          for (const one of [market, copy]) one.step(epochMs(start + (seconds + 600) * 1000));
          expect(copy.snapshot()).toEqual(market.snapshot());
          expect(copy.tradesSince(0)).toEqual(market.tradesSince(0));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('a day of traffic moves prices, drains nothing, lowers no product and stays near its listing', () => {
    const market = young(11);
    const before = new Map(market.pools().map((pool) => [pool.id, pool]));
    let moved = 0;
    for (let hour = 1; hour <= 24; hour += 1) market.step(epochMs(start + hour * 3_600_000));
    for (const pool of market.pools()) {
      const first = before.get(pool.id) as Pool;
      expect(pool.ada * pool.tokens).toBeGreaterThanOrEqual(first.ada * first.tokens);
      expect(pool.ada * 4n).toBeGreaterThan(first.ada);
      expect(pool.tokens * 4n).toBeGreaterThan(first.tokens);
      expect(pool.ada).toBeLessThan(first.ada * 4n);
      if (pool.ada !== first.ada) moved += 1;
    }
    expect(moved).toBeGreaterThan(before.size / 2);
    expect(market.adaUsd()).toBeGreaterThan(0.3);
    expect(market.adaUsd()).toBeLessThan(0.7);
    for (const { token, depth } of cast) {
      const stats = market.dailyStats(token.id);
      if (depth === 0) expect(stats).toEqual({ buys: 0, sales: 0, volume: 0n });
      else {
        expect(stats.buys).toBeGreaterThan(5);
        expect(stats.sales).toBeGreaterThan(5);
        expect(Number(stats.volume) / 1e6).toBeLessThan(depth * 20);
      }
    }
  });

  it('arbitrage leaves every pool within its fee of the fair price, so pools within their fees of each other', () => {
    const listed = openListings(1, exchanges)[0]?.pools[0] as Pool;
    fc.assert(
      fc.property(
        fc.integer({ min: 1e9, max: 1e13 }),
        fc.integer({ min: 200, max: 5000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (ada, off, feePpm) => {
          const fair = 0.31;
          const pool: Pool = {
            ...listed,
            ada: BigInt(ada),
            tokens: BigInt(Math.round(ada / ((fair * off) / 1000))),
            feePpm,
          };
          const intention = arbitrageOn(pool, fair);
          const after =
            intention === undefined ? pool : applySwap(pool, intention.direction, intention.amountIn);
          const apart = Math.abs(Number(after.ada) / Number(after.tokens) / fair - 1);
          // The edge, and what a trade below two ADA would have moved.
          expect(apart).toBeLessThan(feePpm / 1e6 + 0.0015 + 5e6 / ada);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('traders of a token never take a pool near empty in one trade', () => {
    for (const { member, fairPrice, pools } of openListings(3, exchanges)) {
      const live = new Map(pools.map((pool) => [pool.id, pool]));
      const belief = { anchor: fairPrice, fair: fairPrice, trend: 0 };
      const random = SeededRandom.seeded(3, member.token.id);
      const floor = {
        poolsOf: () => [...live.values()],
        execute: ({ poolId, direction, amountIn, source }: Intention) => {
          const pool = live.get(poolId) as Pool;
          const out = poolOut(pool, direction, amountIn);
          const held = direction === 'buy' ? pool.tokens : pool.ada;
          if (source === 'trader') expect(Number(out) / Number(held)).toBeLessThan(0.02);
          live.set(poolId, applySwap(pool, direction, amountIn));
        },
      };
      for (let minute = 0; minute < 60; minute += 1) liveFor(60, member, belief, floor, random);
      expect(belief.fair).toBeGreaterThan(0);
    }
  });
});
