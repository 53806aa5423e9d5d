import type { OverlayLine } from '../../chart/scene.ts';
import { words } from './words.ts';

/** Id of the line that shows where a dragged order would go. */
export const MOVED = 'moved';

/** An order's line that is being dragged. */
export interface MovedLine {
  readonly id: string;
  /** Where it was dragged to: ADA for one whole token, in plain digits. */
  readonly price: string;
}

/** The line that shows where a dragged order would go; none if that order is not among `own`. */
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
