import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

import { keyHash } from '../../src-main/cardano/hash.ts';
import { hexBytes, toHex } from '../../src-main/cardano/hex.ts';
import type { VkeyWitness } from '../../src-main/cardano/witness-set.ts';

const PKCS8_ED25519 = '302e020100300506032b657004220420';

/** A plain Ed25519 key of constant bytes, for tests that need some valid signature. Never fund it. */
export function signingKey(seed: number): { readonly sign: (bodyHash: string) => VkeyWitness } {
  const der = Buffer.from(PKCS8_ED25519 + seed.toString(16).padStart(2, '0').repeat(32), 'hex');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    sign: (bodyHash) => ({
      publicKey: toHex(publicKey),
      signature: toHex(sign(null, hexBytes(bodyHash), key)),
      keyHash: keyHash(publicKey),
    }),
  };
}
