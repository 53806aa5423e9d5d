import { createHash } from 'node:crypto';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';

/**
 * The keystore file, version 1; every field has a fixed length:
 *
 *   header (158 bytes, authenticated by the cipher): magic 8, version 1, kind 1, network 1, scrypt log2(N) 1, r 1,
 *   p 1, account 4 (big-endian), salt 32, nonce 12, keychain entry id 16, profile 16, account public key 64
 *   ciphertext and tag of the account's masked private key: 96 + 16
 *   device tag, 32: only in a keystore, not in a backup
 *   check sum, 32: SHA-256 of all before it, so that damage reads differently from a wrong password
 */
const MAGIC = Buffer.from('TCHSTONE', 'latin1');
const VERSION = 1;
const KIND = { keystore: 1, backup: 2 } as const;
const NETWORKS: readonly NetworkName[] = ['mainnet', 'preprod', 'preview'];
const HEADER_LENGTH = 158;
const SEALED_LENGTH = 96 + 16;
const TAG_LENGTH = 32;
const CHECK_LENGTH = 32;

/** Cost of the password's key derivation (RFC 7914); N = 2^log2N. */
export interface ScryptCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

export interface KeystoreHeader {
  /** A keystore needs the password and the keychain's key; a backup the password alone. */
  readonly kind: keyof typeof KIND;
  readonly network: NetworkName;
  readonly cost: ScryptCost;
  readonly account: number;
  readonly salt: Uint8Array;
  readonly nonce: Uint8Array;
  /** Names the keychain entry, 16 bytes; zeros in a backup. */
  readonly entryId: Uint8Array;
  /** `profileMark` of the profile, 16 bytes. */
  readonly profile: Uint8Array;
  /** Extended public key of the account, 64 bytes. */
  readonly publicKey: Uint8Array;
}

export interface KeystoreFile {
  readonly header: KeystoreHeader;
  /** The header's bytes: what the cipher authenticates. */
  readonly headerBytes: Uint8Array;
  readonly sealed: Uint8Array;
  /** Made with the keychain's key over header and ciphertext; absent in a backup. */
  readonly deviceTag: Uint8Array | undefined;
}

/** A profile's name as a header holds it: 16 bytes. */
export function profileMark(profile: string): Uint8Array {
  return createHash('sha256').update(`touchstone profile ${profile}`).digest().subarray(0, 16);
}

export function encodeHeader(header: KeystoreHeader): Uint8Array {
  const account = Buffer.alloc(4);
  account.writeUInt32BE(header.account);
  const { log2N, r, p } = header.cost;
  const bytes = Buffer.concat([
    MAGIC,
    Buffer.of(VERSION, KIND[header.kind], NETWORKS.indexOf(header.network) + 1, log2N, r, p),
    account,
    header.salt,
    header.nonce,
    header.entryId,
    header.profile,
    header.publicKey,
  ]);
  if (bytes.length !== HEADER_LENGTH) throw new RangeError('a keystore header field has a wrong length');
  return bytes;
}

export function encodeKeystore(
  headerBytes: Uint8Array,
  sealed: Uint8Array,
  deviceTag: Uint8Array | undefined,
): Uint8Array {
  const body = Buffer.concat([headerBytes, sealed, deviceTag ?? Buffer.alloc(0)]);
  return Buffer.concat([body, checkSum(body)]);
}

/** Reads a keystore or a backup. Failures: `keystore-corrupt`, `keystore-newer`. */
export function parseKeystore(content: Uint8Array): Result<KeystoreFile, Failure> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const body = bytes.subarray(0, Math.max(0, bytes.length - CHECK_LENGTH));
  const intact = checkSum(body).equals(bytes.subarray(body.length)) && body.subarray(0, 8).equals(MAGIC);
  if (!intact || body.length < HEADER_LENGTH) return failed(failure('keystore-corrupt'));
  if (body.readUInt8(8) > VERSION) return failed(failure('keystore-newer'));
  const header = readHeader(body);
  const tagLength = header?.kind === 'keystore' ? TAG_LENGTH : 0;
  if (!header || body.length !== HEADER_LENGTH + SEALED_LENGTH + tagLength)
    return failed(failure('keystore-corrupt'));
  const tagAt = HEADER_LENGTH + SEALED_LENGTH;
  return ok({
    header,
    headerBytes: body.subarray(0, HEADER_LENGTH),
    sealed: body.subarray(HEADER_LENGTH, tagAt),
    deviceTag: tagLength === 0 ? undefined : body.subarray(tagAt),
  });
}

function readHeader(body: Buffer): KeystoreHeader | undefined {
  const kindByte = body.readUInt8(9);
  const network = NETWORKS[body.readUInt8(10) - 1];
  if (body.readUInt8(8) !== VERSION || !network || (kindByte !== KIND.keystore && kindByte !== KIND.backup))
    return undefined;
  return {
    kind: kindByte === KIND.keystore ? 'keystore' : 'backup',
    network,
    cost: { log2N: body.readUInt8(11), r: body.readUInt8(12), p: body.readUInt8(13) },
    account: body.readUInt32BE(14),
    salt: body.subarray(18, 50),
    nonce: body.subarray(50, 62),
    entryId: body.subarray(62, 78),
    profile: body.subarray(78, 94),
    publicKey: body.subarray(94, HEADER_LENGTH),
  };
}

function checkSum(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest();
}

const FORMAT = 'touchstone-backup';

/** The text of a backup file: it is encrypted, and opens with the spending password alone, on any machine. */
export function backupText(content: Uint8Array, file: KeystoreFile, address: string): string {
  return `${JSON.stringify(
    {
      format: FORMAT,
      version: 1,
      network: file.header.network,
      address,
      keystore: Buffer.from(content).toString('base64'),
    },
    null,
    2,
  )}\n`;
}

/**
 * Reads a backup file's text. Failures: `backup-malformed`, `keystore-newer`. The text around the keystore is for
 * people and is not trusted.
 */
export function parseBackup(text: string): Result<KeystoreFile, Failure> {
  const encoded = encodedKeystore(text);
  const content = Buffer.from(encoded ?? '', 'base64');
  if (encoded === undefined || content.toString('base64') !== encoded)
    return failed(failure('backup-malformed'));
  const file = parseKeystore(content);
  if (!file.ok)
    return failed(file.failure.code === 'keystore-newer' ? file.failure : failure('backup-malformed'));
  return file.value.header.kind === 'backup' ? ok(file.value) : failed(failure('backup-malformed'));
}

function encodedKeystore(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { format, keystore } = parsed as { readonly format?: unknown; readonly keystore?: unknown };
    return format === FORMAT && typeof keystore === 'string' ? keystore : undefined;
  } catch {
    return undefined;
  }
}
