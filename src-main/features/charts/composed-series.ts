import {
  bucketStart,
  COMPOSED_PERIODS,
  joined,
  PERIOD_SECONDS,
  type Candle,
  type FeedState,
  type ComposedPeriod,
} from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import type { EpochMs } from '#domain/time.ts';
import type { CandleSource, SourceChange } from './chart-watch.ts';

/** A live series of a period the service lacks: each candle is built from those of a shorter period. */
export class ComposedSeries implements CandleSource {
  readonly #period: ComposedPeriod;
  readonly #short: CandleSource;
  readonly #releaseShort: () => void;
  readonly #unfollow: () => void;
  readonly #listeners = new Set<(change: SourceChange) => void>();
  #candles: readonly Candle[];

  /** `releaseShort` releases the shorter series, which others may share. */
  constructor(period: ComposedPeriod, short: CandleSource, releaseShort: () => void) {
    this.#period = period;
    this.#short = short;
    this.#releaseShort = releaseShort;
    this.#candles = this.#whole();
    this.#unfollow = short.onChange((change) => this.#refresh(change));
  }

  get candles(): readonly Candle[] {
    return this.#candles;
  }

  get state(): FeedState {
    return this.#short.state;
  }

  get failure(): Failure | undefined {
    return this.#short.failure;
  }

  get lastMessageAt(): EpochMs | undefined {
    return this.#short.lastMessageAt;
  }

  onChange(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#unfollow();
    this.#releaseShort();
    this.#listeners.clear();
  }

  #refresh({ changed, restarted }: SourceChange): void {
    this.#candles = this.#whole();
    const touched = new Set(changed.map(({ time }) => bucketOf(time, this.#period)));
    const own = restarted ? [] : this.#candles.filter(({ time }) => touched.has(time));
    for (const listener of this.#listeners) listener({ changed: own, restarted });
  }

  /** Drops the oldest bucket, which may have begun before the oldest candle; history has it whole. */
  #whole(): readonly Candle[] {
    const all = composed(this.#short.candles, this.#period);
    return all.length > 1 ? all.slice(1) : all;
  }
}

/**
 * Start (Unix seconds) of the longer period's bucket that a shorter candle belongs to. The candle's midpoint decides, since
 * a service's days may start at another hour than ours.
 */
function bucketOf(time: number, period: ComposedPeriod): number {
  return bucketStart(time + PERIOD_SECONDS[COMPOSED_PERIODS[period]] / 2, period);
}

/** Builds candles of a longer period from those of its shorter one, both oldest first. */
export function composed(short: readonly Candle[], period: ComposedPeriod): readonly Candle[] {
  const found: Candle[] = [];
  for (const candle of short) {
    const time = bucketOf(candle.time, period);
    const last = found.at(-1);
    if (last?.time === time) found[found.length - 1] = joined(last, candle);
    else found.push({ ...candle, time });
  }
  return found;
}
