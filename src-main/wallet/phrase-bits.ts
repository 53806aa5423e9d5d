import { createHash } from 'node:crypto';
import { SecretBytes } from './secret-bytes.ts';

/**
 * BIP-39's packing of entropy and check sum into 11-bit word indexes, done here so that no copy of the entropy is
 * left in memory that nobody can overwrite.
 */
const WORD_BITS = 11;

/** Word indexes of an entropy of 16 to 32 bytes, a multiple of 4. */
export function wordIndexes(entropy: SecretBytes): readonly number[] {
  const bits = entropy.bytes.length * 8;
  const check = checkByte(entropy);
  const bit = (at: number): number =>
    at < bits ? bitOf(entropy.bytes.readUInt8(at >> 3), at & 7) : bitOf(check, at - bits);
  return Array.from({ length: (bits + bits / 32) / WORD_BITS }, (_, word) =>
    Array.from({ length: WORD_BITS }, (_unused, at) => bit(word * WORD_BITS + at)).reduce(
      (index, next) => (index << 1) | next,
      0,
    ),
  );
}

/** The entropy behind 12, 15, 18, 21 or 24 word indexes; `undefined` when the check sum does not fit. */
export function entropyOfIndexes(indexes: readonly number[]): SecretBytes | undefined {
  const bits = ((indexes.length * WORD_BITS) / 33) * 32;
  const entropy = SecretBytes.take(new Uint8Array(bits / 8));
  let check = 0;
  indexes.forEach((index, word) => {
    for (let at = 0; at < WORD_BITS; at += 1) {
      const next = (index >> (WORD_BITS - 1 - at)) & 1;
      const place = word * WORD_BITS + at;
      if (place >= bits) check |= next << (7 - (place - bits));
      else
        entropy.bytes.writeUInt8(
          entropy.bytes.readUInt8(place >> 3) | (next << (7 - (place & 7))),
          place >> 3,
        );
    }
  });
  const used = 0xff & ~(0xff >> (bits / 32));
  if (check === (checkByte(entropy) & used)) return entropy;
  entropy.wipe();
  return undefined;
}

function checkByte(entropy: SecretBytes): number {
  return createHash('sha256').update(entropy.bytes).digest().readUInt8(0);
}

/** Bit of a byte, from its most significant one on. */
function bitOf(byte: number, at: number): number {
  return (byte >> (7 - at)) & 1;
}
