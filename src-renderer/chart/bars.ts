import { BarPlaces } from './bar-places.ts';
import {
  type BarSpan,
  closeOf,
  isRise,
  lastOf,
  middleOf,
  openOf,
  type Pane,
  type Scene,
  seriesColour,
  sharp,
} from './scene.ts';
import { area, path, rects, type Ink, type Point, type Shape } from './shapes.ts';
import { outputColours } from './indicators/indicator.ts';
import type { IndicatorRun } from './indicators/catalogue.ts';

/** From this body width on, a rising candle is drawn hollow: its direction is visible without colour. */
const HOLLOW_FROM = 5;
/** Above this width a bar's stem and arms are twice as thick. */
const THICK_STEM_ABOVE = 5;
const BODY_SHARE = 0.72;
/** How strongly the inside of a rising candle is filled. */
const INSIDE_ALPHA = 0.22;

interface Widths {
  readonly wick: number;
  readonly body: number;
}

/** Widths in whole device pixels, both odd or both even, so that the wick is centred on its body. */
function widthsOf(scene: Scene): Widths {
  const ratio = scene.pixelRatio;
  const wick = Math.max(1, Math.floor(ratio));
  let body = Math.max(wick, Math.floor(scene.bars.pitch * BODY_SHARE * ratio));
  if (body > wick && (body - wick) % 2 === 1) body -= 1;
  return { wick: wick / ratio, body: body / ratio };
}

/** Of the bars that are being drawn. */
const places = new BarPlaces();

/** Bars in the style of the chart type. */
export function barShapes(span: BarSpan): readonly Shape[] {
  if (span.to <= span.from) return [];
  const { type } = span.scene;
  if (type === 'line' || type === 'area') return closes(span);
  places.fill(span);
  switch (type) {
    case 'bars':
      return [barsOf(span, true, addOpenClose), barsOf(span, false, addOpenClose)];
    case 'hollow':
      return hollowBars(span);
    case 'candles':
    case 'heikin-ashi': {
      const hollow = widthsOf(span.scene).body >= HOLLOW_FROM;
      return [
        ...(hollow ? [barsOf(span, true, addInside, INSIDE_ALPHA)] : []),
        barsOf(span, true, hollow ? addOutline : addCandle),
        barsOf(span, false, addCandle),
      ];
    }
  }
}

/** Adds the rectangles of the bar at a place. */
type AddBar = (edges: number[], span: BarSpan, at: number, widths: Widths) => void;

function barsOf(span: BarSpan, rising: boolean, add: AddBar, alpha = 1): Shape {
  const { scene, from, to } = span;
  const widths = widthsOf(scene);
  const wanted = rising ? 1 : 0;
  const edges: number[] = [];
  for (let at = 0; at < to - from; at += 1) if (places.rises[at] === wanted) add(edges, span, at, widths);
  return rects(edges, rising ? scene.palette.up : scene.palette.down, alpha);
}

/** The left edge of a wick or stem. */
function leftOf(scene: Scene, at: number, thick: number): number {
  return sharp(scene, (places.middle[at] as number) - thick / 2);
}

const addCandle: AddBar = (edges, { scene }, at, { wick, body }) => {
  const left = leftOf(scene, at, wick);
  const high = places.high[at] as number;
  edges.push(left, high, wick, Math.max(wick, (places.low[at] as number) - high));
  if (body > wick) {
    const top = places.top[at] as number;
    const bottom = places.bottom[at] as number;
    edges.push(left - (body - wick) / 2, top, body, Math.max(wick, bottom - top));
  }
};

/** Height of the inside of an outlined body; 0 where the body is too low to have one. */
function insideOf(top: number, bottom: number, wick: number): number {
  return Math.max(0, Math.max(wick, bottom - top) - 2 * wick);
}

/** A candle whose body is an outline. */
const addOutline: AddBar = (edges, { scene }, at, { wick, body }) => {
  const high = places.high[at] as number;
  const top = places.top[at] as number;
  const bottom = places.bottom[at] as number;
  const low = places.low[at] as number;
  const middle = leftOf(scene, at, wick);
  const left = middle - (body - wick) / 2;
  if (high < top) edges.push(middle, high, wick, top - high);
  if (low > bottom) edges.push(middle, bottom, wick, low - bottom);
  const inside = insideOf(top, bottom, wick);
  if (inside === 0) {
    edges.push(left, top, body, Math.max(wick, bottom - top));
    return;
  }
  // A rectangle that runs the other way round cuts a hole.
  edges.push(left, top, body, inside + 2 * wick, left + body - wick, top + wick, 2 * wick - body, inside);
};

/** The inside of an outlined candle. */
const addInside: AddBar = (edges, { scene }, at, { wick, body }) => {
  const top = places.top[at] as number;
  const inside = insideOf(top, places.bottom[at] as number, wick);
  const left = leftOf(scene, at, wick) - (body - wick) / 2;
  if (inside > 0) edges.push(left + wick, top + wick, body - 2 * wick, inside);
};

const addOpenClose: AddBar = (edges, { scene, scale, from }, at, { wick, body }) => {
  const high = places.high[at] as number;
  const low = places.low[at] as number;
  const stem = wick * (body > THICK_STEM_ABOVE ? 2 : 1);
  const middle = leftOf(scene, at, stem);
  const arm = (body - stem) / 2;
  edges.push(middle, high, stem, Math.max(wick, low - high));
  if (arm <= 0) return;
  const open = sharp(scene, scale.toY(openOf(scene, from + at)) - stem / 2);
  const close = sharp(scene, scale.toY(closeOf(scene, from + at)) - stem / 2);
  edges.push(middle - arm, open, arm, stem, middle + stem, close, arm, stem);
};

/** Coloured by the previous close; filled if the candle itself fell. */
function hollowBars(span: BarSpan): readonly Shape[] {
  const { scene, from, to } = span;
  const widths = widthsOf(scene);
  const hollow = widths.body >= HOLLOW_FROM - 1;
  return [true, false].map((above) => {
    const edges: number[] = [];
    for (let bar = from; bar < to; bar += 1) {
      const before = bar === 0 ? openOf(scene, bar) : closeOf(scene, bar - 1);
      if (closeOf(scene, bar) >= before !== above) continue;
      const add = hollow && places.rises[bar - from] === 1 ? addOutline : addCandle;
      add(edges, span, bar - from, widths);
    }
    return rects(edges, above ? scene.palette.up : scene.palette.down);
  });
}

/** The line of closes to the middle of the last bar; it starts one bar earlier so that segments join. */
function closes({ scene, scale, from, to }: BarSpan): readonly Shape[] {
  const start = Math.max(0, from - 1);
  const points: Point[] = [];
  for (let bar = start; bar < to; bar += 1)
    points.push([middleOf(scene, bar), scale.toY(closeOf(scene, bar))]);
  const { accent } = scene.palette;
  const curve = path(points, { stroke: accent, width: 1.5 });
  if (scene.type !== 'area') return [curve];
  const bottom = scale.top + scale.height;
  const under: readonly Point[] = [
    ...points,
    [middleOf(scene, to - 1), bottom],
    [middleOf(scene, start), bottom],
  ];
  return [area(under, { fill: accent, alpha: 0.12 }), curve];
}

/** Volumes as columns, rising ones lighter than falling ones. */
export function volumeShapes({ scene, scale, from, to }: BarSpan): readonly Shape[] {
  const { body } = widthsOf(scene);
  const bottom = sharp(scene, scale.top + scale.height);
  return [true, false].map((rising) => {
    const edges: number[] = [];
    for (let bar = from; bar < to; bar += 1) {
      if (isRise(scene, bar) !== rising) continue;
      const volume = scene.bars.volume[bar] as number;
      if (!(volume > 0)) continue;
      const top = Math.min(bottom - 1, sharp(scene, scale.toY(volume)));
      edges.push(sharp(scene, middleOf(scene, bar) - body / 2), top, body, bottom - top);
    }
    return rects(edges, rising ? scene.palette.up : scene.palette.down, rising ? 0.42 : 0.62);
  });
}

/** Indicators of a pane. */
export function runShapes(span: BarSpan, runs: Pane['runs']): readonly Shape[] {
  return runs.flatMap(({ run, colour }) => runShape(span, run, colour));
}

function runShape(span: BarSpan, run: IndicatorRun, colour: number): readonly Shape[] {
  const { palette } = span.scene;
  const { outputs } = run.kind;
  const colours = outputColours(run.kind, colour);
  const lines = outputs.flatMap(({ style }, at) => {
    const column = run.columns[at];
    if (column === undefined) return [];
    if (style === 'bars') return columnShapes(span, column);
    const stroke = seriesColour(palette, colours[at] ?? colour);
    return lineShapes(span, column, { stroke, width: 1.25, alpha: style === 'band-edge' ? 0.7 : 1 });
  });
  const banded = outputs.some(({ style }) => style === 'band-edge');
  return banded ? [...bandShapes(span, run, seriesColour(palette, colour)), ...lines] : lines;
}

/** A line through the last value of each bar; it starts one bar earlier so that segments join. */
export function lineShapes(
  { scene, scale, from, to }: BarSpan,
  column: Float64Array,
  ink: Ink,
  factor = 1,
): readonly Shape[] {
  const stretches: Point[][] = [];
  let joined: Point[] | undefined;
  for (let bar = Math.max(0, from - 1); bar < to; bar += 1) {
    const value = column[lastOf(scene, bar)] as number;
    if (Number.isNaN(value)) {
      joined = undefined;
      continue;
    }
    if (joined === undefined) stretches.push((joined = []));
    joined.push([middleOf(scene, bar), scale.toY(value * factor)]);
  }
  return stretches.filter(({ length }) => length > 1).map((points) => path(points, ink));
}

/** Bars from zero, stronger while they grow away from it, so that a turn is visible without colour. */
function columnShapes(span: BarSpan, column: Float64Array): readonly Shape[] {
  return [true, false].flatMap((positive) =>
    [true, false].map((growing) => columnsOf(span, column, positive, growing)),
  );
}

function columnsOf(
  { scene, scale, from, to }: BarSpan,
  column: Float64Array,
  positive: boolean,
  growing: boolean,
): Shape {
  const zero = sharp(scene, scale.toY(0));
  const width = Math.max(1 / scene.pixelRatio, Math.floor(scene.bars.pitch * 0.6));
  const edges: number[] = [];
  for (let bar = from; bar < to; bar += 1) {
    const value = column[lastOf(scene, bar)] as number;
    if (Number.isNaN(value) || value >= 0 !== positive) continue;
    const before = bar === 0 ? value : (column[lastOf(scene, bar - 1)] as number);
    // A bar without a value before it counts as shrinking.
    if (Math.abs(value) >= Math.abs(before) !== growing) continue;
    const y = sharp(scene, scale.toY(value));
    const left = sharp(scene, middleOf(scene, bar) - width / 2);
    edges.push(left, Math.min(y, zero), width, Math.max(1 / scene.pixelRatio, Math.abs(y - zero)));
  }
  return rects(edges, positive ? scene.palette.up : scene.palette.down, growing ? 0.75 : 0.35);
}

/** The area of a band, between its edges. */
function bandShapes({ scene, scale, from, to }: BarSpan, run: IndicatorRun, fill: string): readonly Shape[] {
  const [upper, lower] = run.columns.filter((_, at) => run.kind.outputs[at]?.style === 'band-edge');
  if (upper === undefined || lower === undefined) return [];
  const [above, below]: [Point[], Point[]] = [[], []];
  for (let bar = Math.max(0, from - 1); bar < to; bar += 1) {
    const at = lastOf(scene, bar);
    const x = middleOf(scene, bar);
    if (!Number.isNaN(upper[at])) above.push([x, scale.toY(upper[at] as number)]);
    if (!Number.isNaN(lower[at])) below.push([x, scale.toY(lower[at] as number)]);
  }
  return [area([...above, ...below.toReversed()], { fill, alpha: 0.07 })];
}
