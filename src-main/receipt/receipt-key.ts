import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import type { NetworkName } from '#domain/network.ts';
import { canonicalJson, type Json } from '../agreement/canonical-json.ts';

/**
 * How receipts are signed. The account's own keys sign transactions and nothing else, so they sign no receipt. From
 * the account's private key a *receipt key* is derived, one-way: the same for the same words on every machine, and of
 * no use for moving funds. It exists only while the wallet is open for a signature, and signs one statement then: that
 * a *transaction key*, made for this one transaction by chance, speaks for it. That key signs the records of
 * this trade, the later ones too, when the wallet is closed again; it is wiped when the trade's receipt is complete.
 */
export interface ReceiptSeal {
  /** Ed25519 public key, 32 bytes hex: the wallet's. */
  readonly receiptKey: string;
  /** Ed25519 public key, 32 bytes hex: this transaction's. */
  readonly transactionKey: string;
  /** The receipt key's signature over `statement`, 64 bytes hex. */
  readonly certificate: string;
}

/** A seal together with the secret that signs under it. */
export interface LentReceiptKey {
  readonly seal: ReceiptSeal;
  /** Seed of the transaction key, 32 bytes hex. */
  readonly seed: string;
  readonly addendum: AddendumKey;
}

/** The key for records that come after the transaction key is gone. */
interface AddendumKey {
  /** 32 bytes hex: it signs. */
  readonly seed: string;
  /** 32 bytes hex: the first record names it. */
  readonly publicKey: string;
}

/** A signer's answer: the signatures of a transaction, and the key for its receipt. */
export interface Signature {
  /** CIP-30 witness set, hex. */
  readonly witnessSet: string;
  /** Made while the account's key was open for the signature. Absent for single keys: nothing is derived from those. */
  readonly receiptKey: LentReceiptKey | undefined;
}

const INFO = 'touchstone receipt key v1';
const ADDENDUM_INFO = 'touchstone receipt addendum key v1';
const SEED_LENGTH = 32;
/** PKCS #8 and SPKI around a bare Ed25519 key (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Derives the receipt key of an account (HKDF-SHA-256 of its extended private key, 96 bytes) and seals a transaction
 * with it. `chance`: 32 unpredictable bytes. All secrets but the answer's seed are overwritten before it returns;
 * the caller keeps `accountKey`.
 */
export function lendReceiptKey(
  accountKey: Uint8Array,
  chance: Uint8Array,
  network: NetworkName,
  bodyHash: string,
): LentReceiptKey {
  const receiptSeed = new Uint8Array(hkdfSync('sha256', accountKey, new Uint8Array(0), INFO, SEED_LENGTH));
  const transactionKey = publicKeyOf(chance);
  const certificate = signText(receiptSeed, statement(network, bodyHash, transactionKey));
  const seal = { receiptKey: publicKeyOf(receiptSeed), transactionKey, certificate };
  receiptSeed.fill(0);
  const seed = Buffer.from(chance).toString('hex');
  chance.fill(0);
  return { seal, seed, addendum: addendumKeyOf(seed) };
}

/**
 * Derived one-way from the transaction key's seed (32 bytes hex): whoever finds it can neither sign as that key nor change
 * what was agreed to.
 */
function addendumKeyOf(seed: string): AddendumKey {
  const secret = Buffer.from(seed, 'hex');
  const derived = new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), ADDENDUM_INFO, SEED_LENGTH));
  secret.fill(0);
  const key = { seed: Buffer.from(derived).toString('hex'), publicKey: publicKeyOf(derived) };
  derived.fill(0);
  return key;
}

/**
 * The statement that the receipt key signs: no other text of Touchstone reads like it, and it is never 32 bytes long.
 */
export function statement(network: NetworkName, bodyHash: string, transactionKey: string): string {
  return canonicalJson({ format: 'touchstone-receipt-key', version: 1, network, bodyHash, transactionKey });
}

/** True when the receipt key speaks for the transaction key, for this transaction on this network. */
export function sealHolds(seal: ReceiptSeal, network: NetworkName, bodyHash: string): boolean {
  const text = statement(network, bodyHash, seal.transactionKey);
  return verifyText(seal.receiptKey, text, seal.certificate);
}

/** True when a key was lent for the receipt of this transaction (hex id) on this network: its secrets sign under its seal. */
export function isLentFor(
  { seal, seed, addendum }: LentReceiptKey,
  network: NetworkName,
  bodyHash: string,
): boolean {
  const derived = addendumKeyOf(seed);
  return (
    sealHolds(seal, network, bodyHash) &&
    publicKeyOf(Buffer.from(seed, 'hex')) === seal.transactionKey &&
    derived.seed === addendum.seed &&
    derived.publicKey === addendum.publicKey
  );
}

/** Ed25519 signature (hex) over a text's UTF-8 bytes. `seed` has 32 bytes. */
export function signText(seed: Uint8Array, text: string): string {
  return sign(null, Buffer.from(text, 'utf8'), privateKey(seed)).toString('hex');
}

/** `publicKey` has 32 bytes and `signature` 64, both in hex. */
export function verifyText(publicKey: string, text: string, signature: string): boolean {
  const spki = Buffer.concat([SPKI_ED25519, Buffer.from(publicKey, 'hex')]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'hex'));
}

/** SHA-256 of a text's UTF-8 bytes, or of bytes, in hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The fingerprint that people compare: the first 16 hex digits of the key's SHA-256, in groups of four. */
export function keyFingerprint(publicKey: string): string {
  const digits = sha256(Buffer.from(publicKey, 'hex')).slice(0, 16);
  return digits.match(/.{4}/g)?.join(' ') ?? digits;
}

/** SHA-256 of the canonical text of a value. */
export function canonicalHash(value: Json): string {
  return sha256(canonicalJson(value));
}

function publicKeyOf(seed: Uint8Array): string {
  const spki = createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' });
  return spki.subarray(SPKI_ED25519.length).toString('hex');
}

function privateKey(seed: Uint8Array) {
  if (seed.length !== SEED_LENGTH) throw new RangeError('an Ed25519 seed has 32 bytes');
  const der = Buffer.concat([PKCS8_ED25519, seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  der.fill(0);
  return key;
}
