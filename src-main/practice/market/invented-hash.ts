import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** An invented 28-byte identifier in hex: BLAKE2b-224 of a text, the hash that policy ids are made with. */
export function inventedHash(text: string): string {
  return bytesToHex(blake2b(utf8ToBytes(text), { dkLen: 28 }));
}
