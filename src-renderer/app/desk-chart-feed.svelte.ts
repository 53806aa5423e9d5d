import { untrack } from 'svelte';
import type { ChartSlot } from '#contract/chart-views.ts';
import type { CandlePeriod } from '#domain/candle.ts';
import { noCandles } from '../chart/candle-store.ts';
import type { MainApi } from '../client/main-api.ts';
import {
  type ChartFeed,
  type ChartPair,
  type FeedMessage,
  MainFeed,
  topicOf,
} from '../features/chart/chart-feed.ts';
import type { Profile } from '../state/profile.svelte.ts';

/**
 * The feed of the desk's chart. When main lets a chart go (another profile, a service that is started again), what is
 * drawn is told to be stopped, and watched again as soon as there is a service.
 */
export class DeskChartFeed implements ChartFeed {
  readonly #api: MainApi;
  readonly #profile: Profile;
  readonly #feed: MainFeed;
  readonly history: MainFeed['history'];

  constructor(api: MainApi, profile: Profile) {
    this.#api = api;
    this.#profile = profile;
    this.#feed = new MainFeed(api);
    this.history = this.#feed.history.bind(this.#feed);
  }

  watch(
    place: ChartSlot,
    pair: ChartPair,
    period: CandlePeriod,
    hear: (message: FeedMessage) => void,
  ): () => void {
    let end: (() => void) | undefined;
    let last: FeedMessage | undefined;
    const endIdle = topicOf(
      this.#api,
      place,
    )((view) => {
      if (view.state !== 'idle' || last === undefined) return;
      hear({ ...last, kind: 'delta', state: 'stopped', candles: noCandles });
    });
    const endReady = $effect.root(() => {
      $effect(() => {
        if (!this.#profile.ready) return;
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
