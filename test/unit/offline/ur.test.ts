import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { failureText } from '#domain/failure.ts';
import { cborArray, cborBytes, cborInt } from '../../../src-main/cardano/cbor-writer.ts';
import { hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import { roundOf } from '../../../src-main/offline/ur/animated.ts';
import { decodeBytewords, encodeBytewords } from '../../../src-main/offline/ur/bytewords.ts';
import {
  aliasSampler,
  degreeChooser,
  drawn,
  fragmentChooser,
} from '../../../src-main/offline/ur/fragment-choice.ts';
import { UrDecoder } from '../../../src-main/offline/ur/ur-decoder.ts';
import { encodeParts, fragmentsOf } from '../../../src-main/offline/ur/ur-encoder.ts';
import { writePart, type UrPart } from '../../../src-main/offline/ur/ur-part.ts';
import { Xoshiro256 } from '../../../src-main/offline/ur/xoshiro.ts';
import {
  keystoneVectors,
  referenceFigures as figures,
  seeded,
  urText,
  wolfMessage,
} from '../../support/ur-vectors.ts';

function shown(type: string, cbor: Uint8Array, fragmentLength: number) {
  const encoded = encodeParts({ type, cbor, fragmentLength });
  if (!encoded.ok) throw new Error(encoded.failure.code);
  return encoded.value;
}

/** The first so many parts. */
function firstParts(type: string, cbor: Uint8Array, fragmentLength: number, count: number): string[] {
  const { parts } = shown(type, cbor, fragmentLength);
  return Array.from({ length: count }, () => parts.next().value);
}

function rejection(decoder: UrDecoder, text: string) {
  const taken = decoder.take(text);
  return taken.ok ? undefined : taken.failure.code;
}

describe('the figures of the reference implementation are reproduced:', () => {
  it.each(Object.entries(figures.crc32))('the checksum of %s', (text, hex) => {
    expect(crc32(text).toString(16)).toBe(hex);
  });

  it.each(figures.bytewords)('bytewords $minimal', ({ hex, minimal }) => {
    expect(encodeBytewords(hexBytes(hex))).toBe(minimal);
    expect(decodeBytewords(minimal)).toEqual({ ok: true, value: hexBytes(hex) });
  });

  it.each([...figures.bytewordsWithWrongChecksum, 'wolf', '', 'aeadaolazmjendeot', 'aaaaaaaaaa', 'aeaeaeae'])(
    'bytewords that are none: "%s"',
    (words) => {
      expect(decodeBytewords(words).ok).toBe(false);
    },
  );

  it('chance', () => {
    const { modulo100, ofChecksumModulo100, from1To10 } = figures.xoshiro;
    const one = seeded('Wolf');
    expect(modulo100.map(() => Number(one.next() % 100n))).toEqual(modulo100);
    const two = new Xoshiro256(hexBytes(figures.crc32['Wolf'] ?? ''));
    expect(ofChecksumModulo100.map(() => Number(two.next() % 100n))).toEqual(ofChecksumModulo100);
    const three = seeded('Wolf');
    expect(from1To10.map(() => three.below(10) + 1)).toEqual(from1To10);
  });

  it('samples, degrees and shuffles', () => {
    const { weights, samples } = figures.sampler;
    const sample = aliasSampler(weights);
    const random = seeded('Wolf');
    expect(samples.map(() => sample(random))).toEqual(samples);
    const degree = degreeChooser(figures.degrees.fragments);
    expect(figures.degrees.degrees.map((_, index) => degree(seeded(`Wolf-${index + 1}`)))).toEqual(
      figures.degrees.degrees,
    );
    const shuffling = seeded('Wolf');
    expect(figures.shuffle.map(() => drawn(10, 10, shuffling).map((index) => index + 1))).toEqual(
      figures.shuffle,
    );
  });

  it('fragments, and which of them are mixed', () => {
    for (const { messageBytes, most, length } of figures.fragmentLengths)
      expect(fragmentsOf(new Uint8Array(messageBytes), most)[0]).toHaveLength(length);
    const message = wolfMessage(figures.fragments.messageBytes);
    expect(fragmentsOf(message, 100).map(toHex)).toEqual(figures.fragments.hex);
    const { messageBytes, fragments, indexes } = figures.chosen;
    const chosen = fragmentChooser(fragments, crc32(wolfMessage(messageBytes)));
    expect(indexes.map((_, index) => chosen(index + 1).toSorted((a, b) => a - b))).toEqual(indexes);
  });

  it('parts, as bytes and as texts', () => {
    const { messageBytes, fragmentLength, parts } = figures.partsCbor;
    const texts = firstParts('bytes', wolfMessage(messageBytes), fragmentLength, parts.length);
    expect(texts.map((text) => text.split('/')[2])).toEqual(
      parts.map((part) => encodeBytewords(hexBytes(part))),
    );
    const wrapped = cborBytes(wolfMessage(figures.parts.messageBytes));
    expect(firstParts('bytes', wrapped, figures.parts.fragmentLength, figures.parts.ur.length)).toEqual(
      figures.parts.ur,
    );
  });

  it('a message in a single part', () => {
    const cbor = cborBytes(wolfMessage(figures.single.messageBytes));
    expect(firstParts('bytes', cbor, 100, 2)).toEqual([figures.single.ur, figures.single.ur]);
    expect(new UrDecoder().take(figures.single.ur)).toEqual({
      ok: true,
      value: { received: 1, needed: 1, message: { type: 'bytes', cbor } },
    });
  });

  it('a message of which the first hundred parts were missed', () => {
    const message = wolfMessage(32_767);
    const decoder = new UrDecoder();
    const { parts } = shown('bytes', message, 1000);
    for (let missed = 0; missed < 100; missed += 1) parts.next();
    let found: Uint8Array | undefined;
    while (found === undefined) {
      const taken = decoder.take(parts.next().value);
      if (!taken.ok) throw new Error(taken.failure.code);
      found = taken.value.message?.cbor;
    }
    expect(found).toEqual(message);
  });
});

it.each(keystoneVectors)("Keystone's $name is decoded and encoded alike", ({ ur }) => {
  for (const text of ur) {
    const taken = new UrDecoder().take(text.toUpperCase());
    if (!taken.ok || taken.value.message === undefined) throw new Error('not a message');
    const { type, cbor } = taken.value.message;
    expect(firstParts(type, cbor, cbor.length, 1)).toEqual([text]);
  }
});

describe('parts', () => {
  const message = wolfMessage(256);
  const part: UrPart = {
    type: 'bytes',
    sequence: 1,
    fragments: 9,
    length: 256,
    checksum: crc32(message),
    data: message.subarray(0, 29),
  };

  it('that came already, or come after the end, change nothing', () => {
    const decoder = new UrDecoder();
    const [first = '', ...rest] = firstParts('bytes', message, 30, 12);
    expect(decoder.take(first)).toMatchObject({ ok: true, value: { received: 1, needed: 9 } });
    expect(decoder.take(first)).toMatchObject({ ok: true, value: { received: 1, needed: 9 } });
    for (const text of rest) decoder.take(text);
    expect(decoder.take(first)).toMatchObject({
      ok: true,
      value: { received: 9, message: { cbor: message } },
    });
  });

  it('of another message are refused, and the message is completed without them', () => {
    const decoder = new UrDecoder();
    for (const text of firstParts('bytes', message, 30, 8)) decoder.take(text);
    const others: readonly Partial<UrPart>[] = [
      { type: 'byte' },
      { checksum: part.checksum + 1 },
      { length: 255 },
      { fragments: 8, data: new Uint8Array(32) },
      { data: new Uint8Array(30), fragments: 9 },
    ];
    for (const other of others)
      expect(rejection(decoder, writePart({ ...part, ...other }))).toBe('ur-other-message');
    expect(rejection(decoder, urText('bytes', message))).toBe('ur-other-message');
    const [last = ''] = firstParts('bytes', message, 30, 9).slice(8);
    expect(decoder.take(last)).toMatchObject({ ok: true, value: { message: { cbor: message } } });
    expect(rejection(decoder, urText('bytes', message))).toBe('ur-other-message');
  });

  it('that contradict each other, or do not fit the checksum, are forgotten', () => {
    const decoder = new UrDecoder();
    decoder.take(writePart(part));
    expect(rejection(decoder, writePart({ ...part, data: new Uint8Array(29) }))).toBe('ur-contradiction');
    const texts = firstParts('bytes', message, 30, 9);
    const lie = writePart({ ...part, data: new Uint8Array(29) });
    expect([lie, ...texts.slice(1)].map((text) => rejection(decoder, text)).at(-1)).toBe('ur-contradiction');
    expect(texts.map((text) => rejection(decoder, text))).toEqual(texts.map(() => undefined));
  });

  const inside = (...items: readonly Uint8Array[]) => `ur:bytes/1-9/${encodeBytewords(cborArray(items))}`;
  const numbers = [1n, 9n, 256n, 7n].map(cborInt);
  const data = cborBytes(new Uint8Array(29));

  it.each([
    ['another scheme', 'https://example.org', 'ur:type'],
    ['no type', 'ur:/aeadaolazmjendeoti', 'ur:type'],
    ['a type with other letters', 'ur:b_c/aeadaolazmjendeoti', 'ur:type'],
    ['a letter of another alphabet that folds to ours', figures.single.ur.replace('k', '\u212a'), 'ur:type'],
    ['a wrong checksum', figures.single.ur.replace('hdey', 'hdeh'), 'checksum'],
    ['too many characters', `ur:bytes/${'ae'.repeat(600_000)}`, 'longer'],
    ['too large a message', urText('bytes', new Uint8Array(512 * 1024 + 1)), 'larger'],
    ['other numbers outside', writePart(part).replace('/1-9/', '/2-9/'), 'numbers'],
    ['another count outside', writePart(part).replace('/1-9/', '/1-8/'), 'numbers'],
    ['a number that begins with 0', writePart(part).replace('/1-9/', '/01-9/'), 'numbers'],
    ['number 0', writePart({ ...part, sequence: 0 }), 'from 1 on'],
    ['no fragments', writePart({ ...part, fragments: 0 }), 'nothing'],
    ['no message', writePart({ ...part, length: 0 }), 'nothing'],
    ['too many fragments', writePart({ ...part, fragments: 2049, length: 2049 * 29 }), 'larger'],
    ['too long a message', writePart({ ...part, fragments: 2048, length: 2048 * 257 }), 'larger'],
    ['too few bytes', writePart({ ...part, data: new Uint8Array(28) }), 'make up'],
    ['too many bytes', writePart({ ...part, data: new Uint8Array(32) }), 'make up'],
    ['fewer fields', inside(...numbers), 'five fields'],
    ['more fields', inside(...numbers, data, data), 'five fields'],
    ['a field of another kind', inside(...numbers, cborInt(3n)), 'byte string'],
    ['a number beyond 32 bits', inside(cborInt(1n << 32n), ...numbers.slice(1), data), 'too large'],
    ['no list', `ur:bytes/1-9/${encodeBytewords(data)}`, 'list'],
    ['no CBOR', `ur:bytes/1-9/${encodeBytewords(Uint8Array.of(0xff))}`, 'out of place'],
    ['deep nesting', `ur:bytes/1-9/${encodeBytewords(new Uint8Array(9).fill(0x81))}`, 'nested'],
  ])('with %s are refused in words', (_, text, word) => {
    const taken = new UrDecoder().take(text);
    if (taken.ok) throw new Error('taken');
    expect(taken.failure.code).toBe('ur-malformed');
    expect(failureText(taken.failure).what).toContain(word);
  });
});

describe('a round of codes', () => {
  it.each([2, 3, 4, 5, 8, 13, 21])('of %i fragments is enough when any third of it is lost', (wanted) => {
    for (let nth = 0; nth < 120; nth += 1) {
      // A different checksum each time, which seeds the random choice.
      const cbor = Uint8Array.from({ length: 100 * wanted }, (_, at) => (at * 31 + nth * 7 + at * nth) & 255);
      const shown = encodeParts({ type: 'bytes', cbor, fragmentLength: 100 });
      if (!shown.ok) throw new Error(shown.failure.code);
      const { fragments, parts } = shown.value;
      expect(fragments).toBe(wanted);
      const round = Array.from({ length: roundOf(fragments) }, () => parts.next().value);
      const decoder = new UrDecoder();
      let message: unknown;
      for (const part of round.filter((_, at) => at % 3 !== nth % 3)) {
        const taken = decoder.take(part);
        if (!taken.ok) throw new Error(taken.failure.code);
        message ??= taken.value.message;
      }
      expect(message).toEqual({ type: 'bytes', cbor });
    }
  });
});

describe('a message', () => {
  it('of the largest size comes back from mixtures alone, fewer than twice as many as it has fragments', () => {
    const cbor = wolfMessage(4096).toString().repeat(40);
    const most = new TextEncoder().encode(cbor).subarray(0, 512 * 1024);
    const { fragments, parts } = shown('bytes', most, 256);
    for (let missed = 0; missed < fragments; missed += 1) parts.next();
    const decoder = new UrDecoder();
    let taken = decoder.take(parts.next().value);
    for (let more = 0; more < 2 * fragments && taken.ok && taken.value.message === undefined; more += 1)
      taken = decoder.take(parts.next().value);
    expect(taken).toMatchObject({ ok: true, value: { received: 2048, needed: 2048 } });
    expect(taken.ok && taken.value.message?.cbor).toEqual(most);
  });

  it('that is too large for codes is refused', () => {
    const most = new Uint8Array(512 * 1024);
    expect(shown('bytes', most, 256).fragments).toBe(2048);
    for (const [cbor, fragmentLength] of [
      [most, 255],
      [new Uint8Array(most.length + 1), 1000],
    ] as const)
      expect(encodeParts({ type: 'bytes', cbor, fragmentLength })).toMatchObject({
        ok: false,
        failure: { code: 'ur-too-large' },
      });
  });

  it('that is none, or a type that is none, is a bug', () => {
    const cbor = Uint8Array.of(1);
    expect(() => encodeParts({ type: 'bytes', cbor: new Uint8Array(0), fragmentLength: 10 })).toThrow(
      RangeError,
    );
    expect(() => encodeParts({ type: 'Bytes', cbor, fragmentLength: 10 })).toThrow(RangeError);
    expect(() => encodeParts({ type: 'bytes', cbor, fragmentLength: Number.NaN })).toThrow(RangeError);
  });

  it('has fragments of at least ten bytes', () => {
    expect(shown('bytes', new Uint8Array(100), 1).fragments).toBe(10);
    expect(shown('bytes', new Uint8Array(100), 50.9).fragments).toBe(2);
  });
});
