import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { assetClass, fieldsOf, natural, refuse } from '../plutus-data.ts';
import { positive, readNamedPool, remaining } from '../datum-parts.ts';
import { moved, type Pool, type PoolForm, type Side } from '../pool.ts';

/** Units of the token that exist: the curve counts those that the pool no longer holds. */
const EMISSION = 1_000_000_000n;
/** Denominators of the curve's two factors. */
const A_OF = 10n ** 27n;
const B_OF = 1_000_000n;
/** Lovelace that stays in the pool. */
const LEAST_ADA = 3_000_000n;

interface Curve {
  readonly token: AssetId;
  readonly reserves: readonly [bigint, bigint];
  readonly a: bigint;
  readonly b: bigint;
}

/**
 * Snek.fun's launch pools (`splash-offchain-multiplatform`, `degen_quadratic_pool.rs` and `degen_quadratic_math.rs`): `[pool
 * token, ADA, token, a, b, operator, most ADA, …]`. With `s` units sold so far the next one costs `a·s² + b`; what several
 * cost is the integral. Orders for them wait at Splash's order script. The operator's own share is not part of the curve.
 */
export const snekFunForm: PoolForm = {
  name: 'snek-fun',
  read: (output) =>
    readNamedPool(output, (item) => {
      const [, x, y, a, b] = fieldsOf(item, 0, 9, "the pool's datum");
      const token = assetClass(y, "the pool's second asset");
      if (assetClass(x, "the pool's first asset") !== ADA || token === ADA)
        return refuse('it does not trade a token for ADA');
      const held = quantityIn(output.value, token);
      if (held <= 0n || held > EMISSION) return refuse('a reserve of the pool is out of range');
      const lovelace = remaining(quantityIn(output.value, ADA), LEAST_ADA - 1n, 'a reserve of the pool');
      return curvePool({
        token,
        reserves: [lovelace + LEAST_ADA - 1n, held],
        a: positive(a, "the curve's first factor"),
        b: natural(b, "the curve's second factor"),
      });
    }),
};

function curvePool(curve: Curve): Pool {
  const { token, reserves } = curve;
  return {
    assets: [ADA, token],
    reserves,
    keeps: undefined,
    swap(side: Side, sold: bigint) {
      const out = side === 0 ? bought(curve, sold) : paid(curve, sold);
      return { out, after: curvePool({ ...curve, reserves: moved(reserves, side, sold, out) }) };
    },
  };
}

function soldSoFar({ reserves }: Curve): bigint {
  return EMISSION > reserves[1] ? EMISSION - reserves[1] : 0n;
}

/** The most units that this much ADA pays for. */
function bought(curve: Curve, lovelace: bigint): bigint {
  const gone = soldSoFar(curve);
  const budget = lovelace * 3n * A_OF * B_OF;
  let [low, high] = [0n, curve.reserves[1]];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (costBetween(curve, gone, gone + middle) <= budget) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/** The pool's payment for returned units, rounded down. */
function paid(curve: Curve, units: bigint): bigint {
  const gone = soldSoFar(curve);
  const back = units < gone ? units : gone;
  const out = costBetween(curve, gone - back, gone) / (3n * A_OF * B_OF);
  const most = curve.reserves[0] - LEAST_ADA;
  return out < most ? out : most;
}

/** The cost of the units from `from` to `to`, times `3 · A_OF · B_OF`. */
function costBetween({ a, b }: Curve, from: bigint, to: bigint): bigint {
  return a * B_OF * (to ** 3n - from ** 3n) + 3n * A_OF * b * (to - from);
}
