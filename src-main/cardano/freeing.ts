/** Registers an object of the chain library for freeing, and returns it. */
export type Hold = <T extends { free(): void }>(item: T) => T;

/**
 * Runs `work` and then frees all that it held, even if it throws. Garbage collection would come too late: a burst of work
 * would enlarge the library's memory, which never shrinks.
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
