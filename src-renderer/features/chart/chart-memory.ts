import type { CandlePeriod } from '#domain/candle.ts';
import type { Drawing } from '../../chart/drawings.ts';
import type { IndicatorChoice } from '../../chart/indicators/catalogue.ts';
import type { ScaleKind } from '../../chart/price-scale.ts';
import type { ChartType } from '../../chart/scene.ts';
import type { TimeZoneChoice } from '../../chart/time-labels.ts';
import type { ChartPair } from './chart-feed.ts';

export type PriceColours = 'green-red' | 'blue-orange';

/** How the user set the chart up, for all pairs. */
export interface ChartSettings {
  readonly period: CandlePeriod;
  readonly type: ChartType;
  readonly scale: ScaleKind;
  readonly zone: TimeZoneChoice;
  readonly volume: boolean;
  readonly colours: PriceColours;
  readonly indicators: readonly IndicatorChoice[];
}

/** Keeps what the user set up and drew. */
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
  colours: 'green-red',
  indicators: [
    { id: 'sma-1', kind: 'sma', settings: [20] },
    { id: 'ema-1', kind: 'ema', settings: [50] },
  ],
};

/** Names a pair whatever its label. */
export function keyOf({ base, quote }: ChartPair): string {
  return `${base}/${quote}`;
}
