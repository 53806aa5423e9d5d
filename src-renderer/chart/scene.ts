import type { CandleStore, Columns } from './candle-store.ts';
import type { Drawing } from './drawings.ts';
import type { IndicatorRun } from './indicators/catalogue.ts';
import type { PriceScale } from './price-scale.ts';
import { bucketsOf, levelFor, type Pyramid } from './pyramid.ts';
import { line, type Shape } from './shapes.ts';
import type { TimeZoneChoice } from './time-labels.ts';
import type { Viewport } from './viewport.ts';

export type ChartType = 'candles' | 'hollow' | 'bars' | 'line' | 'area' | 'heikin-ashi';

/** Everything a frame is painted from. */
export interface Scene {
  readonly store: CandleStore;
  /** Candles of the bars: the store, or its Heikin-Ashi candles. */
  readonly series: Columns;
  readonly pyramid: Pyramid;
  readonly viewport: Viewport;
  readonly panes: readonly Pane[];
  readonly palette: Palette;
  readonly type: ChartType;
  /** The zone of all times shown; see `labelZone`. */
  readonly zone: TimeZoneChoice;
  readonly periodSeconds: number;
  readonly pixelRatio: number;
  readonly width: number;
  readonly height: number;
  /** Width of the value axis at the right, and height of the time axis at the bottom. */
  readonly axisWidth: number;
  readonly timeHeight: number;
  readonly overlays: Overlays;
  /** Pixels that a text is wide in the typeface of the axes. */
  readonly widthOf: (text: string) => number;
  /** The labels of the overlay lines, as they were last painted. */
  readonly handles: readonly Handle[];
  readonly drawings: readonly Drawing[];
  readonly comparison: Comparison | undefined;
  readonly bars: Bars;
  /** Unix seconds. */
  readonly now: number;
}

/** One of the stacked plots. */
export interface Pane {
  readonly kind: 'price' | 'volume' | 'indicator';
  readonly top: number;
  readonly height: number;
  readonly scale: PriceScale;
  /** Indicators drawn here, each with the index of its first colour. */
  readonly runs: readonly { readonly run: IndicatorRun; readonly colour: number }[];
}

/** The visible bars: single candles, or buckets of the pyramid once a candle is narrower than two pixels. */
export interface Bars {
  readonly level: number;
  /** Candles per bar. */
  readonly size: number;
  /** The first visible bar, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** The bar with the last candle, painted on the live layer. */
  readonly live: number;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly volume: Float64Array;
  /** Pixels per bar, including its gap. */
  readonly pitch: number;
}

/** Closes of another pair, one per candle of this one; NaN before its first. */
export interface Comparison {
  readonly label: string;
  readonly closes: Float64Array;
}

/** A horizontal line at a price: an open order, an alert, a step of a plan, what was paid on average. */
export interface OverlayLine {
  readonly id: string;
  readonly price: number;
  /** `draft` is a price that is being entered; `cost` is what was paid. */
  readonly kind: 'buy' | 'sell' | 'alert' | 'draft' | 'cost';
  /** A short label: `Sell 120 SNEK`. */
  readonly label: string;
  /** The hint on its label, one sentence per line. */
  readonly detail?: readonly string[];
  /** Tooltip of the cross on its label: `Cancel this order…`. Without it there is no cross. */
  readonly closing?: string;
  /** The user can drag it; it is kept in view. */
  readonly draggable?: boolean;
  /** The user can drag it to where it is to go, and it stays where it is until then. */
  readonly movable?: boolean;
}

/** A rectangle in pixels of the chart. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The label of an overlay line, where it is painted and pointed at. */
export interface Handle {
  readonly line: OverlayLine;
  /** The line's position; the label may be elsewhere for lack of room. */
  readonly y: number;
  readonly text: string;
  readonly box: Box;
  /** The cross at its right end. */
  readonly cross: Box | undefined;
}

/** A mark at a time and a price: one of the user's fills. */
export interface OverlayMark {
  readonly id: string;
  /** Unix seconds. */
  readonly time: number;
  readonly price: number;
  readonly kind: 'buy' | 'sell' | 'note';
  readonly label: string;
}

export interface Overlays {
  readonly lines: readonly OverlayLine[];
  readonly marks: readonly OverlayMark[];
}

export const noOverlays: Overlays = { lines: [], marks: [] };

/** Colours, as CSS colours that a canvas understands, and the typeface. */
export interface Palette {
  readonly background: string;
  readonly raised: string;
  readonly grid: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly textSoft: string;
  readonly textFaint: string;
  readonly up: string;
  readonly down: string;
  readonly accent: string;
  readonly accentInk: string;
  readonly amber: string;
  /** The line of another pair. */
  readonly other: string;
  /** Lines of indicators, in the order they were added. */
  readonly series: readonly string[];
  readonly font: string;
}

export function seriesColour(palette: Palette, at: number): string {
  return palette.series[at % palette.series.length] ?? palette.textSoft;
}

/** Buckets are merged until they are this wide. */
const LEAST_BAR_PIXELS = 2;

export function barsInSight(series: Columns, pyramid: Pyramid, viewport: Viewport): Bars {
  const level = levelFor(viewport.spacing, LEAST_BAR_PIXELS);
  const columns = level === 0 ? series : pyramid.level(level);
  const size = 2 ** level;
  return {
    level,
    size,
    first: viewport.first >> level,
    end: Math.min(bucketsOf(series.length, level), Math.ceil(viewport.end / size)),
    live: bucketsOf(series.length, level) - 1,
    high: columns.high,
    low: columns.low,
    volume: columns.volume,
    pitch: viewport.spacing * size,
  };
}

/** Bars on a pane's scale: from `from` up to but not including `to`. */
export interface BarSpan {
  readonly scene: Scene;
  readonly scale: PriceScale;
  readonly from: number;
  readonly to: number;
}

/** The middle of a bar, in pixels of the plot. */
export function middleOf(scene: Scene, bar: number): number {
  return scene.viewport.toX((bar + 0.5) * scene.bars.size);
}

export function openOf(scene: Scene, bar: number): number {
  return scene.series.open[bar * scene.bars.size] as number;
}

/** Index of a bar's last candle. */
export function lastOf(scene: Scene, bar: number): number {
  return Math.min(scene.series.length, (bar + 1) * scene.bars.size) - 1;
}

export function closeOf(scene: Scene, bar: number): number {
  return scene.series.close[lastOf(scene, bar)] as number;
}

export function isRise(scene: Scene, bar: number): boolean {
  return closeOf(scene, bar) >= openOf(scene, bar);
}

/** The factor that makes the other pair start in view at this pair's price. */
export function comparisonFactor(scene: Scene): number | undefined {
  if (scene.comparison === undefined) return undefined;
  const { closes } = scene.comparison;
  for (let at = scene.viewport.first; at < scene.viewport.end; at += 1) {
    const other = closes[at];
    if (other !== undefined && other > 0) return (scene.store.close[at] as number) / other;
  }
  return undefined;
}

export function pricePane(scene: Scene): Pane | undefined {
  return scene.panes.find(({ kind }) => kind === 'price');
}

/** Whether a y position is within a pane. */
export function holds(pane: Pane, y: number): boolean {
  return y >= pane.top && y <= pane.top + pane.height;
}

/** Width of the plot, without the axis. */
export function plotWidth(scene: Scene): number {
  return scene.width - scene.axisWidth;
}

/** Rounds to device pixels, so that edges are sharp. */
export function sharp(scene: Scene, pixels: number): number {
  return Math.round(pixels * scene.pixelRatio) / scene.pixelRatio;
}

/** A dashed line across the plot, one device pixel thick: strokes of `dash` pixels, which begin `pitch` pixels apart. */
export function dashAcross(scene: Scene, y: number, stroke: string, dash: number, pitch: number): Shape {
  const thin = 1 / scene.pixelRatio;
  const middle = sharp(scene, y) + thin / 2;
  return line([0, middle], [plotWidth(scene), middle], { stroke, width: thin, dash: [dash, pitch - dash] });
}
