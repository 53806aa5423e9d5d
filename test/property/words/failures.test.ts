import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureTable, type FailureCode } from '#domain/failure.ts';
import { germanFailures } from '#domain/failure.de.ts';
import type { FailureData, FailureText } from '#domain/failures/text.ts';

const codes = Object.keys(failureTable) as FailureCode[];

/** A value that a sentence may ask for: a number, a word that it may know, or none. */
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

  it.each([
    ['insufficient-funds', 'missing'],
    ['dca-rest-differs', 'expected'],
    ['amount-too-small', 'minimum'],
    ['limit-used-up', 'left'],
    ['send-not-enough', 'stays'],
    ['price-moved', 'now'],
  ] as const)('%s writes the amount that came as "%s" the German way', (code, name) => {
    const said = (value: string): string => germanFailures[code]({ [name]: value }).what;
    expect(said('1,204.5 ADA')).toContain('1\u202f204,5 ADA');
    expect(said('3.5 ADA and 12.25 GEM1.5')).toContain('3,5 ADA und 12,25 GEM1.5');
    // A token's name is its issuer's text, and stays as it is.
    expect(said('2 x1,5')).toContain('2 x1,5');
  });
});
