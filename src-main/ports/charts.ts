import type { AssetId } from '#domain/asset.ts';
import type { Candle, CandlePeriod } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { TrendingPeriod } from '#domain/trending.ts';
import type { Span } from '#domain/span.ts';
import type { Listed } from './listed.ts';

/** A pair as the charts API spells it: ADA, or the token whose id is the lower one, comes first. */
export interface ChartPair {
  readonly first: AssetId;
  readonly second: AssetId;
}

/** Unix seconds; candles whose bucket begins in `[from, to)` are meant. */
export interface CandleQuery extends ChartPair {
  readonly period: CandlePeriod;
  readonly from: number;
  readonly to: number;
}

export interface CandleBatch {
  /** Lawful candles inside the query, ascending, one for a time. */
  readonly candles: readonly Candle[];
  /** Rows that broke the law of a candle, or lay outside of what was asked for. */
  readonly dropped: number;
}

export interface TrendingEntry {
  readonly token: AssetId;
  readonly ticker: string;
  /** ADA that changed hands in the period. */
  readonly volumeAda: number;
  /** Fraction: 0.05 is 5 % up; absent where the service does not state it. */
  readonly change: number | undefined;
}

/**
 * The fate of a stream that was lost: it is reconnected; it was refused and is requested again, which may take long; it
 * was refused and is given up; or there is currently no client at all.
 */
export type AfterLoss = 'again' | 'refused' | 'left-alone' | 'stopped';

/** Events of a live stream, in the order in which they happen. */
export interface StreamListener {
  /** It is connected: from now on nothing is missed until `lost`. */
  opened(): void;
  /** A lawful candle. Its time is the sender's word: the listener judges its place. */
  candle(candle: Candle): void;
  /** A message that was no lawful candle. */
  dropped(): void;
  /** Connected, but silent for longer than two candles take. */
  silent(): void;
  /** The connection is gone, or could not be made. */
  lost(why: Failure, next: AfterLoss): void;
}

export interface StreamSubscription {
  /** Nothing reaches the listener afterwards. */
  close(): void;
}

/** The charts API (untrusted). Every expected trouble is a failure value. */
export interface Charts {
  history(query: CandleQuery, signal?: AbortSignal): Promise<Result<CandleBatch, Failure>>;
  trending(period: TrendingPeriod, signal?: AbortSignal): Promise<Listed<TrendingEntry>>;
  /** Keeps a live stream connected until it is closed. Only streamed periods (`STREAMED_PERIODS`). */
  stream(pair: ChartPair, period: CandlePeriod, listener: StreamListener): StreamSubscription;
}

export interface SeriesKey extends ChartPair {
  readonly period: CandlePeriod;
}

export interface CachedCandles {
  /**
   * The known spans within the one asked for, ascending and disjoint; in a known span there was no trade between
   * candles.
   */
  readonly known: readonly Span[];
  readonly candles: readonly Candle[];
}

/**
 * Closed candles kept between runs. A convenience that may forget at any time: nothing here fails, a broken store
 * reports that it knows nothing.
 */
export interface CandleCache {
  read(key: SeriesKey, span: Span): CachedCandles;
  newest(key: SeriesKey): Candle | undefined;
  /** Keeps what the service answered for a span; candles that were known there before are replaced. */
  write(key: SeriesKey, span: Span, candles: readonly Candle[]): void;
  forget(key: SeriesKey): void;
  /** Names whose candles these are; those of another source are forgotten. */
  useSource(source: string): void;
}
