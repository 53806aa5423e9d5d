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

/** Of the bars that are being painted. */
const places = new BarPlaces();

/** Paints bars in the style of the chart type. */
export function drawBars(span: BarSpan): void {
  if (span.to <= span.from) return;
  const { type } = span.scene;
  if (type === 'line' || type === 'area') {
    drawCloses(span);
    return;
  }
  places.fill(span);
  switch (type) {
    case 'bars':
      drawPass(span, true, drawOpenClose);
      drawPass(span, false, drawOpenClose);
      return;
    case 'hollow':
      drawHollow(span);
      return;
    case 'candles':
    case 'heikin-ashi': {
      const hollow = widthsOf(span.scene).body >= HOLLOW_FROM;
      if (hollow) {
        // One pass per opacity: consecutive rectangles of one colour are one shape.
        span.pen.globalAlpha = INSIDE_ALPHA;
        drawPass(span, true, drawInside);
        span.pen.globalAlpha = 1;
      }
      drawPass(span, true, hollow ? drawOutline : drawCandle);
      drawPass(span, false, drawCandle);
    }
  }
}

/** Paints the bar at a place. */
type PaintBar = (span: BarSpan, at: number, widths: Widths) => void;

function drawPass(span: BarSpan, rising: boolean, paint: PaintBar): void {
  const { pen, scene, from, to } = span;
  const widths = widthsOf(scene);
  const wanted = rising ? 1 : 0;
  pen.fillStyle = rising ? scene.palette.up : scene.palette.down;
  for (let at = 0; at < to - from; at += 1) if (places.rises[at] === wanted) paint(span, at, widths);
}

/** The left edge of a wick or stem. */
function leftOf(scene: Scene, at: number, thick: number): number {
  return sharp(scene, (places.middle[at] as number) - thick / 2);
}

const drawCandle: PaintBar = ({ pen, scene }, at, { wick, body }) => {
  const left = leftOf(scene, at, wick);
  const high = places.high[at] as number;
  pen.fillRect(left, high, wick, Math.max(wick, (places.low[at] as number) - high));
  if (body > wick) {
    const top = places.top[at] as number;
    const bottom = places.bottom[at] as number;
    pen.fillRect(left - (body - wick) / 2, top, body, Math.max(wick, bottom - top));
  }
};

/** Height of the inside of an outlined body; 0 where the body is too low to have one. */
function insideOf(top: number, bottom: number, wick: number): number {
  return Math.max(0, Math.max(wick, bottom - top) - 2 * wick);
}

/** A candle whose body is an outline. */
const drawOutline: PaintBar = ({ pen, scene }, at, { wick, body }) => {
  const high = places.high[at] as number;
  const top = places.top[at] as number;
  const bottom = places.bottom[at] as number;
  const low = places.low[at] as number;
  const middle = leftOf(scene, at, wick);
  const left = middle - (body - wick) / 2;
  if (high < top) pen.fillRect(middle, high, wick, top - high);
  if (low > bottom) pen.fillRect(middle, bottom, wick, low - bottom);
  const inside = insideOf(top, bottom, wick);
  if (inside === 0) {
    pen.fillRect(left, top, body, Math.max(wick, bottom - top));
    return;
  }
  pen.outlineRect(left, top, body, inside + 2 * wick, wick);
};

/** The inside of an outlined candle. */
const drawInside: PaintBar = ({ pen, scene }, at, { wick, body }) => {
  const top = places.top[at] as number;
  const inside = insideOf(top, places.bottom[at] as number, wick);
  const left = leftOf(scene, at, wick) - (body - wick) / 2;
  if (inside > 0) pen.fillRect(left + wick, top + wick, body - 2 * wick, inside);
};

const drawOpenClose: PaintBar = ({ pen, scene, scale, from }, at, { wick, body }) => {
  const high = places.high[at] as number;
  const low = places.low[at] as number;
  const stem = wick * (body > THICK_STEM_ABOVE ? 2 : 1);
  const middle = leftOf(scene, at, stem);
  const arm = (body - stem) / 2;
  pen.fillRect(middle, high, stem, Math.max(wick, low - high));
  if (arm <= 0) return;
  const open = sharp(scene, scale.toY(openOf(scene, from + at)) - stem / 2);
  const close = sharp(scene, scale.toY(closeOf(scene, from + at)) - stem / 2);
  pen.fillRect(middle - arm, open, arm, stem);
  pen.fillRect(middle + stem, close, arm, stem);
};

/** Coloured by the previous close; filled if the candle itself fell. */
function drawHollow(span: BarSpan): void {
  const { pen, scene, from, to } = span;
  const widths = widthsOf(scene);
  const hollow = widths.body >= HOLLOW_FROM - 1;
  for (const above of [true, false]) {
    pen.fillStyle = above ? scene.palette.up : scene.palette.down;
    for (let bar = from; bar < to; bar += 1) {
      const before = bar === 0 ? openOf(scene, bar) : closeOf(scene, bar - 1);
      if (closeOf(scene, bar) >= before !== above) continue;
      const paint = hollow && places.rises[bar - from] === 1 ? drawOutline : drawCandle;
      paint(span, bar - from, widths);
    }
  }
}

/** The line of closes to the middle of the last bar; it starts one bar earlier so that segments join. */
function drawCloses({ pen, scene, scale, from, to }: BarSpan): void {
  const start = Math.max(0, from - 1);
  pen.beginPath();
  for (let bar = start; bar < to; bar += 1) {
    pen.lineTo(middleOf(scene, bar), scale.toY(closeOf(scene, bar)));
  }
  pen.strokeStyle = scene.palette.accent;
  pen.lineWidth = 1.5;
  pen.lineJoin = 'round';
  pen.stroke();
  if (scene.type !== 'area') return;
  const bottom = scale.top + scale.height;
  pen.lineTo(middleOf(scene, to - 1), bottom);
  pen.lineTo(middleOf(scene, start), bottom);
  pen.closePath();
  pen.globalAlpha = 0.12;
  pen.fillStyle = scene.palette.accent;
  pen.fill();
  pen.globalAlpha = 1;
}

/** Volumes as columns, rising ones lighter than falling ones. */
export function drawVolumes({ pen, scene, scale, from, to }: BarSpan): void {
  const { body } = widthsOf(scene);
  const bottom = sharp(scene, scale.top + scale.height);
  for (const rising of [true, false]) {
    pen.fillStyle = rising ? scene.palette.up : scene.palette.down;
    pen.globalAlpha = rising ? 0.42 : 0.62;
    for (let bar = from; bar < to; bar += 1) {
      if (isRise(scene, bar) !== rising) continue;
      const volume = scene.bars.volume[bar] as number;
      if (!(volume > 0)) continue;
      const top = Math.min(bottom - 1, sharp(scene, scale.toY(volume)));
      pen.fillRect(sharp(scene, middleOf(scene, bar) - body / 2), top, body, bottom - top);
    }
  }
  pen.globalAlpha = 1;
}

/** Paints indicators. */
export function drawRuns(span: BarSpan, runs: Pane['runs']): void {
  for (const { run, colour } of runs) drawRun(span, run, colour);
}

function drawRun(span: BarSpan, run: IndicatorRun, colour: number): void {
  const { pen, scene } = span;
  const { outputs } = run.kind;
  const colours = outputColours(run.kind, colour);
  if (outputs.some(({ style }) => style === 'band-edge')) fillBand(span, run, colour);
  for (const [at, { style }] of outputs.entries()) {
    const column = run.columns[at];
    if (column === undefined) continue;
    if (style === 'bars') drawColumns(span, column);
    else {
      pen.strokeStyle = seriesColour(scene.palette, colours[at] ?? colour);
      pen.globalAlpha = style === 'band-edge' ? 0.7 : 1;
      pen.lineWidth = 1.25;
      drawLine(span, column);
      pen.globalAlpha = 1;
    }
  }
}

/** A line through the last value of each bar; it starts one bar earlier so that segments join. */
export function drawLine({ pen, scene, scale, from, to }: BarSpan, column: Float64Array, factor = 1): void {
  let joined = false;
  pen.beginPath();
  for (let bar = Math.max(0, from - 1); bar < to; bar += 1) {
    const value = column[lastOf(scene, bar)] as number;
    if (Number.isNaN(value)) {
      joined = false;
      continue;
    }
    const x = middleOf(scene, bar);
    const y = scale.toY(value * factor);
    if (joined) pen.lineTo(x, y);
    else pen.moveTo(x, y);
    joined = true;
  }
  pen.lineJoin = 'round';
  pen.stroke();
}

/** Bars from zero, stronger while they grow away from it, so that a turn is visible without colour. */
function drawColumns(span: BarSpan, column: Float64Array): void {
  for (const positive of [true, false])
    for (const growing of [true, false]) drawColumnPass(span, column, positive, growing);
}

function drawColumnPass(
  { pen, scene, scale, from, to }: BarSpan,
  column: Float64Array,
  positive: boolean,
  growing: boolean,
): void {
  const zero = sharp(scene, scale.toY(0));
  const width = Math.max(1 / scene.pixelRatio, Math.floor(scene.bars.pitch * 0.6));
  pen.fillStyle = positive ? scene.palette.up : scene.palette.down;
  pen.globalAlpha = growing ? 0.75 : 0.35;
  for (let bar = from; bar < to; bar += 1) {
    const value = column[lastOf(scene, bar)] as number;
    if (Number.isNaN(value) || value >= 0 !== positive) continue;
    const before = bar === 0 ? value : (column[lastOf(scene, bar - 1)] as number);
    // A bar without a value before it counts as shrinking.
    if (Math.abs(value) >= Math.abs(before) !== growing) continue;
    const y = sharp(scene, scale.toY(value));
    const left = sharp(scene, middleOf(scene, bar) - width / 2);
    pen.fillRect(left, Math.min(y, zero), width, Math.max(1 / scene.pixelRatio, Math.abs(y - zero)));
  }
  pen.globalAlpha = 1;
}

/** Fills a band between its edges. */
function fillBand({ pen, scene, scale, from, to }: BarSpan, run: IndicatorRun, colour: number): void {
  const [upper, lower] = run.columns.filter((_, at) => run.kind.outputs[at]?.style === 'band-edge');
  if (upper === undefined || lower === undefined) return;
  const start = Math.max(0, from - 1);
  pen.beginPath();
  for (let bar = start; bar < to; bar += 1) {
    const value = upper[lastOf(scene, bar)] as number;
    if (!Number.isNaN(value)) pen.lineTo(middleOf(scene, bar), scale.toY(value));
  }
  for (let bar = to - 1; bar >= start; bar -= 1) {
    const value = lower[lastOf(scene, bar)] as number;
    if (!Number.isNaN(value)) pen.lineTo(middleOf(scene, bar), scale.toY(value));
  }
  pen.closePath();
  pen.globalAlpha = 0.07;
  pen.fillStyle = seriesColour(scene.palette, colour);
  pen.fill();
  pen.globalAlpha = 1;
}
