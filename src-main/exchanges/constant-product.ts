import type { AssetId } from '#domain/asset.ts';
import { moved, otherSide, type Pool, type Side } from './pool.ts';

/** A constant-product pool that takes its fee from the amount sold, before applying the product. */
export interface ConstantProduct {
  readonly assets: readonly [AssetId, AssetId];
  readonly reserves: readonly [bigint, bigint];
  /** Fee for selling each asset, in parts of `of`. */
  readonly fees: readonly [bigint, bigint];
  readonly of: bigint;
  /** Share of the fee, in parts of `of`, that is set aside and so leaves the reserves. Rounded down. */
  readonly setAside?: bigint;
}

/**
 * A pool that pays `⌊(of − fee) · sold · out / (in · of + (of − fee) · sold)⌋`: the formula of Minswap V1 and V2
 * (`formula.md` of V2), SundaeSwap V3 (`calculation/swap.ak`) and practice. @throws RangeError for a negative fee or one
 * of 100% or more; pool readers refuse those first.
 */
export function constantProduct(terms: ConstantProduct): Pool {
  const { assets, reserves, fees, of, setAside = 0n } = terms;
  if (fees.some((fee) => fee < 0n || fee >= of)) throw new RangeError('a fee must be less than the whole');
  return {
    assets,
    reserves,
    keeps: [
      { parts: of - fees[0], of },
      { parts: of - fees[1], of },
    ],
    swap(side: Side, sold: bigint) {
      const fee = fees[side];
      const counted = (of - fee) * sold;
      const out = (counted * reserves[otherSide(side)]) / (reserves[side] * of + counted);
      const aside = (sold * fee * setAside) / (of * of);
      return {
        out,
        after: constantProduct({ ...terms, reserves: moved(reserves, side, sold - aside, out) }),
      };
    },
  };
}
