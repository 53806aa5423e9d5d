import { axisFont, drawTag, exactText } from './draw-axes.ts';
import { positionOf } from './drawings.ts';
import type { Pen } from './pen.ts';
import {
  dashAcross,
  holds,
  type OverlayLine,
  type OverlayMark,
  type Pane,
  plotWidth,
  type Scene,
  sharp,
} from './scene.ts';

const LABEL_EDGE = 12;
const ARROW = 5;
const ARROW_HEIGHT = ARROW * 1.7;
/** From an arrow to the middle of its label. */
const WORDS_GAP = 8;
/** An arrow this far outside the plot may still have a label that reaches into it. */
const MARK_REACH = 20;

function colourOf(scene: Scene, kind: OverlayLine['kind'] | OverlayMark['kind']): string {
  if (kind === 'buy') return scene.palette.up;
  if (kind === 'sell') return scene.palette.down;
  if (kind === 'draft') return scene.palette.accent;
  return kind === 'alert' ? scene.palette.amber : scene.palette.textSoft;
}

/** The user's orders, alerts and fills in the price pane. */
export function drawOverlays(pen: Pen, scene: Scene, pane: Pane): void {
  const lines = scene.overlays.lines.filter(({ price }) => holds(pane, pane.scale.toY(price)));
  for (const line of lines) drawOrderLine(pen, scene, pane, line);
  // Names come last so that no line crosses another's name.
  for (const line of lines) drawOrderName(pen, scene, pane, line);
  for (const mark of scene.overlays.marks) drawMark(pen, scene, pane, mark);
}

function drawOrderLine(pen: Pen, scene: Scene, pane: Pane, line: OverlayLine): void {
  const y = pane.scale.toY(line.price);
  const dash = line.kind === 'alert' ? 2 : line.kind === 'draft' ? 4 : 8;
  pen.fillStyle = colourOf(scene, line.kind);
  dashAcross(pen, scene, y, dash, dash * 1.5);
}

function drawOrderName(pen: Pen, scene: Scene, pane: Pane, line: OverlayLine): void {
  const y = pane.scale.toY(line.price);
  const colour = colourOf(scene, line.kind);
  pen.font = axisFont(scene);

  pen.textAlign = 'left';
  const width = pen.textWidth(line.label) + 12;
  // A price being entered is named at the left, so that an order at the same price keeps its name at the right.
  const left = line.kind === 'draft' ? LABEL_EDGE : plotWidth(scene) - width - LABEL_EDGE;
  pen.fillStyle = scene.palette.raised;
  pen.strokeStyle = colour;
  pen.lineWidth = 1 / scene.pixelRatio;
  pen.beginPath();
  pen.roundRect(sharp(scene, left), sharp(scene, y - 9), width, 18, 2);
  pen.fill();
  pen.stroke();
  pen.fillStyle = scene.palette.text;
  pen.fillText(line.label, left + 6, y);
  drawTag(pen, scene, y, [exactText(pane, line.price)], scene.palette.raised, colour);
}

/** A triangle pointing at the price: from below for a buy, from above for a sell. */
function drawMark(pen: Pen, scene: Scene, pane: Pane, mark: OverlayMark): void {
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
  pen.font = axisFont(scene);
  pen.textAlign = 'center';

  pen.lineWidth = 3;
  const baseline = tip + way * (ARROW_HEIGHT + WORDS_GAP);
  pen.outlinedText(mark.label, x, baseline);
}
