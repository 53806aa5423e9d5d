import { axisFont, drawTag, exactText } from './draw-axes.ts';
import { drawDrawing } from './draw-drawings.ts';
import { timeAt, type Drawing } from './drawings.ts';
import { dashAcross, plotWidth, sharp, type Scene } from './scene.ts';
import { timeLabel } from './time-labels.ts';

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
