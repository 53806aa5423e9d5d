import { percentLabel, placesFor, priceLabel, volumeLabel } from './price-scale.ts';
import { plotWidth, sharp, type Pane, type Scene } from './scene.ts';
import { box, label, rects, type Shape } from './shapes.ts';
import { type TimeTick, timeTicks, zoneLabel } from './time-labels.ts';

export const AXIS_FONT_SIZE = 11;
const TICK_PIXELS = 44;
const SMALL_PANE_TICK_PIXELS = 26;
const TIME_TICK_PIXELS = 96;
export const LABEL_GAP = 8;
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

export function axisFont({ palette }: Pick<Scene, 'palette'>): string {
  return `${AXIS_FONT_SIZE}px ${palette.font}`;
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

/** Grid lines, the borders of panes, and the labels of all axes. */
export function axisShapes(scene: Scene): readonly Shape[] {
  const { palette, panes } = scene;
  const width = plotWidth(scene);
  const thin = 1 / scene.pixelRatio;
  const bottom = scene.height - scene.timeHeight;
  const marks = timeMarks(scene);
  const grid = [
    ...marks.flatMap(({ x }) => [sharp(scene, x), 0, thin, bottom]),
    ...panes.flatMap((pane) => axisLabels(pane).flatMap(({ y }) => [0, sharp(scene, y), width, thin])),
  ];
  const borders = [
    ...[width, 0, thin, bottom],
    ...[0, bottom, scene.width, thin],
    ...panes.flatMap(({ top }) => (top > 0 ? [0, top, scene.width, thin] : [])),
  ];
  const font = axisFont(scene);
  const faint = { font, fill: palette.textFaint };
  const values = panes.flatMap((pane) =>
    axisLabels(pane).map(({ y, text }) => label(text, width + LABEL_GAP, y, faint)),
  );
  const middle = bottom + scene.timeHeight / 2;
  const times = marks.map(({ x, text, strong, half }) => {
    const fill = strong ? palette.textSoft : palette.textFaint;
    return label(text, Math.max(half, x), middle, { font, fill, align: 'center' });
  });
  const last = scene.series.time[scene.viewport.end - 1];
  const zone =
    last === undefined ? [] : [label(zoneLabel(last, scene.zone), width + LABEL_GAP, middle, faint)];
  return [rects(grid, palette.grid), rects(borders, palette.line), ...values, ...times, ...zone];
}

/** A filled label on the value axis, in place of the labels of the pane's axis that it would cover in part. */
export function tag(
  scene: Scene,
  pane: Pane,
  y: number,
  lines: readonly string[],
  fill: string,
  ink: string,
): readonly Shape[] {
  const left = plotWidth(scene);
  const height = TAG_HEIGHT + (lines.length - 1) * LINE_HEIGHT;
  const top = sharp(scene, y - TAG_HEIGHT / 2);
  const covered = axisLabels(pane)
    .filter((each) => each.y + HALF_LINE > top && each.y - HALF_LINE < top + height)
    .flatMap((each) => [left + 1, each.y - HALF_LINE, scene.axisWidth - 2, LINE_HEIGHT]);
  const look = { font: axisFont(scene), fill: ink };
  return [
    rects(covered, scene.palette.background),
    box(left + 1, top, scene.axisWidth - 2, height, { fill }),
    ...lines.map((text, at) => label(text, left + LABEL_GAP, top + TAG_HEIGHT / 2 + at * LINE_HEIGHT, look)),
  ];
}
