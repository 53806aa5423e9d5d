import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { inspect } from 'node:util';
import { PrivateKey } from '@emurgo/cardano-serialization-lib-nodejs';
import { failed, ok, type Result } from '#domain/result.ts';
import { keyHash } from '../../cardano/hash.ts';
import { hexBytes, toHex } from '../../cardano/hex.ts';
import { verifyWitness } from '../../cardano/witness.ts';
import { withLibraryKeys } from '../../wallet/account.ts';
import type { SecretBytes } from '../../wallet/secret-bytes.ts';

/** One key that signs. It prints, and turns into JSON, without the key. */
export interface Signer {
  /** The key's role by its own file. It decides nothing: key hashes are compared. */
  readonly role: SignerRole;
  /** BLAKE2b-224 of the public key, hex. */
  readonly keyHash: string;
  /** 32 bytes, hex. */
  readonly publicKey: string;
  /**
   * Signs a transaction's hash (32 bytes); returns the 64-byte signature as hex, verified by another implementation.
   * @throws RangeError for a hash of another length, Error after `wipe`.
   */
  sign(hash: Uint8Array): string;
  /** Overwrites the key. */
  wipe(): void;
}

export type SignerRole = 'payment' | 'stake';

/** How a key signs and what its public part is; both kinds sign as RFC 8032 verifies. */
interface KeyKind {
  publicKey(secret: SecretBytes): Uint8Array;
  sign(secret: SecretBytes, hash: Uint8Array): Uint8Array;
}

/** A signer by a plain Ed25519 key: a seed of 32 bytes (RFC 8032), which it owns from now on. */
export function signerOfSeed(role: SignerRole, seed: SecretBytes): Signer {
  return new SingleKey(role, seed, plain);
}

/**
 * A signer by an extended key: 64 bytes, scalar and nonce prefix (BIP32-Ed25519), which it owns from now on. The
 * failure says why the bytes are no such key; they are wiped then.
 */
export function signerOfExtendedKey(role: SignerRole, key: SecretBytes): Result<Signer, string> {
  const first = key.bytes.readUInt8(0);
  const last = key.bytes.readUInt8(31);
  // A scalar is a multiple of eight with the second highest bit set and the highest clear. The library takes any.
  if ((first & 0b111) === 0 && last >> 6 === 0b01) return ok(new SingleKey(role, key, extended));
  key.wipe();
  return failed('its bytes are not an extended private key');
}

const PKCS8_ED25519 = hexBytes('302e020100300506032b657004220420');

const plain: KeyKind = {
  publicKey: (secret) =>
    new Uint8Array(createPublicKey(keyObject(secret)).export({ format: 'der', type: 'spki' }).subarray(-32)),
  sign: (secret, hash) => sign(null, hash, keyObject(secret)),
};

const extended: KeyKind = {
  publicKey: (secret) =>
    withLibraryKeys((lend) => {
      const half = lend(PrivateKey.from_extended_bytes(secret.bytes)).to_public();
      const bytes = half.as_bytes();
      half.free();
      return bytes;
    }),
  sign: (secret, hash) =>
    withLibraryKeys((lend) => {
      const signature = lend(PrivateKey.from_extended_bytes(secret.bytes)).sign(hash);
      const bytes = signature.to_bytes();
      signature.free();
      return bytes;
    }),
};

function keyObject(secret: SecretBytes): KeyObject {
  const key = Buffer.alloc(PKCS8_ED25519.length + secret.bytes.length);
  key.set(PKCS8_ED25519);
  key.set(secret.bytes, PKCS8_ED25519.length);
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } finally {
    key.fill(0);
  }
}

class SingleKey implements Signer {
  readonly role: SignerRole;
  readonly keyHash: string;
  readonly publicKey: string;
  readonly #secret: SecretBytes;
  readonly #kind: KeyKind;

  constructor(role: SignerRole, secret: SecretBytes, kind: KeyKind) {
    const publicKey = kind.publicKey(secret);
    this.role = role;
    this.keyHash = keyHash(publicKey);
    this.publicKey = toHex(publicKey);
    this.#secret = secret;
    this.#kind = kind;
  }

  sign(hash: Uint8Array): string {
    if (hash.length !== 32) throw new RangeError('the hash of a transaction has 32 bytes');
    const signature = toHex(this.#kind.sign(this.#secret, hash));
    const { keyHash: ownHash, publicKey } = this;
    if (!verifyWitness(toHex(hash), { publicKey, signature, keyHash: ownHash }))
      throw new Error('a signature of our own does not verify');
    return signature;
  }

  wipe(): void {
    this.#secret.wipe();
  }

  toString(): string {
    return `${this.role} key ${this.keyHash}`;
  }

  [inspect.custom](): string {
    return `[${this.toString()}]`;
  }
}
