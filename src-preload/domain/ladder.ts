import { failure, type Failure } from './failure.ts';
import type { LadderSizes, LadderSpacing } from './limit-order.ts';
import { priceNumber, ratioText, type LimitPrice } from './limit-price.ts';
import { failed, ok, type Result } from './result.ts';

/** Each order of a geometric ladder is this much larger than the one before it. */
const GEOMETRIC_GROWTH = { numerator: 3n, denominator: 2n } as const;

/** Digits of the prices between the first and the last. */
const INNER_DIGITS = 12;

/**
 * Divides an amount into equal parts; the remainder goes to the last, as services do it. Failure: `too-many-parts`
 * when a part would be zero.
 */
export function equalParts(amount: bigint, count: number): Result<readonly bigint[], Failure> {
  return weightedParts(
    amount,
    Array.from({ length: count }, () => 1n),
  );
}

/** The amounts of a ladder, first price to last; they sum to the amount. Failure: `too-many-parts`. */
export function ladderAmounts(
  amount: bigint,
  count: number,
  sizes: LadderSizes,
): Result<readonly bigint[], Failure> {
  return weightedParts(
    amount,
    Array.from({ length: count }, (_, at) => weight(sizes, at, count)),
  );
}

/**
 * The prices of a ladder. The first and the last are exactly those given; those between them are at equal differences
 * or equal ratios, to 12 digits.
 */
export function ladderPrices(
  from: LimitPrice,
  to: LimitPrice,
  count: number,
  spacing: LadderSpacing,
): readonly LimitPrice[] {
  return Array.from({ length: count }, (_, at) => {
    if (at === 0) return from;
    if (at === count - 1) return to;
    return spacing === 'linear' ? between(from, to, at, count - 1) : ratioBetween(from, to, at / (count - 1));
  });
}

function weight(sizes: LadderSizes, at: number, count: number): bigint {
  if (sizes === 'equal') return 1n;
  if (sizes === 'linear') return BigInt(at + 1);
  return GEOMETRIC_GROWTH.numerator ** BigInt(at) * GEOMETRIC_GROWTH.denominator ** BigInt(count - 1 - at);
}

function weightedParts(amount: bigint, weights: readonly bigint[]): Result<readonly bigint[], Failure> {
  const total = weights.reduce((sum, one) => sum + one, 0n);
  const parts = weights.map((one) => (amount * one) / total);
  const rest = amount - parts.reduce((sum, part) => sum + part, 0n);
  const last = parts.length - 1;
  const whole = parts.map((part, at) => (at === last ? part + rest : part));
  return whole.some((part) => part <= 0n)
    ? failed(failure('too-many-parts', { parts: parts.length }))
    : ok(whole);
}

function between(from: LimitPrice, to: LimitPrice, at: number, steps: number): LimitPrice {
  const [left, right] = [BigInt(steps - at), BigInt(at)];
  const lovelace = from.lovelace * to.units * left + to.lovelace * from.units * right;
  return rounded(lovelace, from.units * to.units * BigInt(steps));
}

/** By a power of a double: between the ends, the user chooses a shape, not an exact figure. */
function ratioBetween(from: LimitPrice, to: LimitPrice, share: number): LimitPrice {
  const growth = priceNumber(to, 0) / priceNumber(from, 0);
  const digits = BigInt(Math.round(growth ** share * 1e15));
  return rounded(from.lovelace * digits, from.units * 10n ** 15n);
}

function rounded(lovelace: bigint, units: bigint): LimitPrice {
  const text = ratioText(lovelace, units, 'floor', INNER_DIGITS);
  if (text === undefined) return { lovelace, units };
  const [whole = '0', places = ''] = text.split('.');
  return { lovelace: BigInt(whole + places), units: 10n ** BigInt(places.length) };
}
