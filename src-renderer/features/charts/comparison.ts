import type { ChartPeriod } from '#domain/candle.ts';
import { CandleStore, type Columns } from '../../chart/candle-store.ts';
import { HISTORY_COUNT, type ChartFeed, type ChartPair, type FeedMessage } from './chart-feed.ts';

const REFRESH_MS = 1_000;

/** Receives the other pair's candles and state. */
export interface ComparisonEvents {
  readonly candles: (candles: Columns) => void;
  readonly light: (light: Pick<FeedMessage, 'state' | 'lastMessageAt'>) => void;
}

/** The candles of the other pair, kept up to date and published at most once a second. */
export class Comparison {
  readonly pair: ChartPair;
  readonly #period: ChartPeriod;
  readonly #feed: ChartFeed;
  readonly #events: ComparisonEvents;
  readonly #store = new CandleStore();
  readonly #endWatch: () => void;
  #due: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(feed: ChartFeed, pair: ChartPair, period: ChartPeriod, events: ComparisonEvents) {
    this.pair = pair;
    this.#period = period;
    this.#feed = feed;
    this.#events = events;
    this.#endWatch = feed.watch('compare', pair, period, ({ kind, candles, state, lastMessageAt }) => {
      events.light({ state, lastMessageAt });
      if (kind === 'snapshot') {
        this.#store.replace(candles);
        this.publish();
        return;
      }
      for (let at = 0; at < candles.time.length; at += 1) this.#store.put(candles, at);
      this.#due ??= setTimeout(() => this.publish(), REFRESH_MS);
    });
  }

  /** Publishes the candles. */
  publish(): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    if (!this.#ended && this.#store.length > 0) this.#events.candles(this.#store);
  }

  /** Requests candles back to a time (Unix seconds). */
  async reachBack(to: number): Promise<void> {
    const first = this.#store.time[0];
    if (first === undefined || this.#store.length === 0 || first <= to) return;
    const answer = await this.#feed.history(this.pair, this.#period, first, HISTORY_COUNT);
    if (this.#ended || !answer.ok) return;
    this.#store.prepend(answer.value.candles);
    this.publish();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#due);
    this.#endWatch();
    this.#feed.leave('compare');
  }
}
