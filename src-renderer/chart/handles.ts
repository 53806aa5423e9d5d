import { placesFor, priceLabel } from './price-scale.ts';
import {
  type Box,
  type Handle,
  holds,
  type OverlayLine,
  type Pane,
  plotWidth,
  type Scene,
  sharp,
} from './scene.ts';
import { words } from './words.ts';

const HEIGHT = 18;
const GAP = 2;
/** From the edges of the plot. */
const EDGE = 12;
const PADDING = 6;
/** Labels tell apart prices that are this many pixels apart, or that differ by this share. */
const EXACT_PIXELS = 2;
const EXACT_SHARE = 1e-4;

/**
 * Places labels of equal height in a column, each as close as possible to its wanted position. Takes the wanted middles in
 * pixels, most important first, and returns the middles found: in the same order from top to bottom, at least a gap apart,
 * within `top` and `bottom`. If there is not enough room, the least important are `undefined`.
 */
export function placeInColumn(
  wanted: readonly number[],
  top: number,
  bottom: number,
): readonly (number | undefined)[] {
  const pitch = HEIGHT + GAP;
  const room = Math.max(0, Math.floor((bottom - top + GAP) / pitch));
  const labels = [...wanted.keys()].slice(0, room).toSorted((a, b) => at(wanted, a) - at(wanted, b));
  const [first, last] = [top + HEIGHT / 2, bottom - HEIGHT / 2 - (labels.length - 1) * pitch];
  // Labels that would overlap form a block, centred on their wanted positions.
  const blocks: { sum: number; count: number }[] = [];
  for (const [rank, label] of labels.entries()) {
    let block = { sum: at(wanted, label) - rank * pitch, count: 1 };
    let before = blocks.at(-1);
    while (before !== undefined && before.sum / before.count > block.sum / block.count) {
      block = { sum: before.sum + block.sum, count: before.count + block.count };
      blocks.pop();
      before = blocks.at(-1);
    }
    blocks.push(block);
  }
  const found: (number | undefined)[] = wanted.map(() => undefined);
  let rank = 0;
  for (const { sum, count } of blocks) {
    const start = Math.min(last, Math.max(first, sum / count));
    for (const end = rank + count; rank < end; rank += 1)
      found[labels[rank] as number] = start + rank * pitch;
  }
  return found;
}

function at(values: readonly number[], index: number): number {
  return values[index] as number;
}

/**
 * Places the labels of the lines in view: orders on the right, prices being entered on the left, so that an order at the
 * same price stays put. If the plot is too narrow for both, all go into one column.
 */
export function placeHandles(scene: Scene, pane: Pane): readonly Handle[] {
  const { lines } = scene.overlays;
  const within = plotWidth(scene) - 2 * EDGE;
  const labels = lines.flatMap((line) => {
    const y = pane.scale.toY(line.price);
    if (!holds(pane, y)) return [];
    const text = labelText(pane, line);
    const width = scene.widthOf(text) + 2 * PADDING + (line.closing === undefined ? 0 : HEIGHT);
    return width > within ? [] : [{ line, y, text, width }];
  });
  const drafts = labels.filter(({ line }) => line.kind === 'draft');
  const others = labels.filter(({ line }) => line.kind !== 'draft');
  const widest = (of: typeof labels): number => Math.max(0, ...of.map(({ width }) => width));
  const apart = widest(drafts) + widest(others) + GAP <= within;
  const columns = apart ? [drafts, others] : [[...drafts, ...others]];
  return columns.flatMap((column) => {
    // Below the line that names the pane.
    const middles = placeInColumn(
      column.map(({ y }) => y),
      pane.scale.top,
      pane.top + pane.height,
    );
    return column.flatMap(({ line, y, text, width }, place) => {
      const middle = middles[place];
      if (middle === undefined) return [];
      const left = line.kind === 'draft' ? EDGE : EDGE + within - width;
      const box = { left: sharp(scene, left), top: middle - HEIGHT / 2, width, height: HEIGHT };
      const cross =
        line.closing === undefined
          ? undefined
          : { left: box.left + width - HEIGHT, top: box.top, width: HEIGHT, height: HEIGHT };
      return [{ line, y, text, box, cross }];
    });
  });
}

/** `Sell 120 SNEK at 0.0042`: the price is in the label, since a tag on the axis would cover the axis. */
function labelText({ scale }: Pane, { kind, label, price }: OverlayLine): string {
  const step = Math.min(scale.stepAt(price, EXACT_PIXELS), price * EXACT_SHARE);
  const written = priceLabel(price, placesFor(step));
  return kind === 'cost'
    ? `${label} ${written}`
    : words.lineAt({ line: kind === 'alert' ? 'alert' : 'order', label, price: written });
}

export function isIn({ left, top, width, height }: Box, x: number, y: number): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}
