import {
  isWithin,
  joined,
  PERIOD_SECONDS,
  type Candle,
  type FeedState,
  type CandlePeriod,
} from '#domain/candle.ts';
import type { EpochMs } from '#domain/time.ts';
import { sameCandle } from './candle-series.ts';
import type { CandleSource, SourceChange } from './chart-watch.ts';

/**
 * A period that does not stream: its history is polled, and its newest candles are put together from those of a
 * shorter period that does. Where a bucket begins is read from history, not from a calendar of our own.
 */
export class DerivedSeries implements CandleSource {
  readonly #long: CandleSource;
  readonly #short: CandleSource;
  readonly #releaseShort: () => void;
  readonly #unfollow: () => void;
  readonly #periods: readonly [long: number, short: number];
  readonly #listeners = new Set<(change: SourceChange) => void>();
  /** The newest candles: history's last one, or what the shorter period makes of it, and those after it. */
  #tail: readonly Candle[];

  /** `releaseShort` gives the shorter series back, which others may share. */
  constructor(
    periods: { readonly long: CandlePeriod; readonly short: CandlePeriod },
    long: CandleSource,
    short: CandleSource,
    releaseShort: () => void,
  ) {
    this.#long = long;
    this.#short = short;
    this.#releaseShort = releaseShort;
    this.#periods = [PERIOD_SECONDS[periods.long], PERIOD_SECONDS[periods.short]];
    this.#tail = this.#newTail();
    long.onChange(({ changed, restarted }) => this.#refresh(changed, restarted));
    this.#unfollow = short.onChange(() => this.#refresh([], false));
  }

  get candles(): readonly Candle[] {
    return [...this.#long.candles.slice(0, -1), ...this.#tail];
  }

  get state(): FeedState {
    return this.#long.state;
  }

  get failure() {
    return this.#long.failure;
  }

  get lastMessageAt(): EpochMs | undefined {
    const [long, short] = [this.#long.lastMessageAt, this.#short.lastMessageAt];
    return long !== undefined && (short === undefined || long > short) ? long : short;
  }

  onChange(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#long.stop();
    this.#unfollow();
    this.#releaseShort();
    this.#listeners.clear();
  }

  #refresh(reported: readonly Candle[], restarted: boolean): void {
    const before = new Map(this.#tail.map((candle) => [candle.time, candle]));
    this.#tail = this.#newTail();
    const start = this.#tail[0]?.time ?? 0;
    const fresh = this.#tail.filter((candle) => {
      const old = before.get(candle.time);
      return !old || !sameCandle(old, candle);
    });
    const changed = restarted ? [] : [...reported.filter(({ time }) => time < start), ...fresh];
    for (const listener of this.#listeners) listener({ changed, restarted });
  }

  #newTail(): readonly Candle[] {
    const last = this.#long.candles.at(-1);
    if (!last) return [];
    const folded = foldInto(last.time, this.#periods, this.#short.candles);
    const [first] = folded;
    if (!first) return [last];
    // A poll may know more of the open bucket than the stream has sent so far.
    const polledKnowsMore = first.time !== last.time || knowsMore(last, first);
    return polledKnowsMore ? [last, ...folded.filter(({ time }) => time > last.time)] : folded;
  }
}

/** Sums of volumes may differ by their order. */
const ROUNDING = 1e-9;

/** Whether one state of a candle has trades that another lacks. */
function knowsMore(candle: Candle, than: Candle): boolean {
  if (candle.volume === undefined || than.volume === undefined) return !isWithin(candle, than);
  return than.volume < candle.volume * (1 - ROUNDING);
}

/**
 * Candles of the long period (seconds) from `start` on, put together from those of the short one. None when these do
 * not reach back to the start, or lie across a boundary.
 */
export function foldInto(
  start: number,
  [long, step]: readonly [long: number, short: number],
  short: readonly Candle[],
): readonly Candle[] {
  const [oldest] = short;
  if (!oldest || oldest.time > start) return [];
  const folded = new Map<number, Candle>();
  for (const candle of short.slice(short.findLastIndex(({ time }) => time < start) + 1)) {
    const time = start + Math.floor((candle.time - start) / long) * long;
    if ((candle.time - time) % step !== 0) return [];
    const before = folded.get(time);
    folded.set(time, before ? joined(before, candle) : { ...candle, time });
  }
  return [...folded.values()];
}
