import { formatDecimal, parseDecimal } from '#domain/decimal.ts';
import { priceText } from '#domain/limit-price.ts';
import { showDecimal, showDigits, type Shown } from './decimal-text.ts';
import { texts } from './texts.ts';

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

/**
 * ADA paid for one whole token on average, as plain decimal text, rounded up. `paid` in lovelace, `units` in base units of
 * a token with so many decimals. Absent where nothing was paid.
 */
export function averageCost(
  { paid, units }: { readonly paid: string; readonly units: string },
  decimals: number,
): string | undefined {
  const held = BigInt(units);
  return held === 0n ? undefined : priceText({ lovelace: BigInt(paid), units: held }, decimals, 'ceil');
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
  const text = compactText(value);
  const exact = text === undefined ? undefined : showNumber(value, 8);
  return text === undefined || exact === undefined ? undefined : { text, full: exact.full };
}

const SIZES = [
  [1e12, texts.trillions],
  [1e9, texts.billions],
  [1e6, texts.millions],
  [1e3, texts.thousands],
] as const;

/** The same alone, for an axis that needs it in every frame. */
export function compactText(value: number): string | undefined {
  const magnitude = Math.abs(value);
  const size = Number.isFinite(value) && SIZES.find(([least]) => magnitude >= least);
  if (!size) return showNumber(value, 4)?.text;
  const [unit, suffix] = size;
  // Half-way between two figures of three digits is a whole number here, so binary fractions lose nothing.
  const digits = Math.max(3, Math.floor(Math.log10(magnitude / unit)) + 1);
  return `${showDigits(String(Number(value.toPrecision(digits)) / unit))}${suffix}`;
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
