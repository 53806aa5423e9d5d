import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failed, ok } from '#domain/result.ts';
import { constantProduct } from '../constant-product.ts';
import type { PoolForm } from '../pool.ts';

/** Policies of the tokens that mark a pool, and of its liquidity tokens. */
const POOL_POLICY = '0be55d262b29f564998ff81efe21bdc0022621c12f15af08d0f2ddb1';
const LIQUIDITY_POLICY = 'e4214b7cce62ac6fbba385d164df48e157eae5863521b4b67ca71d86';

/**
 * Minswap V1 (`sdk`, `types/pool.ts`, `PoolV1`, and `calculate.ts`, `calculateSwapExactIn`): the reserves are all that the
 * output holds besides the exchange's own tokens, and 0.3% of what is sold is the fee. The datum gives only the hash of
 * what it says, and is not needed. A pool of two tokens holds some ADA beside them. `token` is held by every pool.
 */
export function minswapV1Form(token: AssetId): PoolForm {
  return {
    name: 'minswap-v1',
    read({ value }) {
      const marks = [...value].filter(([asset]) => asset.startsWith(POOL_POLICY));
      const [mark, ...others] = marks;
      if (quantityIn(value, token) !== 1n || mark?.[1] !== 1n || others.length > 0)
        return failed("it does not hold the exchange's pool tokens");
      const traded = [...value.keys()].filter(
        (asset) =>
          asset !== ADA && asset !== token && asset !== mark[0] && !asset.startsWith(LIQUIDITY_POLICY),
      );
      const [first, second, ...more] = traded.toSorted();
      if (first === undefined || more.length > 0) return failed('it does not hold one pair of assets');
      const assets = second === undefined ? ([ADA, first] as const) : ([first, second] as const);
      const reserves = [quantityIn(value, assets[0]), quantityIn(value, assets[1])] as const;
      if (reserves.some((reserve) => reserve <= 0n)) return failed('a reserve of the pool is zero');
      return ok(constantProduct({ assets, reserves, fees: [3n, 3n], of: 1_000n }));
    },
  };
}
