import { untrack } from 'svelte';
import type { LiveChartView } from '#contract/charts.ts';
import type { ChartPeriod } from '#domain/candle.ts';
import type { ChartSlot } from '#domain/chart-slots.ts';
import type { Failure } from '#domain/failure.ts';
import { noCandles } from '../../chart/candle-store.ts';
import type { CandleCalls, ChartFeed, ChartPair, FeedMessage } from './chart-feed.ts';

/** One watched pair and period: turns what main sends of a place into messages about them. */
class Watch {
  readonly #pair: ChartPair;
  readonly #period: ChartPeriod;
  readonly #listener: (message: FeedMessage) => void;
  /** Of the snapshot that later changes belong to. */
  #key: string | undefined;
  #last: FeedMessage | undefined;

  constructor(pair: ChartPair, period: ChartPeriod, listener: (message: FeedMessage) => void) {
    this.#pair = pair;
    this.#period = period;
    this.#listener = listener;
  }

  get wanted(): { readonly base: string; readonly quote: string; readonly period: ChartPeriod } {
    return { base: this.#pair.base, quote: this.#pair.quote, period: this.#period };
  }

  take(view: LiveChartView): void {
    if (view.state === 'idle') {
      // Main stopped watching, as when the profile changes or the service restarts.
      if (this.#last) this.#listener({ ...this.#last, kind: 'delta', state: 'stopped', candles: noCandles });
      return;
    }
    const { base, quote, period } = this.wanted;
    if (view.pair?.base !== base || view.pair.quote !== quote || view.pair.period !== period) return;
    // Changes of a snapshot that an earlier watch received.
    if (view.kind === 'delta' && view.key !== this.#key) return;
    this.#key = view.key;
    this.#last = {
      kind: view.kind,
      state: view.state,
      candles: view.candles,
      lastMessageAt: view.lastMessageAt,
      failure: view.failure,
      orientationChecked: view.orientation === 'checked',
    };
    this.#listener(this.#last);
  }

  refused(failure: Failure): void {
    const nothing = { candles: noCandles, lastMessageAt: undefined, orientationChecked: false };
    this.#listener({ ...nothing, kind: 'delta', state: 'stopped', failure });
  }
}

/**
 * The feed over the contract: `chart.watch`, its topic, and `chart.history`. It recovers by itself: when main stops
 * watching, the chart is reported as stopped, and watched again as soon as the service can be asked.
 */
export class MainFeed implements ChartFeed {
  readonly #calls: CandleCalls;
  readonly #ready: () => boolean;
  readonly #watches = new Map<ChartSlot, Watch>();
  /**
   * Ends the subscription of a place. It is opened once and lasts until the place is left: a new one would begin with
   * all candles of the pair before.
   */
  readonly #subscriptions = new Map<ChartSlot, () => void>();

  /** `ready` reads a signal: whether the service can be asked. */
  constructor(calls: CandleCalls, ready: () => boolean) {
    this.#calls = calls;
    this.#ready = ready;
  }

  watch(
    place: ChartSlot,
    pair: ChartPair,
    period: ChartPeriod,
    listener: (message: FeedMessage) => void,
  ): () => void {
    const watch = new Watch(pair, period, listener);
    this.#watches.set(place, watch);
    const endReady = $effect.root(() => {
      $effect(() => {
        if (this.#ready()) untrack(() => void this.#ask(place, watch));
      });
    });
    return () => {
      endReady();
      if (this.#watches.get(place) === watch) this.#watches.delete(place);
    };
  }

  leave(place: ChartSlot): void {
    this.#subscriptions.get(place)?.();
    this.#subscriptions.delete(place);
    this.#calls.unwatch(place);
  }

  history(
    { base, quote }: ChartPair,
    period: ChartPeriod,
    to: number,
    count: number,
  ): ReturnType<ChartFeed['history']> {
    return this.#calls.history({ base, quote, period, to, count });
  }

  async #ask(place: ChartSlot, watch: Watch): Promise<void> {
    if (!this.#subscriptions.has(place)) {
      const end = this.#calls.follow(place, (view) => this.#watches.get(place)?.take(view));
      this.#subscriptions.set(place, end);
    }
    const answer = await this.#calls.watch(place, watch.wanted);
    if (!answer.ok && this.#watches.get(place) === watch) watch.refused(answer.failure);
  }
}
