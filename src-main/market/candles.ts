import type { AssetId } from '#domain/asset.ts';
import type { Candle, CandlePeriod, ChartPeriod } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { Span } from '#domain/span.ts';

/** The subject of a chart: prices are quote per base. */
export interface ChartSubject<Period extends ChartPeriod = CandlePeriod> {
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly period: Period;
}

/** Candles back from a moment. */
export interface CandlePage {
  readonly candles: readonly Candle[];
  /** Everything from here on is known. Unix seconds. */
  readonly from: number;
  /** Nothing traded before. */
  readonly beginning: boolean;
}

/** The candles of the past, for whoever draws or computes with them. */
export interface PastCandles {
  /** The last `count` candles before a moment (Unix seconds). Failures: `pair-without-chart`, of the charts API. */
  history(subject: ChartSubject, to: number, count: number): Promise<Result<CandlePage, Failure>>;
  /** All candles of a span. Failures: as of `history`. */
  span(subject: ChartSubject, span: Span): Promise<Result<readonly Candle[], Failure>>;
}

/** Candles in the direction that was asked for, and how that was arrived at. */
export interface DirectedPage {
  readonly candles: readonly Candle[];
  /** The service gives the pair the other way round. */
  readonly inverted: boolean;
  /** The direction was compared with the average price, and not only assumed. */
  readonly checked: boolean;
}

/** Candles for whoever draws conclusions from them by himself. */
export interface DirectedCandles {
  /** All candles of a span. Failures: as of `history`. */
  directed(subject: ChartSubject, span: Span): Promise<Result<DirectedPage, Failure>>;
}
