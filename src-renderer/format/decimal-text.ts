import { formatDecimal, grouped } from '#domain/decimal.ts';
import { decimalMark, localFigure } from './figures.ts';

/** A figure as shown, and as it exactly is (for the title, the screen reader and the clipboard). */
export interface Shown {
  readonly text: string;
  /** Plain digits with a point, in every language: no grouping, no folding, ASCII minus. */
  readonly full: string;
}

export type DisplayRounding = 'floor' | 'ceil' | 'nearest';

export interface DecimalOptions {
  /** Most digits that count, at least 1; whole digits are never dropped. */
  readonly significant?: number;
  /** Places that stay even when they are zeros. */
  readonly minimumPlaces?: number;
  /** Which way the figure that is shown is cut; for negative figures the magnitude is cut. */
  readonly rounding?: DisplayRounding;
}

const MINUS = '\u2212';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
/** From this many zeros after the point on, they are folded: 0.0₃4127 is 0.0004127. */
const FOLD_FROM = 3;

/** Base units of 10^-decimals as grouped text with a limited number of significant digits. */
export function showDecimal(units: bigint, decimals: number, options: DecimalOptions = {}): Shown {
  const { significant = 7, minimumPlaces = 0, rounding = 'floor' } = options;
  const negative = units < 0n;
  const magnitude = negative ? -units : units;
  const places = placesFor(magnitude, decimals, significant);
  const cut = roundTo(magnitude, decimals - places, rounding);
  const text = trimmed(cut, places, Math.min(minimumPlaces, decimals));
  return { text: (negative && cut > 0n ? MINUS : '') + text, full: formatDecimal(units, decimals) };
}

/** Exactly `places` decimals, for columns that are aligned on the point. */
export function showFixed(
  units: bigint,
  decimals: number,
  places: number,
  rounding: DisplayRounding = 'floor',
): Shown {
  const negative = units < 0n;
  const magnitude = negative ? -units : units;
  const digits = Math.min(places, decimals);
  const cut = roundTo(magnitude, decimals - digits, rounding);
  const text = trimmed(cut * 10n ** BigInt(places - digits), places, places);
  return { text: (negative && cut > 0n ? MINUS : '') + text, full: formatDecimal(units, decimals) };
}

function placesFor(magnitude: bigint, decimals: number, significant: number): number {
  const digits = magnitude.toString().length;
  const whole = digits - decimals;
  if (magnitude === 0n) return 0;
  // Below one, zeros right after the point do not count as significant.
  return Math.max(0, Math.min(decimals, significant - whole));
}

function roundTo(magnitude: bigint, dropped: number, rounding: DisplayRounding): bigint {
  if (dropped <= 0) return magnitude;
  const unit = 10n ** BigInt(dropped);
  const quotient = magnitude / unit;
  const rest = magnitude % unit;
  if (rest === 0n || rounding === 'floor') return quotient;
  if (rounding === 'ceil') return quotient + 1n;
  return rest * 2n >= unit ? quotient + 1n : quotient;
}

/** Plain digits, as `toFixed` gives them, as a figure is shown: `-0.0004127` is `−0.0₃4127`. */
export function showDigits(digits: string): string {
  if (digits.startsWith('-')) return MINUS + showDigits(digits.slice(1));
  const point = digits.indexOf('.');
  return point === -1 ? written(digits, '') : written(digits.slice(0, point), digits.slice(point + 1));
}

function trimmed(units: bigint, places: number, minimumPlaces: number): string {
  const padded = units.toString().padStart(places + 1, '0');
  const whole = padded.slice(0, padded.length - places);
  let fraction = places === 0 ? '' : padded.slice(padded.length - places);
  while (fraction.length > minimumPlaces && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  fraction = fraction.padEnd(minimumPlaces, '0');
  return written(whole, fraction);
}

function written(whole: string, fraction: string): string {
  if (fraction === '') return localFigure(grouped(whole));
  return localFigure(`${grouped(whole)}.${whole === '0' ? foldZeros(fraction) : fraction}`);
}

function foldZeros(fraction: string): string {
  if (!fraction.startsWith('0'.repeat(FOLD_FROM))) return fraction;
  const zeros = fraction.search(/[^0]/);
  if (zeros === -1) return fraction;
  const subscript = Array.from(String(zeros), (digit) => SUBSCRIPTS[Number(digit)]).join('');
  return `0${subscript}${fraction.slice(zeros)}`;
}

const FIGURE_SPACE = '\u2007';
const POINT_SPACE = '\u2008';

/** Number of places after the point of a figure as shown. */
function placesOf(text: string): number {
  const point = text.indexOf(decimalMark());
  return point === -1 ? 0 : Array.from(text.slice(point + 1)).length;
}

/** Places of the longest of the figures in a column; absent ones do not count. */
export function commonPlaces(column: readonly (string | undefined)[]): number {
  return Math.max(0, ...column.map((text) => (text === undefined ? 0 : placesOf(text))));
}

/** Pads a figure on the right with spaces of a digit's width, so that a column lines up on the point. */
export function alignPoint(text: string, places: number): string {
  const own = placesOf(text);
  if (places === 0 || own >= places) return text;
  return text + (own === 0 ? POINT_SPACE : '') + FIGURE_SPACE.repeat(places - own);
}

const SPACE = '\u00a0';

interface PercentOptions {
  readonly places?: number;
  /** Puts a plus before gains. */
  readonly signed?: boolean;
}

/** A fraction (0.0031) as `0.31 %`. Values below the last place are shown as `<0.01 %`. */
export function showPercent(fraction: number, options: PercentOptions = {}): string {
  const { places = 2, signed = false } = options;
  const value = fraction * 100;
  const least = 10 ** -places;
  if (value === 0) return `0${SPACE}%`;
  const sign = value < 0 ? MINUS : signed ? '+' : '';
  const magnitude = Math.abs(value);
  if (magnitude < least / 2) return `${sign}<${localFigure(least.toFixed(places))}${SPACE}%`;
  if (magnitude >= 1000) return `>${sign}${localFigure('1,000')}${SPACE}%`;
  return `${sign}${localFigure(magnitude.toFixed(magnitude >= 100 ? 0 : places))}${SPACE}%`;
}

/** Basis points (50) as `0.5 %`. */
export function showBasisPoints(bps: number): string {
  return `${localFigure(String(bps / 100))}${SPACE}%`;
}
