import { createDecipheriv, getCiphers, pbkdf2Sync } from 'node:crypto';
import { Bip32PrivateKey } from '@emurgo/cardano-serialization-lib-nodejs';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { fromHex } from '../../cardano/hex.ts';
import { withLibraryKeys } from '../../wallet/account.ts';
import { SecretBytes } from '../../wallet/secret-bytes.ts';

const CIPHER = 'chacha20-poly1305';
const DIGEST = 'sha512';
const ITERATIONS = 19_162;
const SALT = 32;
const NONCE = 12;
const TAG = 16;
const ROOT = 96;
const LENGTH = SALT + NONCE + TAG + ROOT;

/**
 * Decrypts a root key (96 bytes: key 64, chain code 32) from hex as EMIP-3 lays it out: salt 32, nonce 12, tag 16,
 * ciphertext. The password is taken as typed, in UTF-8. `ciphers` are those that this runtime has: Electron's lacks the
 * one of EMIP-3. Failures: `encrypted-key-malformed`, `encrypted-key-password`, `encrypted-key-unsupported`.
 */
export function decryptRootKey(
  text: string,
  password: string,
  ciphers: readonly string[] = getCiphers(),
): Result<SecretBytes, Failure> {
  if (!ciphers.includes(CIPHER)) return failed(failure('encrypted-key-unsupported'));
  const typed = text.trim();
  if (typed.length > 2 * LENGTH) return malformed(`it has more than ${LENGTH} bytes`);
  const bytes = fromHex(typed);
  if (!bytes) return malformed('it is not hexadecimal');
  if (bytes.length !== LENGTH) return malformed(`it has ${bytes.length} bytes, not ${LENGTH}`);
  const root = open(bytes, password);
  if (!root) return failed(failure('encrypted-key-password'));
  if (isExtendedKey(root)) return ok(root);
  root.wipe();
  return malformed('its content is not an extended private key');
}

/** The plaintext, or `undefined` when it is not authentic: of a wrong password and of damage alike. */
function open(bytes: Uint8Array, password: string): SecretBytes | undefined {
  const salt = bytes.subarray(0, SALT);
  const nonce = bytes.subarray(SALT, SALT + NONCE);
  const tag = bytes.subarray(SALT + NONCE, SALT + NONCE + TAG);
  const typed = SecretBytes.take(new TextEncoder().encode(password));
  const key = SecretBytes.take(pbkdf2Sync(typed.bytes, salt, ITERATIONS, 32, DIGEST));
  typed.wipe();
  const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG });
  key.wipe();
  decipher.setAuthTag(tag);
  const plain = SecretBytes.take(decipher.update(bytes.subarray(SALT + NONCE + TAG)));
  try {
    decipher.final();
    return plain;
  } catch {
    plain.wipe();
    return undefined;
  }
}

function isExtendedKey(root: SecretBytes): boolean {
  try {
    withLibraryKeys((lend) => lend(Bip32PrivateKey.from_bytes(root.bytes)));
    return true;
  } catch {
    return false;
  }
}

function malformed(reason: string): Result<never, Failure> {
  return failed(failure('encrypted-key-malformed', { reason }));
}
