import { grown, type Columns } from './candle-store.ts';

/** Columns of one level: high, low and volume of 2^level candles each. */
interface Level {
  high: Float64Array;
  low: Float64Array;
  volume: Float64Array;
}

/** Level 0 is the series itself. */
const TOP_LEVEL = 24;

/** Lowest low, highest high and largest bucket volume of a range; a bucket of whose volume a part is unknown has none. */
export interface Extent {
  low: number;
  high: number;
  volume: number;
}

/**
 * Pre-aggregated levels over a series, each with half the buckets of the one below, so that a frame reads a bounded
 * number of buckets at any zoom. Levels are built on first use and then follow the series.
 */
export class Pyramid {
  readonly #source: Columns;
  readonly #levels: Level[] = [];
  #length = 0;

  constructor(source: Columns) {
    this.#source = source;
  }

  /** The series was replaced or older candles were prepended. */
  reset(): void {
    this.#levels.length = 0;
    this.#length = this.#source.length;
  }

  /** The candle at an index is new or changed. */
  touch(index: number): void {
    const before = this.#length;
    this.#length = this.#source.length;
    for (let level = 1; level <= this.#levels.length; level += 1) {
      const built = this.#levels[level - 1] as Level;
      const needed = bucketsOf(this.#length, level);
      if (needed > built.high.length) {
        const room = needed + Math.max(16, needed >> 3);
        built.high = grown(built.high, bucketsOf(before, level), room);
        built.low = grown(built.low, bucketsOf(before, level), room);
        built.volume = grown(built.volume, bucketsOf(before, level), room);
      }
      this.#fold(level, index >> level);
    }
  }

  /** Columns of a level, 1 or above. */
  level(level: number): Readonly<Level> {
    if (this.#length !== this.#source.length) this.reset();
    while (this.#levels.length < level) {
      const next = this.#levels.length + 1;
      const buckets = bucketsOf(this.#length, next);
      this.#levels.push({
        high: new Float64Array(buckets),
        low: new Float64Array(buckets),
        volume: new Float64Array(buckets),
      });
      for (let bucket = 0; bucket < buckets; bucket += 1) this.#fold(next, bucket);
    }
    return this.#levels[level - 1] as Level;
  }

  /** The extent of a level's buckets from `first` up to but not including `end`. */
  extent(level: number, first: number, end: number): Extent {
    const columns = level === 0 ? this.#source : this.level(level);
    const extent: Extent = { low: Infinity, high: -Infinity, volume: 0 };
    for (let bucket = first; bucket < end; bucket += 1) {
      const low = columns.low[bucket] as number;
      const high = columns.high[bucket] as number;
      const volume = columns.volume[bucket] as number;
      if (low < extent.low) extent.low = low;
      if (high > extent.high) extent.high = high;
      if (volume > extent.volume) extent.volume = volume;
    }
    return extent;
  }

  #fold(level: number, bucket: number): void {
    const below = level === 1 ? this.#source : (this.#levels[level - 2] as Level);
    const own = this.#levels[level - 1] as Level;
    const left = bucket * 2;
    const right = left + 1 < bucketsOf(this.#length, level - 1) ? left + 1 : left;
    own.high[bucket] = Math.max(below.high[left] as number, below.high[right] as number);
    own.low[bucket] = Math.min(below.low[left] as number, below.low[right] as number);
    own.volume[bucket] =
      (below.volume[left] as number) + (right === left ? 0 : (below.volume[right] as number));
  }
}

/** The level at which a bucket is at least `leastPixels` wide, when a candle is `spacing` pixels wide. */
export function levelFor(spacing: number, leastPixels: number): number {
  if (spacing >= leastPixels) return 0;
  return Math.min(TOP_LEVEL, Math.ceil(Math.log2(leastPixels / spacing) - 1e-9));
}

/** Number of buckets a series of that length has at a level; the last may be partly filled. */
export function bucketsOf(length: number, level: number): number {
  return Math.ceil(length / 2 ** level);
}
