import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { Result } from '#domain/result.ts';

/** Which of a pool's two assets is sold to it. */
export type Side = 0 | 1;

/** The side that the pool pays out. */
export function otherSide(side: Side): Side {
  return side === 0 ? 1 : 0;
}

/** An exact fraction: `parts` out of `of`. */
export interface Share {
  readonly parts: bigint;
  readonly of: bigint;
}

/** The pool after one swap, and what the swap paid, in base units of the asset bought. */
export interface Swap {
  readonly out: bigint;
  readonly after: Pool;
}

/** A curve in floating point that pays `out · x / (into + x)` for `x` units. */
export interface Hyperbola {
  readonly out: number;
  readonly into: number;
}

/** The parameters of a stableswap curve of two assets. */
export interface StableCurve {
  readonly amplification: bigint;
  /** Multipliers that make base units of both assets comparable. */
  readonly multiples: readonly [bigint, bigint];
  /** Taken from what the curve pays. */
  readonly fee: Share;
}

/** A pool at one moment, as read from its output. Pure data and arithmetic: nothing is looked up. */
export interface Pool {
  /** In the pool's own order. */
  readonly assets: readonly [AssetId, AssetId];
  /** Base units that the formula uses. The output may hold more: fees set aside, or an output's minimum ADA. */
  readonly reserves: readonly [bigint, bigint];
  /**
   * For each asset, the share of the amount sold that enters the constant product, after fees; `undefined` if the pool
   * follows another curve. A swap's `out` never exceeds `reserveOut · x / (reserveIn + x)`, where `x = share · sold`.
   */
  readonly keeps: readonly [Share, Share] | undefined;
  /** Where several pools are taken as one: what they pay together for each asset, before any payment is rounded down. */
  readonly hyperbolas?: readonly [Hyperbola, Hyperbola];
  /** The terms of a stableswap curve, for those that search a split over it; absent if the pool follows none. */
  readonly bowed?: StableCurve;
  /** The exchange executes no swap before this time (milliseconds since 1970); absent if its pools have no such time. */
  readonly opens?: bigint;
  /** Applies the exchange's own integer formula to `sold` base units, which must be positive. */
  swap(side: Side, sold: bigint): Swap;
}

/** An output at an exchange's pool script. */
export interface PoolOutput {
  /** Script hash, hex. */
  readonly script: string;
  readonly value: Value;
  /** Hex; `undefined` if its bytes are unknown. */
  readonly datum: string | undefined;
}

/** How one exchange encodes its pools. */
export interface PoolForm {
  /** Stable name, such as `minswap-v2`. */
  readonly name: string;
  /**
   * Reads a pool. The failure, a clause, says why the output is not a pool or cannot be computed with. Anyone can pay to
   * a script address, so an output without the exchange's own token is refused.
   */
  read(output: PoolOutput): Result<Pool, string>;
}

/** The side on which an asset is sold; `undefined` if the pool does not trade it. */
export function sideOf({ assets }: Pick<Pool, 'assets'>, sold: AssetId): Side | undefined {
  if (assets[0] === sold) return 0;
  return assets[1] === sold ? 1 : undefined;
}

/** The reserves after a swap: `taken` is added on `side`, and `paid` leaves the other side. */
export function moved(
  [first, second]: readonly [bigint, bigint],
  side: Side,
  taken: bigint,
  paid: bigint,
): readonly [bigint, bigint] {
  return side === 0 ? [first + taken, second - paid] : [first - paid, second + taken];
}
