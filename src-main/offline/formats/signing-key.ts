import { createPrivateKey, createPublicKey, sign as signEd25519 } from 'node:crypto';
import { PrivateKey } from '@emurgo/cardano-serialization-lib-nodejs';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { decodeBech32 } from '../../cardano/bech32.ts';
import { keyHash } from '../../cardano/hash.ts';
import { bytesEqual, fromHex, toHex } from '../../cardano/hex.ts';
import { withLibraryKeys } from '../../wallet/account.ts';
import { SecretBytes } from '../../wallet/secret-bytes.ts';
import { readEnvelope } from './text-envelope.ts';

/** What a key is for. A bare key says nothing of it, and counts as a payment key. */
type KeyUse = 'payment' | 'stake';

/** A single private key. No log, message or error prints it. */
export class SigningKey {
  readonly use: KeyUse;
  /** 32 bytes, hex. */
  readonly publicKey: string;
  /** BLAKE2b-224 of the public key, hex. */
  readonly keyHash: string;
  /** 32 bytes: a seed (RFC 8032); 64: an extended key, whose seed nobody knows (BIP32-Ed25519). */
  readonly #secret: SecretBytes;

  /** Takes over the bytes and overwrites them. */
  constructor(use: KeyUse, secret: Uint8Array) {
    this.use = use;
    this.#secret = SecretBytes.take(secret);
    const publicKey = publicKeyOf(this.#secret.bytes);
    this.publicKey = toHex(publicKey);
    this.keyHash = keyHash(publicKey);
  }

  /** Signature over a hash, 64 bytes hex. */
  sign(hash: Uint8Array): string {
    const secret = this.#secret.bytes;
    if (secret.length === SEED) return toHex(signEd25519(null, hash, seedKey(secret)));
    return withLibraryKeys((lend) => {
      const signature = lend(PrivateKey.from_extended_bytes(secret)).sign(hash);
      const bytes = signature.to_bytes();
      signature.free();
      return toHex(bytes);
    });
  }

  wipe(): void {
    this.#secret.wipe();
  }
}

const SEED = 32;
const EXTENDED = 64;
/** Extended private key 64, public key 32, chain code 32: what cardano-cli writes. */
const WITH_PUBLIC_HALF = 128;
/** PKCS #8 around a bare Ed25519 seed (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** cardano-cli's types, by what the key is for. */
const TYPES: Readonly<Record<string, KeyUse>> = {
  PaymentSigningKeyShelley_ed25519: 'payment',
  PaymentExtendedSigningKeyShelley_ed25519_bip32: 'payment',
  StakeSigningKeyShelley_ed25519: 'stake',
  StakeExtendedSigningKeyShelley_ed25519_bip32: 'stake',
};

/** Prefixes of CIP-5. */
const PREFIXES: Readonly<Record<string, KeyUse>> = {
  addr_sk: 'payment',
  addr_xsk: 'payment',
  stake_sk: 'stake',
  stake_xsk: 'stake',
  ed25519_sk: 'payment',
};

/**
 * Reads a private key: a `.skey` file of cardano-cli, normal or extended, or Bech32 as of CIP-5. Failures:
 * `envelope-malformed`, `signing-key-malformed`; neither repeats anything of the file.
 */
export function readSigningKey(text: string): Result<SigningKey, Failure> {
  if (!text.trim().startsWith('{')) return ofBech32(text.trim());
  const envelope = readEnvelope(text);
  if (!envelope.ok) return envelope;
  const { type, cborHex } = envelope.value;
  const use = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (use === undefined) return malformed(whyNotType(type));
  const bytes = fromHex(cborHex);
  const length = bytes && (bytes[0] === 0x58 ? bytes[1] : undefined);
  if (!bytes || length !== bytes.length - 2) return malformed('its "cborHex" is not a key');
  const extended = type.includes('Extended');
  if (length !== (extended ? WITH_PUBLIC_HALF : SEED)) return malformed('its key has another length');
  return made(use, bytes.subarray(2));
}

function ofBech32(text: string): Result<SigningKey, Failure> {
  const decoded = decodeBech32(text);
  if (!decoded.ok) return malformed('it is neither a file of cardano-cli nor a key in Bech32');
  const { prefix, bytes } = decoded.value;
  const use = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
  if (use === undefined)
    return malformed(
      /_x?vk$/.test(prefix)
        ? 'it is a public key, which signs nothing'
        : 'it is no payment or stake signing key',
    );
  return made(use, bytes);
}

/** Whatever the length says: a seed; an extended key alone, with its chain code, or with its public half too. */
function made(use: KeyUse, bytes: Uint8Array): Result<SigningKey, Failure> {
  const { length } = bytes;
  if (length === SEED) return ok(new SigningKey(use, bytes));
  if (length !== EXTENDED && length !== 96 && length !== WITH_PUBLIC_HALF)
    return malformed('its key has another length');
  const half = bytes.slice(EXTENDED, 96);
  try {
    const key = new SigningKey(use, bytes.slice(0, EXTENDED));
    bytes.fill(0);
    if (length === WITH_PUBLIC_HALF && !bytesEqual(half, fromHex(key.publicKey) ?? half.subarray(1))) {
      key.wipe();
      return malformed('its public half is not that of its private half');
    }
    return ok(key);
  } catch {
    // The library refuses, in words of its own, bytes that are no extended key.
    return malformed('its bytes are no key');
  }
}

function publicKeyOf(secret: Buffer): Uint8Array {
  if (secret.length === SEED) {
    const spki = createPublicKey(seedKey(secret)).export({ format: 'der', type: 'spki' });
    return new Uint8Array(spki.subarray(spki.length - 32));
  }
  return withLibraryKeys((lend) => {
    const half = lend(PrivateKey.from_extended_bytes(secret)).to_public();
    const bytes = half.as_bytes();
    half.free();
    return bytes;
  });
}

function seedKey(seed: Buffer): ReturnType<typeof createPrivateKey> {
  const der = Buffer.concat([PKCS8_ED25519, seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  der.fill(0);
  return key;
}

function whyNotType(type: string): string {
  if (/VerificationKey/.test(type)) return 'it is a public key, which signs nothing';
  return /SigningKey/.test(type)
    ? 'it is a key of another kind, not one of a payment or stake address'
    : 'it is no signing key';
}

function malformed(reason: string): Result<never, Failure> {
  return failed(failure('signing-key-malformed', { reason }));
}
