import { axisFont } from './draw-axes.ts';
import { positionOf } from './drawings.ts';
import { overlap } from './handles.ts';
import type { Pen } from './pen.ts';
import {
  type Box,
  dashAcross,
  type Handle,
  holds,
  type OverlayLine,
  type OverlayMark,
  type Pane,
  plotWidth,
  type Scene,
  sharp,
} from './scene.ts';

const ARROW = 5;
const ARROW_HEIGHT = ARROW * 1.7;
/** Distance from an arrow to the middle of its label, and the label's height. */
const WORDS_GAP = 8;
const WORDS_HEIGHT = 14;
/** An arrow this far outside the plot still reaches into it. */
const MARK_REACH = 20;
/** Length of the stroke from a line to a label that had to move; half the size of a cross. */
const LEADER = 10;
const CROSS = 3.5;

/** Pixels of a stroke of each kind of line. */
const DASHES: Readonly<Record<OverlayLine['kind'], number>> = {
  buy: 8,
  sell: 8,
  cost: 14,
  draft: 4,
  alert: 2,
};

function colourOf(scene: Scene, kind: OverlayLine['kind'] | OverlayMark['kind']): string {
  if (kind === 'buy') return scene.palette.up;
  if (kind === 'sell') return scene.palette.down;
  if (kind === 'draft') return scene.palette.accent;
  return kind === 'alert' ? scene.palette.amber : scene.palette.textSoft;
}

/** The lines of the user's orders and alerts, and marks of fills, in the price pane. */
export function drawOverlays(pen: Pen, scene: Scene, pane: Pane): void {
  const { lines, marks } = scene.overlays;
  for (const line of lines)
    if (holds(pane, pane.scale.toY(line.price))) drawOrderLine(pen, scene, pane, line);
  drawMarks(pen, scene, pane, marks);
}

/** The lines' labels, painted last so that neither a line nor the last bar crosses one. */
export function drawHandles(pen: Pen, scene: Scene): void {
  for (const handle of scene.handles) drawHandle(pen, scene, handle);
}

function drawOrderLine(pen: Pen, scene: Scene, pane: Pane, line: OverlayLine): void {
  const y = pane.scale.toY(line.price);
  const dash = DASHES[line.kind];
  pen.fillStyle = colourOf(scene, line.kind);
  dashAcross(pen, scene, y, dash, dash * 1.5);
}

function drawHandle(pen: Pen, scene: Scene, { line, y, text, box, cross }: Handle): void {
  const colour = colourOf(scene, line.kind);
  const { left, width, height } = box;
  const middle = box.top + height / 2;
  pen.strokeStyle = colour;
  pen.lineWidth = 1 / scene.pixelRatio;
  if (Math.abs(middle - y) > height / 2) {
    const [near, far] = line.kind === 'draft' ? [left + width, LEADER] : [left, -LEADER];
    pen.beginPath();
    pen.moveTo(near + far, y);
    pen.lineTo(near, middle);
    pen.stroke();
  }
  pen.font = axisFont(scene);
  pen.textAlign = 'left';
  pen.fillStyle = scene.palette.raised;
  pen.beginPath();
  pen.roundRect(left, sharp(scene, box.top), width, height, 2);
  pen.fill();
  pen.stroke();
  pen.fillStyle = scene.palette.text;
  pen.fillText(text, left + 6, middle);
  if (cross === undefined) return;
  const x = cross.left + cross.width / 2;
  pen.strokeStyle = scene.palette.textSoft;
  pen.lineWidth = 1.25;
  pen.beginPath();
  pen.moveTo(x - CROSS, middle - CROSS);
  pen.lineTo(x + CROSS, middle + CROSS);
  pen.moveTo(x + CROSS, middle - CROSS);
  pen.lineTo(x - CROSS, middle + CROSS);
  pen.stroke();
}

/** Newest marks first: if there is no room left, an arrow gets no label. */
function drawMarks(pen: Pen, scene: Scene, pane: Pane, marks: readonly OverlayMark[]): void {
  const taken: Box[] = scene.handles.map(({ box }) => box);
  for (const mark of marks.toSorted((a, b) => b.time - a.time)) drawMark(pen, scene, pane, mark, taken);
}

/** A triangle pointing at the price: from below for a buy, from above for a sell. */
function drawMark(pen: Pen, scene: Scene, pane: Pane, mark: OverlayMark, taken: Box[]): void {
  const position = Math.floor(positionOf(scene.series, mark.time, scene.periodSeconds)) + 0.5;
  const x = scene.viewport.toX(position);
  const y = pane.scale.toY(mark.price);
  if (x < -MARK_REACH || x > plotWidth(scene) + MARK_REACH) return;
  const way = mark.kind === 'sell' ? -1 : 1;
  const tip = y + way * 2;
  pen.fillStyle = colourOf(scene, mark.kind);
  pen.strokeStyle = scene.palette.background;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(x, tip);
  pen.lineTo(x + ARROW, tip + way * ARROW_HEIGHT);
  pen.lineTo(x - ARROW, tip + way * ARROW_HEIGHT);
  pen.closePath();
  pen.stroke();
  pen.fill();
  if (mark.label === '') return;
  pen.font = axisFont(scene);
  const middle = tip + way * (ARROW_HEIGHT + WORDS_GAP);
  const width = pen.textWidth(mark.label);
  const box = { left: x - width / 2, top: middle - WORDS_HEIGHT / 2, width, height: WORDS_HEIGHT };
  const inside =
    box.left >= 0 &&
    box.left + width <= plotWidth(scene) &&
    box.top >= pane.scale.top &&
    box.top + box.height <= pane.top + pane.height;
  if (!inside || taken.some((other) => overlap(box, other))) return;
  taken.push(box);
  pen.textAlign = 'center';
  pen.lineWidth = 3;
  pen.outlinedText(mark.label, x, middle);
}
