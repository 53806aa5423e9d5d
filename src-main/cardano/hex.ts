const HEX = /^(?:[0-9a-fA-F]{2})*$/;

/** Lower-case hex of bytes. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** Bytes of an even number of hex digits in either case; `undefined` for anything else (Node would truncate silently). */
export function fromHex(text: string): Uint8Array | undefined {
  return HEX.test(text) ? new Uint8Array(Buffer.from(text, 'hex')) : undefined;
}

/** Bytes of hex that the program itself made. @throws RangeError when it is not hex: a bug of the caller. */
export function hexBytes(text: string): Uint8Array {
  const bytes = fromHex(text);
  if (!bytes) throw new RangeError('not hexadecimal');
  return bytes;
}

export function bytesEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
