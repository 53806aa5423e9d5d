import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hexBytes } from '../../../src-main/cardano/hex.ts';
import { FragmentSolver } from '../../../src-main/offline/ur/fragment-solver.ts';
import { UrDecoder } from '../../../src-main/offline/ur/ur-decoder.ts';
import { encodeParts } from '../../../src-main/offline/ur/ur-encoder.ts';
import { keystoneVectors, urText, wolfMessage } from '../../support/ur-vectors.ts';

const message = fc
  .record({
    seed: fc.uint8Array({ minLength: 1, maxLength: 40 }),
    length: fc.integer({ min: 1, max: 20_000 }),
  })
  .map(({ seed, length }) =>
    Uint8Array.from({ length }, (_, at) => ((seed[at % seed.length] ?? 0) + at * 7) & 255),
  );
const fragmentLength = fc.oneof(
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 60, max: 1000 }),
  fc.integer({ min: 1000, max: 30_000 }),
);
/** For each part in turn, whether it is lost; and where it is put among those that wait to be read. */
const fate = fc.record({ losses: fc.infiniteStream(fc.nat(2)), places: fc.infiniteStream(fc.nat()) });

function shown(cbor: Uint8Array, most: number) {
  const encoded = encodeParts({ type: 'a-type', cbor, fragmentLength: most });
  if (!encoded.ok) throw new Error(encoded.failure.code);
  return encoded.value;
}

describe('a message in parts', () => {
  it('comes back when a third of them is lost and the rest are read in any order', () => {
    fc.assert(
      fc.property(message, fragmentLength, fate, (cbor, most, { losses, places }) => {
        const { fragments, parts } = shown(cbor, most);
        const decoder = new UrDecoder();
        const waiting: string[] = [];
        let read = 0;
        for (;;) {
          const part = parts.next().value;
          if (losses.next().value === 0) continue;
          waiting.splice((places.next().value ?? 0) % (waiting.length + 1), 0, part);
          if (waiting.length < Math.min(fragments, 50)) continue;
          const taken = decoder.take(waiting.shift() ?? '');
          if (!taken.ok) throw new Error(taken.failure.code);
          read += 1;
          expect(taken.value.received).toBeLessThanOrEqual(Math.min(read, fragments));
          if (taken.value.message === undefined) continue;
          expect(taken.value.message).toEqual({ type: 'a-type', cbor });
          // Not a law of the code but of chance: that so many parts tell too little does not happen.
          expect(read).toBeLessThanOrEqual(4 * fragments + 40);
          return;
        }
      }),
    );
  });

  it('comes back from its first parts alone, in any order', () => {
    fc.assert(
      fc.property(message, fragmentLength, fc.infiniteStream(fc.nat()), (cbor, most, keys) => {
        const { fragments, parts } = shown(cbor, most);
        const first = Array.from({ length: fragments }, () => ({
          part: parts.next().value,
          key: keys.next().value ?? 0,
        }));
        const decoder = new UrDecoder();
        const taken = first
          .toSorted((left, right) => left.key - right.key)
          .map(({ part }) => decoder.take(part));
        expect(taken.at(-1)).toEqual({
          ok: true,
          value: { received: fragments, needed: fragments, message: { type: 'a-type', cbor } },
        });
      }),
    );
  });
});

describe('what is not a part', () => {
  const texts = [...keystoneVectors.flatMap(({ ur }) => ur), shown(wolfMessage(300), 30).parts.next().value];
  const edit = fc.record({ at: fc.nat(), kind: fc.constantFrom('put', 'drop', 'swap'), text: fc.string() });

  it('is refused by its checksum where its words are changed, and never throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        (text, edits) => {
          const edited = edits.reduce((left, { at, kind, text: put }) => {
            const place = at % (left.length + 1);
            return (
              left.slice(0, place) +
              (kind === 'drop' ? '' : put) +
              left.slice(place + (kind === 'put' ? 0 : 1))
            );
          }, text);
          const taken = new UrDecoder().take(edited);
          fc.pre(edited.trim().toLowerCase() !== text);
          // The type has no checksum, so what turns a part into a message of another type is no fault: the words have one.
          const words = (whole: string) => whole.trim().toLowerCase().split('/').at(-1);
          expect(taken.ok && words(edited) !== words(text)).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('never throws, whatever it says of itself', () => {
    const some = fc.oneof(
      fc.string(),
      fc.uint8Array({ minLength: 1 }).map((bytes) => urText('bytes', bytes)),
    );
    fc.assert(
      fc.property(fc.array(some), (parts) => {
        const decoder = new UrDecoder();
        for (const part of parts) decoder.take(part);
      }),
    );
  });
});

describe('mixtures of fragments', () => {
  /** Mixtures of fragments, and which are in each. */
  const mixtures = fc
    .record({
      fragments: fc.array(fc.uint8Array({ minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 70 }),
      sets: fc.array(fc.uniqueArray(fc.nat(69), { minLength: 1 }), { maxLength: 200 }),
    })
    .map(({ fragments, sets }) => ({
      fragments,
      sets: sets.map((set) => [...new Set(set.map((index) => index % fragments.length))]),
    }));

  it('are solved as soon as they determine the fragments, and never contradict each other', () => {
    fc.assert(
      fc.property(mixtures, ({ fragments, sets }) => {
        const solver = new FragmentSolver(fragments.length, 5);
        const seen: bigint[] = [];
        for (const set of [...sets, ...fragments.map((_, index) => [index])]) {
          const mixture = Uint8Array.from({ length: 5 }, (_, at) =>
            set.reduce((sum, index) => sum ^ (fragments[index]?.[at] ?? 0), 0),
          );
          const before = solver.rank;
          const told = solver.add(set, mixture);
          seen.push(set.reduce((sum, index) => sum | (1n << BigInt(index)), 0n));
          expect(told).not.toBe('contradiction');
          expect(solver.rank).toBe(rankOf(seen));
          expect(told === 'new').toBe(solver.rank > before);
          if (solver.rank === fragments.length) break;
        }
        expect(solver.solve()).toEqual(
          hexBytes(fragments.map((fragment) => Buffer.from(fragment).toString('hex')).join('')),
        );
      }),
    );
  });
});

/** The rank of sets over XOR, found another way: by their highest bits. */
function rankOf(sets: readonly bigint[]): number {
  const basis: bigint[] = [];
  for (const set of sets) {
    const left = basis.reduce((value, other) => ((value ^ other) < value ? value ^ other : value), set);
    if (left !== 0n) basis.push(left);
    basis.sort((one, other) => (one > other ? -1 : 1));
  }
  return basis.length;
}
