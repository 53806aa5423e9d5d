/** An exact fraction; the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const MAX_LENGTH = 64;
const GROUPED = /^\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+)$/;

/** Evaluates `+ - * / ( )` over decimal numbers with `k` and `m` suffixes, exactly. Spaces must be gone. */
export function evaluate(text: string): Fraction | undefined {
  if (text === '' || text.length > MAX_LENGTH) return undefined;
  const reader = new Reader(text);
  const value = sum(reader);
  return reader.done ? value : undefined;
}

class Reader {
  #at = 0;
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  get done(): boolean {
    return this.#at === this.#text.length;
  }
  take(...characters: readonly string[]): string | undefined {
    const next = this.#text[this.#at];
    if (next === undefined || !characters.includes(next)) return undefined;
    this.#at += 1;
    return next;
  }
  number(): string | undefined {
    const match = /^[\d.,]+/.exec(this.#text.slice(this.#at));
    if (!match) return undefined;
    this.#at += match[0].length;
    return match[0];
  }
}

function sum(reader: Reader): Fraction | undefined {
  let value = product(reader);
  for (let sign = reader.take('+', '-'); sign !== undefined; sign = reader.take('+', '-')) {
    const right = product(reader);
    if (value === undefined || right === undefined) return undefined;
    const other = sign === '+' ? right.numerator : -right.numerator;
    value = {
      numerator: value.numerator * right.denominator + other * value.denominator,
      denominator: value.denominator * right.denominator,
    };
  }
  return value;
}

function product(reader: Reader): Fraction | undefined {
  let value = factor(reader);
  for (
    let sign = reader.take('*', '×', '/', '÷');
    sign !== undefined;
    sign = reader.take('*', '×', '/', '÷')
  ) {
    const right = factor(reader);
    if (value === undefined || right === undefined) return undefined;
    value = sign === '*' || sign === '×' ? times(value, right) : over(value, right);
  }
  return value;
}

function factor(reader: Reader): Fraction | undefined {
  if (reader.take('(') !== undefined) {
    const inner = sum(reader);
    return reader.take(')') === undefined ? undefined : inner;
  }
  const digits = reader.number();
  const plain = digits === undefined ? undefined : plainNumber(digits);
  if (plain === undefined) return undefined;
  const suffix = reader.take('k', 'm');
  const scale = suffix === 'k' ? 1_000n : suffix === 'm' ? 1_000_000n : 1n;
  return { numerator: plain.numerator * scale, denominator: plain.denominator };
}

/**
 * A number with comma or dot. With both, the last kind stands before the decimals and the other groups thousands;
 * a kind that occurs more than once groups thousands; one alone stands before the decimals.
 */
function plainNumber(text: string): Fraction | undefined {
  const commas = text.split(',').length - 1;
  const dots = text.split('.').length - 1;
  let decimal: string | undefined;
  if (commas > 0 && dots > 0) decimal = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.';
  else if (commas === 1) decimal = ',';
  else if (dots === 1) decimal = '.';
  const [whole = '', fraction = '', ...rest] = decimal === undefined ? [text] : text.split(decimal);
  if (rest.length > 0 || !/^\d*$/.test(fraction)) return undefined;
  const grouped = /[.,]/.test(whole);
  if (grouped ? !GROUPED.test(whole) : !/^\d*$/.test(whole)) return undefined;
  const digits = whole.replace(/[.,]/g, '') + fraction;
  if (digits === '') return undefined;
  return { numerator: BigInt(digits), denominator: 10n ** BigInt(fraction.length) };
}

function times(left: Fraction, right: Fraction): Fraction {
  return {
    numerator: left.numerator * right.numerator,
    denominator: left.denominator * right.denominator,
  };
}

function over(left: Fraction, right: Fraction): Fraction | undefined {
  if (right.numerator === 0n) return undefined;
  const flip = right.numerator < 0n ? -1n : 1n;
  return {
    numerator: left.numerator * right.denominator * flip,
    denominator: left.denominator * right.numerator * flip,
  };
}
