import { columnAt, period, settingAt, type IndicatorKind } from './indicator.ts';

/** A running sum is begun anew after so many values, so that rounding errors cannot add up. */
const RESTART = 256;

/**
 * Simple moving average: the mean of the last `length` values. `start` is the index of the first value that is defined.
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
 * Exponential moving average with the weight 2 / (length + 1), begun with the first value that is defined
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
  outputs: [{ name: 'Average', style: 'line' }],
  workColumns: 0,
  compute(series, settings, columns, from) {
    average(series.close, series.length, settingAt(settings, 0), columnAt(columns, 0), from);
  },
});

export const sma = ofCloses('sma', 'Simple moving average', 20, simpleAverage);
export const ema = ofCloses('ema', 'Exponential moving average', 50, exponentialAverage);
export const wma = ofCloses('wma', 'Weighted moving average', 20, weightedAverage);
