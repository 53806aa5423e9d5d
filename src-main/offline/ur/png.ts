import { crc32, deflateSync, inflateSync } from 'node:zlib';

import { failed, ok, type Result } from '#domain/result.ts';
import { concatBytes } from '../../cardano/hex.ts';
import { greyOf, type PngForm } from './png-rows.ts';

/** A picture in shades of grey, row by row: 0 is black, 255 is white. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Channels and the depths that go with them, by colour type. */
const COLOURS: Readonly<Record<number, readonly [channels: number, depths: readonly number[]]>> = {
  0: [1, [1, 2, 4, 8, 16]],
  2: [3, [8, 16]],
  3: [1, [1, 2, 4, 8]],
  4: [2, [8, 16]],
  6: [4, [8, 16]],
};

/** The most that is read: what the reader of codes takes, and what that makes unpacked with four bytes a pixel. */
const MOST_SIDE = 4096;
const MOST_UNPACKED = MOST_SIDE * (4 * MOST_SIDE + 1);

/** A PNG of eight bits of grey a pixel. */
export function writePng({ width, height, grey }: GreyPicture): Uint8Array {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    rows.set(grey.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return concatBytes(
    SIGNATURE,
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array(0)),
  );
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = concatBytes(new TextEncoder().encode(name), data);
  const whole = new Uint8Array(named.length + 8);
  whole.set(named, 4);
  const numbers = new DataView(whole.buffer);
  numbers.setUint32(0, data.length);
  numbers.setUint32(named.length + 4, crc32(named));
  return whole;
}

/**
 * Reads a PNG of any kind but the interlaced one, in shades of grey before a white ground. Written here because Node
 * unpacks, and what is left is short: the packages that read PNG do not bound what a small file unpacks to. The failure
 * says what is wrong.
 */
export function readPng(bytes: Uint8Array): Result<GreyPicture, string> {
  const chunks = chunksOf(bytes);
  if (!chunks.ok) return chunks;
  const form = formOf(chunks.value[0]);
  if (!form.ok) return form;
  const named = (name: string) => chunks.value.filter((one) => one.name === name).map(({ data }) => data);
  const unpacked = unpack(Buffer.concat(named('IDAT')), unpackedSize(form.value));
  if (!unpacked.ok) return unpacked;
  const grey = greyOf(form.value, unpacked.value, named('PLTE')[0], named('tRNS')[0]);
  if (!grey.ok) return grey;
  return ok({ width: form.value.width, height: form.value.height, grey: grey.value });
}

interface Chunk {
  readonly name: string;
  readonly data: Uint8Array;
}

function chunksOf(bytes: Uint8Array): Result<readonly Chunk[], string> {
  if (!SIGNATURE.every((byte, at) => bytes[at] === byte)) return failed('it is not a PNG file');
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; ;) {
    if (at + 12 > bytes.length) return failed('the file ends too early');
    const end = at + 8 + numbers.getUint32(at);
    if (end + 4 > bytes.length) return failed('the file ends too early');
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (crc32(bytes.subarray(at + 4, end)) !== numbers.getUint32(end)) return failed('the file is damaged');
    if (name === 'IEND') return ok(chunks);
    chunks.push({ name, data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
}

function formOf(header: Chunk | undefined): Result<PngForm, string> {
  if (header?.name !== 'IHDR' || header.data.length !== 13) return failed('the file does not say its size');
  const numbers = new DataView(header.data.buffer, header.data.byteOffset, header.data.byteLength);
  const [width, height] = [numbers.getUint32(0), numbers.getUint32(4)];
  const [depth, colour, packing, filters, interlaced] = [...header.data.subarray(8)];
  const [channels, depths] = COLOURS[colour ?? -1] ?? [0, []];
  if (
    depth === undefined ||
    colour === undefined ||
    !depths.includes(depth) ||
    packing !== 0 ||
    filters !== 0
  )
    return failed('the file is of no known kind of PNG');
  if (interlaced !== 0) return failed('the file is interlaced');
  const form = { width, height, depth, colour, channels };
  if (width === 0 || height === 0) return failed('the picture is empty');
  if (width > MOST_SIDE || height > MOST_SIDE || unpackedSize(form) > MOST_UNPACKED)
    return failed(`the picture is larger than ${MOST_SIDE} pixels a side, or has more than 32 bits a pixel`);
  return ok(form);
}

/** Bytes of all rows, each with the byte of its filter. */
function unpackedSize({ width, height, depth, channels }: PngForm): number {
  return height * (1 + Math.ceil((width * channels * depth) / 8));
}

function unpack(packed: Uint8Array, size: number): Result<Uint8Array, string> {
  try {
    const unpacked = inflateSync(packed, { maxOutputLength: size });
    return unpacked.length === size ? ok(unpacked) : failed('the picture is not of the size that it states');
  } catch {
    // Of what inflate refuses, nothing can be said but this.
    return failed('the picture cannot be unpacked');
  }
}
