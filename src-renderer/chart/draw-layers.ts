import { bucketEnd } from '#domain/candle.ts';
import {
  axisFont,
  drawTag,
  drawTimeAxis,
  drawValueAxis,
  exactText,
  type TimeMark,
  timeMarks,
} from './draw-axes.ts';
import { drawDrawing } from './draw-drawings.ts';
import { drawHandles, drawOverlays } from './draw-overlays.ts';
import { drawBars, drawLine, drawRuns, drawVolumes } from './draw-series.ts';
import { timeAt, type Drawing } from './drawings.ts';
import type { Pen } from './pen.ts';
import {
  clipped,
  comparisonFactor,
  dashAcross,
  holds,
  plotWidth,
  sharp,
  type Pane,
  type Scene,
} from './scene.ts';
import { countdownLabel, timeLabel } from './time-labels.ts';

/** The base layer, which most ticks leave alone: axes and all bars but the last. */
export function drawBase(pen: Pen, scene: Scene): void {
  const marks = timeMarks(scene);
  for (const pane of scene.panes) drawPane(pen, scene, pane, marks);
}

function drawPane(pen: Pen, scene: Scene, pane: Pane, marks: readonly TimeMark[]): void {
  drawTimeAxis(pen, scene, pane, marks, scene.panes.at(-1) === pane);
  drawValueAxis(pen, scene, pane);
  if (scene.series.length === 0) return;
  const { bars } = scene;
  const to = Math.min(bars.end, bars.live);
  const span = { pen, scene, scale: pane.scale, from: bars.first, to };
  clipped(pen, scene, pane, () => {
    if (pane.kind === 'volume') drawVolumes(span);
    if (pane.kind === 'indicator') drawGuides(pen, scene, pane);
    if (pane.kind === 'price') {
      drawBars(span);
      drawComparison(pen, scene, pane);
    }
    drawRuns(span, pane.runs);
  });
  if (pane.kind !== 'price') return;
  for (const drawing of scene.drawings) drawDrawing(pen, scene, drawing);
  drawOverlays(pen, scene, pane);
}

function drawGuides(pen: Pen, scene: Scene, pane: Pane): void {
  const guides = pane.runs.flatMap(({ run }) => run.kind.guides ?? []);
  pen.fillStyle = scene.palette.lineStrong;
  for (const guide of guides) dashAcross(pen, scene, pane.scale.toY(guide), 4, 8);
}

/** The other pair's closes, scaled so that both lines start at the same height in view. */
function drawComparison(pen: Pen, scene: Scene, pane: Pane): void {
  const factor = comparisonFactor(scene);
  if (factor === undefined || scene.comparison === undefined) return;
  pen.strokeStyle = scene.palette.other;
  pen.lineWidth = 1.5;
  const { first, end, live } = scene.bars;
  const span = { pen, scene, scale: pane.scale, from: first, to: Math.min(end, live + 1) };
  drawLine(span, scene.comparison.closes, factor);
}

/**
 * The parts that a tick changes: the last bar, the last segment of each line, the last price, and the labels on top of
 * them.
 */
export function drawLive(pen: Pen, scene: Scene): void {
  const { bars, series } = scene;
  if (series.length === 0) return;
  const inSight = bars.live >= bars.first && bars.live < bars.end;
  for (const pane of scene.panes) {
    if (inSight) {
      clipped(pen, scene, pane, () => {
        const span = { pen, scene, scale: pane.scale, from: bars.live, to: bars.live + 1 };
        if (pane.kind === 'volume') drawVolumes(span);
        if (pane.kind === 'price') drawBars(span);
        drawRuns(span, pane.runs);
      });
    }
    if (pane.kind === 'price') drawLastPrice(pen, scene, pane);
  }
  drawHandles(pen, scene);
}

/** Seconds until the last candle closes; absent once it should have closed. */
function secondsLeft(scene: Scene): number | undefined {
  const start = scene.store.time[scene.store.length - 1];
  if (start === undefined) return undefined;
  const left = bucketEnd(start, scene.periodSeconds) - scene.now;
  return left > 0 && left <= scene.periodSeconds ? left : undefined;
}

function drawLastPrice(pen: Pen, scene: Scene, pane: Pane): void {
  const last = scene.store.length - 1;
  const close = scene.store.close[last] as number;
  const rising = close >= (scene.store.open[last] as number);
  const colour = rising ? scene.palette.up : scene.palette.down;
  const y = pane.scale.toY(close);
  if (!holds(pane, y)) return;
  pen.fillStyle = colour;
  dashAcross(pen, scene, y, 3, 6);
  const left = secondsLeft(scene);
  const price = exactText(pane, close);
  const lines = left === undefined ? [price] : [price, countdownLabel(left)];
  drawTag(pen, scene, pane, y, lines, colour, scene.palette.background);
}

/** State of the pointer layer. */
export interface PointerState {
  /** Pixels relative to the chart; absent while the pointer is elsewhere. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  /** The candle under the crosshair. */
  readonly index: number | undefined;
  /** The crosshair was moved by keys: only its vertical line is drawn. */
  readonly byKeys: boolean;
  /** The drawing that is being made or is selected, and the anchor of it that the keys hold. */
  readonly active: Drawing | undefined;
  readonly held?: number | undefined;
}

/** The crosshair with its labels, and the active drawing. */
export function drawPointer(pen: Pen, scene: Scene, state: PointerState): void {
  if (state.active !== undefined) drawDrawing(pen, scene, state.active, { held: state.held });
  if (state.at !== undefined && scene.series.length > 0) drawCrosshair(pen, scene, state, state.at);
}

function drawCrosshair(
  pen: Pen,
  scene: Scene,
  state: PointerState,
  at: Exclude<PointerState['at'], undefined>,
): void {
  const { palette, viewport } = scene;
  const width = plotWidth(scene);
  const thin = 1 / scene.pixelRatio;
  const bottom = scene.height - scene.timeHeight;
  const bar = state.index === undefined ? undefined : Math.floor(state.index / scene.bars.size);
  const x = bar === undefined ? at.x : viewport.toX((bar + 0.5) * scene.bars.size);
  pen.fillStyle = palette.textFaint;
  if (x >= 0 && x <= width) {
    for (let y = 0; y < bottom; y += 6) pen.fillRect(sharp(scene, x), y, thin, 3);
    const position = state.index ?? Math.floor(viewport.toPosition(at.x));
    const moment = timeAt(scene.series, position, scene.periodSeconds);
    drawTimeTag(pen, scene, x, timeLabel(moment, scene.zone, scene.periodSeconds));
  }
  if (state.byKeys) return;
  const pane = scene.panes.find(({ top, height }) => at.y >= top && at.y < top + height);
  if (pane === undefined) return;
  pen.fillStyle = palette.textFaint;
  dashAcross(pen, scene, at.y, 3, 6, scene.handles);
  const value = pane.scale.toValue(at.y);
  drawTag(pen, scene, undefined, at.y, [exactText(pane, value)], palette.lineStrong, palette.text);
}

function drawTimeTag(pen: Pen, scene: Scene, x: number, text: string): void {
  pen.font = axisFont(scene);
  const width = pen.textWidth(text) + 16;
  const left = Math.max(0, Math.min(plotWidth(scene) - width, x - width / 2));
  const top = scene.height - scene.timeHeight + 3;
  pen.fillStyle = scene.palette.lineStrong;
  pen.beginPath();
  pen.roundRect(sharp(scene, left), top, width, scene.timeHeight - 6, 2);
  pen.fill();
  pen.fillStyle = scene.palette.text;
  pen.textAlign = 'left';

  pen.fillText(text, left + 8, top + (scene.timeHeight - 6) / 2);
}
