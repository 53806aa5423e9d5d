import type { AssetId } from '#domain/asset.ts';
import { moved, otherSide, type Pool, type Side } from './pool.ts';

/** A constant-product pool whose fee is taken from what is sold, before the product. */
export interface ConstantProduct {
  readonly assets: readonly [AssetId, AssetId];
  readonly reserves: readonly [bigint, bigint];
  /** For each asset sold, the fee in parts of `of`. */
  readonly fees: readonly [bigint, bigint];
  readonly of: bigint;
  /** Part of the fee, in parts of `of`, that is set aside: it leaves the reserves. Rounded down. */
  readonly setAside?: bigint;
}

/**
 * A pool that pays `⌊(of − fee) · sold · out / (in · of + (of − fee) · sold)⌋`: the formula of Minswap V1 and V2
 * (`formula.md` of its V2), of SundaeSwap V3 (`calculation/swap.ak`) and of practice. @throws RangeError for a fee
 * outside of the whole, which the readers refuse.
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
