import { PERIOD_SECONDS, bucketStart, type CandlePeriod } from '#domain/candle.ts';
import { joined, type Bar, type BarSource } from './bar.ts';

/** One trade of a pair, for charts. */
export interface Print {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** The price after the trade: quote for one whole base. */
  readonly price: number;
  readonly lovelace: number;
  /** Sequence number of the trade over the life of the market. */
  readonly sequence: number;
}

/**
 * Candles of shorter periods are computed from the trades; longer ones are stored, since years of trades are too
 * many to scan.
 */
const SHORTEST_KEPT = PERIOD_SECONDS['15min'];
const KEPT_PERIODS = ['15min', '1hour', '4hour', '1day', '1week'] as const;
const FIRST_ROOM = 256;
/**
 * Beyond this many trades, the older half is dropped: the short candles of that time are gone, the stored ones
 * remain.
 */
const MOST_PRINTS = 131_072;

/** The trades of one pair since the market began, oldest first, and its candles. */
export class Tape implements BarSource {
  readonly #most: number;
  readonly #kept = new Map<CandlePeriod, Bar[]>(KEPT_PERIODS.map((period) => [period, []]));
  #times = new Float64Array(FIRST_ROOM);
  #prices = new Float64Array(FIRST_ROOM);
  #lovelace = new Float64Array(FIRST_ROOM);
  #sequences = new Float64Array(FIRST_ROOM);
  #length = 0;
  #dropped = 0;

  constructor(most = MOST_PRINTS) {
    this.#most = most;
  }

  /** Index, among all trades, of the first that is still stored. */
  get firstPlace(): number {
    return this.#dropped;
  }

  /** Time of the last trade; 0 without any. */
  get lastTime(): number {
    return this.#times[this.#length - 1] ?? 0;
  }

  /** Adds a trade. One that arrives late gets the time of the one before it, so that no closed candle changes. */
  add(print: Print): void {
    const time = Math.max(print.time, this.lastTime);
    if (this.#length === this.#times.length) this.#makeRoom();
    this.#times[this.#length] = time;
    this.#prices[this.#length] = print.price;
    this.#lovelace[this.#length] = print.lovelace;
    this.#sequences[this.#length] = print.sequence;
    this.#length += 1;
    for (const [period, bars] of this.#kept) fold(bars, this.#barAt(this.#length - 1, period));
  }

  /** The trade with that index among all trades; `undefined` when it was dropped or has not happened yet. */
  at(place: number): Print | undefined {
    const index = place - this.#dropped;
    return index < 0 || index >= this.#length ? undefined : this.#print(index);
  }

  /** The last trade before a time (milliseconds). */
  before(time: number): Print | undefined {
    const index = this.#firstFrom(time) - 1;
    return index < 0 ? undefined : this.#print(index);
  }

  /** Lovelace traded since a time (milliseconds). */
  lovelaceFrom(time: number): number {
    let sum = 0;
    for (let index = this.#firstFrom(time); index < this.#length; index += 1)
      sum += this.#lovelace[index] as number;
    return sum;
  }

  bars(period: CandlePeriod, from: number, to: number): Bar[] {
    if (PERIOD_SECONDS[period] >= SHORTEST_KEPT) return sliceOf(this.#kept.get(period) as Bar[], from, to);
    const bars: Bar[] = [];
    const end = (bucketStart(to, period) + PERIOD_SECONDS[period]) * 1000;
    for (let index = this.#firstFrom(firstBucket(from, period) * 1000); index < this.#length; index += 1) {
      if ((this.#times[index] as number) >= end) break;
      fold(bars, this.#barAt(index, period));
    }
    return bars;
  }

  /** The bar with the last trade. */
  latest(period: CandlePeriod): Bar | undefined {
    if (this.#length === 0) return undefined;
    const time = bucketStart(Math.floor(this.lastTime / 1000), period);
    return this.bars(period, time, time)[0];
  }

  #barAt(index: number, period: CandlePeriod): Bar {
    const { time, price, lovelace } = this.#print(index);
    const start = bucketStart(Math.floor(time / 1000), period);
    return { time: start, open: price, high: price, low: price, close: price, lovelace, trades: 1 };
  }

  #print(index: number): Print {
    return {
      time: this.#times[index] as number,
      price: this.#prices[index] as number,
      lovelace: this.#lovelace[index] as number,
      sequence: this.#sequences[index] as number,
    };
  }

  /** Index of the first trade at `time` or later. */
  #firstFrom(time: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] as number) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Near the middle, at the start of a bucket of the shortest stored period, so that no shorter bucket is cut in
   * two.
   */
  #placeToDropTo(): number {
    const half = this.#length >> 1;
    const bucket = bucketStart(Math.floor((this.#times[half] as number) / 1000), KEPT_PERIODS[0]);
    return this.#firstFrom(bucket * 1000);
  }

  #makeRoom(): void {
    const drop = this.#length >= this.#most ? this.#placeToDropTo() : 0;
    const room = drop > 0 ? this.#times.length : this.#times.length * 2;
    const moved = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const copy = new Float64Array(room);
      copy.set(column.subarray(drop));
      return copy;
    };
    this.#times = moved(this.#times);
    this.#prices = moved(this.#prices);
    this.#lovelace = moved(this.#lovelace);
    this.#sequences = moved(this.#sequences);
    this.#length -= drop;
    this.#dropped += drop;
  }
}

/** Start of the first bucket that starts at `from` or later. */
function firstBucket(from: number, period: CandlePeriod): number {
  const start = bucketStart(from, period);
  return start < from ? start + PERIOD_SECONDS[period] : start;
}

function fold(bars: Bar[], bar: Bar): void {
  const last = bars.at(-1);
  if (last?.time === bar.time) bars[bars.length - 1] = joined(last, bar);
  else bars.push(bar);
}

function sliceOf(bars: readonly Bar[], from: number, to: number): Bar[] {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars[middle] as Bar).time < from) low = middle + 1;
    else high = middle;
  }
  const found: Bar[] = [];
  for (let index = low; index < bars.length && (bars[index] as Bar).time <= to; index += 1)
    found.push(bars[index] as Bar);
  return found;
}
