/** Candle periods of the service (service interface, "Charts"), shortest first. */
export const CANDLE_PERIODS = ['20s', '1min', '5min', '15min', '1hour', '4hour', '1day', '1week'] as const;
export type CandlePeriod = (typeof CANDLE_PERIODS)[number];

/** Chart periods that the service lacks, each mapped to the service period it is built from. */
export const COMPOSED_PERIODS = {
  '30min': '15min',
  '2hour': '1hour',
  '12hour': '4hour',
  '1month': '1day',
} as const satisfies Readonly<Record<string, CandlePeriod>>;
export type ComposedPeriod = keyof typeof COMPOSED_PERIODS;

/** Chart periods, shortest first. */
export const CHART_PERIODS = [
  '20s',
  '1min',
  '5min',
  '15min',
  '30min',
  '1hour',
  '2hour',
  '4hour',
  '12hour',
  '1day',
  '1week',
  '1month',
] as const satisfies readonly (CandlePeriod | ComposedPeriod)[];
export type ChartPeriod = (typeof CHART_PERIODS)[number];

/** Whether the service lacks a period. */
export function isComposed(period: ChartPeriod): period is ComposedPeriod {
  return Object.hasOwn(COMPOSED_PERIODS, period);
}

/**
 * How the candles of a watched pair arrive. `loading`: neither history nor stream yet. `live`: candles stream in. `late`:
 * the stream is silent or being connected again. `polling`: no stream, asked for now and then. `stopped`: not connected.
 */
export const FEED_STATES = ['loading', 'live', 'late', 'polling', 'stopped'] as const;
export type FeedState = (typeof FEED_STATES)[number];

/** Periods that the live stream carries; the two longest do not stream. */
export const STREAMED_PERIODS = CANDLE_PERIODS.slice(0, 6);

/**
 * Length of a period in seconds; for months, that of the longest. Buckets align to the Unix epoch, except weeks, which begin
 * on Mondays at 00:00 UTC, and months, which are calendar months in UTC.
 */
export const PERIOD_SECONDS: Readonly<Record<ChartPeriod, number>> = {
  '20s': 20,
  '1min': 60,
  '5min': 300,
  '15min': 900,
  '30min': 1_800,
  '1hour': 3_600,
  '2hour': 7_200,
  '4hour': 14_400,
  '12hour': 43_200,
  '1day': 86_400,
  '1week': 604_800,
  '1month': 31 * 86_400,
};

/**
 * The trades of one period. `time` is the bucket's start in Unix seconds; prices are quote per base, for display;
 * `volume` is in ADA, and absent if no source states it: unknown, which is not zero. Invariant: 0 < low ≤ open, close
 * ≤ high, all finite, volume ≥ 0.
 */
export interface Candle {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | undefined;
}

const THURSDAY_TO_MONDAY = 4 * 86_400;

/** Start (Unix seconds) of the bucket that a moment (Unix seconds) falls into. */
export function bucketStart(time: number, period: ChartPeriod): number {
  if (period === '1month') return monthStart(time, 0);
  const seconds = PERIOD_SECONDS[period];
  // The epoch began on a Thursday.
  const shift = period === '1week' ? THURSDAY_TO_MONDAY : 0;
  return Math.floor((time - shift) / seconds) * seconds + shift;
}

/** End (Unix seconds) of the bucket that starts at `start`, for a period of `seconds`. */
export function bucketEnd(start: number, seconds: number): number {
  return bucketsLater(start, seconds, 1);
}

/** Start (Unix seconds) of the bucket that is `count` buckets later than the one that starts at `start`; below 0: earlier. */
export function bucketsLater(start: number, seconds: number, count: number): number {
  return seconds === PERIOD_SECONDS['1month'] ? monthStart(start, count) : start + count * seconds;
}

/**
 * How many buckets of `seconds` there are between one that starts at `start` and a moment (Unix seconds), with their
 * fraction.
 */
export function bucketsUntil(start: number, seconds: number, time: number): number {
  if (seconds !== PERIOD_SECONDS['1month']) return (time - start) / seconds;
  const [from, to] = [new Date(start * 1_000), new Date(time * 1_000)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const begin = monthStart(time, 0);
  return months + (time - begin) / (monthStart(time, 1) - begin);
}

/** Start (Unix seconds) of the UTC calendar month that is `later` months after the one containing `time`. */
function monthStart(time: number, later: number): number {
  const date = new Date(time * 1_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later) / 1_000;
}

/** True when a candle keeps the law. */
export function isLawful({ time, open, high, low, close, volume = 0 }: Candle): boolean {
  return (
    [time, open, high, low, close, volume].every(Number.isFinite) &&
    low > 0 &&
    low <= Math.min(open, close) &&
    high >= Math.max(open, close) &&
    volume >= 0
  );
}

/**
 * True when a state of a candle came before another state of it. Trades only add volume; where that is not known they
 * still only widen the range.
 */
export function isOlderState(candle: Candle, than: Candle): boolean {
  if (candle.volume !== undefined && than.volume !== undefined) return candle.volume < than.volume;
  return isWithin(candle, than) && (candle.high < than.high || candle.low > than.low);
}

/** True when the range of a candle is not wider than that of another. */
export function isWithin(candle: Candle, range: Candle): boolean {
  return candle.high <= range.high && candle.low >= range.low;
}

/** Merges two candles into one that starts where the earlier does. */
export function joined(earlier: Candle, later: Candle): Candle {
  return {
    time: earlier.time,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    volume: sumOfVolumes(earlier.volume, later.volume),
  };
}

/** The volume of two candles together; not known where one of them is not. */
export function sumOfVolumes(left: Candle['volume'], right: Candle['volume']): Candle['volume'] {
  return left === undefined || right === undefined ? undefined : left + right;
}
