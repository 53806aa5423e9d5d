import { createHash } from 'node:crypto';

/** Longest encoded entry in bytes; Windows holds 2,560, programs that write UTF-16 half of it. */
const ENTRY_LIMIT = 1_024;
const CHECK_LENGTH = 8;

/** Base64 of a check sum over name and value, then the value: a cut or swapped entry is recognised. */
export function encodeEntry(name: string, value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  const entry = Buffer.concat([checkOf(name, bytes), bytes]).toString('base64');
  if (entry.length > ENTRY_LIMIT) throw new RangeError(`a keychain entry has at most ${ENTRY_LIMIT} bytes`);
  return entry;
}

/** The value; `undefined` when the entry is not, or is no longer, what `encodeEntry` made for this name. */
export function decodeEntry(name: string, entry: string): string | undefined {
  const bytes = Buffer.from(entry, 'base64');
  if (bytes.toString('base64') !== entry || bytes.length <= CHECK_LENGTH) return undefined;
  const value = bytes.subarray(CHECK_LENGTH);
  return checkOf(name, value).equals(bytes.subarray(0, CHECK_LENGTH)) ? value.toString('latin1') : undefined;
}

function checkOf(name: string, value: Buffer): Buffer {
  return createHash('sha256').update(`${name}\0`).update(value).digest().subarray(0, CHECK_LENGTH);
}
