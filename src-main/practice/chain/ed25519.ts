import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

import { concatBytes, hexBytes } from '../../cardano/hex.ts';

/** A signing key of the practice world. */
export interface SigningKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Ed25519 signature of 64 bytes (RFC 8032). */
  sign(message: Uint8Array): Uint8Array;
}

/** DER heads of raw Ed25519 keys (RFC 8410): node:crypto takes no bare bytes. */
const PUBLIC_HEAD_LENGTH = 12;
const PRIVATE_HEAD = hexBytes('302e020100300506032b657004220420');

/** The key of a 32-byte secret. */
export function signingKey(secret: Uint8Array): SigningKey {
  const key = createPrivateKey({
    key: Buffer.from(concatBytes(PRIVATE_HEAD, secret)),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: new Uint8Array(spki.subarray(PUBLIC_HEAD_LENGTH)),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  };
}
