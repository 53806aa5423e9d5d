import type { Lovelace } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { EpochMs } from '#domain/time.ts';

/** One exchange of the practice world: what it charges and which kinds of order it accepts. Data, never code. */
export interface Exchange {
  /** The code as written on the wire, such as `EXAV2`. */
  readonly code: string;
  /** Display name. */
  readonly name: string;
  /** Usual pool fee on the input, in parts per million; a pool may charge another (`Pool.feePpm`). */
  readonly poolFeePpm: number;
  /** Fixed fee that the exchange's batcher keeps for each order. */
  readonly batcherFee: Lovelace;
  /** ADA that accompanies an order and is returned with the fill. */
  readonly deposit: Lovelace;
  /** True when one order may be filled in several parts. */
  readonly partialFills: boolean;
  /** True when the exchange accepts limit orders. */
  readonly limit: boolean;
  /** True when the exchange accepts recurring orders. */
  readonly dca: boolean;
}

/** An invented token. Identity and decimals are the same for every seed; prices and pools depend on the seed. */
export interface PracticeToken {
  readonly id: AssetId;
  readonly ticker: string;
  readonly name: string;
  /** 0 to 15. */
  readonly decimals: number;
  readonly verified: boolean;
  /** Total supply in base units; may exceed 2^53, never 2^63. */
  readonly supply: bigint;
  readonly description: string;
  readonly links: PracticeLinks;
}

export interface PracticeLinks {
  readonly twitter?: string;
  readonly discord?: string;
  readonly website?: string;
}

/** A constant-product pool of ADA and one token, at one moment. */
export interface Pool {
  readonly id: string;
  /** Code of the exchange that runs it. */
  readonly exchange: string;
  readonly token: AssetId;
  /** Reserve in lovelace. */
  readonly ada: bigint;
  /** Reserve in the token's base units. */
  readonly tokens: bigint;
  /** Fee on the input, in parts per million; it stays in the pool. */
  readonly feePpm: number;
}

/** `buy`: lovelace in, token out. `sell`: token in, lovelace out. */
export type Direction = 'buy' | 'sell';

/** One exchange's part of one leg. Quantities are base units of the leg's own two assets. */
export interface Share {
  readonly exchange: string;
  readonly poolId: string;
  readonly amountIn: bigint;
  readonly expectedOut: bigint;
  /** Pool fee kept from `amountIn`, in base units of the input. */
  readonly poolFee: bigint;
  readonly batcherFee: Lovelace;
  readonly deposit: Lovelace;
  /**
   * How far this part's average price is below the pool's price before it (without the pool fee), in parts per
   * million.
   */
  readonly priceImpactPpm: number;
}

/** One conversion between ADA and a token, split over pools of different exchanges. */
export interface Leg {
  readonly token: AssetId;
  readonly direction: Direction;
  readonly amountIn: bigint;
  readonly expectedOut: bigint;
  /** Best share first by `amountIn`; at most one for each exchange; the parts sum exactly to the totals. */
  readonly shares: readonly Share[];
  /** Base units of output for one more base unit of input, after pool fees; the same on every pool used. */
  readonly marginalRate: number;
  /** The batcher fees of the shares. */
  readonly batcherFees: Lovelace;
  readonly deposits: Lovelace;
  readonly priceImpactPpm: number;
}

/**
 * One order output of the transaction: what goes to one exchange and what the owner gets back, in base units of the
 * quote's two assets. For a token-to-token trade the order is placed at the exchange that sells the input, its
 * output passes through ADA, and its `batcherFee` includes its share of the second leg's fees.
 */
export interface QuotedOrder {
  readonly exchange: string;
  /** The pool that takes the input. */
  readonly poolId: string;
  readonly amountIn: bigint;
  readonly expectedOut: bigint;
  readonly batcherFee: Lovelace;
  readonly deposit: Lovelace;
  readonly priceImpactPpm: number;
}

/** The best route for an amount. `orders` is what to build and to show as splits; `legs` is how they are executed. */
export interface MarketQuote {
  readonly tokenIn: AssetId;
  readonly tokenOut: AssetId;
  readonly amountIn: bigint;
  /** Sum of the orders' expected outputs, before slippage and before batcher fees. */
  readonly expectedOut: bigint;
  readonly orders: readonly QuotedOrder[];
  /** One leg, or two when both sides are tokens: first sells the input for ADA, then buys the output. */
  readonly legs: readonly Leg[];
  readonly batcherFees: Lovelace;
  readonly deposits: Lovelace;
  readonly priceImpactPpm: number;
}

/** Why there is no quote or no fill. Amounts are base units of the input asset unless stated otherwise. */
export type MarketFailure =
  | { readonly code: 'token-unknown'; readonly token: AssetId }
  | { readonly code: 'same-token' }
  | { readonly code: 'no-pool'; readonly token: AssetId }
  | { readonly code: 'all-exchanges-excluded' }
  /** `minimum`: the smallest input that would trade, if known. */
  | { readonly code: 'amount-too-small'; readonly minimum?: bigint }
  | { readonly code: 'not-enough-liquidity' }
  | { readonly code: 'pool-unknown'; readonly poolId: string }
  /** `out`: what the pools would give now, in base units of the output. */
  | { readonly code: 'below-minimum'; readonly out: bigint };

/** One change of a pool's reserves: an order filled, a trader of the seeded market, or arbitrage. */
export interface MarketTrade {
  /** Increases by one with each trade over the life of the market. */
  readonly sequence: number;
  readonly time: EpochMs;
  readonly token: AssetId;
  readonly poolId: string;
  readonly exchange: string;
  readonly side: Direction;
  readonly ada: bigint;
  readonly tokens: bigint;
  /** The trade's own price, in ADA for one whole token. */
  readonly price: number;
  readonly source: 'order' | 'trader' | 'arbitrage';
}

/**
 * Called for every trade. `averagePrice`: the token's average price after it, in ADA for one whole token, which
 * charts show.
 */
export type TradeListener = (trade: MarketTrade, averagePrice: number) => void;

/** The result of a fill. */
export interface Fill {
  readonly out: bigint;
  readonly trades: readonly MarketTrade[];
}

/** A price in ADA for one whole token: the exact ratio of base units, and the number for the wire. */
export interface AveragePrice {
  readonly lovelace: bigint;
  readonly tokens: bigint;
  readonly adaPerToken: number;
}

/** The last 24 hours of a token against ADA. */
export interface MarketDailyStats {
  readonly buys: number;
  readonly sales: number;
  readonly volume: Lovelace;
}

/** A pair with ADA or with another token. `liquidity` counts both sides, in lovelace. */
export interface MarketPair {
  readonly token: AssetId;
  readonly ticker: string;
  readonly liquidity: Lovelace;
}

/** The whole state of a market as JSON-safe data: quantities are decimal strings. */
export interface MarketSnapshot {
  readonly version: 1;
  readonly seed: number;
  readonly time: number;
  readonly random: readonly [number, number, number, number];
  readonly adaUsd: number;
  readonly nextSequence: number;
  readonly pools: readonly PoolRecord[];
  /** Token id, then anchor, fair price and trend of the seeded market. */
  readonly beliefs: readonly (readonly [string, number, number, number])[];
  /** Token id, then for each interval: its number, buys, sales, lovelace. */
  readonly stats: readonly (readonly [string, readonly (readonly [number, number, number, string])[]])[];
  /** Numbered without gaps up to `nextSequence − 1`. */
  readonly trades: readonly TradeRecord[];
  /** Of a market that follows a history. */
  readonly sways?: readonly SwayRecord[];
}

/** By how much orders have moved a token off the history that is followed: a factor of the price, and when it was true (milliseconds). */
export type SwayRecord = readonly [token: string, factor: number, at: number];

/** Pool id, exchange, token id, lovelace, token units, fee in parts per million. */
export type PoolRecord = readonly [string, string, string, string, string, number];

/** Time, index of the pool in `MarketSnapshot.pools`, side, lovelace, token units, source. */
export type TradeRecord = readonly [number, number, Direction, string, string, MarketTrade['source']];
