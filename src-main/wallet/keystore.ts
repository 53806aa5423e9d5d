import { createCipheriv, createDecipheriv, createHmac, hkdfSync, scrypt, timingSafeEqual } from 'node:crypto';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Random } from '../ports/system.ts';
import {
  encodeHeader,
  encodeKeystore,
  profileMark,
  type KeystoreFile,
  type KeystoreHeader,
  type ScryptCost,
} from './keystore-format.ts';
import { SecretBytes, wipingAfter } from './secret-bytes.ts';

/** The cost of trying a password on a new keystore: 128 MiB of memory, some 0.4 s. */
export const KEYSTORE_COST: ScryptCost = { log2N: 17, r: 8, p: 1 };

/** Above this a crafted file could ask for gigabytes. */
const HIGHEST_LOG2N = 20;
const TAG_LENGTH = 16;
const KEY_LENGTH = 32;
const PRIVATE_KEY_LENGTH = 96;

export interface SealOptions {
  readonly network: NetworkName;
  readonly profile: string;
  readonly account: number;
  readonly publicKey: Uint8Array;
  readonly cost: ScryptCost;
  readonly random: Random;
}

/** The half of the key that lives in the system keychain, and the id of its entry. */
export interface DeviceKey {
  readonly id: Uint8Array;
  readonly key: SecretBytes;
}

/**
 * Encrypts an account's private key (96 bytes). With a device key the result is a keystore, which needs password and
 * device key; without, a backup, which the password alone opens. Salt and nonce are fresh on every call.
 */
export async function sealKeystore(
  privateKey: SecretBytes,
  password: SecretBytes,
  device: DeviceKey | undefined,
  options: SealOptions,
): Promise<Uint8Array> {
  const header: KeystoreHeader = {
    kind: device ? 'keystore' : 'backup',
    network: options.network,
    cost: options.cost,
    account: options.account,
    salt: options.random.bytes(32),
    nonce: options.random.bytes(12),
    entryId: device?.id ?? new Uint8Array(16),
    profile: profileMark(options.profile),
    publicKey: options.publicKey,
  };
  const headerBytes = encodeHeader(header);
  const keys = await keysFor(header, password, device?.key);
  const masked = masking(privateKey.bytes, keys.mask);
  return wipingAfter([keys.cipher, keys.mask, masked], () => {
    const cipher = createCipheriv('aes-256-gcm', keys.cipher.bytes, header.nonce);
    cipher.setAAD(headerBytes);
    const sealed = Buffer.concat([cipher.update(masked.bytes), cipher.final(), cipher.getAuthTag()]);
    return encodeKeystore(headerBytes, sealed, device && tagOf(device.key, headerBytes, sealed));
  });
}

/**
 * Decrypts an account's private key. Failures: `wrong-password` (or the file and the keychain entry do not belong
 * together), `keystore-corrupt` (derivation cost outside what is ever written).
 */
export async function openKeystore(
  file: KeystoreFile,
  password: SecretBytes,
  deviceKey: SecretBytes | undefined,
  lowestLog2N: number = KEYSTORE_COST.log2N,
): Promise<Result<SecretBytes, Failure>> {
  const { log2N, r, p } = file.header.cost;
  if (log2N < lowestLog2N || log2N > HIGHEST_LOG2N || r !== KEYSTORE_COST.r || p !== KEYSTORE_COST.p)
    return failed(failure('keystore-corrupt'));
  const keys = await keysFor(file.header, password, deviceKey);
  return wipingAfter([keys.cipher, keys.mask], () => {
    const decipher = createDecipheriv('aes-256-gcm', keys.cipher.bytes, file.header.nonce);
    decipher.setAAD(file.headerBytes);
    decipher.setAuthTag(file.sealed.subarray(-TAG_LENGTH));
    const masked = SecretBytes.take(decipher.update(file.sealed.subarray(0, -TAG_LENGTH)));
    try {
      decipher.final();
      return ok(masking(masked.bytes, keys.mask));
    } catch {
      return failed(failure('wrong-password'));
    } finally {
      masked.wipe();
    }
  });
}

/** Whether this keychain key was used to write the file; needs no password. */
export function fitsDevice(file: KeystoreFile, deviceKey: SecretBytes): boolean {
  if (!file.deviceTag) return false;
  return timingSafeEqual(tagOf(deviceKey, file.headerBytes, file.sealed), file.deviceTag);
}

interface Keys {
  readonly cipher: SecretBytes;
  readonly mask: SecretBytes;
}

/**
 * HKDF-SHA-256(scrypt(password) ‖ device key), bound to what it is for. The private key is masked before it is
 * encrypted: Node's decipher leaves a copy of what it decrypts in freed memory, and that copy must not be the key.
 */
async function keysFor(
  header: KeystoreHeader,
  password: SecretBytes,
  deviceKey: SecretBytes | undefined,
): Promise<Keys> {
  if ((header.kind === 'keystore') !== (deviceKey !== undefined))
    throw new TypeError('a keystore needs the device key, a backup none');
  const stretched = await stretch(password, header);
  const material = SecretBytes.take(Buffer.concat([stretched.bytes, deviceKey?.bytes ?? Buffer.alloc(0)]));
  const derived = (purpose: string, length: number): SecretBytes =>
    SecretBytes.take(
      new Uint8Array(
        hkdfSync('sha256', material.bytes, header.salt, `touchstone ${header.kind} 1 ${purpose}`, length),
      ),
    );
  return wipingAfter([stretched, material], () => ({
    cipher: derived('cipher', KEY_LENGTH),
    mask: derived('mask', PRIVATE_KEY_LENGTH),
  }));
}

/** Each byte combined with the mask's, which masks and unmasks. */
function masking(bytes: Buffer, mask: SecretBytes): SecretBytes {
  const combined = new Uint8Array(PRIVATE_KEY_LENGTH);
  for (let at = 0; at < PRIVATE_KEY_LENGTH; at += 1)
    combined[at] = bytes.readUInt8(at) ^ mask.bytes.readUInt8(at);
  return SecretBytes.take(combined);
}

function stretch(password: SecretBytes, { cost, salt }: KeystoreHeader): Promise<SecretBytes> {
  const N = 2 ** cost.log2N;
  const options = { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r + 2 ** 20 };
  return new Promise((resolve, reject) => {
    scrypt(password.bytes, salt, KEY_LENGTH, options, (error, key) => {
      if (error) reject(error);
      else resolve(SecretBytes.take(key));
    });
  });
}

function tagOf(deviceKey: SecretBytes, headerBytes: Uint8Array, sealed: Uint8Array): Buffer {
  const key = SecretBytes.take(
    new Uint8Array(
      hkdfSync('sha256', deviceKey.bytes, new Uint8Array(0), 'touchstone device tag 1', KEY_LENGTH),
    ),
  );
  try {
    return createHmac('sha256', key.bytes).update(headerBytes).update(sealed).digest();
  } finally {
    key.wipe();
  }
}
