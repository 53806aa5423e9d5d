import { formatDecimal, parseDecimal } from '#domain/decimal.ts';
import type { PriceForm } from '#domain/limit-order.ts';
import type { Failure } from '#domain/failure.ts';
import { ratioText } from '#domain/limit-price.ts';
import { evaluate, type Fraction } from './arithmetic.ts';

/** The meaning of a typed price as plain decimal text, or why it has none yet. */
export type PriceReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'malformed' }
  /** It could mean two prices, and is not guessed. */
  | { readonly kind: 'ambiguous'; readonly failure: Failure }
  | { readonly kind: 'price'; readonly text: string };

const WHOLE_PERCENT = 100n;
const PLACES = 40;
/** Digits that a step of the arrow keys leaves in a price. */
const STEP_DIGITS = 4;
const PERCENT_STEP = 10n ** BigInt(PLACES - 1);

/** Whether what was typed is there, and means no price. */
export function isMisread({ kind }: PriceReading): boolean {
  return kind === 'malformed' || kind === 'ambiguous';
}

/**
 * Reads a typed price: numbers as `readNumber` has them, `k` and `m`, simple arithmetic; in percent with a sign. A
 * plain number is kept to its last digit; a result of arithmetic is cut after 15 digits.
 */
export function readPriceText(typed: string, form: PriceForm): PriceReading {
  const plain = typed.trim().replace(/^\u2212/, '-');
  if (plain === '') return { kind: 'empty' };
  const percent = form === 'percent';
  const minus = percent && plain.startsWith('-');
  const unsigned = percent ? plain.replace(/^[+-]/, '').replace(/%$/, '') : plain.replace(/^\+/, '');
  const evaluated = evaluate(unsigned);
  if (evaluated.kind !== 'value') return evaluated;
  const { value } = evaluated;
  if (value.numerator < 0n || (!percent && value.numerator === 0n)) return { kind: 'malformed' };
  if (minus && value.numerator >= WHOLE_PERCENT * value.denominator) return { kind: 'malformed' };
  const text = decimalText(value);
  if (text === undefined) return { kind: 'malformed' };
  return { kind: 'price', text: minus && text !== '0' ? `-${text}` : text };
}

/**
 * The price one step up or down: a tenth of a percent, or one in the fourth digit that counts. `times` is how many
 * steps. Never at or below nothing.
 */
export function stepPrice(text: string, form: PriceForm, times: number): string {
  const units = parseDecimal(text, PLACES) ?? 0n;
  if (form === 'percent') {
    const next = units + PERCENT_STEP * BigInt(times);
    return next <= -WHOLE_PERCENT * 10n ** BigInt(PLACES) ? text : formatDecimal(next, PLACES);
  }
  const step = 10n ** BigInt(Math.max(0, units.toString().length - STEP_DIGITS));
  const next = units + step * BigInt(times);
  return next <= 0n ? text : formatDecimal(next, PLACES);
}

/** How far a price is from the market in percent, rounded to two places: `-2.5`. */
export function percentFromMarket(adaPerToken: string, market: number): string | undefined {
  const percent = (Number(adaPerToken) / market - 1) * 100;
  if (!Number.isFinite(percent)) return undefined;
  return percent
    .toFixed(2)
    .replace(/^-(0\.00)$/, '$1')
    .replace(/\.?0+$/, '');
}

function decimalText({ numerator, denominator }: Fraction): string | undefined {
  if (numerator === 0n) return '0';
  const places = denominator.toString().length - 1;
  if (denominator === 10n ** BigInt(places))
    return places > PLACES ? undefined : formatDecimal(numerator, places);
  return ratioText(numerator, denominator, 'floor');
}
