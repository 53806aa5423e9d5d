import { encodeQR } from 'qr';
import { decodeQR } from 'qr/decode.js';

import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { readPng, writePng, type GreyPicture } from './png.ts';

/*
 * `qr` because it has no dependencies, is released (0.7.0 in September 2026), and both writes and reads; `uqr` only
 * writes, and `jsqr` only reads and is not kept any more.
 */

export interface QrCode {
  /** 1 to 40: the code has 17 + 4 × version modules a side. */
  readonly version: number;
  /** Row by row, true where dark; with the light margin of four modules that ISO/IEC 18004 asks for. */
  readonly modules: readonly (readonly boolean[])[];
}

const MARGIN = 4;

/** The most characters that version 40 holds at the lowest correction: of the alphanumeric mode, and bytes of others. */
const MOST_ALPHANUMERIC = 4296;
const MOST_BYTES = 2953;
const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]+$/;

/**
 * The most pixels that are searched: a full HD screen. A larger picture is made smaller first, by a whole number (a 4K
 * screen becomes full HD). With it, and with no retries (effort 1), a picture that was filled with the corner marks of
 * codes takes the library some two seconds; with eight times the pixels it took three quarters of a minute.
 */
const MOST_PIXELS = 1920 * 1080;

/**
 * The code of a text, in the smallest version at the lowest correction: a damaged frame is made up for by the next ones,
 * and fewer modules are easier to film. A UR is written in upper case, of which codes hold two in 11 bits (BCR-2020-005,
 * "The Uniform Resource (UR) Encoding"). Refused with `qr-too-long`. @throws RangeError when there is no text.
 */
export function qrOf(text: string): Result<QrCode, Failure> {
  if (text === '') throw new RangeError('there is no text');
  const written = /^ur:/i.test(text) ? text.toUpperCase() : text;
  const fits = ALPHANUMERIC.test(written)
    ? written.length <= MOST_ALPHANUMERIC
    : new TextEncoder().encode(written).length <= MOST_BYTES;
  if (!fits) return failed(failure('qr-too-long', { characters: written.length }));
  const modules = encodeQR(written, 'raw', { ecc: 'low', border: MARGIN });
  return ok({ version: (modules.length - 2 * MARGIN - 17) / 4, modules });
}

/**
 * How hard it is to film a code of a version from a screen. `easy` up to 17: what Keystone's own software shows unless
 * it is set otherwise (400 bytes a part). `too-dense` from 26 on, 121 modules a side: our own rule, since a phone that
 * sees the code over some 600 pixels then has fewer than five for a module, and has to be held still and near. We found
 * no published bound.
 */
export function density(version: number): 'easy' | 'dense' | 'too-dense' {
  if (version <= 17) return 'easy';
  return version <= 25 ? 'dense' : 'too-dense';
}

/** The modules row by row, the highest bit of a byte first and 1 where dark; the last byte is filled up with 0. */
export function packedModules({ modules }: QrCode): Uint8Array {
  const packed = new Uint8Array(Math.ceil(modules.length ** 2 / 8));
  modules.flat().forEach((dark, at) => {
    if (dark) packed[at >> 3] = (packed[at >> 3] ?? 0) | (0x80 >> (at & 7));
  });
  return packed;
}

function runsOf(row: readonly boolean[]): readonly { readonly start: number; readonly length: number }[] {
  const runs: { start: number; length: number }[] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last !== undefined && last.start + last.length === x) last.length += 1;
    else runs.push({ start: x, length: 1 });
  });
  return runs;
}

/** The code as a PNG of so many pixels a module (at least 2, or it is not read back). */
export function qrPng({ modules }: QrCode, pixels = 8): Uint8Array {
  const side = modules.length * pixels;
  const grey = new Uint8Array(side * side).fill(255);
  modules.forEach((row, y) => {
    for (const { start, length } of runsOf(row))
      for (let line = y * pixels; line < (y + 1) * pixels; line += 1)
        grey.fill(0, line * side + start * pixels, line * side + (start + length) * pixels);
  });
  return writePng({ width: side, height: side, grey });
}

/** The text of the code in a PNG: a frame that was written here, a screenshot. Refused with `qr-unreadable`. */
export function readQr(png: Uint8Array): Result<string, Failure> {
  const picture = readPng(png);
  if (!picture.ok) return failed(failure('qr-unreadable', { reason: picture.failure }));
  const { width, height, grey } = searchable(picture.value);
  try {
    // Of this format the library takes the first bytes, which are the brightness. Bounded by work, and not by time: a
    // picture reads alike on every machine.
    const options = { format: 'I444', effort: 1, timeLimit: Infinity } as const;
    return ok(decodeQR({ width, height, data: grey }, options));
  } catch {
    // The library throws whenever it finds nothing, and its words are not for users.
    return failed(failure('qr-unreadable', { reason: 'none was found' }));
  }
}

/** The picture, or, where it has too many pixels, its squares of some pixels a side as one each, by their average. */
function searchable(picture: GreyPicture): GreyPicture {
  let by = 1;
  while (Math.floor(picture.width / by) * Math.floor(picture.height / by) > MOST_PIXELS) by += 1;
  if (by === 1) return picture;
  const [width, height] = [Math.floor(picture.width / by), Math.floor(picture.height / by)];
  const sums = new Uint32Array(width * height);
  for (let y = 0; y < height * by; y += 1)
    for (let x = 0; x < width * by; x += 1) {
      const at = Math.floor(y / by) * width + Math.floor(x / by);
      sums[at] = (sums[at] ?? 0) + (picture.grey[y * picture.width + x] ?? 0);
    }
  return { width, height, grey: Uint8Array.from(sums, (sum) => sum / (by * by)) };
}
