import { concatBytes } from './hex.ts';

/** The shortest head of a major type and its argument (RFC 8949 §3). */
export function cborHead(major: number, argument: bigint): Uint8Array {
  if (argument < 0n || argument >= 1n << 64n) throw new RangeError('a CBOR argument has at most 64 bits');
  const type = major << 5;
  if (argument < 24n) return Uint8Array.of(type | Number(argument));
  const width = argument < 1n << 8n ? 1 : argument < 1n << 16n ? 2 : argument < 1n << 32n ? 4 : 8;
  const head = new Uint8Array(1 + width);
  head[0] = type | (24 + Math.log2(width));
  for (let index = 0; index < width; index += 1)
    head[width - index] = Number((argument >> BigInt(8 * index)) & 0xffn);
  return head;
}

export function cborInt(value: bigint): Uint8Array {
  return value < 0n ? cborHead(1, -1n - value) : cborHead(0, value);
}

export function cborBytes(value: Uint8Array): Uint8Array {
  return concatBytes(cborHead(2, BigInt(value.length)), value);
}

/** A definite array of items that are already encoded. */
export function cborArray(items: readonly Uint8Array[]): Uint8Array {
  return concatBytes(cborHead(4, BigInt(items.length)), ...items);
}

export function cborTag(tag: bigint, content: Uint8Array): Uint8Array {
  return concatBytes(cborHead(6, tag), content);
}

export function cborText(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value);
  return concatBytes(cborHead(3, BigInt(bytes.length)), bytes);
}

/** A definite map of entries that are already encoded, in the given order. */
export function cborMap(entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[]): Uint8Array {
  return concatBytes(cborHead(5, BigInt(entries.length)), ...entries.flat());
}
