import { countdownLabel } from './time-labels.ts';
import { drawTag, exactText } from './draw-axes.ts';
import { drawBars, drawVolumes } from './draw-bars.ts';
import { drawRuns } from './draw-lines.ts';
import { clipped, dashAcross, holds, type Pane, type Scene } from './scene.ts';

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
