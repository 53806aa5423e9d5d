import { axisFont, exactText, tag } from './axes.ts';
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
import { percentLabel } from './price-scale.ts';
import {
  type Box,
  holds,
  plotWidth,
  pricePane,
  seriesColour,
  sharp,
  type Pane,
  type Scene,
} from './scene.ts';
import { area, box, circle, type Ink, label, line, type Point, type Shape } from './shapes.ts';
import { localFigure } from '../format/figures.ts';
import { words } from './words.ts';

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

/** One drawing; the selected one is stronger and has handles, that of the `held` anchor filled. */
export function drawingShapes(
  scene: Scene,
  drawing: Drawing,
  chosen?: { readonly held: number | undefined },
): readonly Shape[] {
  const pane = pricePane(scene);
  if (pane === undefined) return [];
  const points = anchorPixels(scene, pane, drawing);
  const [from] = points;
  if (from === undefined) return [];
  const { style = {} } = drawing;
  const width = plotWidth(scene);
  const ink = {
    stroke: drawingColour(scene, drawing),
    width: (style.width ?? 1) + (chosen ? 0.5 : 0),
    dash: DASH_PIXELS[style.dash ?? 'solid'],
  };
  const handles = (chosen ? points : []).map(([x, y], at) => {
    // The handle of a line across the plot stays in view.
    const seen = drawing.kind === 'horizontal' ? Math.max(HANDLE * 2, Math.min(width - HANDLE * 2, x)) : x;
    return handle(scene, [seen, y], at === chosen?.held);
  });
  if (drawing.kind === 'horizontal') return [line([0, from[1]], [width, from[1]], ink), ...handles];
  if (drawing.kind === 'text') return [textShape(scene, drawing, from), ...handles];
  return [...between(scene, pane, drawing, points, ink), ...handles];
}

/** The price of a line across the plot, on the axis. */
export function drawingTag(scene: Scene, drawing: Drawing): readonly Shape[] {
  const pane = pricePane(scene);
  const price = drawing.anchors[0]?.price;
  if (drawing.kind !== 'horizontal' || pane === undefined || price === undefined) return [];
  const y = pane.scale.toY(price);
  if (!holds(pane, y)) return [];
  const { lineStrong, background, text } = scene.palette;
  const plain = drawing.style?.colour === undefined;
  const fill = plain ? lineStrong : drawingColour(scene, drawing);
  return tag(scene, pane, y, [exactText(pane, price)], fill, plain ? text : background);
}

function drawingColour({ palette }: Scene, { style }: Drawing): string {
  return style?.colour === undefined ? palette.textSoft : seriesColour(palette, style.colour);
}

/** The box of a text's words in pixels, as far as it is known without measuring them. */
export function textBox({ text = '' }: Drawing, [x, y]: Point): Box {
  const width = 2 * TEXT.gap + Math.max(4, text.length) * TEXT.letter;
  return { left: x - TEXT.gap, top: y - TEXT.height / 2, width, height: TEXT.height };
}

function textShape(scene: Scene, drawing: Drawing, [x, y]: Point): Shape {
  const { text = '' } = drawing;
  return label(text === '' ? words.text : text, x + TEXT.gap, y, {
    font: `${TEXT.size}px ${scene.palette.font}`,
    fill: drawingColour(scene, drawing),
    outline: scene.palette.background,
  });
}

function between(
  scene: Scene,
  pane: Pane,
  drawing: Drawing,
  [from, to, through]: readonly Point[],
  ink: Ink,
): readonly Shape[] {
  const [start, end, back] = drawing.anchors;
  if (from === undefined || to === undefined || start === undefined || end === undefined) return [];
  const stretch = { start, end, from, to };
  switch (drawing.kind) {
    case 'trend':
      return [line(from, to, ink)];
    case 'ray': {
      const reach = plotWidth(scene) * RAY_REACH;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      const along = (at: 0 | 1): number => from[at] + ((to[at] - from[at]) / length) * reach;
      return [line(from, [along(0), along(1)], ink)];
    }
    case 'channel':
      // Until the second line is placed there is one.
      return [line(from, to, ink), ...(through === undefined ? [] : channel(from, to, through, ink))];
    case 'extension':
      return back === undefined || through === undefined
        ? [line(from, to, ink)]
        : extension(scene, pane, stretch, back, through, ink);
    case 'fibonacci':
      return fibonacci(scene, pane, stretch, ink);
    case 'measure':
      return measure(scene, stretch, ink);
    case 'text':
    case 'horizontal':
      return [];
  }
}

/** The second line of a channel, and the area between both. */
function channel(from: Point, to: Point, through: Point, ink: Ink): readonly Shape[] {
  const [left, right] = parallelOf(from, to, through);
  const fill = ink.stroke ?? '';
  return [line(left, right, ink), area([from, to, right, left], { fill, alpha: 0.08 })];
}

/** The move, its fall back, and levels from there on in the direction of the move. */
function extension(
  scene: Scene,
  pane: Pane,
  { start, end, from, to }: Stretch,
  back: Anchor,
  through: Point,
  ink: Ink,
): readonly Shape[] {
  const left = Math.min(to[0], through[0]);
  const right = Math.max(to[0], through[0], left + LEAST_LEVEL);
  const prices = extensionPrices(start, end, back);
  return [dashed(from, to, ink), dashed(to, through, ink), ...levels(scene, pane, left, right, prices, ink)];
}

function dashed(from: Point, to: Point, ink: Ink): Shape {
  return line(from, to, { ...ink, dash: [3, 3], alpha: 0.5 });
}

function levels(
  scene: Scene,
  pane: Pane,
  left: number,
  right: number,
  prices: readonly (readonly [share: number, price: number])[],
  ink: Ink,
): readonly Shape[] {
  const look = { font: axisFont(scene), fill: ink.stroke ?? '' };
  return prices.flatMap(([share, price]) => {
    const y = pane.scale.toY(price);
    const level = line([left, y], [right, y], ink);
    // Not under the line that names the pane, nor under the label of an order.
    if (y < pane.scale.top || y > pane.top + pane.height - LEVEL.height / 2) return [level];
    const text = `${share}  ${exactText(pane, price)}`;
    const place = {
      ...{ left: right + LEVEL.gap, top: y - LEVEL.height / 2 },
      ...{ width: scene.widthOf(text), height: LEVEL.height },
    };
    const covered = scene.handles.some((other) => overlap(other.box, place));
    return covered ? [level] : [level, label(text, place.left, y, look)];
  });
}

/** Levels between the two anchors. A user draws from the start of a move to its end: the last anchor is level 0. */
function fibonacci(scene: Scene, pane: Pane, { start, end, from, to }: Stretch, ink: Ink): readonly Shape[] {
  const left = Math.min(from[0], to[0]);
  const right = Math.max(from[0], to[0], left + LEAST_LEVEL);
  const priceAt = (share: number): number => end.price + (start.price - end.price) * share;
  const prices = FIBONACCI_SHARES.map((share) => [share, priceAt(share)] as const);
  return [dashed(from, to, ink), ...levels(scene, pane, left, right, prices, ink)];
}

/** A box over a range with its price change, its number of candles and its duration. */
function measure(scene: Scene, { start, end, from, to }: Stretch, { width, dash }: Ink): readonly Shape[] {
  const rising = end.price >= start.price;
  const colour = rising ? scene.palette.up : scene.palette.down;
  const ink = { stroke: colour, ...(width && { width }), ...(dash && { dash }) };
  const [left, top] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
  const middle = (from[0] + to[0]) / 2;
  const head = to[1] + (rising ? ARROW.height : -ARROW.height);
  const bars = Math.round((to[0] - from[0]) / scene.viewport.spacing);
  const text = `${rising ? '▲' : '▼'} ${percentLabel((end.price / start.price - 1) * 100)} · ${words.bars({ bars })} · ${duration(Math.abs(end.time - start.time))}`;
  const wide = scene.widthOf(text) + 2 * WORDS.padding;
  const above = to[1] + (rising ? -WORDS.gap - WORDS.height : WORDS.gap);
  return [
    box(left, top, Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]), { fill: colour, alpha: 0.12 }, 0),
    line([middle, from[1]], [middle, to[1]], ink),
    line([middle - ARROW.width, head], [middle, to[1]], ink),
    line([middle + ARROW.width, head], [middle, to[1]], ink),
    box(sharp(scene, middle - wide / 2), sharp(scene, above), wide, WORDS.height, { fill: colour }),
    label(text, middle, above + WORDS.height / 2, {
      font: axisFont(scene),
      fill: scene.palette.background,
      align: 'center',
    }),
  ];
}

function duration(seconds: number): string {
  const of = (unit: number): string => localFigure((seconds / unit).toFixed(seconds % unit === 0 ? 0 : 1));
  if (seconds < 3_600) return words.minutes({ figure: String(Math.round(seconds / 60)) });
  return seconds < 2 * 86_400 ? words.hours({ figure: of(3_600) }) : words.days({ figure: of(86_400) });
}

function handle({ palette }: Scene, place: Point, held: boolean): Shape {
  const fill = held ? palette.accent : palette.background;
  return circle(place, HANDLE, { fill, stroke: palette.accent, width: 1.5 });
}
