import { CANDLE_PERIODS, type ChartPeriod, type FeedState } from '#domain/candle.ts';
import type { Drawing, DrawingKind } from '../../chart/drawings.ts';
import type { IndicatorChoice } from '../../chart/indicators/catalogue.ts';
import type { PaneShares } from '../../chart/pane-heights.ts';
import type { ScaleKind } from '../../chart/price-scale.ts';
import type { ChartType } from '../../chart/scene.ts';
import type { TimeZoneChoice } from '../../chart/time-labels.ts';
import type { ChartPair } from './chart-feed.ts';
import { words } from './words.ts';

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
  /** The chart changed its drawings from `before` to `after`; others may be on the pair that it does not show yet. */
  keepDrawings(pair: ChartPair, before: readonly Drawing[], after: readonly Drawing[]): void;
  /** Tells a chart what other charts change; absent where there are none. */
  follow?(chart: FollowingChart): void;
}

/** A chart that takes over what other charts and windows change. */
export interface FollowingChart {
  readonly pair: () => ChartPair | undefined;
  readonly takeSettings: (settings: ChartSettings) => void;
  readonly takeDrawings: (drawings: readonly Drawing[]) => void;
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
  '20s': { short: words.short20s, long: words.long20s },
  '1min': { short: words.short1min, long: words.long1min },
  '5min': { short: words.short5min, long: words.long5min },
  '15min': { short: words.short15min, long: words.long15min },
  '30min': { short: words.short30min, long: words.long30min },
  '1hour': { short: words.short1hour, long: words.long1hour },
  '2hour': { short: words.short2hour, long: words.long2hour },
  '4hour': { short: words.short4hour, long: words.long4hour },
  '12hour': { short: words.short12hour, long: words.long12hour },
  '1day': { short: words.short1day, long: words.long1day },
  '1week': { short: words.short1week, long: words.long1week },
  '1month': { short: words.short1month, long: words.long1month },
};

export const typeWords: Readonly<Record<ChartType, string>> = {
  candles: words.candles,
  hollow: words.hollow,
  bars: words.bars,
  line: words.line,
  area: words.area,
  'heikin-ashi': words.heikinAshi,
};

export const scaleWords: Readonly<Record<ScaleKind, string>> = {
  linear: words.linear,
  logarithmic: words.logarithmic,
  percent: words.percent,
};

export const drawingWords: Readonly<Record<DrawingKind, string>> = {
  horizontal: words.horizontal,
  trend: words.trend,
  ray: words.ray,
  channel: words.channel,
  fibonacci: words.fibonacci,
  extension: words.extension,
  text: words.text,
  measure: words.measure,
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
  loading: { short: words.loadingShort, long: words.loadingLong },
  live: { short: words.liveShort, long: words.liveLong },
  late: { short: words.lateShort, long: words.lateLong },
  polling: { short: words.pollingShort, long: words.pollingLong },
  stopped: { short: words.stoppedShort, long: words.stoppedLong },
};
