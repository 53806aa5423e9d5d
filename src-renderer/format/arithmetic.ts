import { ambiguousNumber, LONGEST_NUMBER, numberAtStart, readNumber } from '#domain/typed-number.ts';
import type { Failure } from '#domain/failure.ts';
import { decimalMark } from './figures.ts';

/** An exact fraction; the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The result of evaluating a text: a value, or the failure of a number in it that has two readings. */
export type Evaluated =
  | { readonly kind: 'value'; readonly value: Fraction }
  | { readonly kind: 'ambiguous'; readonly failure: Failure }
  | { readonly kind: 'malformed' };

/** Evaluates `+ - * / ( )` over numbers as they are typed, with `k` and `m` suffixes, exactly. */
export function evaluate(text: string): Evaluated {
  if (text.trim() === '' || text.length > LONGEST_NUMBER) return { kind: 'malformed' };
  const reader = new Reader(text.toLowerCase());
  const value = sum(reader);
  if (reader.ambiguous !== undefined) return { kind: 'ambiguous', failure: reader.ambiguous };
  if (value === undefined || !reader.done) return { kind: 'malformed' };
  return { kind: 'value', value };
}

class Reader {
  /** The first number that could mean two. */
  ambiguous: Failure | undefined;
  #at = 0;
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
    this.#skip();
  }
  get done(): boolean {
    return this.#at === this.#text.length;
  }
  take(...characters: readonly string[]): string | undefined {
    const next = this.#text[this.#at];
    if (next === undefined || !characters.includes(next)) return undefined;
    this.#at += 1;
    this.#skip();
    return next;
  }
  number(): Fraction | undefined {
    const typed = numberAtStart(this.#text.slice(this.#at));
    this.#at += typed.length;
    this.#skip();
    const reading = readNumber(typed, decimalMark());
    if (reading.kind === 'ambiguous') this.ambiguous ??= ambiguousNumber(typed, reading);
    if (reading.kind !== 'number') return undefined;
    const [whole = '', fraction = ''] = reading.text.split('.');
    return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
  }
  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
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
  const plain = reader.number();
  if (plain === undefined) return undefined;
  const suffix = reader.take('k', 'm');
  const scale = suffix === 'k' ? 1_000n : suffix === 'm' ? 1_000_000n : 1n;
  return { numerator: plain.numerator * scale, denominator: plain.denominator };
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
