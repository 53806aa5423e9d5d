import { axisFont, drawTag, drawTimeAxis, drawValueAxis, exactText } from './draw-axes.ts';
import { drawBars, drawLine, drawRuns, drawVolumes } from './draw-series.ts';
import { drawDrawing } from './draw-drawings.ts';
import { drawOverlays } from './draw-overlays.ts';
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
import { timeAt, type Drawing } from './drawings.ts';

/** Everything of a pane that a tick does not change: its axes and all bars but the last. */
export function drawPane(context: CanvasRenderingContext2D, scene: Scene, pane: Pane): void {
  const last = scene.panes.at(-1) === pane;
  drawTimeAxis(context, scene, pane, last);
  drawValueAxis(context, scene, pane);
  if (scene.series.length === 0) return;
  const { bars } = scene;
  const to = Math.min(bars.end, bars.live);
  const span = { context, scene, scale: pane.scale, from: bars.first, to };
  clipped(context, scene, pane, () => {
    if (pane.kind === 'volume') drawVolumes(span);
    if (pane.kind === 'indicator') drawGuides(context, scene, pane);
    if (pane.kind === 'price') {
      drawBars(span);
      drawComparison(context, scene, pane);
    }
    drawRuns(span, pane.runs);
  });
  if (pane.kind !== 'price') return;
  for (const drawing of scene.drawings) drawDrawing(context, scene, drawing, false);
  drawOverlays(context, scene, pane);
}

function drawGuides(context: CanvasRenderingContext2D, scene: Scene, pane: Pane): void {
  const guides = pane.runs.flatMap(({ run }) => run.kind.guides ?? []);
  context.fillStyle = scene.palette.lineStrong;
  for (const guide of guides) dashAcross(context, scene, pane.scale.toY(guide), 4, 8);
}

/** The other pair's closes, moved so that both begin at one height in sight. */
function drawComparison(context: CanvasRenderingContext2D, scene: Scene, pane: Pane): void {
  const factor = comparisonFactor(scene);
  if (factor === undefined || scene.comparison === undefined) return;
  context.strokeStyle = scene.palette.other;
  context.lineWidth = 1.5;
  const { first, end, live } = scene.bars;
  const span = { context, scene, scale: pane.scale, from: first, to: Math.min(end, live + 1) };
  drawLine(span, scene.comparison.closes, factor);
}

/** What a tick changes: the last bar with the last pieces of all lines, and the line of the last price. */
export function drawLive(context: CanvasRenderingContext2D, scene: Scene): void {
  const { bars, series } = scene;
  if (series.length === 0) return;
  const inSight = bars.live >= bars.first && bars.live < bars.end;
  for (const pane of scene.panes) {
    if (inSight) {
      clipped(context, scene, pane, () => {
        const span = { context, scene, scale: pane.scale, from: bars.live, to: bars.live + 1 };
        if (pane.kind === 'volume') drawVolumes(span);
        if (pane.kind === 'price') drawBars(span);
        drawRuns(span, pane.runs);
      });
    }
    if (pane.kind === 'price') drawLastPrice(context, scene, pane);
  }
}

/** Seconds until the last candle closes; absent once it should have closed. */
function secondsLeft(scene: Scene): number | undefined {
  const start = scene.store.time[scene.store.length - 1];
  if (start === undefined) return undefined;
  const left = start + scene.periodSeconds - scene.now;
  return left > 0 && left <= scene.periodSeconds ? left : undefined;
}

function drawLastPrice(context: CanvasRenderingContext2D, scene: Scene, pane: Pane): void {
  const last = scene.store.length - 1;
  const close = scene.store.close[last] as number;
  const rising = close >= (scene.store.open[last] as number);
  const colour = rising ? scene.palette.up : scene.palette.down;
  const y = pane.scale.toY(close);
  if (!holds(pane, y)) return;
  context.fillStyle = colour;
  dashAcross(context, scene, y, 3, 6);
  const left = secondsLeft(scene);
  const price = exactText(pane, close);
  const lines = left === undefined ? [price] : [price, countdownLabel(left)];
  drawTag(context, scene, y, lines, colour, scene.palette.background);
}

/** What follows the pointer. */
export interface PointerState {
  /** Pixels within the chart; absent while nothing is pointed at. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  /** The candle under the crosshair. */
  readonly index: number | undefined;
  /** Only the vertical line: the crosshair was moved by keys. */
  readonly byKeys: boolean;
  /** The drawing that is being made or is chosen. */
  readonly active: Drawing | undefined;
}

/** The crosshair with its labels, and the drawing in hand. */
export function drawPointer(context: CanvasRenderingContext2D, scene: Scene, state: PointerState): void {
  if (state.active !== undefined) drawDrawing(context, scene, state.active, true);
  if (state.at === undefined || scene.series.length === 0) return;
  const { palette, viewport } = scene;
  const width = plotWidth(scene);
  const thin = 1 / scene.pixelRatio;
  const bottom = scene.height - scene.timeHeight;
  const bar = state.index === undefined ? undefined : Math.floor(state.index / scene.bars.size);
  const x = bar === undefined ? state.at.x : viewport.toX((bar + 0.5) * scene.bars.size);
  context.fillStyle = palette.textFaint;
  if (x >= 0 && x <= width) {
    for (let y = 0; y < bottom; y += 6) context.fillRect(sharp(scene, x), y, thin, 3);
    const position = state.index ?? Math.floor(viewport.toPosition(state.at.x));
    const moment = timeAt(scene.series, position, scene.periodSeconds);
    drawTimeTag(context, scene, x, timeLabel(moment, scene.zone, scene.periodSeconds));
  }
  if (state.byKeys) return;
  const pane = scene.panes.find(({ top, height }) => {
    const y = state.at?.y ?? -1;
    return y >= top && y < top + height;
  });
  if (pane === undefined) return;
  context.fillStyle = palette.textFaint;
  dashAcross(context, scene, state.at.y, 3, 6);
  const value = pane.scale.toValue(state.at.y);
  drawTag(context, scene, state.at.y, [exactText(pane, value)], palette.lineStrong, palette.text);
}

function drawTimeTag(context: CanvasRenderingContext2D, scene: Scene, x: number, text: string): void {
  context.font = axisFont(scene);
  const width = context.measureText(text).width + 16;
  const left = Math.max(0, Math.min(plotWidth(scene) - width, x - width / 2));
  const top = scene.height - scene.timeHeight + 3;
  context.fillStyle = scene.palette.lineStrong;
  context.beginPath();
  context.roundRect(sharp(scene, left), top, width, scene.timeHeight - 6, 2);
  context.fill();
  context.fillStyle = scene.palette.text;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(text, left + 8, top + (scene.timeHeight - 6) / 2);
}
