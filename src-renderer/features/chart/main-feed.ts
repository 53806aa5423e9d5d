import type { CandleColumns, ChartSlot, LiveChartView } from '#contract/chart-views.ts';
import type { CandlePeriod } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { arraysOf, noCandles, type CandleArrays } from '../../chart/candle-store.ts';
import type { MainApi } from '../../client/main-api.ts';
import type { ChartFeed, ChartPair, FeedMessage, OlderCandles } from './chart-feed.ts';

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
    const { candles, beginning, from } = answer.value;
    return { ok: true, value: { candles: typed(candles), beginning, from } };
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
    candles: typed(view.candles),
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

function typed(columns: CandleColumns): CandleArrays {
  return arraysOf((name) => Float64Array.from(columns[name]));
}
