import type { Pen } from './pen.ts';
import { percentLabel, placesFor, priceLabel, volumeLabel } from './price-scale.ts';
import { plotWidth, sharp, type Pane, type Scene } from './scene.ts';
import { type TimeTick, timeTicks, zoneLabel } from './time-labels.ts';

const AXIS_FONT_SIZE = 11;
const TICK_PIXELS = 44;
const SMALL_PANE_TICK_PIXELS = 26;
const TIME_TICK_PIXELS = 96;
const LABEL_GAP = 8;
/** The label of a single value distinguishes values this many pixels apart. */
const EXACT_PIXELS = 2;
/** Half the width of a letter on the time axis, and the smallest gap between two labels there. */
const HALF_LETTER = 3.4;
const TIME_LABEL_GAP = 12;
/** Above this range an indicator's values are abbreviated, such as those of on-balance volume. */
const LARGE_RANGE = 10_000;
const LINE_HEIGHT = 14;
const HALF_LINE = LINE_HEIGHT / 2;
const TAG_HEIGHT = 18;

export function axisFont(scene: Scene): string {
  return `${AXIS_FONT_SIZE}px ${scene.palette.font}`;
}

/** Pixels between the value labels of a pane. */
function tickPixels(pane: Pane): number {
  return pane.kind === 'price' ? TICK_PIXELS : SMALL_PANE_TICK_PIXELS;
}

/** A value as a pane's axis shows it; `step` sets the precision. */
function valueText(pane: Pane, value: number, step: number): string {
  if (pane.kind === 'volume') return volumeLabel(value);
  if (pane.kind === 'price' && pane.scale.kind === 'percent') {
    return percentLabel(pane.scale.percentOf(value), 2);
  }
  if (pane.kind === 'indicator' && Math.abs(pane.scale.high - pane.scale.low) > LARGE_RANGE) {
    return volumeLabel(value);
  }
  return priceLabel(value, placesFor(step));
}

/** A value as precise as the axis can resolve. */
export function exactText(pane: Pane, value: number): string {
  return valueText(pane, value, pane.scale.stepAt(value, EXACT_PIXELS));
}

interface AxisLabel {
  readonly y: number;
  readonly text: string;
}

/** The labels of panes, and the scale that they are of. */
const known = new WeakMap<Pane, { readonly of: readonly unknown[]; readonly labels: readonly AxisLabel[] }>();

/** A pane's axis labels and their y positions. A scale's labels are made once: layout and painting both need them. */
export function axisLabels(pane: Pane): readonly AxisLabel[] {
  const { low, high, top, height, kind, base } = pane.scale;
  const of = [low, high, top, height, kind, kind === 'percent' && base];
  const before = known.get(pane);
  if (before?.of.every((value, at) => value === of[at]) === true) return before.labels;
  const labels = makeLabels(pane);
  known.set(pane, { of, labels });
  return labels;
}

function makeLabels(pane: Pane): readonly AxisLabel[] {
  const ticks = pane.scale.ticks(tickPixels(pane));
  const top = pane.top + AXIS_FONT_SIZE / 2;
  const bottom = pane.top + pane.height - AXIS_FONT_SIZE / 2;
  const first = ticks[0];
  const second = ticks[1];
  const even = first !== undefined && second !== undefined ? second - first : undefined;
  return ticks.flatMap((value) => {
    const y = pane.scale.toY(value);
    if (y < top || y > bottom) return [];
    const step =
      pane.scale.kind === 'logarithmic' || even === undefined
        ? pane.scale.stepAt(value, tickPixels(pane) / 2)
        : even;
    return [{ y, text: valueText(pane, value, step) }];
  });
}

/** Lines across the plot and the labels of its axis. */
export function drawValueAxis(pen: Pen, scene: Scene, pane: Pane): void {
  const width = plotWidth(scene);
  const thin = 1 / scene.pixelRatio;
  const labels = axisLabels(pane);
  pen.fillStyle = scene.palette.grid;
  for (const { y } of labels) pen.fillRect(0, sharp(scene, y), width, thin);
  pen.font = axisFont(scene);
  pen.textAlign = 'left';

  pen.fillStyle = scene.palette.textFaint;
  for (const { y, text } of labels) pen.fillText(text, width + LABEL_GAP, y);
  pen.fillStyle = scene.palette.line;
  pen.fillRect(width, pane.top, thin, pane.height);
  if (pane.top > 0) pen.fillRect(0, pane.top, scene.width, thin);
}

/** A label of the time axis with its place, and half its width, in pixels. */
export interface TimeMark extends Pick<TimeTick, 'text' | 'strong'> {
  readonly x: number;
  readonly half: number;
}

/** The labels of the time axis that have room. */
export function timeMarks(scene: Scene): readonly TimeMark[] {
  const { viewport, series } = scene;
  const width = plotWidth(scene);
  const ticks = timeTicks(
    series,
    viewport.first,
    viewport.end,
    Math.max(1, Math.floor(((viewport.end - viewport.first) * viewport.spacing) / TIME_TICK_PIXELS)),
    scene.zone,
  );
  let free = 0;
  return ticks.flatMap(({ position, text, strong }) => {
    const x = viewport.toX(position + 0.5);
    const half = text.length * HALF_LETTER;
    if (x < 0 || x > width || x - half < free || x + half > width) return [];
    free = x + half + TIME_LABEL_GAP;
    return [{ x, text, strong, half }];
  });
}

/** Lines down a pane; with the labels below the last one. */
export function drawTimeAxis(
  pen: Pen,
  scene: Scene,
  pane: Pane,
  placed: readonly TimeMark[],
  labelled: boolean,
): void {
  const { viewport, series } = scene;
  const width = plotWidth(scene);
  const thin = 1 / scene.pixelRatio;
  const bottom = pane.top + pane.height;
  pen.fillStyle = scene.palette.grid;
  for (const { x } of placed) pen.fillRect(sharp(scene, x), pane.top, thin, pane.height);
  if (!labelled) return;
  pen.font = axisFont(scene);
  pen.textAlign = 'center';
  for (const { x, text, strong, half } of placed) {
    pen.fillStyle = strong ? scene.palette.textSoft : scene.palette.textFaint;
    pen.fillText(text, Math.max(half, x), bottom + scene.timeHeight / 2);
  }
  pen.fillStyle = scene.palette.line;
  pen.fillRect(0, bottom, scene.width, thin);
  const last = series.time[viewport.end - 1];
  if (last === undefined) return;
  pen.fillStyle = scene.palette.textFaint;
  pen.textAlign = 'left';
  pen.fillText(zoneLabel(last, scene.zone), width + LABEL_GAP, bottom + scene.timeHeight / 2);
}

/** A filled label on the value axis; with a pane, in place of the labels of its axis that it would cover in part. */
export function drawTag(
  pen: Pen,
  scene: Scene,
  pane: Pane | undefined,
  y: number,
  lines: readonly string[],
  fill: string,
  ink: string,
): void {
  const left = plotWidth(scene);
  const height = TAG_HEIGHT + (lines.length - 1) * LINE_HEIGHT;
  const top = sharp(scene, y - TAG_HEIGHT / 2);
  pen.fillStyle = scene.palette.background;
  for (const label of pane === undefined ? [] : axisLabels(pane)) {
    if (label.y + HALF_LINE > top && label.y - HALF_LINE < top + height)
      pen.fillRect(left + 1, label.y - HALF_LINE, scene.axisWidth - 2, 2 * HALF_LINE);
  }
  pen.fillStyle = fill;
  pen.beginPath();
  pen.roundRect(left + 1, top, scene.axisWidth - 2, height, 2);
  pen.fill();
  pen.font = axisFont(scene);
  pen.textAlign = 'left';

  pen.fillStyle = ink;
  for (const [at, line] of lines.entries()) {
    pen.fillText(line, left + LABEL_GAP, top + TAG_HEIGHT / 2 + at * LINE_HEIGHT);
  }
}
