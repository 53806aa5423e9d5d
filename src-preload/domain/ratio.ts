/** One, in basis points. */
export const WHOLE_BPS = 10_000n;
/** One, in parts per million. */
export const WHOLE_PPM = 1_000_000n;

/** `⌊a × b / c⌋` for non-negative integers, exact. @throws RangeError when `c` is not positive. */
export function mulDivFloor(a: bigint, b: bigint, c: bigint): bigint {
  if (c <= 0n) throw new RangeError('the divisor must be positive');
  return (a * b) / c;
}

/** `⌈a × b / c⌉` for non-negative integers, exact. @throws RangeError when `c` is not positive. */
export function mulDivCeil(a: bigint, b: bigint, c: bigint): bigint {
  if (c <= 0n) throw new RangeError('the divisor must be positive');
  return (a * b + c - 1n) / c;
}

/** Parts per million of `numerator / denominator`, rounded to the nearest, as a plain number for display and limits. */
export function partsPerMillion(numerator: bigint, denominator: bigint): number {
  if (denominator === 0n) return 0;
  return Number((numerator * WHOLE_PPM * 2n + denominator) / (2n * denominator));
}
