import { crc32, deflateSync } from 'node:zlib';

import { concatBytes } from '../../src-main/cardano/hex.ts';

interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  /** The rows as they are packed, each with the byte of its filter. */
  readonly rows: Uint8Array;
  readonly interlaced?: number;
  readonly palette?: Uint8Array;
  readonly alphas?: Uint8Array;
}

/** One chunk of a PNG, with its length and checksum. */
export function pngChunk(name: string, data: Uint8Array): Uint8Array {
  const numbers = new DataView(new ArrayBuffer(8));
  const named = concatBytes(Buffer.from(name, 'latin1'), data);
  numbers.setUint32(0, data.length);
  numbers.setUint32(4, crc32(named));
  const bytes = new Uint8Array(numbers.buffer);
  return concatBytes(bytes.subarray(0, 4), named, bytes.subarray(4));
}

/** A PNG of any kind, written apart from the program's own writer. */
export function pngOf(parts: PngParts): Uint8Array {
  const { width, height, depth, colour, rows, interlaced = 0, palette, alphas } = parts;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  [depth, colour, 0, 0, interlaced].forEach((value, at) => {
    header.setUint8(8 + at, value);
  });
  const packed = deflateSync(rows);
  return concatBytes(
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', new Uint8Array(header.buffer)),
    ...(palette ? [pngChunk('PLTE', palette)] : []),
    ...(alphas ? [pngChunk('tRNS', alphas)] : []),
    pngChunk('IDAT', packed.subarray(0, packed.length >> 1)),
    pngChunk('IDAT', packed.subarray(packed.length >> 1)),
    pngChunk('IEND', new Uint8Array(0)),
  );
}

/** Rows of bytes put through a filter (PNG specification, section 9), `reach` bytes from pixel to pixel. */
export function filtered(rows: readonly Uint8Array[], filters: readonly number[], reach: number): Uint8Array {
  return concatBytes(
    ...rows.map((row, y) => {
      const filter = filters[y % filters.length] ?? 0;
      const above = rows[y - 1] ?? new Uint8Array(row.length);
      const bytes = row.map(
        (byte, at) => byte - guess(filter, row[at - reach] ?? 0, above[at] ?? 0, above[at - reach] ?? 0),
      );
      return concatBytes(Uint8Array.of(filter), bytes);
    }),
  );
}

function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 4) {
    const near = left + up - corner;
    const [first] = [left, up, corner].toSorted(
      (one, other) => Math.abs(near - one) - Math.abs(near - other),
    );
    return first ?? 0;
  }
  return [0, left, up, Math.floor((left + up) / 2)][filter] ?? 0;
}
