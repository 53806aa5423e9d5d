import { axisFont, drawTag, exactText } from './draw-axes.ts';
import { anchorsOf, FIBONACCI_SHARES, positionOf, type Anchor, type Drawing } from './drawings.ts';
import type { Pen } from './pen.ts';
import { percentLabel } from './price-scale.ts';
import { clipped, holds, plotWidth, pricePane, sharp, type Pane, type Scene } from './scene.ts';

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
const ARROW = { width: 4, height: 5 } as const;

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

/** Paints one drawing; the selected one is stronger and has handles. */
export function drawDrawing(pen: Pen, scene: Scene, drawing: Drawing, chosen: boolean): void {
  const pane = pricePane(scene);
  if (pane === undefined || drawing.anchors.length < anchorsOf(drawing.kind)) return;
  const points = anchorPixels(scene, pane, drawing);
  const [from] = points;
  if (from === undefined) return;
  clipped(pen, scene, pane, () => {
    pen.strokeStyle = chosen ? scene.palette.accent : scene.palette.textSoft;
    pen.fillStyle = pen.strokeStyle;
    pen.lineWidth = chosen ? 1.5 : 1;
    pen.font = axisFont(scene);

    if (drawing.kind === 'horizontal') line(pen, [0, from[1]], [plotWidth(scene), from[1]]);
    else drawBetween(pen, scene, pane, drawing, points);
    if (chosen) for (const point of points) handle(pen, scene, point);
  });
  if (drawing.kind === 'horizontal') tagPrice(pen, scene, pane, drawing, chosen);
}

function drawBetween(
  pen: Pen,
  scene: Scene,
  pane: Pane,
  drawing: Drawing,
  [from, to]: readonly Point[],
): void {
  const [start, end] = drawing.anchors;
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
    case 'fibonacci':
      drawFibonacci(pen, pane, stretch);
      return;
    case 'measure':
      drawMeasure(pen, scene, stretch);
      return;
    case 'horizontal':
  }
}

/** Levels between the two anchors. A user draws from the start of a move to its end: the last anchor is level 0. */
function drawFibonacci(pen: Pen, pane: Pane, { start, end, from, to }: Stretch): void {
  const left = Math.min(from[0], to[0]);
  const right = Math.max(from[0], to[0], left + LEAST_LEVEL);
  pen.globalAlpha = 0.5;
  pen.lineDash = [3, 3];
  line(pen, from, to);
  pen.lineDash = [];
  pen.globalAlpha = 1;
  pen.textAlign = 'left';
  for (const share of FIBONACCI_SHARES) {
    const price = end.price + (start.price - end.price) * share;
    const y = pane.scale.toY(price);
    line(pen, [left, y], [right, y]);
    pen.fillText(`${share}  ${exactText(pane, price)}`, right + 6, y);
  }
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
  const text = `${rising ? '▲' : '▼'} ${percentLabel((end.price / start.price - 1) * 100)} · ${bars} bars · ${duration(Math.abs(end.time - start.time))}`;
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
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 2 * 86_400) return `${(seconds / 3_600).toFixed(seconds % 3_600 === 0 ? 0 : 1)} h`;
  return `${(seconds / 86_400).toFixed(seconds % 86_400 === 0 ? 0 : 1)} d`;
}

function line(pen: Pen, from: Point, to: Point): void {
  pen.beginPath();
  pen.moveTo(from[0], from[1]);
  pen.lineTo(to[0], to[1]);
  pen.stroke();
}

function handle(pen: Pen, scene: Scene, [x, y]: Point): void {
  pen.beginPath();
  pen.circle(x, y, 4);
  pen.fillStyle = scene.palette.background;
  pen.fill();
  pen.strokeStyle = scene.palette.accent;
  pen.stroke();
}

function tagPrice(pen: Pen, scene: Scene, pane: Pane, drawing: Drawing, chosen: boolean): void {
  const price = drawing.anchors[0]?.price;
  if (price === undefined) return;
  const y = pane.scale.toY(price);
  if (!holds(pane, y)) return;
  const { accent, accentInk, lineStrong, text: ink } = scene.palette;
  drawTag(pen, scene, y, [exactText(pane, price)], chosen ? accent : lineStrong, chosen ? accentInk : ink);
}
