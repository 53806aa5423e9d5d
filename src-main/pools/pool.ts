import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { Result } from '#domain/result.ts';

/** Which of its two assets is sold to a pool. */
export type Side = 0 | 1;

/** The other one, which the pool pays out. */
export function otherSide(side: Side): Side {
  return side === 0 ? 1 : 0;
}

/** An exact share: `parts` of `of`. */
export interface Share {
  readonly parts: bigint;
  readonly of: bigint;
}

/** A pool after one swap, and what that swap paid, in base units of the asset that was bought. */
export interface Swap {
  readonly out: bigint;
  readonly after: Pool;
}

/** What a pool's output says of it at one moment. It is data and arithmetic: nothing is looked up. */
export interface Pool {
  /** In the pool's own order. */
  readonly assets: readonly [AssetId, AssetId];
  /** Base units that the formula reckons with. The output may hold more: fees set aside, the least ADA of an output. */
  readonly reserves: readonly [bigint, bigint];
  /**
   * For each asset, the share of what is sold that counts in the product of the reserves; `undefined` where the pool
   * follows another curve. `out` of a swap is never above `reserveOut · x / (reserveIn + x)` with `x = share · sold`.
   */
  readonly keeps: readonly [Share, Share] | undefined;
  /** What the exchange's own integer formula pays for `sold` base units, more than zero. */
  swap(side: Side, sold: bigint): Swap;
}

/** An output at the script of an exchange's pools. */
export interface PoolOutput {
  /** Hash of the script, hex. */
  readonly script: string;
  readonly value: Value;
  /** Hex; `undefined` where its bytes are not known. */
  readonly datum: string | undefined;
}

/** How one exchange's pools write what they are. */
export interface PoolForm {
  /** Stable name, such as `minswap-v2`. */
  readonly name: string;
  /**
   * Reads a pool. The failure says why it is none, or cannot be reckoned with. Anybody can pay to a script's address, so
   * an output without the exchange's own token is refused.
   */
  read(output: PoolOutput): Result<Pool, string>;
}

/** The side at which an asset is sold; `undefined` where the pool does not trade it. */
export function sideOf({ assets }: Pick<Pool, 'assets'>, sold: AssetId): Side | undefined {
  if (assets[0] === sold) return 0;
  return assets[1] === sold ? 1 : undefined;
}

/** Reserves with one side's asset increased, and the other side's decreased. */
export function moved(
  [first, second]: readonly [bigint, bigint],
  side: Side,
  taken: bigint,
  paid: bigint,
): readonly [bigint, bigint] {
  return side === 0 ? [first + taken, second - paid] : [first - paid, second + taken];
}
