/** Remembers an object of the chain library, to be freed, and returns it. */
export type Hold = <T extends { free(): void }>(item: T) => T;

/**
 * Frees all that the work held once it is done or has thrown. Left to the garbage collector, the library's memory, which
 * never shrinks, would grow with every burst of work.
 */
export function freeing<T>(work: (hold: Hold) => T): T {
  const held: { free(): void }[] = [];
  try {
    return work((item) => {
      held.push(item);
      return item;
    });
  } finally {
    for (const item of held) item.free();
  }
}
