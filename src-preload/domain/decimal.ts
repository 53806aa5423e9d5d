/** Which way a figure is rounded when it has more digits than the unit holds. */
export type Rounding = 'floor' | 'ceil' | 'nearest';

const PLAIN = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * Reads a decimal text ("12.5", "1e-8", ".5") as an integer number of units of 10^-decimals.
 * Digits beyond the unit are rounded as asked. Answers `undefined` when the text is not a decimal number.
 */
export function parseDecimal(
  text: string,
  decimals: number,
  rounding: Rounding = 'floor',
): bigint | undefined {
  const match = PLAIN.exec(text.trim());
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = BigInt(whole + fraction);
  const shift = decimals + Number(exponent) - fraction.length;
  const magnitude =
    shift >= 0
      ? digits * 10n ** BigInt(shift)
      : divide(digits, 10n ** BigInt(-shift), sign === '-', rounding);
  return sign === '-' ? -magnitude : magnitude;
}

/**
 * A JSON number as base units. JavaScript's shortest text of the number is the figure that the sender wrote, so
 * `0.1` is one tenth. Answers `undefined` for NaN and the infinities.
 */
export function numberToUnits(
  value: number,
  decimals: number,
  rounding: Rounding = 'floor',
): bigint | undefined {
  return Number.isFinite(value) ? parseDecimal(String(value), decimals, rounding) : undefined;
}

/** Base units as the shortest exact decimal text: `formatDecimal(1500000n, 6)` is `1.5`. */
export function formatDecimal(units: bigint, decimals: number): string {
  const fixed = formatFixed(units, decimals);
  return decimals === 0 ? fixed : fixed.replace(/\.?0+$/, '');
}

/** Groups the whole part of a decimal text by thousands: `1234567.5` is `1,234,567.5`. */
export function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const spaced = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

/** Base units as decimal text with exactly `decimals` places. */
function formatFixed(units: bigint, decimals: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return negative ? `-${text}` : text;
}

function divide(digits: bigint, divisor: bigint, negative: boolean, rounding: Rounding): bigint {
  const quotient = digits / divisor;
  const rest = digits % divisor;
  if (rest === 0n) return quotient;
  if (rounding === 'nearest') return rest * 2n >= divisor ? quotient + 1n : quotient;
  const awayFromZero = (rounding === 'ceil') !== negative;
  return awayFromZero ? quotient + 1n : quotient;
}
