import { inLanguage } from '../words/in-language.ts';

/** The meaning of a line on the chart, its label, and its price. */
export interface LineAt {
  readonly line: 'alert' | 'order';
  readonly label: string;
  readonly price: string;
}

export const words = inLanguage('chart/words', {
  /** From January on, with bars between them. */
  months: 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec',
  /** From Sunday on. */
  weekdays: 'Sun|Mon|Tue|Wed|Thu|Fri|Sat',
  dayOfMonth: ({ day, month }: { readonly day: number; readonly month: string }) => `${day}\u00a0${month}`,
  fullDay: ({
    weekday,
    day,
    month,
    year,
  }: {
    readonly weekday: string;
    readonly day: number;
    readonly month: string;
    readonly year: number;
  }) => `${weekday} ${day} ${month} ${year}`,
  daysAndHours: ({ days, hours }: { readonly days: number; readonly hours: number }) => `${days}d ${hours}h`,
  minutes: ({ figure }: { readonly figure: string }) => `${figure} min`,
  hours: ({ figure }: { readonly figure: string }) => `${figure} h`,
  days: ({ figure }: { readonly figure: string }) => `${figure} d`,
  bars: ({ bars }: { readonly bars: number }) => `${bars} bars`,

  lineAt: ({ label, price }: LineAt) => `${label} at ${price}`,

  text: 'Text',
  volume: 'Volume',
  noCandles: 'No candles in view.',
  notKnown: 'not known',
  utc: 'UTC',
  localTime: 'local time',
  trend: ({ trend }: { readonly trend: 'little' | 'up' | 'down' }) => TRENDS[trend],
  candles: ({
    candles,
    from,
    to,
    zone,
  }: {
    readonly candles: number;
    readonly from: string;
    readonly to: string;
    readonly zone: string;
  }) => `${candles} candles from ${from} to ${to}, ${zone}.`,
  moved: ({
    trend,
    from,
    to,
    change,
  }: {
    readonly trend: string;
    readonly from: string;
    readonly to: string;
    readonly change: string;
  }) => `${trend}: from ${from} to ${to}, ${change}.`,
  extremes: ({
    highest,
    highestAt,
    lowest,
    lowestAt,
    volume,
  }: {
    readonly highest: string;
    readonly highestAt: string;
    readonly lowest: string;
    readonly lowestAt: string;
    readonly volume: string;
  }) => `Highest ${highest} at ${highestAt}, lowest ${lowest} at ${lowestAt}, volume ${volume}.`,

  rsi: 'Relative strength index',
  macd: 'Moving average convergence divergence',
  atr: 'Average true range',
  stochastic: 'Stochastic',
  obv: 'On-balance volume',
  sma: 'Simple moving average',
  ema: 'Exponential moving average',
  wma: 'Weighted moving average',
  bollinger: 'Bollinger bands',
  vwap: 'Volume-weighted average price',
  length: 'Length',
  fast: 'Fast',
  slow: 'Slow',
  signal: 'Signal',
  smoothing: 'Smoothing',
  histogram: 'Histogram',
  average: 'Average',
  deviations: 'Deviations',
  middle: 'Middle',
  upper: 'Upper',
  lower: 'Lower',
  daysOfVwap: 'Days, 0 for all',
});

const TRENDS: Readonly<Record<'little' | 'up' | 'down', string>> = {
  little: 'Little changed',
  up: 'Up',
  down: 'Down',
};
