import { drawTimeAxis, drawValueAxis } from './draw-axes.ts';
import { drawBars, drawVolumes } from './draw-bars.ts';
import { drawDrawing } from './draw-drawings.ts';
import { drawLine, drawRuns } from './draw-lines.ts';
import { drawOverlays } from './draw-overlays.ts';
import { clipped, dashAcross, type Pane, type Scene } from './scene.ts';

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

/** What the other pair's prices are multiplied by to begin, in sight, where this pair begins. */
export function comparisonFactor(scene: Scene): number | undefined {
  if (scene.comparison === undefined) return undefined;
  const { closes } = scene.comparison;
  for (let at = scene.viewport.first; at < scene.viewport.end; at += 1) {
    const other = closes[at];
    if (other !== undefined && other > 0) return (scene.store.close[at] as number) / other;
  }
  return undefined;
}
