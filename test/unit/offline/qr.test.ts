import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { failureText } from '#domain/failure.ts';
import { concatBytes } from '../../../src-main/cardano/hex.ts';
import { readPng, writePng, type GreyPicture } from '../../../src-main/offline/ur/png.ts';
import { density, qrOf, qrPng, packedModules, readQr, type QrCode } from '../../../src-main/offline/ur/qr.ts';
import { UrDecoder } from '../../../src-main/offline/ur/ur-decoder.ts';
import { encodeParts } from '../../../src-main/offline/ur/ur-encoder.ts';
import { filtered, pngChunk, pngOf } from '../../support/png-pixels.ts';
import { keystoneVector, referenceFigures, wolfMessage } from '../../support/ur-vectors.ts';

const PART = referenceFigures.parts.ur[0] ?? '';

function codeOf(text: string): QrCode {
  const code = qrOf(text);
  if (!code.ok) throw new Error(code.failure.code);
  return code.value;
}

/** A picture with another one put into it at a place. */
function placed(picture: GreyPicture, width: number, height: number, left: number, top: number): GreyPicture {
  const grey = new Uint8Array(width * height).fill(200);
  for (let y = 0; y < picture.height; y += 1)
    grey.set(picture.grey.subarray(y * picture.width, (y + 1) * picture.width), (top + y) * width + left);
  return { width, height, grey };
}

function pictureOf(png: Uint8Array): GreyPicture {
  const read = readPng(png);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}

describe('a code', () => {
  it('of a UR is written in upper case, and read back', () => {
    expect(readQr(qrPng(codeOf(PART)))).toEqual({ ok: true, value: PART.toUpperCase() });
  });

  it('of another text is read back as it was', () => {
    for (const text of ['addr_test1qz…', 'A', '0123', 'Ümläut'])
      expect(readQr(qrPng(codeOf(text)))).toEqual({ ok: true, value: text });
  });

  it('has four light modules around it, and the size of its version', () => {
    const { version, modules } = codeOf(PART);
    expect(version).toBe(4);
    expect(modules).toHaveLength(17 + 4 * version + 8);
    const dark = modules.flatMap((row, y) => row.flatMap((is, x) => (is ? [Math.min(x, y)] : [])));
    expect(Math.min(...dark)).toBe(4);
    expect(
      Math.max(...modules.flatMap((row, y) => row.flatMap((is, x) => (is ? [Math.max(x, y)] : [])))),
    ).toBe(modules.length - 5);
  });

  it('holds what the largest holds, and no more', () => {
    expect(codeOf('A'.repeat(4296)).version).toBe(40);
    expect(codeOf('a'.repeat(2953)).version).toBe(40);
    expect(codeOf('ä'.repeat(1476)).version).toBe(40);
    for (const text of ['A'.repeat(4297), 'a'.repeat(2954), 'ä'.repeat(1477)]) {
      const refused = qrOf(text);
      if (refused.ok) throw new Error('taken');
      expect(refused.failure.code).toBe('qr-too-long');
      expect(failureText(refused.failure).what).toContain(`${text.length} characters`);
    }
    expect(() => qrOf('')).toThrow(RangeError);
  });

  it('is easy to film as Keystone shows them, and too dense from version 26 on', () => {
    const encoded = encodeParts({
      type: 'cardano-sign-request',
      cbor: wolfMessage(20_000),
      fragmentLength: 400,
    });
    if (!encoded.ok) throw new Error(encoded.failure.code);
    for (let shown = 0; shown < 120; shown += 1)
      expect(density(codeOf(encoded.value.parts.next().value).version)).toBe('easy');
    expect([1, 17, 18, 25, 26, 40].map(density)).toEqual([
      'easy',
      'easy',
      'dense',
      'dense',
      'too-dense',
      'too-dense',
    ]);
  });

  it('is packed row by row, eight modules a byte', () => {
    const { modules } = codeOf(PART);
    const packed = packedModules(codeOf(PART));
    const side = modules.length;
    expect(packed).toHaveLength(Math.ceil(side ** 2 / 8));
    const bits = [...packed].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    modules.forEach((row, y) =>
      expect(bits.slice(y * side, (y + 1) * side)).toBe(row.map((dark) => (dark ? '1' : '0')).join('')),
    );
    expect(bits.slice(side ** 2)).toBe('0'.repeat(packed.length * 8 - side ** 2));
  });

  it.each([2, 3, 5, 8])('is read at %d pixels a module, in each version', (pixels) => {
    for (const length of [20, 300, 880, 1680, 2600, 4296])
      expect(readQr(qrPng(codeOf('UR:'.padEnd(length, 'A')), pixels))).toMatchObject({ ok: true });
  });

  it('is read in a screenshot of a full screen, and of one with four times the pixels', () => {
    const text = keystoneVector('CardanoSignature').text.toUpperCase();
    for (const [width, height, pixels] of [
      [1920, 1080, 4],
      [3840, 2160, 8],
      [4096, 4096, 12],
    ] as const) {
      const code = pictureOf(qrPng(codeOf(text), pixels));
      expect(readQr(writePng(placed(code, width, height, 301, 157)))).toEqual({ ok: true, value: text });
    }
  });
});

it('a small code in a picture with more pixels than are searched is not found', () => {
  const code = pictureOf(qrPng(codeOf(PART), 2));
  expect(readQr(writePng(placed(code, 1920, 1080, 301, 157)))).toMatchObject({ ok: true });
  expect(readQr(writePng(placed(code, 3840, 2160, 301, 157)))).toMatchObject({
    failure: { code: 'qr-unreadable' },
  });
});

it('a message is carried by pictures of its codes, of which a third is lost and the rest is shuffled', () => {
  const { text } = keystoneVector('CardanoSignRequest');
  const whole = new UrDecoder().take(text);
  if (!whole.ok || whole.value.message === undefined) throw new Error('no message');
  const encoded = encodeParts({ ...whole.value.message, fragmentLength: 40 });
  if (!encoded.ok) throw new Error(encoded.failure.code);
  const { fragments, parts } = encoded.value;
  expect(fragments).toBeGreaterThan(10);
  const frames = Array.from({ length: 3 * fragments }, () => qrPng(codeOf(parts.next().value), 3));
  const left = frames.filter((_, at) => at % 3 !== 1).map((frame, at) => ({ frame, key: (at * 7919) % 101 }));
  const decoder = new UrDecoder();
  for (const { frame } of left.toSorted((one, other) => one.key - other.key)) {
    const read = readQr(frame);
    if (!read.ok) throw new Error(read.failure.code);
    decoder.take(read.value);
  }
  expect(decoder.take(encoded.value.parts.next().value)).toMatchObject({
    ok: true,
    value: { message: whole.value.message },
  });
});

describe('a picture', () => {
  const shades = fc
    .record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) })
    .chain(({ width, height }) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        grey: fc.uint8Array({ minLength: width * height, maxLength: width * height }),
      }),
    );

  it('is read as it was written', () => {
    fc.assert(
      fc.property(shades, (picture) => {
        expect(readPng(writePng(picture))).toEqual({ ok: true, value: picture });
      }),
    );
  });

  it('of any kind and with any filters has the shades that its pixels say', () => {
    const kinds = [
      { colour: 0, depth: 8, pixel: (shade: number) => [shade] },
      { colour: 0, depth: 16, pixel: (shade: number) => [shade, 77] },
      { colour: 2, depth: 8, pixel: (shade: number) => [shade, shade, shade] },
      { colour: 2, depth: 16, pixel: (shade: number) => [shade, 1, shade, 2, shade, 3] },
      { colour: 4, depth: 8, pixel: (shade: number) => [shade, 255] },
      { colour: 4, depth: 16, pixel: (shade: number) => [shade, 9, 255, 255] },
      { colour: 6, depth: 8, pixel: (shade: number) => [shade, shade, shade, 255] },
      // Black, and as opaque as it takes.
      { colour: 6, depth: 8, pixel: (shade: number) => [0, 0, 0, 255 - shade] },
      { colour: 4, depth: 8, pixel: (shade: number) => [0, 255 - shade] },
      { colour: 3, depth: 8, pixel: (shade: number) => [255 - shade] },
    ];
    const palette = Uint8Array.from({ length: 768 }, (_, at) => 255 - Math.floor(at / 3));
    const filters = fc.array(fc.nat(4), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        shades,
        filters,
        fc.constantFrom(...kinds),
        ({ width, height, grey }, chosen, { colour, depth, pixel }) => {
          const lines = Array.from({ length: height }, (_, y) =>
            Uint8Array.from([...grey.subarray(y * width, (y + 1) * width)].flatMap(pixel)),
          );
          const rows = filtered(lines, chosen, pixel(0).length);
          const png = pngOf({ width, height, depth, colour, rows, ...(colour === 3 ? { palette } : {}) });
          expect(readPng(png)).toEqual({ ok: true, value: { width, height, grey } });
        },
      ),
    );
  });

  it.each([
    [1, 1, [0b1010_0000], [255, 0, 255]],
    [2, 2, [0b0001_1011], [0, 85, 170]],
    [4, 4, [0x0f, 0x80], [0, 255, 136]],
  ])('of %d bits of grey a pixel is read', (depth, _, row, grey) => {
    const rows = Uint8Array.of(0, ...row);
    expect(pictureOf(pngOf({ width: 3, height: 1, depth, colour: 0, rows })).grey).toEqual(
      Uint8Array.from(grey),
    );
  });

  it('with a palette has its colours, as opaque as they are, and white where there is none', () => {
    const palette = Uint8Array.of(255, 0, 0, 0, 0, 0);
    const png = pngOf({
      width: 3,
      height: 1,
      depth: 2,
      colour: 3,
      rows: Uint8Array.of(0, 0b0001_1000),
      palette,
      alphas: Uint8Array.of(255, 0),
    });
    expect([...pictureOf(png).grey]).toEqual([76, 255, 255]);
  });

  const plain = { width: 2, height: 1, depth: 8, colour: 0, rows: Uint8Array.of(0, 1, 2) };
  const good = pngOf(plain);
  const end = pngChunk('IEND', new Uint8Array(0));

  it.each<readonly [string, Uint8Array, string]>([
    ['another file', Uint8Array.of(1, 2, 3), 'not a PNG'],
    ['nothing after the signature', good.subarray(0, 8), 'too early'],
    ['an end in the midst', good.subarray(0, -6), 'too early'],
    ['a changed byte', good.with(20, 9), 'damaged'],
    ['no header', concatBytes(good.subarray(0, 8), end), 'its size'],
    [
      'another chunk before the header',
      concatBytes(good.subarray(0, 8), pngChunk('IDAT', Uint8Array.of(1)), end),
      'its size',
    ],
    ['interlacing', pngOf({ ...plain, interlaced: 1 }), 'interlaced'],
    ['an unknown colour type', pngOf({ ...plain, colour: 5 }), 'known kind'],
    ['a depth that the colour type lacks', pngOf({ ...plain, colour: 2, depth: 4 }), 'known kind'],
    ['no width', pngOf({ ...plain, width: 0 }), 'empty'],
    ['too many pixels a side', pngOf({ ...plain, width: 4097 }), '4096 pixels'],
    ['too many bits', pngOf({ ...plain, width: 4096, height: 4096, colour: 6, depth: 16 }), '32 bits'],
    ['more pixels than it states', pngOf({ ...plain, rows: new Uint8Array(1000) }), 'unpacked'],
    ['fewer pixels than it states', pngOf({ ...plain, rows: new Uint8Array(2) }), 'size that it states'],
    ['an unknown filter', pngOf({ ...plain, rows: Uint8Array.of(5, 1, 2) }), 'filter'],
    ['no palette', pngOf({ ...plain, colour: 3 }), 'palette'],
    ['no code in it', good, 'none was found'],
  ])('with %s is refused in words', (_, png, words) => {
    const refused = readQr(png);
    if (refused.ok) throw new Error('read');
    expect(refused.failure.code).toBe('qr-unreadable');
    expect(failureText(refused.failure).what).toContain(words);
  });

  it('never makes the reader throw, whatever is in it', () => {
    const some = qrPng(codeOf('A'), 2);
    const edits = fc.array(fc.tuple(fc.nat(some.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(edits, (changes) => {
        const changed = some.slice();
        for (const [at, byte] of changes) changed[at] = byte;
        readQr(changed);
      }),
    );
    const stated = fc.record({
      width: fc.oneof(fc.nat(9), fc.nat(2 ** 32 - 1)),
      height: fc.oneof(fc.nat(9), fc.nat(2 ** 32 - 1)),
      depth: fc.constantFrom(0, 1, 2, 3, 4, 8, 16, 255),
      colour: fc.nat(7),
      rows: fc.uint8Array({ maxLength: 90 }),
      palette: fc.uint8Array({ maxLength: 800 }),
      alphas: fc.uint8Array({ maxLength: 300 }),
    });
    fc.assert(
      fc.property(stated, (parts) => {
        readQr(pngOf(parts));
        const { width, height, depth } = parts;
        if (width > 9 || height > 9 || height === 0) return;
        // As many rows as are asked for, so that what is in them is read, too.
        readQr(
          pngOf({
            ...parts,
            colour: 3,
            rows: new Uint8Array(height * (1 + Math.ceil((width * depth) / 8))).fill(4),
          }),
        );
      }),
    );
    fc.assert(
      fc.property(shades, (picture) => {
        readQr(writePng(picture));
      }),
    );
  });
});
