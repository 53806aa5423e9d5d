import type { AssetId } from '../../src-preload/domain/asset.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import type { Build, Estimate, SwapIntent } from '../../src-preload/domain/quote.ts';
import type { Result } from '../../src-preload/domain/result.ts';
import type { DailyStats, PairInfo, PoolInfo, Token, TokenLinks } from '../../src-preload/domain/token.ts';

/** Decimals of the assets of a request; the wire carries display units, the application base units. */
export type DecimalsOf = (asset: AssetId) => number;

/**
 * The exchange-aggregation service (untrusted). Every answer is decoded leniently and checked for type; every
 * expected trouble is a failure value. `signal` gives a call up.
 */
export interface Service {
  token(id: AssetId, signal?: AbortSignal): Promise<Result<Token, Failure>>;
  links(id: AssetId, signal?: AbortSignal): Promise<Result<TokenLinks, Failure>>;
  /** `query` is 1 to 55 characters (ticker or name), 56 (policy id) or more (full id). */
  search(query: string, verified?: boolean, signal?: AbortSignal): Promise<Result<readonly Token[], Failure>>;
  /** USD for one ADA. */
  adaValue(signal?: AbortSignal): Promise<Result<number, Failure>>;
  /** ADA for one whole token. */
  averagePrice(id: AssetId, signal?: AbortSignal): Promise<Result<number, Failure>>;
  pools(id: AssetId, signal?: AbortSignal): Promise<Result<readonly PoolInfo[], Failure>>;
  pairs(id: AssetId, signal?: AbortSignal): Promise<Result<readonly PairInfo[], Failure>>;
  dailyStats(id: AssetId, signal?: AbortSignal): Promise<Result<DailyStats, Failure>>;
  estimate(
    intent: SwapIntent,
    decimals: DecimalsOf,
    signal?: AbortSignal,
  ): Promise<Result<Estimate, Failure>>;
  /** Never retried. */
  build(
    intent: SwapIntent,
    buyerAddress: string,
    decimals: DecimalsOf,
    signal?: AbortSignal,
  ): Promise<Result<Build, Failure>>;
  /** Answers the signed transaction as hex. `signatures` is the hex of a CIP-30 witness set. Never retried. */
  sign(txCbor: string, signatures: string, signal?: AbortSignal): Promise<Result<string, Failure>>;
}
