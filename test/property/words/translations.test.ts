import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sameFigures } from '#domain/words/figures.ts';
import { catalogues } from '../../support/catalogues.ts';

const all = await catalogues();

it('finds the catalogues', () => {
  expect(all.map(({ name }) => name)).toContain('src-main/inspect/words/summary');
});

it.each(all)('$name has every sentence in both languages', ({ english, german }) => {
  expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted());
  for (const id of Object.keys(english)) expect([id, typeof german[id]]).toEqual([id, typeof english[id]]);
});

it.each(all)(
  '$name says the same figures, addresses and names in both languages',
  ({ english, german, values }) => {
    for (const [id, entry] of Object.entries(english)) {
      const translation = german[id];
      if (typeof entry === 'string' || typeof translation !== 'function') {
        expect([id, sameFigures(String(entry), String(translation))]).toEqual([id, true]);
        continue;
      }
      const random = values.get(id);
      if (!random) throw new Error(`${id} has no values`);
      fc.assert(
        fc.property(random, (put) => {
          const [one, other] = [entry(put), translation(put)];
          const said = [id, one, other];
          expect([...said, sameFigures(one, other)]).toEqual([...said, true]);
          for (const name of textsIn(put))
            expect([...said, other.includes(name)]).toEqual([...said, one.includes(name)]);
          // What is not known at its place reads so, and not as a word of the program.
          expect(other).not.toMatch(/undefined|\[object|NaN/);
        }),
        { numRuns: 60 },
      );
    }
  },
);

it('does not take figures that changed places for the same ones', () => {
  expect(sameFigures('You pay 1 ADA and get 2 GEM.', 'Sie zahlen 1 ADA und erhalten 2 GEM.')).toBe(true);
  expect(sameFigures('You pay 1 ADA and get 2 GEM.', 'Sie zahlen 2 ADA und erhalten 1 GEM.')).toBe(false);
  expect(sameFigures('at most 1,204 ADA', 'höchstens 1.204 ADA')).toBe(false);
});

/** Names, addresses and hashes among the values; what is one of a few words is none, and may be translated. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return /\d/.test(value) && !/^\d+(min|hour|day|week|month)$/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
