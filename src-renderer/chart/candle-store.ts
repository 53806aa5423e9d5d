import type { Candle } from '#domain/candle.ts';

/**
 * Candles by column, as they cross the bridge. All columns have one length; `time` is Unix seconds, ascending; a volume
 * that is not known is `null`.
 */
export interface CandleArrays {
  readonly time: ArrayLike<number>;
  readonly open: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly close: ArrayLike<number>;
  readonly volume: ArrayLike<number | null>;
}

/**
 * A series as it is kept: columns that may be longer than the series, which has `length` candles. A volume that is not
 * known is NaN.
 */
export interface Columns extends CandleArrays {
  readonly length: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

const NAMES = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
const LEAST_ROOM = 64;

export const noCandles: CandleArrays = { time: [], open: [], high: [], low: [], close: [], volume: [] };

const held = (value: number | null | undefined): number => value ?? Number.NaN;

/** One candle of a series. */
export function candleAt(columns: CandleArrays, at: number): Candle {
  const volume = held(columns.volume[at]);
  return {
    time: columns.time[at] as number,
    open: columns.open[at] as number,
    high: columns.high[at] as number,
    low: columns.low[at] as number,
    close: columns.close[at] as number,
    volume: Number.isNaN(volume) ? undefined : volume,
  };
}

/** Columns that are replaced by longer ones as a series grows; empty at first. */
class HeldColumns implements Columns {
  length = 0;
  time = new Float64Array(0);
  open = new Float64Array(0);
  high = new Float64Array(0);
  low = new Float64Array(0);
  close = new Float64Array(0);
  volume = new Float64Array(0);
}

/** The series itself, in typed arrays outside the chart library. */
export class CandleStore extends HeldColumns {
  /** Replaces the series and takes ownership of typed arrays. @throws RangeError if the arrays are not a series. */
  replace(arrays: CandleArrays): void {
    requireSeries(arrays);
    for (const name of NAMES) {
      const column = arrays[name];
      this[name] =
        column instanceof Float64Array
          ? (column as Float64Array<ArrayBuffer>)
          : Float64Array.from<number | null>(column, held);
    }
    this.length = arrays.time.length;
  }

  /** Prepends older candles. @throws RangeError if they are not a series or not older. */
  prepend(arrays: CandleArrays): void {
    requireSeries(arrays);
    const added = arrays.time.length;
    if (added === 0) return;
    const first = this.time[0];
    if (this.length > 0 && first !== undefined && (arrays.time[added - 1] as number) >= first) {
      throw new RangeError('prepended candles must be older than the series');
    }
    for (const name of NAMES) {
      const column = new Float64Array(added + this.length + LEAST_ROOM);
      column.set(Float64Array.from<number | null>(arrays[name], held));
      column.set(this[name].subarray(0, this.length), added);
      this[name] = column;
    }
    this.length += added;
  }

  /**
   * Stores the candle at `index` of `arrays`: a new last one, an update of one that exists, or a late one for a bucket
   * without trades so far. Returns the index from which values changed; -1 for a candle older than the series.
   */
  put(arrays: CandleArrays, index = 0): number {
    const time = arrays.time[index] as number;
    const at = firstFromEnd(this.time, this.length, time);
    if (at < this.length && this.time[at] === time) {
      this.#write(at, arrays, index);
      return at;
    }
    if (at === 0 && this.length > 0) return -1;
    this.#makeRoom();
    if (at < this.length) for (const name of NAMES) this[name].copyWithin(at + 1, at, this.length);
    this.#write(at, arrays, index);
    this.length += 1;
    return at;
  }

  #write(at: number, arrays: CandleArrays, index: number): void {
    for (const name of NAMES) this[name][at] = held(arrays[name][index]);
  }

  #makeRoom(): void {
    if (this.length < this.time.length) return;
    const room = this.length + Math.max(LEAST_ROOM, this.length >> 3);
    for (const name of NAMES) this[name] = grown(this[name], this.length, room);
  }
}

/** A longer copy of a column. */
export function grown(column: Float64Array, length: number, room: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(room);
  longer.set(column.subarray(0, length));
  return longer;
}

/** Index of the first entry that is at least `value`, or `length`. The column is ascending. */
export function firstFrom(column: Float64Array, length: number, value: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((column[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Like `firstFrom`, but checks the end first: that is where candles arrive. */
function firstFromEnd(column: Float64Array, length: number, value: number): number {
  const last = length - 1;
  if (last < 0 || value > (column[last] as number)) return length;
  return value === column[last] ? last : firstFrom(column, length, value);
}

function requireSeries(arrays: CandleArrays): void {
  const { time } = arrays;
  if (NAMES.some((name) => arrays[name].length !== time.length)) {
    throw new RangeError('the columns of a series must have the same length');
  }
  for (let at = 1; at < time.length; at += 1) {
    if (!((time[at] as number) > (time[at - 1] as number))) {
      throw new RangeError('the times of a series must ascend');
    }
  }
}

/**
 * Heikin-Ashi candles of a series (Valcu, "Using the Heikin-Ashi Technique", Stocks & Commodities 22:2): the close is
 * the mean of the four prices, the open the middle of the body before; high and low include both.
 */
export class HeikinAshi extends HeldColumns {
  readonly #source: CandleStore;

  constructor(source: CandleStore) {
    super();
    this.#source = source;
    this.follow(0);
  }

  /** Recomputes the candles from an index on. */
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
