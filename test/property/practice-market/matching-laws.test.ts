import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { AssetId } from '#domain/asset.ts';
import {
  byPriority,
  crosses,
  isBestFor,
  matchOf,
  poolPartOf,
  type Offer,
} from '../../../src-main/practice/market/matching.ts';
import { applySwap, poolOut } from '../../../src-main/practice/market/pools.ts';
import type { Pool } from '../../../src-main/practice/market/types.ts';

const LEAST = 1_000_000n;

/** Offers around one price, so that many cross: `units` of the token's base units for one lovelace, times 10^6. */
const offers = (units: bigint) =>
  fc
    .record({
      worth: fc.bigInt({ min: 2_000_000n, max: 50_000_000_000n }),
      percent: fc.integer({ min: -8, max: 8 }),
      sequence: fc.nat(1_000_000),
      partial: fc.boolean(),
      buys: fc.boolean(),
    })
    .map(({ worth, percent, sequence, partial, buys }) => {
      const tokens = (worth * units) / 1_000_000n + 1n;
      const asked = (amount: bigint): bigint => (amount * BigInt(100 + percent)) / 100n + 1n;
      const offer: Offer = buys
        ? { sold: worth, minimum: asked(tokens), sequence, partial }
        : { sold: tokens, minimum: asked(worth), sequence, partial };
      return { offer, side: buys ? ('buy' as const) : ('sell' as const) };
    });

const scale = fc.constantFrom(1n, 300n, 1_000_000n, 40_000_000_000n);
const pairs = scale.chain((units) =>
  fc.tuple(offers(units), offers(units)).map(([one, other]) => ({
    bid: one.side === 'buy' ? one.offer : turned(one.offer),
    ask: other.side === 'sell' ? other.offer : turned(other.offer),
  })),
);

/** The opposite offer at about the same price. */
function turned(offer: Offer): Offer {
  return { ...offer, sold: offer.minimum, minimum: offer.sold };
}

/** True when both get their price for the part that they give: whole orders their whole minimum. */
function isFair({ sold, minimum }: Offer, given: bigint, got: bigint): boolean {
  return given <= sold && got * sold >= minimum * given;
}

describe('a match of two offers', () => {
  test('exists only where they cross, gives both their price, and leaves nothing too small to trade', () => {
    fc.assert(
      fc.property(pairs, ({ bid, ask }) => {
        const match = matchOf(bid, ask);
        expect(match === undefined || crosses(bid, ask)).toBe(true);
        if (!match) return;
        expect(match.lovelace > 0n && match.tokens > 0n).toBe(true);
        expect(isFair(bid, match.lovelace, match.tokens)).toBe(true);
        expect(isFair(ask, match.tokens, match.lovelace)).toBe(true);
        const [left, unsold] = [bid.sold - match.lovelace, ask.sold - match.tokens];
        expect(left === 0n || (bid.partial && left >= LEAST)).toBe(true);
        expect(unsold === 0n || (ask.partial && (unsold * ask.minimum) / ask.sold >= LEAST)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test('between offers that may be parted is at the older one’s price, and closes one of them if it can', () => {
    fc.assert(
      fc.property(pairs, (made) => {
        const [bid, ask] = [made.bid, made.ask].map((offer) => ({ ...offer, partial: true })) as [
          Offer,
          Offer,
        ];
        const match = matchOf(bid, ask);
        if (!match || !crosses(bid, ask)) return;
        if (match.lovelace === bid.sold && match.tokens === ask.sold) return;
        const [older, given, got] =
          bid.sequence < ask.sequence
            ? [bid, match.lovelace, match.tokens]
            : [ask, match.tokens, match.lovelace];
        // One unit more would be above the older one's price.
        const exact = (older.minimum * given) / older.sold;
        expect(got >= exact && got <= exact + 1n + (older.minimum - 1n) / older.sold + 1n).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test('is found for any two that cross, when both may be parted and have enough to spare', () => {
    const roomy = pairs.filter(({ bid, ask }) => bid.sold > 4n * LEAST && ask.minimum > 4n * LEAST);
    fc.assert(
      fc.property(roomy, ({ bid, ask }) => {
        fc.pre(crosses(bid, ask) && bid.minimum > 1_000n && ask.sold > 1_000n);
        expect(matchOf({ ...bid, partial: true }, { ...ask, partial: true })).toBeDefined();
      }),
      { numRuns: 1_000 },
    );
  });
});

const pools = fc
  .record({
    ada: fc.bigInt({ min: 1_000_000_000n, max: 2_000_000_000_000n }),
    units: scale,
    off: fc.integer({ min: 90, max: 110 }),
    feePpm: fc.constantFrom(0, 500, 3_000, 10_000),
  })
  .chain(({ ada, units, off, feePpm }) => {
    const tokens = (ada * units * BigInt(off)) / 100_000_000n + 1n;
    const pool: Pool = { id: 'p', exchange: 'EXA', token: 'ab'.repeat(28) as AssetId, ada, tokens, feePpm };
    return offers(units).map(({ offer, side }) => ({ pool, offer, side }));
  });

describe('what a pool takes of an offer', () => {
  test('is paid at the offer’s price or better, all of it or a part that is worth it', () => {
    fc.assert(
      fc.property(pools, ({ pool, offer, side }) => {
        const found = poolPartOf(offer, pool, side);
        if (found === undefined || found === 'waits') return;
        expect(found.out).toBe(poolOut(pool, side, found.amountIn));
        expect(isFair(offer, found.amountIn, found.out)).toBe(true);
        const isAll = found.amountIn === offer.sold;
        expect(isAll ? found.out >= offer.minimum : offer.partial).toBe(true);
        const worth = side === 'buy' ? found.amountIn : (found.amountIn * offer.minimum) / offer.sold;
        expect(found.amountIn * 4n >= offer.sold || worth >= 50n * LEAST).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test('is as much as the price allows: right after it, not much more is to be had', () => {
    fc.assert(
      fc.property(pools, ({ pool, offer, side }) => {
        const found = poolPartOf({ ...offer, partial: true }, pool, side);
        if (found === undefined || found === 'waits' || found.amountIn === offer.sold) return;
        const rest = offer.sold - found.amountIn;
        const again = poolPartOf(
          { ...offer, sold: rest, minimum: (offer.minimum * rest) / offer.sold + 1n, partial: true },
          applySwap(pool, side, found.amountIn),
          side,
        );
        // A part in a million is left to rounding.
        const isMore = again !== undefined && again !== 'waits';
        expect(isMore && again.amountIn * 10n > offer.sold).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('waits only when its price is reached', () => {
    fc.assert(
      fc.property(pools, ({ pool, offer, side }) => {
        if (poolPartOf(offer, pool, side) !== 'waits') return;
        const fee = BigInt(1_000_000 - pool.feePpm);
        const [give, take] = side === 'buy' ? [pool.ada, pool.tokens] : [pool.tokens, pool.ada];
        expect(take * fee * offer.sold).toBeGreaterThan(offer.minimum * give * 1_000_000n);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('priority is a strict order: price first, then age', () => {
  const many = scale.chain((units) => fc.array(offers(units), { minLength: 3, maxLength: 3 }));
  fc.assert(
    fc.property(many, (made) => {
      const [first, second, third] = made.map(({ offer }) => offer) as [Offer, Offer, Offer];
      expect(Math.sign(byPriority(first, second))).toBe(-Math.sign(byPriority(second, first)) || 0);
      if (byPriority(first, second) < 0 && byPriority(second, third) < 0)
        expect(byPriority(first, third)).toBeLessThan(0);
      const older = { ...first, sequence: first.sequence - 1 };
      expect(byPriority(older, first)).toBeLessThan(0);
    }),
  );
});

test('a match at a price that a pool betters is not best for both', () => {
  const pool: Pool = {
    id: 'p',
    exchange: 'EXA',
    token: 'ab'.repeat(28) as AssetId,
    ada: 1_000_000_000_000n,
    tokens: 1_000_000_000_000n,
    feePpm: 3_000,
  };
  expect(isBestFor({ lovelace: 100_000_000n, tokens: 100_000_000n }, pool)).toBe(true);
  expect(isBestFor({ lovelace: 100_000_000n, tokens: 99_000_000n }, pool)).toBe(false);
  expect(isBestFor({ lovelace: 99_000_000n, tokens: 100_000_000n }, pool)).toBe(false);
});
