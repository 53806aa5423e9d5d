import { blake2b } from '@noble/hashes/blake2.js';

import { toHex } from './hex.ts';

/** BLAKE2b-256 as lower-case hex: transaction ids, datum hashes, metadata hashes (ledger specification). */
export function blake2b256(bytes: Uint8Array): string {
  return toHex(blake2b(bytes, { dkLen: 32 }));
}

/** BLAKE2b-224 as lower-case hex: key hashes and script hashes (CIP-19). */
export function blake2b224(bytes: Uint8Array): string {
  return toHex(blake2b(bytes, { dkLen: 28 }));
}

/** The key hash of a 32-byte Ed25519 public key. @throws RangeError for another length. */
export function keyHash(publicKey: Uint8Array): string {
  if (publicKey.length !== 32) throw new RangeError('an Ed25519 public key has 32 bytes');
  return blake2b224(publicKey);
}
