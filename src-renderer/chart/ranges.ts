import type { IndicatorRun } from './indicators/catalogue.ts';
import { comparisonFactor, lastOf, type Pane, type Scene } from './scene.ts';

/** Share of the visible price range that may be added above or below it. */
const DRAFT_ROOM = 1;

interface Span {
  low: number;
  high: number;
}

/** Fits every pane's scale to what is in view, except those set by hand. */
export function fitScales(scene: Scene): void {
  for (const pane of scene.panes) {
    if (pane.kind === 'price') {
      pane.scale.base = scene.store.close[scene.viewport.first] ?? 1;
      if (pane.scale.automatic) fitPrices(scene, pane);
    } else if (pane.kind === 'volume') {
      const { volume } = scene.pyramid.extent(scene.bars.level, scene.bars.first, scene.bars.end);
      pane.scale.fit(0, volume > 0 ? volume : 1, 0);
    } else fitIndicators(scene, pane);
  }
}

/** True if the last bar and the last value of each line fit the current scales. */
export function lastFits(scene: Scene): boolean {
  const { bars, series } = scene;
  const last = series.length - 1;
  if (bars.live < bars.first || bars.live >= bars.end) return true;
  return scene.panes.every((pane) => {
    const { low, high, automatic } = pane.scale;
    const within = (value: number): boolean => !(value < low) && !(value > high);
    if (pane.kind === 'volume') return within(bars.volume[bars.live] as number);
    if (!automatic) return true;
    const barFits =
      pane.kind === 'indicator' ||
      (within(bars.low[bars.live] as number) && within(bars.high[bars.live] as number));
    return barFits && pane.runs.every(({ run }) => outputsFit(run, last, within));
  });
}

function outputsFit(run: IndicatorRun, last: number, within: (value: number) => boolean): boolean {
  for (let output = 0; output < run.kind.outputs.length; output += 1) {
    if (!within(run.columns[output]?.[last] ?? NaN)) return false;
  }
  return true;
}

function fitPrices(scene: Scene, pane: Pane): void {
  const { bars, pyramid } = scene;
  const extent = pyramid.extent(bars.level, bars.first, bars.end);
  const span = { low: extent.low, high: extent.high };
  for (const { run } of pane.runs) widenByRun(span, scene, run);
  const factor = comparisonFactor(scene);
  if (factor !== undefined && scene.comparison !== undefined) {
    widenByColumn(span, scene, scene.comparison.closes, factor);
  }
  widenByDrafts(span, scene);
  pane.scale.fit(span.low, span.high);
}

/** Draggable lines are kept in view, unless that would squeeze the candles. */
function widenByDrafts(span: Span, scene: Scene): void {
  const room = (span.high - span.low) * DRAFT_ROOM;
  const [least, most] = [span.low - room, span.high + room];
  for (const { draggable, price } of scene.overlays.lines)
    if (draggable === true && price > least && price < most) widen(span, price);
}

function fitIndicators(scene: Scene, pane: Pane): void {
  const span = { low: Infinity, high: -Infinity };
  for (const { run } of pane.runs) {
    widenByRun(span, scene, run);
    for (const value of [...(run.kind.bounds ?? []), ...(run.kind.guides ?? [])]) widen(span, value);
  }
  pane.scale.fit(span.low, span.high);
}

function widenByRun(span: Span, scene: Scene, run: IndicatorRun): void {
  for (let output = 0; output < run.kind.outputs.length; output += 1) {
    const column = run.columns[output];
    if (column !== undefined) widenByColumn(span, scene, column, 1);
  }
}

/** Reads one value per bar: accurate enough for a line, and bounded however much is in view. */
function widenByColumn(span: Span, scene: Scene, column: Float64Array, factor: number): void {
  for (let bar = scene.bars.first; bar < scene.bars.end; bar += 1) {
    widen(span, (column[lastOf(scene, bar)] as number) * factor);
  }
}

function widen(span: Span, value: number): void {
  if (value < span.low) span.low = value;
  if (value > span.high) span.high = value;
}
