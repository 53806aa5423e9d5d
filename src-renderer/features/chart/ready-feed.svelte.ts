import { untrack } from 'svelte';
import type { ChartPeriod } from '#domain/candle.ts';
import type { ChartSlot } from '#domain/chart-slots.ts';
import { noCandles } from '../../chart/candle-store.ts';
import {
  MainFeed,
  type CandleCalls,
  type ChartFeed,
  type ChartPair,
  type FeedMessage,
} from './chart-feed.ts';

/**
 * A feed that recovers by itself. When main stops watching a chart, as when the profile changes or the service restarts,
 * the chart is reported as stopped, and watched again as soon as the service can be asked.
 */
export class ReadyFeed implements ChartFeed {
  readonly #calls: CandleCalls;
  readonly #ready: () => boolean;
  readonly #feed: MainFeed;
  readonly history: MainFeed['history'];
  readonly leave: MainFeed['leave'];

  /** `ready` reads a signal: whether the service can be asked. */
  constructor(calls: CandleCalls, ready: () => boolean) {
    this.#calls = calls;
    this.#ready = ready;
    this.#feed = new MainFeed(calls);
    this.history = this.#feed.history.bind(this.#feed);
    this.leave = this.#feed.leave.bind(this.#feed);
  }

  watch(
    place: ChartSlot,
    pair: ChartPair,
    period: ChartPeriod,
    hear: (message: FeedMessage) => void,
  ): () => void {
    let end: (() => void) | undefined;
    let last: FeedMessage | undefined;
    const endIdle = this.#calls.follow(place, (view) => {
      if (view.state !== 'idle' || last === undefined) return;
      hear({ ...last, kind: 'delta', state: 'stopped', candles: noCandles });
    });
    const endReady = $effect.root(() => {
      $effect(() => {
        if (!this.#ready()) return;
        untrack(() => {
          end?.();
          end = this.#feed.watch(place, pair, period, (message) => {
            last = message;
            hear(message);
          });
        });
      });
    });
    return () => {
      endReady();
      endIdle();
      end?.();
    };
  }
}
