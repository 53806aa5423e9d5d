import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';

/** Works on the items in their order, so many at once. The first failure is the result, and nothing more is begun. */
export async function sideBySide<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result<unknown, Failure>>,
): Promise<Result<undefined, Failure>> {
  const left = items.values();
  let ended: Result<undefined, Failure> = ok(undefined);
  const worker = async (): Promise<void> => {
    for (const item of left) {
      const done = await work(item);
      if (!done.ok && ended.ok) ended = done;
      if (!ended.ok) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return ended;
}
