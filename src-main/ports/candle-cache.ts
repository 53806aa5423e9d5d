import type { Candle, CandlePeriod } from '#domain/candle.ts';
import type { Span } from '#domain/span.ts';
import type { ChartPair } from './charts.ts';

export interface SeriesKey extends ChartPair {
  readonly period: CandlePeriod;
}

export interface CachedCandles {
  /** What is known of the span asked for, ascending and apart; between candles of a known span nothing traded. */
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
