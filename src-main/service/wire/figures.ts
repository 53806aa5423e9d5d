import { statedQuantity, type Quantity } from '#domain/amount.ts';
import type { Rounding } from '#domain/decimal.ts';

/** The leading digits of 2^63 − 1, which services of this family send, scaled by any power of ten, for "no quote". */
const SCALED_INT64_MAX = '922337203685477';

/** True for figures that mean "no quote": negatives and the scaled int64 maximum. */
export function meansNoQuote(text: string): boolean {
  const [mantissa = ''] = text.toLowerCase().split('e');
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  if (digits === '' || /^0*$/.test(digits)) return false;
  return text.startsWith('-') || digits.startsWith(SCALED_INT64_MAX);
}

/**
 * A figure that the user would receive, in base units. Rounded down: never more than the service stated, so no
 * promise grows on the way. `undefined` when absent or no quote.
 */
export function receivedUnits(text: string | undefined, decimals: number): Quantity | undefined {
  return units(text, decimals, 'floor');
}

/**
 * The part of the input that a route takes, in base units. The parts divide a known sum, so binary noise such as
 * 0.30000000000000004 is rounded away to the nearest unit; what is really paid is read from the transaction.
 */
export function routedUnits(text: string | undefined, decimals: number): Quantity | undefined {
  return units(text, decimals, 'nearest');
}

/** A figure that is only shown: finite and not negative, else `undefined`. */
export function shownFigure(text: string | undefined): number | undefined {
  if (text === undefined || meansNoQuote(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

function units(text: string | undefined, decimals: number, rounding: Rounding): Quantity | undefined {
  if (text === undefined || meansNoQuote(text)) return undefined;
  return statedQuantity(text, decimals, rounding);
}

const LONGEST_URL = 2048;

/** The text as an https URL without user name, or `undefined`. */
export function httpsLink(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LONGEST_URL) return undefined;
  const url = URL.parse(text.trim());
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return undefined;
  return url.href;
}
