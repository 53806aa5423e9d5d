import { parseDecimal } from '#domain/decimal.ts';
import { readUnits, type RangeReading, type UnitsReading } from '#domain/typed-number.ts';
import { evaluate, type Fraction } from './arithmetic.ts';
import { decimalMark } from './figures.ts';
import { failureWords } from './words.ts';
import { texts } from './texts.ts';

/** The meaning of a typed amount, in base units, or why it has none yet. */
export type Entry =
  | { readonly kind: 'empty' }
  | Exclude<UnitsReading, { kind: 'units' }>
  /** `50%` or `max` was typed while it is not known of how much. */
  | { readonly kind: 'unknown-share' }
  /** Dollars were typed while it is not known what a token costs in them. */
  | { readonly kind: 'unknown-price' }
  | { readonly kind: 'amount'; readonly units: bigint; readonly computed: boolean };

export interface EntryContext {
  readonly decimals: number;
  /** The whole that `max`, `half` and percentages refer to. */
  readonly available?: bigint | undefined;
  /** US dollars for one whole token, as far as anybody states that: it helps to type, and binds nobody. */
  readonly usd?: number | undefined;
}

/**
 * Reads what a user types as an amount: numbers as `readNumber` has them, `k` and `m`, `50%`, `half`, `max`, dollars (`$50`,
 * `50 usd`) and simple arithmetic (`100/4`). Results of arithmetic, shares and dollars are rounded down to the token's
 * decimals; a plain number with more decimals than the token has is refused rather than cut.
 */
export function parseEntry(text: string, context: EntryContext): Entry {
  const typed = text.trim().toLowerCase();
  if (typed === '') return { kind: 'empty' };
  const named = NAMED_SHARES.get(typed);
  if (named !== undefined) return shareOf(named, context);
  const dollars = DOLLARS.exec(typed);
  if (dollars !== null) return dollarsOf(dollars[1] ?? dollars[2] ?? '', context);
  const isShare = typed.endsWith('%');
  const plain = readUnits(typed, context.decimals, decimalMark());
  if (plain.kind === 'units') return { kind: 'amount', units: plain.units, computed: false };
  if (plain.kind !== 'malformed') return plain;
  const evaluated = evaluate(isShare ? typed.slice(0, -1) : typed);
  if (evaluated.kind !== 'value') return evaluated;
  const { value } = evaluated;
  if (value.numerator < 0n) return { kind: 'malformed' };
  if (isShare) {
    const share = { numerator: value.numerator, denominator: value.denominator * 100n };
    return share.numerator > share.denominator ? { kind: 'malformed' } : shareOf(share, context);
  }
  const scaled = value.numerator * 10n ** BigInt(context.decimals);
  return { kind: 'amount', units: scaled / value.denominator, computed: true };
}

const NAMED_SHARES: ReadonlyMap<string, Fraction> = new Map([
  ['max', { numerator: 1n, denominator: 1n }],
  ['all', { numerator: 1n, denominator: 1n }],
  ['half', { numerator: 1n, denominator: 2n }],
]);

function shareOf({ numerator, denominator }: Fraction, { available }: EntryContext): Entry {
  if (available === undefined) return { kind: 'unknown-share' };
  return { kind: 'amount', units: (available * numerator) / denominator, computed: true };
}

/** `$50`, `50 $` or `50 usd`. */
const DOLLARS = /^\$\s*([^$]+)$|^([^$]+?)\s*(?:\$|usd)$/;
const PLACES = 40;

/** Whether a typed amount is one of dollars, so that it depends on a price. */
export function isInDollars(text: string): boolean {
  return DOLLARS.test(text.trim().toLowerCase());
}

/** As many tokens as the dollars buy at that price, rounded down. */
function dollarsOf(text: string, { decimals, usd }: EntryContext): Entry {
  const evaluated = evaluate(text);
  if (evaluated.kind !== 'value') return evaluated;
  const { numerator, denominator } = evaluated.value;
  if (numerator < 0n) return { kind: 'malformed' };
  const price = usd === undefined ? undefined : parseDecimal(String(usd), PLACES);
  if (price === undefined || price <= 0n) return { kind: 'unknown-price' };
  const units = (numerator * 10n ** BigInt(decimals + PLACES)) / (denominator * price);
  return { kind: 'amount', units, computed: true };
}

/** Error in a typed count; `undefined` if it is valid. */
export function countNote(reading: RangeReading, least: number, most: number): string | undefined {
  if (reading.kind === 'value') return undefined;
  if (reading.kind === 'malformed') return texts.countFrom({ least, most });
  return misreadWords(reading.failure);
}

/** Both readings of a number that could mean two, and what to write instead. */
export function misreadWords(failure: Extract<RangeReading, { kind: 'ambiguous' }>['failure']): string {
  const { what, advice } = failureWords(failure);
  return `${what} ${advice}`;
}
