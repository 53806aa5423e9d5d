import { CANDLE_PERIODS, type ChartPeriod } from '#domain/candle.ts';
import type { Drawing, DrawingKind } from '../../chart/drawings.ts';
import type { IndicatorChoice } from '../../chart/indicators/catalogue.ts';
import type { PaneShares } from '../../chart/pane-heights.ts';
import type { ScaleKind } from '../../chart/price-scale.ts';
import type { ChartType } from '../../chart/scene.ts';
import type { TimeZoneChoice } from '../../chart/time-labels.ts';
import type { ChartPair, FeedState } from './chart-feed.ts';

export type PriceColours = 'green-red' | 'blue-orange';

/** The user's chart settings, shared by all pairs. */
export interface ChartSettings {
  readonly period: ChartPeriod;
  readonly type: ChartType;
  readonly scale: ScaleKind;
  readonly zone: TimeZoneChoice;
  readonly volume: boolean;
  /** Whether the average cost of what is held is drawn. */
  readonly cost: boolean;
  readonly colours: PriceColours;
  readonly indicators: readonly IndicatorChoice[];
  /** Heights of the panes below the prices, where they were set by hand. */
  readonly panes: PaneShares;
}

/** Stores settings and drawings. */
export interface ChartMemory {
  settings(): Promise<ChartSettings | undefined>;
  keepSettings(settings: ChartSettings): void;
  drawings(pair: ChartPair): Promise<readonly Drawing[]>;
  keepDrawings(pair: ChartPair, drawings: readonly Drawing[]): void;
}

export const standardSettings: ChartSettings = {
  period: '15min',
  type: 'candles',
  scale: 'linear',
  zone: 'local',
  volume: true,
  cost: true,
  colours: 'green-red',
  indicators: [
    { id: 'sma-1', kind: 'sma', settings: [20] },
    { id: 'ema-1', kind: 'ema', settings: [50] },
  ],
  panes: {},
};

/** The key that selects a period; composed periods have none. */
export function digitOfPeriod(period: ChartPeriod): string | undefined {
  const at = (CANDLE_PERIODS as readonly ChartPeriod[]).indexOf(period);
  return at === -1 ? undefined : String(at + 1);
}

/** Identifies a pair regardless of its label. */
export function keyOf({ base, quote }: ChartPair): string {
  return `${base}/${quote}`;
}

export const periodWords: Readonly<Record<ChartPeriod, { readonly short: string; readonly long: string }>> = {
  '20s': { short: '20s', long: '20 seconds' },
  '1min': { short: '1m', long: '1 minute' },
  '5min': { short: '5m', long: '5 minutes' },
  '15min': { short: '15m', long: '15 minutes' },
  '30min': { short: '30m', long: '30 minutes' },
  '1hour': { short: '1h', long: '1 hour' },
  '2hour': { short: '2h', long: '2 hours' },
  '4hour': { short: '4h', long: '4 hours' },
  '12hour': { short: '12h', long: '12 hours' },
  '1day': { short: '1d', long: '1 day' },
  '1week': { short: '1w', long: '1 week' },
  '1month': { short: '1M', long: '1 month' },
};

export const typeWords: Readonly<Record<ChartType, string>> = {
  candles: 'Candles',
  hollow: 'Hollow candles',
  bars: 'Bars',
  line: 'Line',
  area: 'Area',
  'heikin-ashi': 'Heikin-Ashi',
};

export const scaleWords: Readonly<Record<ScaleKind, string>> = {
  linear: 'Linear',
  logarithmic: 'Logarithmic',
  percent: 'Percent',
};

export const drawingWords: Readonly<Record<DrawingKind, string>> = {
  horizontal: 'Horizontal line',
  trend: 'Trend line',
  ray: 'Ray',
  channel: 'Parallel channel',
  fibonacci: 'Fibonacci retracement',
  extension: 'Fibonacci extension',
  text: 'Text',
  measure: 'Measure',
};

/** With Alt, the letter that chooses a drawing tool. */
export const drawingLetters: Readonly<Record<DrawingKind, string>> = {
  horizontal: 'H',
  trend: 'T',
  ray: 'R',
  channel: 'C',
  fibonacci: 'F',
  extension: 'E',
  text: 'X',
  measure: 'M',
};

export const stateWords: Readonly<Record<FeedState, { readonly short: string; readonly long: string }>> = {
  loading: { short: 'loading', long: 'Loading candles' },
  live: { short: 'live', long: 'Candles are streaming' },
  late: { short: 'late', long: 'The stream is silent or reconnecting' },
  polling: { short: 'polling', long: 'This period has no stream: polled at intervals' },
  stopped: { short: 'stopped', long: 'Not connected: no new candles' },
};
