import { axisFont, drawTag, exactText } from './draw-axes.ts';
import {
  type Dash,
  extensionPrices,
  FIBONACCI_SHARES,
  parallelOf,
  positionOf,
  type Anchor,
  type Drawing,
} from './drawings.ts';
import { overlap } from './handles.ts';
import type { Pen } from './pen.ts';
import { percentLabel } from './price-scale.ts';
import {
  type Box,
  clipped,
  holds,
  plotWidth,
  pricePane,
  seriesColour,
  sharp,
  type Pane,
  type Scene,
} from './scene.ts';
import { localFigure } from '../format/figures.ts';
import { words } from './words.ts';

type Point = readonly [number, number];

/** The two anchors of a drawing and their pixels. */
interface Stretch {
  readonly start: Anchor;
  readonly end: Anchor;
  readonly from: Point;
  readonly to: Point;
}

/** Length of a ray, in plot widths. */
const RAY_REACH = 20;
/** Minimum length of a level, in pixels. */
const LEAST_LEVEL = 60;
/** The text of a measure: its height, its padding, and its distance from the arrow. */
const WORDS = { height: 20, padding: 8, gap: 8 } as const;
/** The words at a level: their height, and their distance from it. */
const LEVEL = { height: 14, gap: 6 } as const;
const ARROW = { width: 4, height: 5 } as const;
const HANDLE = 4;
/** A text's letters, about, and the height of its box; `gap`: from its anchor. */
const TEXT = { size: 12, letter: 7, height: 18, gap: 8 } as const;
const DASH_PIXELS: Readonly<Record<Dash, readonly number[]>> = {
  solid: [],
  dashed: [7, 5],
  dotted: [2, 3],
};

/** A drawing's anchors in pixels. */
export function anchorPixels(scene: Scene, pane: Pane, drawing: Drawing): readonly Point[] {
  return drawing.anchors.map(
    ({ time, price }) =>
      [
        scene.viewport.toX(positionOf(scene.series, time, scene.periodSeconds)),
        pane.scale.toY(price),
      ] as const,
  );
}

/** Paints one drawing; the selected one is stronger and has handles, that of the `held` anchor filled. */
export function drawDrawing(
  pen: Pen,
  scene: Scene,
  drawing: Drawing,
  chosen?: { readonly held: number | undefined },
): void {
  const pane = pricePane(scene);
  if (pane === undefined || drawing.anchors.length === 0) return;
  const points = anchorPixels(scene, pane, drawing);
  const [from] = points;
  if (from === undefined) return;
  const { style = {} } = drawing;
  const width = plotWidth(scene);
  clipped(pen, scene, pane, () => {
    pen.strokeStyle = drawingColour(scene, drawing);
    pen.fillStyle = pen.strokeStyle;
    pen.lineWidth = (style.width ?? 1) + (chosen ? 0.5 : 0);
    pen.lineDash = DASH_PIXELS[style.dash ?? 'solid'];
    pen.font = axisFont(scene);

    if (drawing.kind === 'horizontal') line(pen, [0, from[1]], [width, from[1]]);
    else if (drawing.kind === 'text') drawText(pen, scene, drawing, from);
    else drawBetween(pen, scene, pane, drawing, points);
    pen.lineDash = DASH_PIXELS.solid;
    if (chosen) {
      for (const [at, [x, y]] of points.entries()) {
        // The handle of a line across the plot stays in view.
        const seen =
          drawing.kind === 'horizontal' ? Math.max(HANDLE * 2, Math.min(width - HANDLE * 2, x)) : x;
        handle(pen, scene, [seen, y], at === chosen.held);
      }
    }
  });
  if (drawing.kind === 'horizontal') tagPrice(pen, scene, pane, drawing);
}

function drawingColour({ palette }: Scene, { style }: Drawing): string {
  return style?.colour === undefined ? palette.textSoft : seriesColour(palette, style.colour);
}

/** The box of a text's words in pixels, as far as it is known without measuring them. */
export function textBox({ text = '' }: Drawing, [x, y]: Point): Box {
  const width = 2 * TEXT.gap + Math.max(4, text.length) * TEXT.letter;
  return { left: x - TEXT.gap, top: y - TEXT.height / 2, width, height: TEXT.height };
}

function drawText(pen: Pen, scene: Scene, { text = '' }: Drawing, [x, y]: Point): void {
  pen.font = `${TEXT.size}px ${scene.palette.font}`;
  pen.textAlign = 'left';
  pen.strokeStyle = scene.palette.background;
  pen.lineWidth = 3;
  pen.lineDash = DASH_PIXELS.solid;
  pen.outlinedText(text === '' ? words.text : text, x + TEXT.gap, y);
}

function drawBetween(
  pen: Pen,
  scene: Scene,
  pane: Pane,
  drawing: Drawing,
  [from, to, through]: readonly Point[],
): void {
  const [start, end, back] = drawing.anchors;
  if (from === undefined || to === undefined || start === undefined || end === undefined) return;
  const stretch = { start, end, from, to };
  switch (drawing.kind) {
    case 'trend':
      line(pen, from, to);
      return;
    case 'ray': {
      const reach = plotWidth(scene) * RAY_REACH;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      line(pen, from, [
        from[0] + ((to[0] - from[0]) / length) * reach,
        from[1] + ((to[1] - from[1]) / length) * reach,
      ]);
      return;
    }
    case 'channel':
      line(pen, from, to);
      // Until the second line is placed there is one.
      if (through !== undefined) drawChannel(pen, from, to, through);
      return;
    case 'extension':
      if (back === undefined || through === undefined) line(pen, from, to);
      else drawExtension(pen, scene, pane, stretch, back, through);
      return;
    case 'fibonacci':
      drawFibonacci(pen, scene, pane, stretch);
      return;
    case 'measure':
      drawMeasure(pen, scene, stretch);
      return;
    case 'text':
    case 'horizontal':
  }
}

/** The second line of a channel, and the area between both. */
function drawChannel(pen: Pen, from: Point, to: Point, through: Point): void {
  const [left, right] = parallelOf(from, to, through);
  line(pen, left, right);
  pen.globalAlpha = 0.08;
  pen.beginPath();
  for (const [x, y] of [from, to, right, left]) pen.lineTo(x, y);
  pen.closePath();
  pen.fill();
  pen.globalAlpha = 1;
}

/** The move, its fall back, and levels from there on in the direction of the move. */
function drawExtension(
  pen: Pen,
  scene: Scene,
  pane: Pane,
  { start, end, from, to }: Stretch,
  back: Anchor,
  through: Point,
): void {
  dashed(pen, from, to);
  dashed(pen, to, through);
  const left = Math.min(to[0], through[0]);
  const right = Math.max(to[0], through[0], left + LEAST_LEVEL);
  drawLevels(pen, scene, pane, left, right, extensionPrices(start, end, back));
}

function dashed(pen: Pen, from: Point, to: Point): void {
  const { lineDash } = pen;
  pen.globalAlpha = 0.5;
  pen.lineDash = [3, 3];
  line(pen, from, to);
  pen.lineDash = lineDash;
  pen.globalAlpha = 1;
}

function drawLevels(
  pen: Pen,
  scene: Scene,
  pane: Pane,
  left: number,
  right: number,
  levels: readonly (readonly [share: number, price: number])[],
): void {
  pen.textAlign = 'left';
  for (const [share, price] of levels) {
    const y = pane.scale.toY(price);
    line(pen, [left, y], [right, y]);
    // Not under the line that names the pane, nor under the label of an order.
    if (y < pane.scale.top || y > pane.top + pane.height - LEVEL.height / 2) continue;
    const text = `${share}  ${exactText(pane, price)}`;
    const box = {
      ...{ left: right + LEVEL.gap, top: y - LEVEL.height / 2 },
      ...{ width: pen.textWidth(text), height: LEVEL.height },
    };
    if (!scene.handles.some((handle) => overlap(handle.box, box))) pen.fillText(text, box.left, y);
  }
}

/** Levels between the two anchors. A user draws from the start of a move to its end: the last anchor is level 0. */
function drawFibonacci(pen: Pen, scene: Scene, pane: Pane, { start, end, from, to }: Stretch): void {
  const left = Math.min(from[0], to[0]);
  const right = Math.max(from[0], to[0], left + LEAST_LEVEL);
  dashed(pen, from, to);
  const priceAt = (share: number): number => end.price + (start.price - end.price) * share;
  drawLevels(
    pen,
    scene,
    pane,
    left,
    right,
    FIBONACCI_SHARES.map((share) => [share, priceAt(share)] as const),
  );
}

/** A box over a range with its price change, its number of candles and its duration. */
function drawMeasure(pen: Pen, scene: Scene, { start, end, from, to }: Stretch): void {
  const rising = end.price >= start.price;
  const colour = rising ? scene.palette.up : scene.palette.down;
  pen.fillStyle = colour;
  pen.globalAlpha = 0.12;
  pen.fillRect(from[0], from[1], to[0] - from[0], to[1] - from[1]);
  pen.globalAlpha = 1;
  pen.strokeStyle = colour;
  const middle = (from[0] + to[0]) / 2;
  line(pen, [middle, from[1]], [middle, to[1]]);
  const head = to[1] + (rising ? ARROW.height : -ARROW.height);
  line(pen, [middle - ARROW.width, head], [middle, to[1]]);
  line(pen, [middle + ARROW.width, head], [middle, to[1]]);
  const bars = Math.round((to[0] - from[0]) / scene.viewport.spacing);
  const text = `${rising ? '▲' : '▼'} ${percentLabel((end.price / start.price - 1) * 100)} · ${words.bars({ bars })} · ${duration(Math.abs(end.time - start.time))}`;
  const width = pen.textWidth(text) + 2 * WORDS.padding;
  const top = to[1] + (rising ? -WORDS.gap - WORDS.height : WORDS.gap);
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(sharp(scene, middle - width / 2), sharp(scene, top), width, WORDS.height, 2);
  pen.fill();
  pen.fillStyle = scene.palette.background;
  pen.textAlign = 'center';
  pen.fillText(text, middle, top + WORDS.height / 2);
}

function duration(seconds: number): string {
  const of = (unit: number): string => localFigure((seconds / unit).toFixed(seconds % unit === 0 ? 0 : 1));
  if (seconds < 3_600) return words.minutes({ figure: String(Math.round(seconds / 60)) });
  return seconds < 2 * 86_400 ? words.hours({ figure: of(3_600) }) : words.days({ figure: of(86_400) });
}

function line(pen: Pen, from: Point, to: Point): void {
  pen.beginPath();
  pen.moveTo(from[0], from[1]);
  pen.lineTo(to[0], to[1]);
  pen.stroke();
}

function handle(pen: Pen, scene: Scene, [x, y]: Point, held: boolean): void {
  pen.beginPath();
  pen.circle(x, y, HANDLE);
  pen.fillStyle = held ? scene.palette.accent : scene.palette.background;
  pen.fill();
  pen.lineWidth = 1.5;
  pen.strokeStyle = scene.palette.accent;
  pen.stroke();
}

function tagPrice(pen: Pen, scene: Scene, pane: Pane, drawing: Drawing): void {
  const price = drawing.anchors[0]?.price;
  if (price === undefined) return;
  const y = pane.scale.toY(price);
  if (!holds(pane, y)) return;
  const { lineStrong, background, text } = scene.palette;
  const plain = drawing.style?.colour === undefined;
  const fill = plain ? lineStrong : drawingColour(scene, drawing);
  drawTag(pen, scene, pane, y, [exactText(pane, price)], fill, plain ? text : background);
}
