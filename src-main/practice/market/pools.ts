import { mulDivCeil, mulDivFloor } from '#domain/ratio.ts';
import type { Direction, Pool } from './types.ts';

/** Fees are counted in parts of this. */
export const PPM = 1_000_000n;

/** A pool's reserves as one trade direction sees them. */
export interface Reserves {
  readonly in: bigint;
  readonly out: bigint;
}

export function reserves(pool: Pool, direction: Direction): Reserves {
  return direction === 'buy' ? { in: pool.ada, out: pool.tokens } : { in: pool.tokens, out: pool.ada };
}

/**
 * What a constant-product pool pays for `amountIn` base units, rounded down: `⌊out·γx / (in + γx)⌋` with
 * `γ = 1 − fee`. Always less than the reserve.
 */
export function poolOut(pool: Pool, direction: Direction, amountIn: bigint): bigint {
  if (amountIn <= 0n) return 0n;
  const side = reserves(pool, direction);
  const effective = amountIn * (PPM - BigInt(pool.feePpm));
  return mulDivFloor(side.out, effective, side.in * PPM + effective);
}

/** The least input for which the pool pays at least `amountOut`, or `undefined` when it never can. */
export function poolIn(pool: Pool, direction: Direction, amountOut: bigint): bigint | undefined {
  if (amountOut <= 0n) return 0n;
  const side = reserves(pool, direction);
  if (amountOut >= side.out) return undefined;
  return mulDivCeil(amountOut * side.in, PPM, (side.out - amountOut) * (PPM - BigInt(pool.feePpm)));
}

/** The pool after it took `amountIn` and paid `poolOut`: the fee stays inside, so the product never falls. */
export function applySwap(pool: Pool, direction: Direction, amountIn: bigint): Pool {
  const out = poolOut(pool, direction, amountIn);
  return direction === 'buy'
    ? { ...pool, ada: pool.ada + amountIn, tokens: pool.tokens - out }
    : { ...pool, ada: pool.ada - out, tokens: pool.tokens + amountIn };
}

/** The fee that the pool keeps of `amountIn`, rounded up as the payout is rounded down. */
export function poolFeeOf(pool: Pool, amountIn: bigint): bigint {
  return mulDivCeil(amountIn, BigInt(pool.feePpm), PPM);
}

/** Output at the pool's present price after the fee, as if the trade moved nothing; scaled by 10^6 for small figures. */
export function outAtSpotScaled(pool: Pool, direction: Direction, amountIn: bigint): bigint {
  const side = reserves(pool, direction);
  return mulDivFloor(amountIn * (PPM - BigInt(pool.feePpm)), side.out, side.in);
}

/** How far `out` is below the output at the present price, in parts per million. */
export function priceImpactPpm(outAtSpot: bigint, out: bigint): number {
  if (outAtSpot <= 0n) return 0;
  const lost = outAtSpot - out * PPM;
  return lost <= 0n ? 0 : Number(mulDivFloor(lost, PPM, outAtSpot));
}
