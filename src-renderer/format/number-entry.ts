import { evaluate, type Fraction } from './arithmetic.ts';

/** What a typed amount means, in base units, or why it means nothing yet. */
export type Entry =
  | { readonly kind: 'empty' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-many-decimals'; readonly decimals: number }
  /** `50%` or `max` was typed while it is not known of how much. */
  | { readonly kind: 'unknown-share' }
  | { readonly kind: 'amount'; readonly units: bigint; readonly computed: boolean };

export interface EntryContext {
  readonly decimals: number;
  /** What `max`, `half` and percentages are shares of. */
  readonly available?: bigint | undefined;
}

/**
 * Reads what a user types as an amount: comma or dot, grouped thousands, `k` and `m`, `50%`, `half`, `max`, and simple
 * arithmetic (`100/4`). Results of arithmetic and shares are rounded down to the token's decimals; a plain number with
 * more decimals than the token has is refused rather than cut.
 */
export function parseEntry(text: string, context: EntryContext): Entry {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/[\s\u00a0\u202f\u2009_']/g, '');
  if (typed === '') return { kind: 'empty' };
  const share = readShare(typed);
  if (share !== undefined) {
    if (context.available === undefined) return { kind: 'unknown-share' };
    return {
      kind: 'amount',
      units: (context.available * share.numerator) / share.denominator,
      computed: true,
    };
  }
  const value = evaluate(typed);
  if (value === undefined || value.numerator < 0n) return { kind: 'malformed' };
  const scaled = value.numerator * 10n ** BigInt(context.decimals);
  const computed = /[-+*/×÷()km]/.test(typed.replace(/^\+/, ''));
  if (!computed && scaled % value.denominator !== 0n) {
    return { kind: 'too-many-decimals', decimals: context.decimals };
  }
  return { kind: 'amount', units: scaled / value.denominator, computed };
}

/**
 * Makes pasted text plain: a single comma or dot before exactly three digits is a thousands separator when it is not
 * the decimal separator of the user's locale. Anything that is not a grouped number is left as it is.
 */
export function normalisePaste(text: string, localeSeparator: '.' | ','): string {
  const plain = text.trim().replace(/[\s\u00a0\u202f\u2009_']/g, '');
  const grouped = /^([1-9]\d{0,2})([.,])(\d{3})$/.exec(plain);
  if (grouped && grouped[2] !== localeSeparator) return `${grouped[1]}${grouped[3]}`;
  return plain;
}

/** The character that the user's locale puts before decimals. */
export function localeDecimalSeparator(locale?: string): '.' | ',' {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.';
}

function readShare(typed: string): Fraction | undefined {
  if (typed === 'max' || typed === 'all') return { numerator: 1n, denominator: 1n };
  if (typed === 'half') return { numerator: 1n, denominator: 2n };
  if (!typed.endsWith('%')) return undefined;
  const value = evaluate(typed.slice(0, -1));
  if (value === undefined || value.numerator < 0n || value.numerator > 100n * value.denominator)
    return undefined;
  return { numerator: value.numerator, denominator: value.denominator * 100n };
}
