/** A service may need a while to put a candle together. */
const AGAIN_BUCKETS = 3;
const AGAIN_SECONDS = 120;

/**
 * From where on history is to be asked, all in Unix seconds: the candle before the newest that it told (`told`), or,
 * where nothing traded for long, a little before where it was asked up to last (`checked`). Our clock is not relied on
 * when it went back. `undefined` while history told nothing.
 */
export function firstDoubtful(
  told: number | undefined,
  checked: number | undefined,
  to: number,
  period: number,
): number | undefined {
  if (told === undefined) return undefined;
  const before = told - period;
  if (checked === undefined || checked > to) return before;
  return Math.max(before, checked - AGAIN_BUCKETS * period - AGAIN_SECONDS);
}
