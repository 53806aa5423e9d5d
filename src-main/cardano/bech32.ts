import { failed, ok, type Result } from '#domain/result.ts';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
const CHECKSUM_LENGTH = 6;

/** Bech32 text (BIP-173, without its length limit: CIP-19 addresses are longer). */
export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const words = regroup(bytes, 8, 5, true);
  if (!words) throw new RangeError('bytes always fit in 5-bit groups');
  const checksum =
    polymod([...expandPrefix(prefix), ...words, ...new Array<number>(CHECKSUM_LENGTH).fill(0)]) ^ 1;
  const sum = Array.from({ length: CHECKSUM_LENGTH }, (_, index) => (checksum >>> (5 * (5 - index))) & 31);
  return `${prefix}1${[...words, ...sum].map((word) => ALPHABET[word]).join('')}`;
}

/** Reads Bech32 text. The failure says why it is not. */
export function decodeBech32(text: string): Result<{ prefix: string; bytes: Uint8Array }, string> {
  if (text !== text.toLowerCase() && text !== text.toUpperCase())
    return failed('it mixes capitals and small letters');
  const lower = text.toLowerCase();
  const cut = lower.lastIndexOf('1');
  if (cut < 1 || lower.length > 1023) return failed('it has no prefix');
  const prefix = lower.slice(0, cut);
  const words = Array.from(lower.slice(cut + 1), (letter) => ALPHABET.indexOf(letter));
  if (words.includes(-1) || words.length < CHECKSUM_LENGTH)
    return failed('it has a letter that cannot be there');
  if (polymod([...expandPrefix(prefix), ...words]) !== 1) return failed('its checksum is wrong');
  const bytes = regroup(words.slice(0, -CHECKSUM_LENGTH), 5, 8, false);
  return bytes ? ok({ prefix, bytes: Uint8Array.from(bytes) }) : failed('its padding is wrong');
}

function expandPrefix(prefix: string): number[] {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

function polymod(words: readonly number[]): number {
  let sum = 1;
  for (const word of words) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    GENERATORS.forEach((generator, index) => {
      if ((top >>> index) & 1) sum ^= generator;
    });
  }
  return sum >>> 0;
}

function regroup(words: ArrayLike<number>, from: number, to: number, pad: boolean): number[] | undefined {
  const out: number[] = [];
  let held = 0;
  let bits = 0;
  for (const word of Array.from(words)) {
    held = ((held << from) | word) & 0xfff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      out.push((held >>> bits) & ((1 << to) - 1));
    }
  }
  if (pad) {
    if (bits > 0) out.push((held << (to - bits)) & ((1 << to) - 1));
    return out;
  }
  const restIsZero = (held & ((1 << bits) - 1)) === 0;
  return bits < from && restIsZero ? out : undefined;
}
