import { closeChange, columnAt, period, settingAt, type IndicatorKind } from './indicator.ts';
import { exponentialAverage, simpleAverage } from './price-indicators.ts';
import { words } from '../words.ts';

/** Relative strength index with Wilder's smoothing ("New Concepts in Technical Trading Systems", 1978). */
export const rsi: IndicatorKind = {
  id: 'rsi',
  name: 'RSI',
  title: words.rsi,
  place: 'pane',
  settings: [period(14)],
  outputs: [{ name: 'RSI', style: 'line' }],
  workColumns: 2,
  guides: [30, 70],
  bounds: [0, 100],
  compute(series, settings, columns, from) {
    const length = settingAt(settings, 0);
    const out = columnAt(columns, 0);
    const gains = columnAt(columns, 1);
    const losses = columnAt(columns, 2);
    for (let at = from; at < series.length; at += 1) {
      const change = closeChange(series, at);
      const gain = Math.max(0, change);
      const loss = Math.max(0, -change);
      // Before the first average the columns hold plain sums.
      const summing = at <= length;
      const before = at === 0 ? 0 : (gains[at - 1] as number);
      const lostBefore = at === 0 ? 0 : (losses[at - 1] as number);
      gains[at] = summing ? before + gain : (before * (length - 1) + gain) / length;
      losses[at] = summing ? lostBefore + loss : (lostBefore * (length - 1) + loss) / length;
      if (at === length) {
        gains[at] = (gains[at] as number) / length;
        losses[at] = (losses[at] as number) / length;
      }
      const both = (gains[at] as number) + (losses[at] as number);
      out[at] = at < length ? NaN : both === 0 ? 50 : (100 * (gains[at] as number)) / both;
    }
  },
};

/** Moving average convergence and divergence: a fast minus a slow exponential average, its signal, and the difference. */
export const macd: IndicatorKind = {
  id: 'macd',
  name: 'MACD',
  title: words.macd,
  place: 'pane',
  settings: [period(12, words.fast), period(26, words.slow), period(9, words.signal)],
  outputs: [
    { name: words.histogram, style: 'bars' },
    { name: 'MACD', style: 'line' },
    { name: words.signal, style: 'line' },
  ],
  workColumns: 2,
  guides: [0],
  compute(series, settings, columns, from) {
    const [fast, slow] = [settingAt(settings, 0), settingAt(settings, 1)];
    const histogram = columnAt(columns, 0);
    const difference = columnAt(columns, 1);
    const signal = columnAt(columns, 2);
    const quick = columnAt(columns, 3);
    const steady = columnAt(columns, 4);
    const start = Math.max(fast, slow) - 1;
    exponentialAverage(series.close, series.length, fast, quick, from);
    exponentialAverage(series.close, series.length, slow, steady, from);
    for (let at = from; at < series.length; at += 1) {
      difference[at] = at < start ? NaN : (quick[at] as number) - (steady[at] as number);
    }
    exponentialAverage(difference, series.length, settingAt(settings, 2), signal, from, start);
    for (let at = from; at < series.length; at += 1) {
      histogram[at] = (difference[at] as number) - (signal[at] as number);
    }
  },
};

/** Average true range with Wilder's smoothing; the first candle's range is its height. */
export const atr: IndicatorKind = {
  id: 'atr',
  name: 'ATR',
  title: words.atr,
  place: 'pane',
  settings: [period(14)],
  outputs: [{ name: 'ATR', style: 'line' }],
  workColumns: 1,
  compute(series, settings, columns, from) {
    const length = settingAt(settings, 0);
    const out = columnAt(columns, 0);
    const ranges = columnAt(columns, 1);
    for (let at = from; at < series.length; at += 1) {
      const high = series.high[at] as number;
      const low = series.low[at] as number;
      const close = at === 0 ? low : (series.close[at - 1] as number);
      ranges[at] = at === 0 ? high - low : Math.max(high, close) - Math.min(low, close);
      if (at < length - 1) out[at] = NaN;
      else if (at === length - 1) {
        let sum = 0;
        for (let back = 0; back < length; back += 1) sum += ranges[back] as number;
        out[at] = sum / length;
      } else out[at] = ((out[at - 1] as number) * (length - 1) + (ranges[at] as number)) / length;
    }
  },
};

/** Slow stochastic: the close's position within the range of the last candles, smoothed, and its signal. */
export const stochastic: IndicatorKind = {
  id: 'stochastic',
  name: 'Stoch',
  title: words.stochastic,
  place: 'pane',
  settings: [period(14), period(3, words.smoothing), period(3, words.signal)],
  outputs: [
    { name: '%K', style: 'line' },
    { name: '%D', style: 'line' },
  ],
  workColumns: 1,
  guides: [20, 80],
  bounds: [0, 100],
  compute(series, settings, columns, from) {
    const [length, smoothing] = [settingAt(settings, 0), settingAt(settings, 1)];
    const smooth = columnAt(columns, 0);
    const signal = columnAt(columns, 1);
    const raw = columnAt(columns, 2);
    for (let at = from; at < series.length; at += 1) {
      let high = -Infinity;
      let low = Infinity;
      for (let back = Math.max(0, at - length + 1); back <= at; back += 1) {
        high = Math.max(high, series.high[back] as number);
        low = Math.min(low, series.low[back] as number);
      }
      raw[at] = high > low ? (100 * ((series.close[at] as number) - low)) / (high - low) : 50;
    }
    simpleAverage(raw, series.length, smoothing, smooth, from, length - 1);
    simpleAverage(smooth, series.length, settingAt(settings, 2), signal, from, length - 1 + smoothing - 1);
  },
};

/** On-balance volume (Granville): volume is added on a higher close and subtracted on a lower one. */
export const obv: IndicatorKind = {
  id: 'obv',
  name: 'OBV',
  title: words.obv,
  place: 'pane',
  settings: [],
  outputs: [{ name: 'OBV', style: 'line' }],
  workColumns: 0,
  compute(series, _settings, columns, from) {
    const out = columnAt(columns, 0);
    for (let at = from; at < series.length; at += 1) {
      const change = closeChange(series, at);
      out[at] = (at === 0 ? 0 : (out[at - 1] as number)) + Math.sign(change) * (series.volume[at] as number);
    }
  },
};
