import { isOlderState, isWithin, type Candle } from '#domain/candle.ts';
import type { Span } from '#domain/span.ts';

/** The effect of a streamed candle: it opened a new bucket, changed the open one, was a repeat, or came too late. */
export type Offered = 'opened' | 'changed' | 'same' | 'late';

/** The difference that an answer of history made. */
export interface Merged {
  readonly changed: readonly Candle[];
  /** Candles that history does not know were taken out. */
  readonly removed: boolean;
}

/** History knows every candle this long after its bucket, or after two periods where that is longer. */
const KNOWN_AFTER_SECONDS = 120;

/** Candles of one pair and period: ascending, one for a time, with gaps where nothing traded. */
export class CandleSeries {
  readonly #seconds: number;
  readonly #most: number;
  #candles: Candle[] = [];

  /** `seconds` of the period; `most` candles are kept, the newest ones. */
  constructor(seconds: number, most: number) {
    this.#seconds = seconds;
    this.#most = most;
  }

  get candles(): readonly Candle[] {
    return this.#candles;
  }

  get last(): Candle | undefined {
    return this.#candles.at(-1);
  }

  clear(): void {
    this.#candles = [];
  }

  /**
   * Takes a candle of the stream. Closed candles are history's matter. Volume only grows within a bucket, so less of
   * it inside the same range is an earlier state that comes once more.
   */
  offer(candle: Candle): Offered {
    const { last } = this;
    if (last && candle.time < last.time) return 'late';
    if (last?.time !== candle.time) {
      this.#candles.push(candle);
      this.#trim();
      return 'opened';
    }
    if (sameCandle(candle, last)) return 'same';
    if (isEarlierState(candle, last)) return 'late';
    this.#candles[this.#candles.length - 1] = candle;
    return 'changed';
  }

  /**
   * Merges history for a span: it overrides streamed candles, except in the newest bucket, where the state with more
   * trades is the later one. Streamed candles missing from history are dropped once history has had time to include
   * them.
   */
  merge(candles: readonly Candle[], span: Span): Merged {
    const newest = Math.max(this.last?.time ?? 0, candles.at(-1)?.time ?? 0);
    const reported = new Map(candles.map((candle) => [candle.time, candle]));
    const settledBefore = span.to - Math.max(2 * this.#seconds, KNOWN_AFTER_SECONDS);
    const isGone = ({ time }: Candle): boolean =>
      time >= span.from && time < settledBefore && !reported.has(time);
    const present = this.#candles.filter((candle) => !isGone(candle));
    const own = new Map(present.map((candle) => [candle.time, candle]));
    const changed = candles.filter((candle) => {
      const before = own.get(candle.time);
      if (!before) return true;
      return !sameCandle(candle, before) && !(candle.time === newest && isEarlierState(candle, before));
    });
    const removed = present.length < this.#candles.length;
    if (changed.length > 0 || removed) {
      for (const candle of changed) own.set(candle.time, candle);
      this.#candles = [...own.values()].sort((left, right) => left.time - right.time);
      this.#trim();
    }
    return { changed, removed };
  }

  /** Trims in steps, so that it is not done with every new candle. */
  #trim(): void {
    if (this.#candles.length > this.#most + 256) this.#candles = this.#candles.slice(-this.#most);
  }
}

export function sameCandle(left: Candle, right: Candle): boolean {
  return (
    left.time === right.time &&
    left.close === right.close &&
    left.volume === right.volume &&
    left.high === right.high &&
    left.low === right.low &&
    left.open === right.open
  );
}

function isEarlierState(candle: Candle, than: Candle): boolean {
  return isOlderState(candle, than) && isWithin(candle, than);
}

const MOST = 64;

/** Streamed candles that arrive while history is being fetched: the latest state of each of the newest candles. */
export class WaitingCandles {
  readonly #candles = new Map<number, Candle>();

  put(candle: Candle): void {
    const before = this.#candles.get(candle.time);
    if (before && isOlderState(candle, before)) return;
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
