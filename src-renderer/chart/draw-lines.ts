import { outputColours } from './indicators/indicator.ts';
import type { IndicatorRun } from './indicators/indicator-run.ts';
import { seriesColour } from './palette.ts';
import { lastOf, middleOf, sharp, type BarSpan, type Pane } from './scene.ts';

/** Paints what indicators say at bars. */
export function drawRuns(span: BarSpan, runs: Pane['runs']): void {
  for (const { run, colour } of runs) drawRun(span, run, colour);
}

function drawRun(span: BarSpan, run: IndicatorRun, colour: number): void {
  const { context, scene } = span;
  const { outputs } = run.kind;
  const colours = outputColours(run.kind, colour);
  if (outputs.some(({ style }) => style === 'band-edge')) fillBand(span, run, colour);
  for (const [at, { style }] of outputs.entries()) {
    const column = run.columns[at];
    if (column === undefined) continue;
    if (style === 'bars') drawColumns(span, column);
    else {
      context.strokeStyle = seriesColour(scene.palette, colours[at] ?? colour);
      context.globalAlpha = style === 'band-edge' ? 0.7 : 1;
      context.lineWidth = 1.25;
      drawLine(span, column);
      context.globalAlpha = 1;
    }
  }
}

/** A line through the last value of each bar, begun one bar earlier so that pieces join. */
export function drawLine(
  { context, scene, scale, from, to }: BarSpan,
  column: Float64Array,
  factor = 1,
): void {
  let pen = false;
  context.beginPath();
  for (let bar = Math.max(0, from - 1); bar < to; bar += 1) {
    const value = column[lastOf(scene, bar)] as number;
    if (Number.isNaN(value)) {
      pen = false;
      continue;
    }
    const x = middleOf(scene, bar);
    const y = scale.toY(value * factor);
    if (pen) context.lineTo(x, y);
    else context.moveTo(x, y);
    pen = true;
  }
  context.lineJoin = 'round';
  context.stroke();
}

/** Bars from zero: stronger while they grow away from it, so that a turn shows without colour. */
function drawColumns({ context, scene, scale, from, to }: BarSpan, column: Float64Array): void {
  const zero = sharp(scene, scale.toY(0));
  const width = Math.max(1 / scene.pixelRatio, Math.floor(scene.bars.pitch * 0.6));
  for (let bar = from; bar < to; bar += 1) {
    const value = column[lastOf(scene, bar)] as number;
    if (Number.isNaN(value)) continue;
    const before = bar === 0 ? value : (column[lastOf(scene, bar - 1)] as number);
    const y = sharp(scene, scale.toY(value));
    context.fillStyle = value >= 0 ? scene.palette.up : scene.palette.down;
    context.globalAlpha = Math.abs(value) >= Math.abs(before) ? 0.75 : 0.35;
    context.fillRect(
      sharp(scene, middleOf(scene, bar) - width / 2),
      Math.min(y, zero),
      width,
      Math.max(1 / scene.pixelRatio, Math.abs(y - zero)),
    );
  }
  context.globalAlpha = 1;
}

/** Fills the room between the upper and the lower edge of a band. */
function fillBand({ context, scene, scale, from, to }: BarSpan, run: IndicatorRun, colour: number): void {
  const [upper, lower] = run.columns.filter((_, at) => run.kind.outputs[at]?.style === 'band-edge');
  if (upper === undefined || lower === undefined) return;
  const start = Math.max(0, from - 1);
  context.beginPath();
  for (let bar = start; bar < to; bar += 1) {
    const value = upper[lastOf(scene, bar)] as number;
    if (!Number.isNaN(value)) context.lineTo(middleOf(scene, bar), scale.toY(value));
  }
  for (let bar = to - 1; bar >= start; bar -= 1) {
    const value = lower[lastOf(scene, bar)] as number;
    if (!Number.isNaN(value)) context.lineTo(middleOf(scene, bar), scale.toY(value));
  }
  context.closePath();
  context.globalAlpha = 0.07;
  context.fillStyle = seriesColour(scene.palette, colour);
  context.fill();
  context.globalAlpha = 1;
}
