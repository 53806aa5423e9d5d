/** Trades that are worked through at once: a few milliseconds, so that windows and clients are served in between. */
export const SLICE = 50;

/**
 * Works through items in slices. Answers false where `stopped` ended it before the last one; throws what `work` throws.
 */
export async function inSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  stopped: () => boolean,
): Promise<boolean> {
  let left = SLICE;
  for (const item of items) {
    if (left === 0) {
      await breath();
      left = SLICE;
    }
    if (stopped()) return false;
    work(item);
    left -= 1;
  }
  return !stopped();
}

/** Lets everything run that waits by now. */
export function breath(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
