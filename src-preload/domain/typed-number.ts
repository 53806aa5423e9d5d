import { parseDecimal } from './decimal.ts';
import { failure, type Failure } from './failure.ts';

/** The decimal separator of typed numbers: a point in English, a comma in German. */
export type DecimalMark = '.' | ',';

/**
 * The meaning of a typed number. By default, commas separate thousands and a point begins the decimals. Other
 * countries' notations are accepted where they have only one reading; an ambiguous number is never guessed. Where
 * numbers are printed with a decimal comma, point and comma change places.
 */
export type NumberReading =
  /** `text` is plain: digits, and a point before decimals if there are any. */
  | { readonly kind: 'number'; readonly text: string }
  /** One comma before exactly three digits: both readings, plain. */
  | { readonly kind: 'ambiguous'; readonly grouped: string; readonly decimal: string }
  | { readonly kind: 'malformed' };

/** Longer texts are no numbers that anybody types. */
export const LONGEST_NUMBER = 64;

/** Blanks of every width, apostrophes and underscores: they group thousands and mean nothing else. */
const BLANKS = '\\s\\u00a0\\u2007\\u2009\\u202f';
const APOSTROPHES = "'\\u2019";

const MALFORMED = { kind: 'malformed' } as const;
const BLANK = new RegExp(`[${BLANKS}]`, 'g');
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');
/** Groups of three after one to three digits, with one kind of separator throughout. */
const GROUPED = /^[1-9]\d{0,2}(?:([,. '_])\d{3})(?:\1\d{3})*$/;
/** One mark that is not the decimal one, before exactly three digits. */
const LONE_GROUP: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^([1-9]\d{0,2}),(\d{3})$/,
  ',': /^([1-9]\d{0,2})\.(\d{3})$/,
};
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
/** The app folds zeros: 0.0₃4127 is 0.0004127. */
const FOLDED = new RegExp(`^(0[.,]0)([${SUBSCRIPTS}]{1,2})(\\d+)$`);

/**
 * Reads a number without sign, exponent or arithmetic. `1,234,567.5`, `12,345.6`, `1 234,5`, `1'234.5`, `1.234.567` and
 * `1,5` can be read one way only. `10,000` could mean 10000 or 10.000 and is `ambiguous`; `1.234` is what the app itself
 * prints for one and a bit, and is read so. With a decimal comma it is `10.000` that could mean two, and `1,234` that is
 * read as printed.
 */
export function readNumber(typed: string, mark: DecimalMark = '.'): NumberReading {
  const text = unfolded(typed.trim()).replace(BLANK, ' ').replace(APOSTROPHE, "'");
  if (text.length > LONGEST_NUMBER) return MALFORMED;
  const lone = LONE_GROUP[mark].exec(text);
  if (lone) return { kind: 'ambiguous', grouped: `${lone[1]}${lone[2]}`, decimal: `${lone[1]}.${lone[2]}` };
  if (GROUPED.test(text) && !hasDecimals(text, mark)) return { kind: 'number', text: ungrouped(text) };
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const [whole, used, fraction] =
    at < 0 ? [text, '', ''] : [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  if (!/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return MALFORMED;
  if (!/^\d*$/.test(whole) && (!GROUPED.test(whole) || whole.includes(used || '\0'))) return MALFORMED;
  const digits = ungrouped(whole) || '0';
  return { kind: 'number', text: fraction === '' ? digits : `${digits}.${fraction}` };
}

/** How far a number reaches from the start of a text in which other things may follow it. */
export function numberAtStart(text: string): string {
  return AT_START.exec(text)?.[0] ?? '';
}

const AT_START = new RegExp(`^[\\d.,${SUBSCRIPTS}]+(?:[${BLANKS}${APOSTROPHES}_]+[\\d.,]+)*`);

/** The failure of a number that could mean two. */
export function ambiguousNumber(
  typed: string,
  { grouped, decimal }: Extract<NumberReading, { kind: 'ambiguous' }>,
): Failure {
  const short = decimal.replace(/0+$/, '').replace(/\.$/, '.0');
  return failure('number-ambiguous', { text: typed.trim().slice(0, 40), grouped, decimal, short });
}

/** A typed amount in base units, or why it is none. */
export type UnitsReading =
  | { readonly kind: 'units'; readonly units: bigint }
  | { readonly kind: 'ambiguous'; readonly failure: Failure }
  | { readonly kind: 'too-many-decimals'; readonly decimals: number }
  | { readonly kind: 'malformed' };

/**
 * Reads an amount in whole tokens as base units, exactly: digits finer than a base unit are refused, never rounded.
 */
export function readUnits(typed: string, decimals: number, mark: DecimalMark = '.'): UnitsReading {
  const reading = readNumber(typed, mark);
  if (reading.kind === 'ambiguous') return { kind: 'ambiguous', failure: ambiguousNumber(typed, reading) };
  const units = reading.kind === 'number' ? parseDecimal(reading.text, decimals) : undefined;
  if (reading.kind === 'malformed' || units === undefined) return MALFORMED;
  const exact = units === parseDecimal(reading.text, decimals, 'ceil');
  return exact ? { kind: 'units', units } : { kind: 'too-many-decimals', decimals };
}

/** A typed number that must be one of a range: its value, or why it is none. */
export type RangeReading =
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'ambiguous'; readonly failure: Failure }
  | { readonly kind: 'malformed' };

/** Reads a percentage with at most two decimals (`0.5`, `0,5 %`) as 1 to `most` basis points. */
export function readBasisPoints(typed: string, most: number, mark: DecimalMark = '.'): RangeReading {
  const plain = typed.trim().replace(/\s*%$/, '');
  const reading = readNumber(plain, mark);
  if (reading.kind === 'ambiguous') return { kind: 'ambiguous', failure: ambiguousNumber(plain, reading) };
  const match = reading.kind === 'number' ? /^0*(\d{1,3})(?:\.(\d\d?)0*)?$/.exec(reading.text) : null;
  const bps = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0;
  return bps >= 1 && bps <= most ? { kind: 'value', value: bps } : MALFORMED;
}

/** Reads a whole number between two bounds. */
export function readCount(typed: string, least: number, most: number, mark: DecimalMark = '.'): RangeReading {
  const reading = readNumber(typed, mark);
  if (reading.kind === 'ambiguous') return { kind: 'ambiguous', failure: ambiguousNumber(typed, reading) };
  const count = reading.kind === 'number' && /^\d{1,9}$/.test(reading.text) ? Number(reading.text) : NaN;
  return count >= least && count <= most ? { kind: 'value', value: count } : MALFORMED;
}

/** A lone decimal mark, before whatever, begins decimals: that is how the app prints it. */
function hasDecimals(text: string, mark: DecimalMark): boolean {
  return text.split(mark).length === 2;
}

function ungrouped(text: string): string {
  return text.replace(/[,. '_]/g, '');
}

function unfolded(text: string): string {
  return text.replace(FOLDED, (_all, head: string, count: string, rest: string) => {
    const zeros = Number(Array.from(count, (digit) => SUBSCRIPTS.indexOf(digit)).join(''));
    return `${head.slice(0, -1)}${'0'.repeat(zeros)}${rest}`;
  });
}
