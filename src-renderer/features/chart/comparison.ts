import type { CandlePeriod } from '#domain/candle.ts';
import { CandleStore, type Columns } from '../../chart/candle-store.ts';
import { HISTORY_COUNT, type ChartFeed, type ChartPair, type FeedMessage } from './chart-feed.ts';

const REFRESH_MS = 1_000;

/** What hears of the other pair. */
export interface ComparisonHear {
  readonly candles: (candles: Columns) => void;
  readonly light: (light: Pick<FeedMessage, 'state' | 'lastMessageAt'>) => void;
}

/** The candles of the other pair, kept up to date and told at most once a second. */
export class Comparison {
  readonly pair: ChartPair;
  readonly #period: CandlePeriod;
  readonly #feed: ChartFeed;
  readonly #hear: ComparisonHear;
  readonly #store = new CandleStore();
  readonly #endWatch: () => void;
  #due: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(feed: ChartFeed, pair: ChartPair, period: CandlePeriod, hear: ComparisonHear) {
    this.pair = pair;
    this.#period = period;
    this.#feed = feed;
    this.#hear = hear;
    this.#endWatch = feed.watch('compare', pair, period, ({ kind, candles, state, lastMessageAt }) => {
      hear.light({ state, lastMessageAt });
      if (kind === 'snapshot') {
        this.#store.replace(candles);
        this.tell();
        return;
      }
      for (let at = 0; at < candles.time.length; at += 1) this.#store.put(candles, at);
      this.#due ??= setTimeout(() => this.tell(), REFRESH_MS);
    });
  }

  /** Tells what there is. */
  tell(): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    if (!this.#ended && this.#store.length > 0) this.#hear.candles(this.#store);
  }

  /** Asks for candles back to a moment (Unix seconds). */
  async reachBack(to: number): Promise<void> {
    const first = this.#store.time[0];
    if (first === undefined || this.#store.length === 0 || first <= to) return;
    const answer = await this.#feed.history(this.pair, this.#period, first, HISTORY_COUNT);
    if (this.#ended || !answer.ok) return;
    this.#store.prepend(answer.value.candles);
    this.tell();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#due);
    this.#endWatch();
  }
}
