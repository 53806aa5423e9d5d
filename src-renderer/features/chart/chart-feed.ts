import type { ChartSlot, LiveChartView } from '#contract/chart-views.ts';
import type { CandlePeriod } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { noCandles, type CandleArrays } from '../../chart/candle-store.ts';
import type { FailureLike } from '../../format/failure-words.ts';
import type { MainApi } from '../../client/main-api.ts';

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

/** The feed over the contract: `chart.watch`, its two topics, and `chart.history`. */
export class MainFeed implements ChartFeed {
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
  }

  watch(
    place: ChartSlot,
    pair: ChartPair,
    period: CandlePeriod,
    hear: (message: FeedMessage) => void,
  ): () => void {
    let ended = false;
    let begun: string | undefined;
    const end = topicOf(
      this.#api,
      place,
    )((view) => {
      if (ended || !isOf(view, pair, period) || view.state === 'idle') return;
      // A listener's first message is a snapshot; a new key starts over.
      const kind = view.key === begun ? view.kind : 'snapshot';
      begun = view.key;
      hear(messageOf({ ...view, kind }));
    });
    void this.#api.call['chart.watch']({ slot: place, base: pair.base, quote: pair.quote, period }).then(
      (answer) => {
        if (!ended && !answer.ok) hear(stoppedBy(answer.failure));
      },
    );
    return () => {
      ended = true;
      end();
      if (place === 'compare') void this.#api.call['chart.unwatch']({ slot: place });
    };
  }

  async history(
    pair: ChartPair,
    period: CandlePeriod,
    to: number,
    count: number,
  ): Promise<Result<OlderCandles, Failure>> {
    const { base, quote } = pair;
    const answer = await this.#api.call['chart.history']({ base, quote, period, to, count });
    if (!answer.ok) return answer;
    return answer;
  }
}

/** Where main tells what is watched in a place. */
export function topicOf({ on }: MainApi, place: ChartSlot): MainApi['on']['chartMain'] {
  return place === 'main' ? on.chartMain : on.chartCompare;
}

function isOf(view: LiveChartView, pair: ChartPair, period: CandlePeriod): boolean {
  return view.pair?.base === pair.base && view.pair.quote === pair.quote && view.pair.period === period;
}

function messageOf(view: LiveChartView): FeedMessage {
  return {
    kind: view.kind,
    state: view.state === 'idle' ? 'stopped' : view.state,
    candles: view.candles,
    lastMessageAt: view.lastMessageAt,
    failure: view.failure,
    orientationChecked: view.orientation === 'checked',
  };
}

function stoppedBy(failure: Failure): FeedMessage {
  return {
    kind: 'delta',
    state: 'stopped',
    candles: noCandles,
    lastMessageAt: undefined,
    failure,
    orientationChecked: false,
  };
}
