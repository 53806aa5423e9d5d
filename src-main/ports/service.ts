import type { AssetId } from '#domain/asset.ts';
import type { DcaIntent, ServicePlan } from '#domain/dca.ts';
import type { Failure } from '#domain/failure.ts';
import type { LimitIntent, ServiceOrder } from '#domain/order.ts';
import type { Build, Estimate, RoundTrip, SignAnswer, SwapIntent } from '#domain/quote.ts';
import type { Result } from '#domain/result.ts';
import type { DailyStats, PairInfo, PoolInfo, Token, TokenLinks } from '#domain/token.ts';
import type { Listed } from './listed.ts';

/** The service's answer to a cancellation: an unsigned transaction, and what it says that this costs on top of the network fee. */
export interface CancelBuild {
  /** The unsigned transaction, lower-case hex. */
  readonly cbor: string;
  /** ADA, decimal text; absent when none is stated. */
  readonly fee: string | undefined;
  readonly call: RoundTrip;
}

/** Which part of a list of orders is asked for. */
export type OrderPages = 'newest' | 'all';

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
  search(query: string, verified?: boolean, signal?: AbortSignal): Promise<Listed<Token>>;
  /** USD for one ADA. */
  adaValue(signal?: AbortSignal): Promise<Result<number, Failure>>;
  /** ADA for one whole token. */
  averagePrice(id: AssetId, signal?: AbortSignal): Promise<Result<number, Failure>>;
  pools(id: AssetId, signal?: AbortSignal): Promise<Listed<PoolInfo>>;
  pairs(id: AssetId, signal?: AbortSignal): Promise<Listed<PairInfo>>;
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
  /** The least that the price brings and how it would be routed. */
  limitEstimate(
    intent: LimitIntent,
    decimals: DecimalsOf,
    signal?: AbortSignal,
  ): Promise<Result<Estimate, Failure>>;
  /** Never retried. */
  limitBuild(
    intent: LimitIntent,
    buyerAddress: string,
    decimals: DecimalsOf,
    signal?: AbortSignal,
  ): Promise<Result<Build, Failure>>;
  /**
   * Builds the order that locks the total of a plan. Never retried, and never asked for any but the ten legal intervals.
   * Failures besides the usual: `dca-interval-refused`, `dca-cycles-refused`.
   */
  dcaCreate(
    intent: DcaIntent,
    userAddress: string,
    decimals: DecimalsOf,
    signal?: AbortSignal,
  ): Promise<Result<Build, Failure>>;
  /** The plans of an address that run. */
  dcaPlans(address: string, signal?: AbortSignal): Promise<Listed<ServicePlan>>;
  /** Resting orders of ADA and a token, everybody's. */
  limitOrders(token: AssetId, signal?: AbortSignal): Promise<Listed<ServiceOrder>>;
  /** Orders of all kinds and states of an address, newest first as far as the service sorts them. */
  orders(address: string, pages: OrderPages, signal?: AbortSignal): Promise<Listed<ServiceOrder>>;
  /** Orders of a pair, everybody's; the first page. */
  ordersByPair(one: AssetId, other: AssetId, signal?: AbortSignal): Promise<Listed<ServiceOrder>>;
  /**
   * Builds the transaction that takes orders back, by the service's ids. Never retried; a plan that the service does
   * not know among its orders is asked for among its plans. Failures besides the usual: `order-unknown`,
   * `order-already-closed`, `order-not-yours`, `cancel-too-large`.
   */
  cancel(
    ids: readonly string[],
    address: string,
    signal?: AbortSignal,
  ): Promise<Result<CancelBuild, Failure>>;
  /** Returns the signed transaction. `signatures` is the hex of a CIP-30 witness set. Never retried. */
  sign(txCbor: string, signatures: string, signal?: AbortSignal): Promise<Result<SignAnswer, Failure>>;
}
