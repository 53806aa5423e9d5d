import type { AssetId } from '#domain/asset.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { assetClass, boolean, constr, demandEmpty, fieldsOf, natural, refuse } from '../plutus-data.ts';
import { constantProduct } from '../constant-product.ts';
import { positive, readMarkedPool } from '../datum-parts.ts';
import { moved, otherSide, type Pool, type PoolForm, type PoolOutput, type Side } from '../pool.ts';

/** Denominator of the fees and of the share that is set aside (`utils.ak`, `default_fee_denominator`). */
const OF = 10_000n;

/** The terms in a pool's datum (`types.ak`, `PoolDatum`). */
export interface MinswapV2Terms {
  readonly assets: readonly [AssetId, AssetId];
  readonly reserves: readonly [bigint, bigint];
  readonly fees: readonly [bigint, bigint];
  readonly setAside: bigint;
  /** Whether a batch may add to the fee; its redeemer states how much. */
  readonly dynamic: boolean;
}

/**
 * Minswap V2 (`minswap-dex-v2`, `types.ak` and `amm-v2-docs/formula.md`): `[batching credential, asset A, asset B,
 * liquidity, reserve A, reserve B, fee A, fee B, set aside?, dynamic fee]`. The reserves come from the datum, since the
 * output also holds what was set aside. `token` is held by every pool: `MSP`, under the liquidity tokens' policy.
 */
export function minswapV2Form(token: AssetId): PoolForm {
  return {
    name: 'minswap-v2',
    read(output) {
      const terms = readMinswapV2(output, token);
      return terms.ok ? minswapV2Pool(terms.value) : terms;
    },
  };
}

/** Reads a pool's terms from its output. */
export function readMinswapV2(output: PoolOutput, token: AssetId): Result<MinswapV2Terms, string> {
  return readMarkedPool(output, token, (item) => {
    const what = "the pool's datum";
    const [, first, second, , reserveA, reserveB, feeA, feeB, sharing, dynamic] = fieldsOf(item, 0, 10, what);
    return {
      assets: [assetClass(first, "the pool's first asset"), assetClass(second, "the pool's second asset")],
      reserves: [positive(reserveA, 'a reserve of the pool'), positive(reserveB, 'a reserve of the pool')],
      fees: [natural(feeA, "the pool's fee"), natural(feeB, "the pool's fee")],
      setAside: optionalNatural(sharing),
      dynamic: boolean(dynamic, what),
    };
  });
}

/** The pool with a batch's added fee. Failure, as a clause: its fees are out of range. */
export function minswapV2Pool(terms: MinswapV2Terms, added = 0n): Result<Pool, string> {
  const extra = terms.dynamic ? added : 0n;
  const fees = [terms.fees[0] + extra, terms.fees[1] + extra] as const;
  if (fees.some((fee) => fee >= OF) || terms.setAside > OF) return failed("the pool's fee is 100% or more");
  const { assets, reserves, setAside } = terms;
  return ok(constantProduct({ assets, reserves, fees, of: OF, setAside }));
}

/** The terms after a swap that paid `out`, which may be less than the formula's result if the order fixes what it buys. */
export function afterSwap(
  terms: MinswapV2Terms,
  side: Side,
  sold: bigint,
  out: bigint,
  added: bigint,
): MinswapV2Terms {
  const fee = terms.fees[side] + (terms.dynamic ? added : 0n);
  const aside = (sold * fee * terms.setAside) / (OF * OF);
  return { ...terms, reserves: moved(terms.reserves, side, sold - aside, out) };
}

/** The input that buys exactly `out` (`math.ak`, `calculate_amount_in`); `undefined` if the pool holds too little. */
export function soldFor(terms: MinswapV2Terms, side: Side, out: bigint, added: bigint): bigint | undefined {
  const [into, from] = [terms.reserves[side], terms.reserves[otherSide(side)]];
  const counted = OF - terms.fees[side] - (terms.dynamic ? added : 0n);
  return out < from ? (into * out * OF) / ((from - out) * counted) + 1n : undefined;
}

function optionalNatural(item: Parameters<typeof constr>[0]): bigint {
  const what = 'what the pool sets aside';
  const { index } = constr(item, what);
  if (index === 0n) return natural(fieldsOf(item, 0, 1, what)[0], what);
  if (index !== 1n) return refuse(`${what} cannot be read`);
  demandEmpty(item, 1, `${what} cannot be read`);
  return 0n;
}
