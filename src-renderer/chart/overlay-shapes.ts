import { axisFont } from './axes.ts';
import { positionOf } from './drawings.ts';
import { overlap } from './handles.ts';
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
import { area, box as boxShape, label, line as stroke, type Shape } from './shapes.ts';

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
export function overlayShapes(scene: Scene, pane: Pane): readonly Shape[] {
  const { lines, marks } = scene.overlays;
  return [
    ...lines.flatMap((line) => {
      const y = pane.scale.toY(line.price);
      const dash = DASHES[line.kind];
      return holds(pane, y) ? [dashAcross(scene, y, colourOf(scene, line.kind), dash, dash * 1.5)] : [];
    }),
    ...markShapes(scene, pane, marks),
  ];
}

/** The lines' labels, on top of everything: neither a line nor the last bar crosses one. */
export function handleShapes(scene: Scene): readonly Shape[] {
  return scene.handles.flatMap((handle) => handleShape(scene, handle));
}

function handleShape(scene: Scene, { line, y, text, box, cross }: Handle): readonly Shape[] {
  const { palette } = scene;
  const edge = { stroke: colourOf(scene, line.kind), width: 1 / scene.pixelRatio };
  const { left, width, height } = box;
  const middle = box.top + height / 2;
  const shapes: Shape[] = [];
  if (Math.abs(middle - y) > height / 2) {
    const [near, far] = line.kind === 'draft' ? [left + width, LEADER] : [left, -LEADER];
    shapes.push(stroke([near + far, y], [near, middle], edge));
  }
  shapes.push(
    boxShape(left, sharp(scene, box.top), width, height, { ...edge, fill: palette.raised }),
    label(text, left + 6, middle, { font: axisFont(scene), fill: palette.text }),
  );
  if (cross === undefined) return shapes;
  const x = cross.left + cross.width / 2;
  const thin = { stroke: palette.textSoft, width: 1.25 };
  shapes.push(
    stroke([x - CROSS, middle - CROSS], [x + CROSS, middle + CROSS], thin),
    stroke([x + CROSS, middle - CROSS], [x - CROSS, middle + CROSS], thin),
  );
  return shapes;
}

/** Newest marks first: if there is no room left, an arrow gets no label. */
function markShapes(scene: Scene, pane: Pane, marks: readonly OverlayMark[]): readonly Shape[] {
  const taken: Box[] = scene.handles.map(({ box }) => box);
  return marks.toSorted((a, b) => b.time - a.time).flatMap((mark) => markShape(scene, pane, mark, taken));
}

/** A triangle pointing at the price: from below for a buy, from above for a sell. */
function markShape(scene: Scene, pane: Pane, mark: OverlayMark, taken: Box[]): readonly Shape[] {
  const position = Math.floor(positionOf(scene.series, mark.time, scene.periodSeconds)) + 0.5;
  const x = scene.viewport.toX(position);
  if (x < -MARK_REACH || x > plotWidth(scene) + MARK_REACH) return [];
  const way = mark.kind === 'sell' ? -1 : 1;
  const tip = pane.scale.toY(mark.price) + way * 2;
  const fill = colourOf(scene, mark.kind);
  const { background } = scene.palette;
  const base = tip + way * ARROW_HEIGHT;
  const corners = [[x, tip] as const, [x + ARROW, base] as const, [x - ARROW, base] as const];
  // The outline is half behind the arrow.
  const arrow = [area(corners, { stroke: background, width: 2 }), area(corners, { fill })];
  if (mark.label === '') return arrow;
  const middle = base + way * WORDS_GAP;
  const width = scene.widthOf(mark.label);
  const box = { left: x - width / 2, top: middle - WORDS_HEIGHT / 2, width, height: WORDS_HEIGHT };
  const inside =
    box.left >= 0 &&
    box.left + width <= plotWidth(scene) &&
    box.top >= pane.scale.top &&
    box.top + box.height <= pane.top + pane.height;
  if (!inside || taken.some((other) => overlap(box, other))) return arrow;
  taken.push(box);
  const look = { font: axisFont(scene), fill, align: 'center', outline: background } as const;
  return [...arrow, label(mark.label, x, middle, look)];
}
