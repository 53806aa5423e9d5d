import { columnAt, period, settingAt, type IndicatorKind } from './indicator.ts';
import { simpleAverage } from './moving-averages.ts';

const DAY_SECONDS = 86_400;
/** Anchors of the volume-weighted average: the number of days after which it begins anew; 0 never does. */
const NEVER = 0;

/** Bollinger bands: an average and so many population standard deviations around it. */
export const bollinger: IndicatorKind = {
  id: 'bollinger',
  name: 'BB',
  title: 'Bollinger bands',
  place: 'price',
  settings: [period(20), { name: 'Deviations', standard: 2, least: 0.1, most: 10, broken: true }],
  outputs: [
    { name: 'Middle', style: 'line' },
    { name: 'Upper', style: 'band-edge' },
    { name: 'Lower', style: 'band-edge' },
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

/** Volume-weighted average of the typical price, begun anew each so many UTC days. */
export const vwap: IndicatorKind = {
  id: 'vwap',
  name: 'VWAP',
  title: 'Volume-weighted average price',
  place: 'price',
  settings: [{ name: 'Days, 0 for all', standard: 1, least: NEVER, most: 365 }],
  outputs: [{ name: 'Average', style: 'line' }],
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
      average[at] = traded > 0 ? (money[at] as number) / traded : typical;
    }
  },
};
