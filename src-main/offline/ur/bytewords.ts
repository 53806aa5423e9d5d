import { crc32 } from 'node:zlib';

import { failed, ok, type Result } from '#domain/result.ts';
import { concatBytes } from '../../cardano/hex.ts';

/**
 * The first and the last letter of each of the 256 words, one pair for each byte (BCR-2020-012, "Word List"). No two
 * words share theirs, so the minimal form writes nothing else.
 */
const PAIRS = (
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdl' +
  'dyeheyeoeeecenemetesftfrfnfsfmfhfzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhe' +
  'hnhsidiaieihiyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblblalylflslrlplnltloldlelulklgmnmy' +
  'mhmemomumwmdmtmsmknlnyndnsntnnnenboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrs' +
  'rtsesasrssskswstspsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueurvtvyvovlvevwvavdvswlwdwmwpwewyws' +
  'wtwnwzwfwkykynylyaytzszoztzczezm'
).match(/../g) as readonly string[];

const BYTE_OF: ReadonlyMap<string, number> = new Map(PAIRS.map((pair, byte) => [pair, byte]));

const CHECKSUM_BYTES = 4;

/** Bytes as minimal Bytewords (BCR-2020-012): lower-case letters, two a byte, with the CRC-32 of the bytes at the end. */
export function encodeBytewords(bytes: Uint8Array): string {
  return Array.from(concatBytes(bytes, checksumOf(bytes)), (byte) => PAIRS[byte]).join('');
}

/** The bytes of minimal Bytewords in lower case, without their checksum, which must fit. The failure says why not. */
export function decodeBytewords(text: string): Result<Uint8Array, string> {
  if (text.length % 2 !== 0) return failed('its letters do not come in pairs');
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = BYTE_OF.get(text.slice(2 * index, 2 * index + 2));
    if (byte === undefined) return failed('it has letters that encode no byte');
    bytes[index] = byte;
  }
  if (bytes.length <= CHECKSUM_BYTES) return failed('it holds nothing');
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  const stated = bytes.subarray(-CHECKSUM_BYTES);
  return checksumOf(body).every((byte, index) => byte === stated[index])
    ? ok(body)
    : failed('its checksum does not fit');
}

function checksumOf(bytes: Uint8Array): Uint8Array {
  const checksum = new Uint8Array(CHECKSUM_BYTES);
  new DataView(checksum.buffer).setUint32(0, crc32(bytes));
  return checksum;
}
