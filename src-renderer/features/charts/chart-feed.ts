import type { LiveChartView } from '#contract/charts.ts';
import { CHART_TOPICS, type ChartSlot } from '#domain/chart-slots.ts';
import type { ChartPeriod, FeedState } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { CandleArrays } from '../../chart/candle-store.ts';
import type { FailureLike } from '../../format/words.ts';
import type { ChartApi } from '../../client/chart-api.ts';
import type { MainApi } from '../../client/main-api.ts';

/** The pair of a chart: the price of one `base` in `quote`. */
export interface ChartPair {
  /** Asset ids. */
  readonly base: string;
  readonly quote: string;
  /** As shown to the user: `SNEK/ADA`. */
  readonly label: string;
}

/** An update of a watched pair: all candles at first, then new and changed ones. */
export interface FeedMessage {
  readonly kind: 'snapshot' | 'delta';
  readonly state: FeedState;
  readonly candles: CandleArrays;
  /** Time of the service's last message, in milliseconds since the epoch. */
  readonly lastMessageAt: number | undefined;
  readonly failure: FailureLike | undefined;
  /** Whether the price direction was checked against another figure of the service. */
  readonly orientationChecked: boolean;
}

/** Number of older candles per request. */
export const HISTORY_COUNT = 2_000;

export interface OlderCandles {
  readonly candles: CandleArrays;
  /** There are no trades before them. */
  readonly beginning: boolean;
  /** Unix seconds: the next request is for candles before this time. */
  readonly from: number;
}

/** Supplies a chart with candles. */
export interface ChartFeed {
  /** Watches a pair; returns a function that stops listening. The next one of this place takes over. */
  watch(
    place: ChartSlot,
    pair: ChartPair,
    period: ChartPeriod,
    listener: (message: FeedMessage) => void,
  ): () => void;
  /** Nothing is asked for this place any more. */
  leave(place: ChartSlot): void;
  /** The last `count` candles before a time (Unix seconds). */
  history(
    pair: ChartPair,
    period: ChartPeriod,
    to: number,
    count: number,
  ): Promise<Result<OlderCandles, Failure>>;
}

/** The candles that a chart shows. */
interface WantedCandles {
  /** Asset ids. */
  readonly base: string;
  readonly quote: string;
  readonly period: ChartPeriod;
}

/** Calls to main for candles, from the trading window or from a chart's own window. */
export interface CandleCalls {
  follow(place: ChartSlot, listener: (view: LiveChartView) => void): () => void;
  watch(place: ChartSlot, wanted: WantedCandles): Promise<Result<unknown, Failure>>;
  unwatch(place: ChartSlot): void;
  history(
    wanted: WantedCandles & { readonly to: number; readonly count: number },
  ): Promise<Result<OlderCandles, Failure>>;
}

/** The trading window's calls, which name the chart's place. */
export function deskCandles(api: MainApi): CandleCalls {
  return {
    follow: (place, listener) => api.on[CHART_TOPICS[place]](listener),
    watch: (slot, wanted) => api.call['chart.watch']({ slot, ...wanted }),
    unwatch: (slot) => void api.call['chart.unwatch']({ slot }),
    history: (wanted) => api.call['chart.history'](wanted),
  };
}

/** The calls of a chart's own window, which has only one place. */
export function windowCandles(api: ChartApi): CandleCalls {
  return {
    follow: (_place, listener) => api.on.chart(listener),
    watch: (_place, wanted) => api.call['chart.watch'](wanted),
    unwatch: () => void api.call['chart.unwatch']({}),
    history: (wanted) => api.call['chart.history'](wanted),
  };
}
