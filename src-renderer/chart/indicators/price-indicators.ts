import { columnAt, period, settingAt, type IndicatorKind } from './indicator.ts';
import { words } from '../words.ts';

/** A running sum is computed afresh after this many values, so that rounding errors cannot add up. */
const RESTART = 256;

/**
 * Simple moving average: the mean of the last `length` values. `start` is the index of the first defined value.
 */
export function simpleAverage(
  values: Float64Array,
  count: number,
  length: number,
  out: Float64Array,
  from: number,
  start = 0,
): void {
  const defined = start + length - 1;
  let sum = NaN;
  for (let at = from; at < count; at += 1) {
    if (at < defined) {
      out[at] = NaN;
      continue;
    }
    if (Number.isNaN(sum) || at % RESTART === 0) {
      sum = 0;
      for (let back = at - length + 1; back <= at; back += 1) sum += values[back] as number;
    } else sum += (values[at] as number) - (values[at - length] as number);
    out[at] = sum / length;
  }
}

/**
 * Exponential moving average with the weight 2 / (length + 1), seeded with the first defined value
 * (`start`), as Tulip Indicators and Pine's `ta.ema` do.
 */
export function exponentialAverage(
  values: Float64Array,
  count: number,
  length: number,
  out: Float64Array,
  from: number,
  start = 0,
): void {
  const weight = 2 / (length + 1);
  for (let at = from; at < count; at += 1) {
    if (at < start) out[at] = NaN;
    else if (at === start) out[at] = values[at] as number;
    else {
      const before = out[at - 1] as number;
      out[at] = before + weight * ((values[at] as number) - before);
    }
  }
}

/** Linearly weighted moving average: the newest value counts `length` times, the oldest once. */
function weightedAverage(
  values: Float64Array,
  count: number,
  length: number,
  out: Float64Array,
  from: number,
): void {
  const whole = (length * (length + 1)) / 2;
  for (let at = from; at < count; at += 1) {
    if (at < length - 1) {
      out[at] = NaN;
      continue;
    }
    let sum = 0;
    for (let back = 0; back < length; back += 1) sum += (values[at - back] as number) * (length - back);
    out[at] = sum / whole;
  }
}

type Average = typeof weightedAverage;

/** A moving average of the closes as a line over the candles. */
const ofCloses = (id: string, title: string, length: number, average: Average): IndicatorKind => ({
  id,
  name: id.toUpperCase(),
  title,
  place: 'price',
  settings: [period(length)],
  outputs: [{ name: words.average, style: 'line' }],
  workColumns: 0,
  compute(series, settings, columns, from) {
    average(series.close, series.length, settingAt(settings, 0), columnAt(columns, 0), from);
  },
});

export const sma = ofCloses('sma', words.sma, 20, simpleAverage);
export const ema = ofCloses('ema', words.ema, 50, exponentialAverage);
export const wma = ofCloses('wma', words.wma, 20, weightedAverage);

const DAY_SECONDS = 86_400;
/** The volume-weighted average restarts after a number of days; 0 never restarts it. */
const NEVER = 0;

/** Bollinger bands: an average, and a number of population standard deviations above and below it. */
export const bollinger: IndicatorKind = {
  id: 'bollinger',
  name: 'BB',
  title: words.bollinger,
  place: 'price',
  settings: [period(20), { name: words.deviations, standard: 2, least: 0.1, most: 10, fractional: true }],
  outputs: [
    { name: words.middle, style: 'line' },
    { name: words.upper, style: 'band-edge' },
    { name: words.lower, style: 'band-edge' },
  ],
  workColumns: 0,
  compute(series, settings, columns, from) {
    const length = settingAt(settings, 0);
    const factor = settingAt(settings, 1);
    const middle = columnAt(columns, 0);
    const upper = columnAt(columns, 1);
    const lower = columnAt(columns, 2);
    simpleAverage(series.close, series.length, length, middle, from);
    for (let at = from; at < series.length; at += 1) {
      const mean = middle[at] as number;
      let squares = 0;
      for (let back = Math.max(0, at - length + 1); back <= at; back += 1) {
        squares += ((series.close[back] as number) - mean) ** 2;
      }
      const reach = factor * Math.sqrt(squares / length);
      upper[at] = mean + reach;
      lower[at] = mean - reach;
    }
  },
};

/** Volume-weighted average of the typical price, restarted every given number of UTC days. */
export const vwap: IndicatorKind = {
  id: 'vwap',
  name: 'VWAP',
  title: words.vwap,
  place: 'price',
  settings: [{ name: words.daysOfVwap, standard: 1, least: NEVER, most: 365 }],
  outputs: [{ name: words.average, style: 'line' }],
  workColumns: 2,
  compute(series, settings, columns, from) {
    const days = settingAt(settings, 0);
    const average = columnAt(columns, 0);
    const money = columnAt(columns, 1);
    const volumes = columnAt(columns, 2);
    const session = (at: number): number =>
      days === NEVER ? 0 : Math.floor((series.time[at] as number) / (days * DAY_SECONDS));
    for (let at = from; at < series.length; at += 1) {
      const typical =
        ((series.high[at] as number) + (series.low[at] as number) + (series.close[at] as number)) / 3;
      const volume = series.volume[at] as number;
      const goesOn = at > 0 && session(at) === session(at - 1);
      money[at] = typical * volume + (goesOn ? (money[at - 1] as number) : 0);
      volumes[at] = volume + (goesOn ? (volumes[at - 1] as number) : 0);
      const traded = volumes[at] as number;
      // Without a volume there is no average; nothing traded leaves the price itself.
      average[at] = traded === 0 ? typical : (money[at] as number) / traded;
    }
  },
};
