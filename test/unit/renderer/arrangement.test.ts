import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Arrangement,
  arrangementOf,
  CHART_LAYOUTS,
  LINKS,
  linkedWith,
  seenPlaces,
  standardArrangement,
  withActive,
  withCouples,
  withLayout,
  withLink,
  withoutPairs,
  withShown,
} from '../../../src-renderer/app/arrangement.ts';

const tokens = ['a', 'b', 'c'].map((letter) => letter.repeat(56));
const shown = fc.record({ token: fc.constantFrom(...tokens), quote: fc.constant('ADA') });
const at = fc.nat(3);

/** The user's actions on the charts. */
const step: fc.Arbitrary<(before: Arrangement) => Arrangement> = fc.oneof(
  fc.constantFrom(...CHART_LAYOUTS).map((layout) => (before: Arrangement) => withLayout(before, layout)),
  at.map((place) => (before: Arrangement) => withActive(before, place)),
  fc.tuple(at, shown).map(
    ([place, pair]) =>
      (before: Arrangement) =>
        withShown(before, place, pair),
  ),
  fc.tuple(at, fc.option(fc.constantFrom(...LINKS), { nil: undefined })).map(
    ([place, link]) =>
      (before: Arrangement) =>
        withLink(before, place, link),
  ),
  fc
    .record({ token: fc.boolean(), crosshair: fc.boolean() })
    .map((change) => (before: Arrangement) => withCouples(before, change)),
);
const arranged = fc
  .array(step, { maxLength: 12 })
  .map((steps) => steps.reduce((before, next) => next(before), standardArrangement));

describe('the charts of the desk', () => {
  it('are one, two or four, each seen once and the active one among them', () => {
    fc.assert(
      fc.property(arranged, (arrangement) => {
        const seen = seenPlaces(arrangement);
        expect(seen).toHaveLength({ one: 1, two: 2, four: 4 }[arrangement.layout]);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toContain(arrangement.active);
        expect(arrangement.places).toHaveLength(4);
      }),
    );
  });

  it('show one token wherever they are linked, as long as links share it', () => {
    fc.assert(
      fc.property(arranged, at, shown, (arrangement, place, pair) => {
        const after = withShown(arrangement, place, pair);
        for (const [other, { shown: of }] of after.places.entries()) {
          const same = other === place || (after.couples.token && linkedWith(after, place).includes(other));
          expect(of).toEqual(same ? pair : arrangement.places[other]?.shown);
        }
      }),
    );
  });

  it('show one token in every group, whatever was done before', () => {
    fc.assert(
      fc.property(arranged, (arrangement) => {
        if (!arrangement.couples.token) return;
        for (const link of LINKS) {
          const group = arrangement.places.filter(
            (place) => place.link === link && place.shown !== undefined,
          );
          expect(new Set(group.map((place) => place.shown?.token)).size).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('begin with the pair of the active one, and keep their own afterwards', () => {
    const [first, other] = [tokens[0] ?? '', tokens[1] ?? ''];
    const one = withShown(standardArrangement, 0, { token: first, quote: 'ADA' });
    const four = withLayout(one, 'four');
    expect(four.places.map((place) => place.shown?.token)).toEqual([first, first, first, first]);
    const apart = withShown(four, 2, { token: other, quote: 'ADA' });
    expect(withLayout(withLayout(apart, 'one'), 'four')).toEqual(apart);
    expect(withoutPairs(apart).places).toEqual([{}, {}, {}, {}]);
  });

  it('are read as they were written, and whatever else was written is lawful when it is read', () => {
    fc.assert(
      fc.property(arranged, (arrangement) => {
        expect(arrangementOf(JSON.parse(JSON.stringify(arrangement)))).toEqual(arrangement);
      }),
    );
    fc.assert(
      fc.property(fc.anything(), (kept) => {
        const read = arrangementOf(kept);
        expect(read.places).toHaveLength(4);
        expect(seenPlaces(read)).toContain(read.active);
      }),
    );
    const odd = { layout: 'nine', active: 7, across: 0, down: 2, places: [{ shown: { token: '<b>' } }, 3] };
    expect(arrangementOf(odd)).toEqual(standardArrangement);
  });
});
