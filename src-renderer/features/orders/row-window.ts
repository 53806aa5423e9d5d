/** Which rows of a long list stand in the page: those in sight, and a few on both sides. */
export interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

const BEYOND = 3;

/** The most rows that stand in the page at once. */
export function mostRows(rowHeight: number, height: number): number {
  return Math.ceil(height / rowHeight) + 1 + 2 * BEYOND;
}

/** `height` is that of the part where rows are seen; all lengths in pixels, every row of the same height. */
export function rowWindow(count: number, rowHeight: number, scrolled: number, height: number): RowWindow {
  const most = Math.max(0, count * rowHeight - height);
  const from = Math.min(Math.max(0, scrolled), most);
  const first = Math.max(0, Math.floor(from / rowHeight) - BEYOND);
  const end = Math.min(count, Math.ceil((from + height) / rowHeight) + BEYOND);
  return { first, end };
}

/** Where to scroll to, so that a row is in sight; the same place when it is already. */
export function scrolledTo(row: number, rowHeight: number, scrolled: number, height: number): number {
  const top = row * rowHeight;
  if (top < scrolled) return top;
  return top + rowHeight > scrolled + height ? top + rowHeight - height : scrolled;
}
