import { quantityIn } from '#domain/amount.ts';
import { ok, type Result } from '#domain/result.ts';
import { fieldsOf, hash28, listOf, refuse } from '../plutus-data.ts';
import type { AssetId } from '#domain/asset.ts';
import { positive, readMarkedPool } from '../datum-parts.ts';
import type { Pool, PoolForm, PoolOutput } from '../pool.ts';
import { stableSwap, type StableSwap } from '../stable-swap.ts';

/** The parameters of a pool's script, which its datum does not repeat. */
export type StableTerms = Pick<StableSwap, 'assets' | 'multiples' | 'fee' | 'adminFee'>;

/** A pool, and the script (hex) of its orders. */
export interface MinswapStablePool {
  readonly pool: Pool;
  readonly orders: string;
}

/** The contract was deployed with amplifications below this. */
const MOST_AMPLIFICATION = 1_000_000n;

/**
 * Minswap stable (`minswap-stableswap`, `types.ak`, `PoolDatum`): `[balances, total liquidity, amplification, order hash]`.
 * Each pool has its own script, whose parameters (`PoolParams`) the list of pools gives.
 */
export function minswapStableForm(token: AssetId, terms: StableTerms): PoolForm {
  return {
    name: 'minswap-stable',
    read(output) {
      const found = readMinswapStable(output, token, terms);
      return found.ok ? ok(found.value.pool) : found;
    },
  };
}

/** Reads a pool together with the script of its orders. */
export function readMinswapStable(
  output: PoolOutput,
  token: AssetId,
  terms: StableTerms,
): Result<MinswapStablePool, string> {
  return readMarkedPool(output, token, (item) => {
    const [listed, , factor, orders] = fieldsOf(item, 0, 4, "the pool's datum");
    const [first, second] = listOf(listed, 2, "the pool's balances");
    const balances = [
      positive(first, 'a balance of the pool'),
      positive(second, 'a balance of the pool'),
    ] as const;
    if (balances.some((balance, side) => balance > quantityIn(output.value, terms.assets[side as 0 | 1])))
      return refuse('it states more than it holds');
    const amplification = positive(factor, "the pool's amplification");
    if (amplification > MOST_AMPLIFICATION) return refuse("the pool's amplification is out of range");
    return {
      pool: stableSwap({ ...terms, balances, amplification }),
      orders: hash28(orders, "the script of the pool's orders"),
    };
  });
}
