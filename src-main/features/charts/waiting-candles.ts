import type { Candle } from '#domain/candle.ts';

const MOST = 64;

/** What a stream says while history is asked: the latest state of each candle, of the newest candles. */
export class WaitingCandles {
  readonly #candles = new Map<number, Candle>();

  put(candle: Candle): void {
    const before = this.#candles.get(candle.time);
    if (before && before.volume > candle.volume) return;
    this.#candles.set(candle.time, candle);
    if (this.#candles.size > MOST) this.#candles.delete(Math.min(...this.#candles.keys()));
  }

  /** All of them, oldest first; none waits any longer. */
  take(): readonly Candle[] {
    const candles = [...this.#candles.values()].sort((left, right) => left.time - right.time);
    this.#candles.clear();
    return candles;
  }
}
