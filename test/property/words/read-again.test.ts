import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clauseWords as germanClauses } from '#domain/sentences/clauses.de.ts';
import { clauseWords } from '#domain/sentences/clauses.en.ts';
import { readAgain } from '#domain/words/read-again.ts';

type Words = Readonly<Record<string, string | ((values: never) => string)>>;

/** Values such as clauses have: codes, hashes, numbers, and strangers' texts. */
const value = fc.oneof(
  fc.stringMatching(/^[a-z][a-z-]{2,20}$/),
  fc.stringMatching(/^[0-9a-f]{64}$/),
  fc.nat(999).map(String),
  fc.string({ minLength: 1, maxLength: 30 }).filter((text) => !/[\u0000\n]/.test(text)),
);

/** In place of values: no sentence has it. */
const MARK = '\u0000';

/** The same value under each name. */
const valued = (text: string) => new Proxy({}, { get: () => text }) as never;

/**
 * Whether the text between the values of a sentence occurs in it only there. Where a value has such words itself, the
 * sentence can be taken apart in two ways.
 */
function isUnambiguous(sentence: (values: never) => string, text: string): boolean {
  const separators = sentence(valued(MARK)).split(MARK).slice(1, -1);
  const [marked, whole] = [sentence(valued(MARK)), sentence(valued(text))];
  return separators.every((separator) => countOf(separator, whole) === countOf(separator, marked));
}

/** How often a text occurs in another; occurrences may overlap. */
function countOf(part: string, whole: string): number {
  return Array.from({ length: whole.length }, (_, at) => whole.startsWith(part, at)).filter(Boolean).length;
}

describe('clauses', () => {
  const [english, german]: readonly [Words, Words] = [clauseWords, germanClauses];
  const again = readAgain<Words>(english, german);

  it('are found again with their values', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(english)), value, (id, text) => {
        const [kept, translated] = [english[id], german[id]];
        if (typeof kept !== 'function' || typeof translated !== 'function') {
          expect(again(String(kept))).toBe(translated);
          return;
        }
        fc.pre(isUnambiguous(kept, text));
        expect(again(kept(valued(text)))).toBe(translated(valued(text)));
      }),
      { numRuns: 400 },
    );
  });

  it('leave other texts as they are', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(again(`${text}?!`)).toBe(`${text}?!`);
      }),
    );
  });
});

it('leaves a text as it is that is longer than any sentence', () => {
  const again = readAgain({ of: ({ why }: { readonly why: string }) => `because ${why}` }, { of: () => 'x' });
  expect(again('because it is')).toBe('x');
  const long = `because ${'a'.repeat(5_000)}`;
  expect(again(long)).toBe(long);
});
