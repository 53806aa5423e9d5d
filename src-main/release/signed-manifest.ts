import * as v from 'valibot';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { canonicalJson } from '../agreement/canonical-json.ts';
import { keyFingerprint, verifyText } from '../receipt/receipt-key.ts';
import { jsonOf, readManifest, unreadable, type ReleaseManifest } from './manifest.ts';

/** A public key that verifies releases. */
export interface ReleaseKey {
  /** Its name in manifests and messages, such as `2026-1`. */
  readonly id: string;
  /** Ed25519, 32 bytes hex. */
  readonly publicKey: string;
}

/** A manifest with a valid signature, and the key that made it. */
export interface OpenedManifest {
  readonly manifest: ReleaseManifest;
  readonly key: ReleaseKey;
  /** The fingerprint that people compare to check the key. */
  readonly fingerprint: string;
}

/** Most characters in a manifest's file: the longest notes and names take less than half of it. */
export const MOST_SIGNED_TEXT = 128 * 1024;

export const releaseKeyId = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{0,39}$/));
const FORMAT = 'touchstone-release';

const envelope = v.strictObject({
  format: v.literal(FORMAT),
  formatVersion: v.literal(1),
  key: releaseKeyId,
  signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{128}$/)),
  /** The exact text that is signed. Nothing in it is read before its signature is verified. */
  signed: v.string(),
});

/** The file of a signed manifest: `signature` (64 bytes hex) is over the UTF-8 bytes of `signed`. */
export function signedManifestText(key: string, signed: string, signature: string): string {
  return canonicalJson({ format: FORMAT, formatVersion: 1, key, signature, signed });
}

/**
 * Opens the file of a signed manifest. Any change to it is refused, even to white space: the file has exactly one text.
 * Failures: `release-unsigned`, `release-unreadable`, `release-no-keys`, `release-key-unknown`,
 * `release-altered-manifest`, `release-other-product`.
 */
export function openManifest(text: string, keys: readonly ReleaseKey[]): Result<OpenedManifest, Failure> {
  if (text.length > MOST_SIGNED_TEXT) return unreadable('it is too large');
  const json = jsonOf(text);
  if (isUnsigned(json)) return failed(failure('release-unsigned'));
  const read = v.safeParse(envelope, json);
  if (!read.success) return unreadable('it is of another form');
  const { key: id, signature, signed } = read.output;
  if (signedManifestText(id, signed, signature) !== text)
    return unreadable('it is not written as Touchstone writes one');
  if (keys.length === 0) return failed(failure('release-no-keys'));
  const key = keys.find((known) => known.id === id);
  if (!key) return failed(failure('release-key-unknown', { key: id }));
  if (!verifyText(key.publicKey, signed, signature))
    return failed(failure('release-altered-manifest', { key: id }));
  const manifest = readManifest(signed);
  return manifest.ok
    ? ok({ manifest: manifest.value, key, fingerprint: keyFingerprint(key.publicKey) })
    : manifest;
}

/** A manifest without its envelope, or an envelope without its signature. */
function isUnsigned(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if ('files' in json && 'product' in json) return true;
  if (!('format' in json) || json.format !== FORMAT) return false;
  return !('signature' in json) || json.signature === '' || json.signature === null;
}
