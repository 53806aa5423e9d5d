import { parseDecimal } from '#domain/decimal.ts';
import { showDecimal, type Shown } from './decimal-text.ts';

const PLACES = 40;
const PRICE_DIGITS = 5;

/** A price as main writes it, in five digits that count; all of them in full. */
export function showPriceText(text: string, significant = PRICE_DIGITS): Shown | undefined {
  const units = parseDecimal(text, PLACES);
  if (units === undefined) return undefined;
  const { text: shown } = showDecimal(units, PLACES, { significant, rounding: 'nearest' });
  return { text: shown, full: text };
}
