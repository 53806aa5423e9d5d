import { PERIOD_SECONDS, type Candle, type CandlePeriod } from '#domain/candle.ts';
import { aboutMs, runAfter, type DcaInterval } from '#domain/dca.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import type { Side } from '#domain/limit-price.ts';

/** A plan, as far as its past matters: amounts are base units of what is sold. */
export interface PastPlan {
  readonly side: Side;
  readonly interval: DcaInterval;
  readonly cycles: number;
  readonly each: bigint;
  readonly last: bigint;
}

/** A plan's hypothetical result from one moment on. Prices are ADA per whole token. */
export interface PastWindow {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** The total paid divided by the total received. */
  readonly average: number;
  /** The price at `from`, at which all of it would have been traded at once. */
  readonly lumpSum: number;
  /** Fraction by which the plan brought more than the lump sum; negative for less. */
  readonly advantage: number;
}

export interface PastRun extends PastWindow {
  readonly runs: readonly { readonly at: EpochMs; readonly price: number }[];
}

export interface PastResult {
  /** Equally spaced starts, oldest first. */
  readonly windows: readonly PastWindow[];
  readonly average: number | undefined;
  readonly best: PastRun | undefined;
  readonly worst: PastRun | undefined;
  readonly latest: PastRun | undefined;
  readonly betterThanLumpSum: number;
}

/** How many plans' lengths of the past are looked at, at most, and candles of it. */
const LENGTHS = 8;
export const MOST_PAST_CANDLES = 2_000;

/** Milliseconds from the first run of a plan to its last, about. */
function lengthOf({ interval, cycles }: Pick<PastPlan, 'interval' | 'cycles'>): number {
  return aboutMs(interval) * (cycles - 1);
}

/** The shortest candles that are no longer than the interval, and reach far enough back within `MOST_PAST_CANDLES`. */
export function periodFor(plan: Pick<PastPlan, 'interval' | 'cycles'>): CandlePeriod {
  const wanted = Math.max(lengthOf(plan) * LENGTHS, aboutMs(plan.interval) * LENGTHS);
  const periods: readonly CandlePeriod[] = ['1min', '5min', '15min', '1hour', '4hour', '1day', '1week'];
  const enough = periods.find((period) => PERIOD_SECONDS[period] * 1_000 * MOST_PAST_CANDLES >= wanted);
  return enough ?? '1week';
}

/**
 * The hypothetical results of the same plan, started at up to `most` equally spaced moments of the past. Pure;
 * `candles` are in ADA per whole token, oldest first. The price of a run is the close of the candle that it falls into,
 * or of the last one before. Fees and the plan's own effect on the price are left out.
 */
export function pastPlans(plan: PastPlan, candles: readonly Candle[], most: number): PastResult {
  const [first] = candles;
  const newest = candles.at(-1);
  const windows: PastWindow[] = [];
  if (first && newest) {
    const [begin, end] = [first.time * 1_000, newest.time * 1_000];
    // A month is at most 31 days: the windows that reach beyond the newest candle are left out one by one.
    const room = end - lengthOf(plan) - begin;
    const count = room < 0 ? 0 : room === 0 ? 1 : Math.min(most, candles.length);
    const step = count > 1 ? room / (count - 1) : 0;
    for (let at = 0; at < count; at += 1) {
      const window = windowOf(plan, candles, epochMs(Math.round(begin + step * at)));
      if (window && window.to <= end) windows.push(withoutRuns(window));
    }
  }
  const better = (one: PastWindow, other: PastWindow): boolean =>
    plan.side === 'buy' ? one.average < other.average : one.average > other.average;
  const pick = (isBetter: typeof better): PastWindow | undefined =>
    windows.reduce<PastWindow | undefined>(
      (found, window) => (found === undefined || isBetter(window, found) ? window : found),
      undefined,
    );
  const drawn = (window: PastWindow | undefined): PastRun | undefined =>
    window && windowOf(plan, candles, window.from);
  const sum = windows.reduce((total, { average }) => total + average, 0);
  return {
    windows,
    average: windows.length === 0 ? undefined : sum / windows.length,
    best: drawn(pick(better)),
    worst: drawn(pick((one, other) => better(other, one))),
    latest: drawn(windows.at(-1)),
    betterThanLumpSum: windows.filter(({ advantage }) => advantage > 0).length,
  };
}

/** The plan started at one moment; `undefined` when no price is known then. */
function windowOf(plan: PastPlan, candles: readonly Candle[], from: EpochMs): PastRun | undefined {
  const { side, interval, cycles, each, last } = plan;
  const runs: { at: EpochMs; price: number }[] = [];
  let [sold, got] = [0, 0];
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const at = runAfter(from, interval, cycle);
    const price = priceAt(candles, at);
    if (price === undefined) return undefined;
    const part = Number(cycle === cycles - 1 ? last : each);
    sold += part;
    got += side === 'buy' ? part / price : part * price;
    runs.push({ at, price });
  }
  const [start] = runs;
  const end = runs.at(-1);
  if (!start || !end || sold <= 0 || got <= 0) return undefined;
  const average = side === 'buy' ? sold / got : got / sold;
  const lumpSum = start.price;
  const advantage = side === 'buy' ? lumpSum / average - 1 : average / lumpSum - 1;
  return { from, to: end.at, average, lumpSum, advantage, runs };
}

/** The close of the last candle that began at or before a moment. */
function priceAt(candles: readonly Candle[], at: EpochMs): number | undefined {
  const seconds = at / 1_000;
  let [low, high] = [0, candles.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((candles[middle]?.time ?? Infinity) <= seconds) low = middle + 1;
    else high = middle;
  }
  return candles[low - 1]?.close;
}

function withoutRuns({ from, to, average, lumpSum, advantage }: PastRun): PastWindow {
  return { from, to, average, lumpSum, advantage };
}
