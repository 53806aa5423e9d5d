import { HeldColumns, type CandleStore } from './candle-store.ts';

/**
 * Heikin-Ashi candles of a series (Valcu, "Using the Heikin-Ashi Technique", Stocks & Commodities 22:2): the close is
 * the mean of the four prices, the open the middle of the body before; high and low take both in.
 */
export class HeikinAshi extends HeldColumns {
  readonly #source: CandleStore;

  constructor(source: CandleStore) {
    super();
    this.#source = source;
    this.follow(0);
  }

  /** Works the candles out again from an index on. */
  follow(from: number): void {
    const source = this.#source;
    this.length = source.length;
    this.time = source.time;
    this.volume = source.volume;
    const start = this.open.length < source.length ? 0 : from;
    if (this.open.length < source.length) {
      for (const name of ['open', 'high', 'low', 'close'] as const) {
        this[name] = new Float64Array(source.time.length);
      }
    }
    for (let at = start; at < source.length; at += 1) {
      const open = source.open[at] as number;
      const high = source.high[at] as number;
      const low = source.low[at] as number;
      const close = (open + high + low + (source.close[at] as number)) / 4;
      const middle =
        at === 0
          ? (open + (source.close[at] as number)) / 2
          : ((this.open[at - 1] as number) + (this.close[at - 1] as number)) / 2;
      this.open[at] = middle;
      this.close[at] = close;
      this.high[at] = Math.max(high, middle, close);
      this.low[at] = Math.min(low, middle, close);
    }
  }
}
