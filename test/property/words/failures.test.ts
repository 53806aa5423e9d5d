import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureTable, type FailureCode } from '#domain/failure.ts';
import { germanFailures } from '#domain/failure.de.ts';
import type { FailureData, FailureText } from '#domain/failures/text.ts';

const codes = Object.keys(failureTable) as FailureCode[];

/** What a sentence may ask for: a number, a word that it may know, or nothing. */
const value = fc.oneof(
  fc.integer({ min: 100, max: 999 }),
  fc.constantFrom('buy', 'sell', 'percent', 'placed', 'signed', 'filled', 'mainnet', 'EXH', true, false),
  fc.constant(undefined),
);

/** Data that has something under every name: the same in both languages, whichever they ask for first. */
function dataOf(values: readonly unknown[]): FailureData {
  const at = (name: string): number =>
    Array.from(name, (letter) => letter.charCodeAt(0)).reduce((a, b) => a + b, 0);
  return new Proxy({} as Record<string, never>, {
    get: (_, name) => values[at(String(name)) % values.length],
  });
}

function figuresOf({ what, advice }: FailureText): readonly string[] {
  return (`${what} ${advice}`.match(/\d+/g) ?? []).toSorted();
}

describe('a failure in German', () => {
  it.each(codes)('%s says of money and figures what the English one says', (code) => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 3, maxLength: 9 }), (values) => {
        const english = failureTable[code](dataOf(values));
        const german = germanFailures[code](dataOf(values));
        expect(german.money).toBe(english.money);
        expect([german.what, german.advice].filter((text) => text === '')).toEqual([]);
        expect(figuresOf(german)).toEqual(figuresOf(english));
      }),
      { numRuns: 100 },
    );
  });
});
