import { failed, ok, type Result } from '../../../src-preload/domain/result.ts';
import type { AssetId } from '../../../src-preload/domain/asset.ts';
import type { Lovelace } from '../../../src-preload/domain/amount.ts';
import type { EpochMs } from '../../../src-preload/domain/time.ts';
import type {
  AveragePrice,
  Exchange,
  Fill,
  MarketDailyStats,
  MarketFailure,
  MarketPair,
  MarketQuote,
  MarketSnapshot,
  MarketTrade,
  Pool,
  PracticeToken,
} from './types.ts';

/** What a market is made from. Everything that happens follows from these and the calls made. */
export interface MarketOptions {
  readonly seed: number;
  readonly exchanges: readonly Exchange[];
  /** The market's first moment. */
  readonly now: EpochMs;
}

/** What is asked of `Market.quote`. `amountIn` in base units of `tokenIn`; either side may be ADA. */
export interface QuoteRequest {
  readonly tokenIn: AssetId;
  readonly tokenOut: AssetId;
  readonly amountIn: bigint;
  /** Exchange codes that must not be used; codes that do not exist are ignored. */
  readonly excluded?: readonly string[];
}

/** An order as a batcher fills it. */
export interface FillRequest {
  /** The pool that takes the input (`QuotedOrder.poolId`). */
  readonly poolId: string;
  readonly tokenIn: AssetId;
  readonly tokenOut: AssetId;
  readonly amountIn: bigint;
  /** Refused with `below-minimum`, and nothing moves, when the pools would give less. */
  readonly minimumOut?: bigint;
  /** For token-to-token orders: exchanges that the second leg must not use. */
  readonly excluded?: readonly string[];
}

/** The practice world's prices, pools and trades. Pure state: no clock, no chance, no I/O of its own. */
export class Market {
  readonly exchanges: readonly Exchange[];
  readonly tokens: readonly PracticeToken[];

  constructor(options: MarketOptions) {
    this.exchanges = options.exchanges;
    this.tokens = [];
  }

  static restore(_snapshot: MarketSnapshot, _exchanges: readonly Exchange[]): Market {
    throw new Error('not built yet');
  }

  snapshot(): MarketSnapshot {
    throw new Error('not built yet');
  }

  token(_id: AssetId): PracticeToken | undefined {
    return undefined;
  }

  exchange(code: string): Exchange | undefined {
    return this.exchanges.find((item) => item.code === code);
  }

  pools(): readonly Pool[] {
    return [];
  }

  pool(_id: string): Pool | undefined {
    return undefined;
  }

  poolsOf(_token: AssetId): readonly Pool[] {
    return [];
  }

  averagePrice(_token: AssetId): AveragePrice | undefined {
    return undefined;
  }

  adaUsd(): number {
    return 0.5;
  }

  pairsOf(_token: AssetId): readonly MarketPair[] {
    return [];
  }

  dailyStats(_token: AssetId): MarketDailyStats {
    return { buys: 0, sales: 0, volume: 0n as Lovelace };
  }

  tradesSince(_sequence: number): readonly MarketTrade[] {
    return [];
  }

  quote(_request: QuoteRequest): Result<MarketQuote, MarketFailure> {
    return failed({ code: 'not-enough-liquidity' });
  }

  /** What a fill would give now, moving nothing. */
  preview(_request: FillRequest): Result<bigint, MarketFailure> {
    return ok(0n);
  }

  fill(_request: FillRequest, _now: EpochMs): Result<Fill, MarketFailure> {
    return failed({ code: 'not-enough-liquidity' });
  }

  /** Lets the seeded market trade until `now`. */
  step(_now: EpochMs): void {}
}
