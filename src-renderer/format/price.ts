import { formatDecimal, parseDecimal } from '#domain/decimal.ts';
import { showDecimal, type Shown } from './decimal-text.ts';

/** Enough places for a price of 1e-8 between tokens of 15 and 0 decimals, with digits to spare. */
const PLACES = 40;
const PRICE_DIGITS = 5;
/** Of a figure in full, as it is read out and as the pointer shows it. */
const FULL_DIGITS = 10;

/** A quantity with the number of decimals of its asset. */
export interface Side {
  readonly units: bigint;
  readonly decimals: number;
}

/** How much of `quote` one whole `base` costs, as an exact ratio rounded once, for display. Absent for a base of zero. */
export function showPrice(quote: Side, base: Side, significant = PRICE_DIGITS): Shown | undefined {
  if (base.units <= 0n) return undefined;
  const numerator = quote.units * 10n ** BigInt(base.decimals + PLACES);
  const denominator = base.units * 10n ** BigInt(quote.decimals);
  const scaled = (numerator * 2n + denominator) / (denominator * 2n);
  return {
    text: showDecimal(scaled, PLACES, { rounding: 'nearest', significant }).text,
    full: formatDecimal(limitDigits(scaled, FULL_DIGITS), PLACES),
  };
}

/** A figure that arrived as a number (a market price, a depth), for display. */
export function showNumber(value: number, significant = PRICE_DIGITS): Shown | undefined {
  if (!Number.isFinite(value)) return undefined;
  const units = parseDecimal(String(value), PLACES, 'nearest');
  if (units === undefined) return undefined;
  const shown = showDecimal(units, PLACES, { rounding: 'nearest', significant });
  return { text: shown.text, full: formatDecimal(limitDigits(units, FULL_DIGITS), PLACES) };
}

/** Dollars: `$0.53`, `$1,204`, `$0.0₃4127`. */
export function showDollars(value: number): Shown | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  const units = parseDecimal(String(value), PLACES, 'nearest') ?? 0n;
  const significant = value >= 1000 ? 6 : 4;
  const shown = showDecimal(units, PLACES, { rounding: 'nearest', significant, minimumPlaces: 2 });
  return { text: `$${shown.text}`, full: `$${shown.full}` };
}

/** A large figure in short: `1.24M`, `83.1k`; the longer one goes along. */
export function showCompact(value: number): Shown | undefined {
  const exact = showNumber(value, 8);
  if (exact === undefined) return undefined;
  const magnitude = Math.abs(value);
  for (const [size, suffix] of [
    [1e12, 'T'],
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (magnitude >= size) return { text: `${showNumber(value / size, 3)?.text}${suffix}`, full: exact.full };
  }
  return { text: showNumber(value, 4)?.text ?? exact.text, full: exact.full };
}

/** Rounds to that many significant digits: more of them say nothing and take long to be read out. */
function limitDigits(units: bigint, significant: number): bigint {
  const surplus = units.toString().length - significant;
  if (surplus <= 0) return units;
  const unit = 10n ** BigInt(surplus);
  return ((units + unit / 2n) / unit) * unit;
}

/** A price as main writes it (`decimalText`), in that many digits that count. */
export function showPriceText(text: string, significant = PRICE_DIGITS): Shown {
  const units = parseDecimal(text, PLACES) ?? 0n;
  const full = formatDecimal(limitDigits(units, FULL_DIGITS), PLACES);
  return { ...showDecimal(units, PLACES, { significant, rounding: 'nearest' }), full };
}
