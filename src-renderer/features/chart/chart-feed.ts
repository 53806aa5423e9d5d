import type { ChartSlot } from '#contract/chart-views.ts';
import type { CandlePeriod } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { CandleArrays } from '../../chart/candle-store.ts';
import type { FailureLike } from '../../format/words.ts';

/** What a chart shows: how many `quote` one `base` costs. */
export interface ChartPair {
  /** Ids of the assets. */
  readonly base: string;
  readonly quote: string;
  /** As the user reads it: `SNEK/ADA`. */
  readonly label: string;
}

/** Where candles come from at the moment. */
export type FeedState = 'loading' | 'live' | 'late' | 'polling' | 'stopped';

/** What a watched pair tells: all candles at first, then those that are new or changed. */
export interface FeedMessage {
  readonly kind: 'snapshot' | 'delta';
  readonly state: FeedState;
  readonly candles: CandleArrays;
  /** When the service last told anything, in milliseconds since the epoch. */
  readonly lastMessageAt: number | undefined;
  readonly failure: FailureLike | undefined;
  /** Whether the direction of the prices was checked against another figure of the service. */
  readonly orientationChecked: boolean;
}

/** So many candles are asked for at once when older ones are wanted. */
export const HISTORY_COUNT = 2_000;

export interface OlderCandles {
  readonly candles: CandleArrays;
  /** Nothing traded before them. */
  readonly beginning: boolean;
  /** Unix seconds: what to ask for next lies before this moment. */
  readonly from: number;
}

/** Gives a chart its candles. */
export interface ChartFeed {
  /** Watches a pair. Answers what ends it. */
  watch(
    place: ChartSlot,
    pair: ChartPair,
    period: CandlePeriod,
    hear: (message: FeedMessage) => void,
  ): () => void;
  /** The last `count` candles before a moment (Unix seconds). */
  history(
    pair: ChartPair,
    period: CandlePeriod,
    to: number,
    count: number,
  ): Promise<Result<OlderCandles, Failure>>;
}
