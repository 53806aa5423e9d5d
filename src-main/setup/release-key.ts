import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { failed, ok, type Result } from '#domain/result.ts';

/** The private release key, as PKCS #8 in PEM, which openssl also reads. */

/** A new key. `passphrase` encrypts it (AES-256); a key kept in a file should have one. */
export function newReleaseKey(passphrase?: string): { readonly pem: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const closed = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', ...closed }).toString();
  return { pem, publicKey: publicKeyOf(privateKey) };
}

/** Reads a key from its file or from an environment variable. The failure never quotes what it read. */
export function readReleaseKey(
  from: { readonly file?: string | undefined; readonly text?: string | undefined },
  passphrase?: string,
): Result<KeyObject, string> {
  let pem: string;
  try {
    pem = from.text ?? readFileSync(from.file ?? '', 'utf8');
  } catch {
    return failed('the file of the key cannot be read');
  }
  try {
    const key = createPrivateKey({
      key: pem,
      format: 'pem',
      ...(passphrase === undefined ? {} : { passphrase }),
    });
    return key.asymmetricKeyType === 'ed25519' ? ok(key) : failed('the key is not an Ed25519 key');
  } catch {
    return failed(
      passphrase === undefined
        ? 'the key cannot be read; is it encrypted?'
        : 'the key cannot be read with this passphrase',
    );
  }
}

/** Ed25519 signature of a text's UTF-8 bytes, hex. */
export function signedBy(key: KeyObject, text: string): string {
  return sign(null, Buffer.from(text, 'utf8'), key).toString('hex');
}

/** The public key, 32 bytes hex. */
export function publicKeyOf(key: KeyObject): string {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return spki.subarray(-32).toString('hex');
}
