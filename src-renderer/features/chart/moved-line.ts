import type { OverlayLine } from '../../chart/scene.ts';
import { words } from './words.ts';

/** The line that shows where an order would go; it is no order. */
export const MOVED = 'moved';

/** An order's line that is being dragged. */
export interface MovedLine {
  readonly id: string;
  /** ADA for one whole token, where it would go. */
  readonly price: string;
}

/** The line that shows where an order would go. */
export function movedLines(
  own: readonly OverlayLine[],
  moved: MovedLine | undefined,
): readonly OverlayLine[] {
  const line = moved && own.find(({ id }) => id === moved.id);
  if (!line) return [];
  return [
    { id: MOVED, price: Number(moved.price), kind: 'draft', label: words.moveTo({ order: line.label }) },
  ];
}
