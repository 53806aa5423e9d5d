import type { CandleArrays } from '../../../src-renderer/chart/candle-store.ts';
import type { Walk } from './series.ts';

/** A chart library as the bench drives it: candles, volumes, a simple average of 20 and an exponential one of 50. */
export interface Rival {
  /** Makes the chart and hands it all candles; resolves once nothing but frames is waited for. */
  create(element: HTMLElement, candles: Walk): Promise<void> | void;
  /** One live update of the last candle, or the candle after it, with its volume and both averages. */
  tick(candle: Tick): void;
  /** Moves the view by so many pixels. */
  pan(pixels: number): void;
  /** Makes candles wider (above 1) or narrower around the middle. */
  zoom(factor: number): void;
  /** Shows all candles. */
  fit(): void;
  /** Shows the last candles, so many of them. */
  showLast(count: number): void;

  // Figures that the library reports: the bench makes sure that actions change them.

  /** Position, Unix seconds and close of the last candle. */
  last(): readonly [position: number, time: number, close: number];
  /** Positions of the candles at both edges. */
  edges(): readonly [number, number];
  /** Position of the candle at the crosshair; absent without a crosshair. */
  pointed(): number | undefined;
}

/** A state of the last candle, or of a new one. */
export interface Tick {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export const WIDTH = 1_000;
export const HEIGHT = 600;
export const PERIOD = 300;

/** A candle as an object, for libraries that take objects. */
export function rowAt(candles: CandleArrays, at: number): Tick {
  return {
    time: candles.time[at] ?? 0,
    open: candles.open[at] ?? 0,
    high: candles.high[at] ?? 0,
    low: candles.low[at] ?? 0,
    close: candles.close[at] ?? 0,
    volume: candles.volume[at] ?? 0,
  };
}

/** A candle in columns, for the charts that take columns. */
export const columnsOf = ({ time, open, high, low, close, volume }: Tick): CandleArrays => ({
  time: [time],
  open: [open],
  high: [high],
  low: [low],
  close: [close],
  volume: [volume],
});
