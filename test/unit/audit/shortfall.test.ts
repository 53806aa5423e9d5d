import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeInBought, shortfallOf, type FillFigures } from '../../../src-main/exchanges/shortfall.ts';
import { constantProduct } from '../../../src-main/exchanges/constant-product.ts';
import { MOST_UNITS } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';

const TOKEN = 'ab'.repeat(28) as AssetId;
const units = fc.bigInt({ min: 1n, max: MOST_UNITS });
const reserves = fc.record({ sold: units, bought: units });
const figures: fc.Arbitrary<FillFigures> = fc.record({
  sold: units,
  paid: fc.bigInt({ min: 0n, max: MOST_UNITS }),
  mustPay: fc.option(units, { nil: undefined }),
  decision: fc.option(reserves, { nil: undefined }),
  found: reserves,
  reached: fc.option(reserves, { nil: undefined }),
});

function sum(parts: object): bigint {
  return (Object.values(parts) as bigint[]).reduce((total, part) => total + part, 0n);
}

describe('the shortfall of a fill', () => {
  it('is the sum of its parts, to the base unit, whatever the figures are', () => {
    fc.assert(
      fc.property(figures, (given) => {
        const split = shortfallOf(given);
        if (!split) throw new Error('no split');
        expect(sum(split.parts)).toBe(split.paper - given.paid);
        expect(split.paid).toBe(given.paid);
      }),
    );
  });

  it('leaves no rest where the formula is known, and nothing but the delay and a rest where it is not', () => {
    fc.assert(
      fc.property(figures, (given) => {
        const parts = shortfallOf(given)?.parts;
        const checkable = given.mustPay !== undefined && given.reached !== undefined;
        if (checkable)
          expect(parts).toMatchObject({ rest: 0n, underpaid: (given.mustPay ?? 0n) - given.paid });
        else expect(parts).toMatchObject({ ordering: 0n, impact: 0n, poolFee: 0n, underpaid: 0n });
        if (!given.decision) expect(parts?.delay).toBe(0n);
      }),
    );
  });

  it('charges impact and fee to the trader, never to the market, at a pool that pays by its formula', () => {
    fc.assert(
      fc.property(reserves, units, fc.bigInt({ min: 0n, max: 999_999n }), (found, sold, fee) => {
        const pool = constantProduct({
          assets: [ADA, TOKEN],
          reserves: [found.sold, found.bought],
          fees: [fee, fee],
          of: 1_000_000n,
        });
        const { out } = pool.swap(0, sold);
        const split = shortfallOf({ sold, paid: out, mustPay: out, decision: found, found, reached: found });
        expect(split?.parts).toMatchObject({ delay: 0n, ordering: 0n, underpaid: 0n, rest: 0n });
        expect(split?.parts.impact).toBeGreaterThanOrEqual(0n);
        expect(split?.parts.poolFee).toBeGreaterThanOrEqual(0n);
        if (fee === 0n) expect(split?.parts.poolFee).toBe(0n);
      }),
    );
  });

  it('names each part in a case that can be followed by hand', () => {
    // 100 sold: worth 200 at the decision, 190 when the batch began, 180 at its turn; the pool then gives 90 without a fee.
    const split = shortfallOf({
      sold: 100n,
      paid: 80n,
      mustPay: 85n,
      decision: { sold: 100n, bought: 200n },
      found: { sold: 100n, bought: 190n },
      reached: { sold: 100n, bought: 180n },
    });
    expect(split).toEqual({
      paper: 200n,
      since: 'decision',
      paid: 80n,
      parts: { delay: 10n, ordering: 10n, impact: 90n, poolFee: 5n, underpaid: 5n, rest: 0n },
    });
  });

  it('is not stated for empty pools, an order that sold nothing, or figures that the ledger cannot hold', () => {
    const found = { sold: 1n, bought: 1n };
    const given = { sold: 1n, paid: 0n, mustPay: 0n, decision: undefined, found, reached: found };
    expect(shortfallOf({ ...given, sold: 0n })).toBeUndefined();
    expect(shortfallOf({ ...given, found: { sold: 0n, bought: 1n } })).toBeUndefined();
    expect(shortfallOf({ ...given, decision: { sold: 1n, bought: 0n } })).toBeUndefined();
    expect(shortfallOf({ ...given, mustPay: MOST_UNITS + 1n })).toBeUndefined();
    expect(shortfallOf({ ...given, found: { sold: 1n, bought: 10n ** 400n } })).toBeUndefined();
  });

  it('prices a fee in the asset bought, rounded up, and only where ADA is a side', () => {
    const price = { paper: 7n, sold: 3n };
    expect(feeInBought(5n, { sells: false, buys: true }, price)).toBe(5n);
    expect(feeInBought(5n, { sells: true, buys: false }, price)).toBe(12n);
    expect(feeInBought(5n, { sells: false, buys: false }, price)).toBeUndefined();
  });
});
