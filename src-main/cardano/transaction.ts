import type { Value } from '#domain/amount.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { duplicateKey, scanCbor, type CborItem, type Span } from './cbor-scanner.ts';
import * as shape from './cbor-shape.ts';
import { blake2b256 } from './hash.ts';
import { fromHex, hexBytes, toHex } from './hex.ts';
import { readMint, readOutput, type TransactionOutput } from './transaction-output.ts';
import { readWitnesses, type Witnesses } from './witness-set.ts';

/** The largest transaction that the network takes (protocol parameter maxTxSize). Bytes. */
const SIZE_LIMIT = 16_384;

/** A reference to an output: `hash#index`, the hash in lower-case hex. */
export type OutputReference = `${string}#${number}`;

export interface Withdrawal {
  /** Reward-account bytes in hex. */
  readonly account: string;
  readonly quantity: bigint;
}

/**
 * The content of a transaction body (Conway CDDL; every field that this version knows). Slots and lovelace as bigint.
 */
export interface TransactionBody {
  /** In the order written; duplicates are kept. */
  readonly inputs: readonly OutputReference[];
  readonly outputs: readonly TransactionOutput[];
  readonly fee: bigint;
  /** First slot at which the transaction is no longer valid. */
  readonly validUntil: bigint | undefined;
  /** First slot at which the transaction is valid. */
  readonly validFrom: bigint | undefined;
  readonly mint: Value;
  readonly mintHoldsZero: boolean;
  readonly withdrawals: readonly Withdrawal[];
  readonly auxiliaryDataHash: string | undefined;
  readonly scriptDataHash: string | undefined;
  readonly collateral: readonly OutputReference[];
  /** Key hashes in hex. */
  readonly requiredSigners: readonly string[];
  readonly networkId: number | undefined;
  readonly collateralReturn: TransactionOutput | undefined;
  readonly totalCollateral: bigint | undefined;
  readonly referenceInputs: readonly OutputReference[];
  readonly donation: bigint | undefined;
  /** The keys present, to report certificates (4), updates (6), votes (19), proposals (20), treasury value (21). */
  readonly keys: ReadonlySet<number>;
}

/**
 * A transaction read from its bytes. The bytes are kept: nothing is ever encoded again. `cborOf` has the bytes of one
 * that is handed on in place of them.
 */
export interface Transaction {
  /** A copy each time. */
  readonly bytes: Uint8Array;
  /** BLAKE2b-256 of the raw body, which is the transaction's id. */
  readonly bodyHash: string;
  readonly body: TransactionBody;
  readonly witnesses: Witnesses;
  readonly isValid: boolean;
  /** Whether it is in the three-item form of the eras before Alonzo. */
  readonly historic: boolean;
  /** Hash of the raw auxiliary data, or `undefined` when there is none. */
  readonly auxiliaryHash: string | undefined;
  readonly spans: { readonly body: Span; readonly witnesses: Span; readonly auxiliary: Span };
}

export interface DecodeOptions {
  /** Also reads the three-item form of the eras before Alonzo, which the network does not take any more. */
  readonly historic?: boolean;
}

const BODY_KEYS: ReadonlySet<number> = new Set([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
]);

/** Why bytes are refused, by the rule of the inspector's table that refuses them. */
export interface Undecodable {
  /** `D1`: not one plain transaction. `D2`: fields that are unknown, repeated or ill-formed. */
  readonly rule: 'D1' | 'D2';
  readonly reason: string;
  /** Hash of the raw body where there is one to be seen. */
  readonly bodyHash?: string;
}

/**
 * Reads a transaction from hex: one definite list of four items and nothing after it, at most 16,384 bytes, no map
 * key twice in the body, no field that this version does not know. The failure says why it was refused.
 */
export function decodeTransaction(hex: string, options: DecodeOptions = {}): Result<Transaction, string> {
  const decoded = decodeStrictly(hex, options);
  return decoded.ok ? decoded : failed(decoded.failure.reason);
}

/** As `decodeTransaction`; the failure also names the rule. */
export function decodeStrictly(hex: string, options: DecodeOptions = {}): Result<Transaction, Undecodable> {
  const bytes = fromHex(hex);
  if (!bytes) return refused('it is not hexadecimal');
  if (bytes.length > SIZE_LIMIT) return refused(`it has more than ${SIZE_LIMIT} bytes`);
  const scanned = scanCbor(bytes);
  if (!scanned.ok) return refused(scanned.failure);
  const envelope = openEnvelope(scanned.value, options.historic === true);
  if (!envelope.ok) return refused(envelope.failure);
  const { body, witnesses, isValid, historic, auxiliary } = envelope.value;
  const bodyHash = blake2b256(slice(bytes, body));
  const twice = duplicateKey(body);
  if (twice !== undefined)
    return failed({ rule: 'D2', reason: `its body contains the key ${twice} twice`, bodyHash });
  const read = shape.reading(() => ({ body: readBody(body), witnesses: readWitnesses(witnesses, bytes) }));
  if (!read.ok) return failed({ rule: 'D2', reason: read.failure, bodyHash });
  const none = auxiliary.kind === 'simple' && auxiliary.value === 22;
  const cbor = toHex(bytes);
  const tx: Transaction = {
    get bytes() {
      return hexBytes(cbor);
    },
    bodyHash,
    ...read.value,
    isValid,
    historic,
    auxiliaryHash: none ? undefined : blake2b256(slice(bytes, auxiliary)),
    spans: { body: spanOf(body), witnesses: spanOf(witnesses), auxiliary: spanOf(auxiliary) },
  };
  freeze(tx);
  readFrom.set(tx, cbor);
  return ok(tx);
}

/** The bytes behind each reading. Nobody but the decoder can add to it: a reading cannot get other bytes. */
const readFrom = new WeakMap<Transaction, string>();

/**
 * The bytes that a reading was made from, lower-case hex. @throws TypeError for one that the decoder did not make, such
 * as a copy with something else in it.
 */
export function cborOf(tx: Transaction): string {
  const cbor = readFrom.get(tx);
  if (cbor === undefined) throw new TypeError('only what the decoder made has its bytes');
  return cbor;
}

/** The raw bytes of a part of a reading, hex. @throws TypeError as of `cborOf` */
export function rawOf(tx: Transaction, { start, end }: Span): string {
  return cborOf(tx).slice(2 * start, 2 * end);
}

/** Freezes plain data in depth. Views of bytes cannot be frozen: bytes are compared by `rawOf`. */
function freeze(value: unknown): void {
  // Primitive values count as frozen.
  if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value as object)) freeze(part);
}

function refused(reason: string): Result<never, Undecodable> {
  return failed({ rule: 'D1', reason });
}

/** The raw bytes of a part. */
export function slice(bytes: Uint8Array, span: Span): Uint8Array {
  return bytes.subarray(span.start, span.end);
}

interface Envelope {
  readonly body: CborItem;
  readonly witnesses: CborItem;
  readonly isValid: boolean;
  readonly historic: boolean;
  readonly auxiliary: CborItem;
}

function openEnvelope(item: CborItem, historic: boolean): Result<Envelope, string> {
  if (item.kind !== 'array' || item.indefinite) return failed('it is not a definite list');
  const [body, witnesses, third, fourth] = item.items;
  if (historic && item.items.length === 3 && body && witnesses && third)
    return ok({ body, witnesses, isValid: true, historic, auxiliary: third });
  if (item.items.length !== 4 || !body || !witnesses || !third || !fourth)
    return failed(`it is a list of ${item.items.length} items, not of four`);
  if (third.kind !== 'simple' || (third.value !== 20 && third.value !== 21))
    return failed('its validity flag is neither true nor false');
  return ok({ body, witnesses, isValid: third.value === 21, historic: false, auxiliary: fourth });
}

function readBody(item: CborItem): TransactionBody {
  const parts = shape.fields(item, 'the body', BODY_KEYS);
  const optional = <T>(key: number, read: (part: CborItem) => T): T | undefined => {
    const part = parts.get(key);
    return part && read(part);
  };
  const natural = (what: string) => (part: CborItem) => shape.natural(part, what);
  const hash = (what: string) => (part: CborItem) => toHex(shape.bytes(part, what, 32));
  const minted = optional(9, readMint);
  return {
    inputs: readInputs(parts.get(0) ?? shape.refuse('it has no inputs')),
    outputs: shape.array(parts.get(1) ?? shape.refuse('it has no outputs'), 'the outputs').map(readOutput),
    fee: shape.natural(parts.get(2) ?? shape.refuse('it has no fee'), 'the fee'),
    validUntil: optional(3, natural('the end of validity')),
    validFrom: optional(8, natural('the start of validity')),
    mint: minted?.value ?? new Map(),
    mintHoldsZero: minted?.holdsZero ?? false,
    withdrawals: optional(5, readWithdrawals) ?? [],
    auxiliaryDataHash: optional(7, hash('the hash of the attached data')),
    scriptDataHash: optional(11, hash('the script data hash')),
    collateral: optional(13, readInputs) ?? [],
    requiredSigners: optional(14, readSigners) ?? [],
    networkId: optional(15, (part) => shape.index(part, 'the network id')),
    collateralReturn: optional(16, readOutput),
    totalCollateral: optional(17, natural('the total collateral')),
    referenceInputs: optional(18, readInputs) ?? [],
    donation: optional(22, natural('the donation')),
    keys: new Set(parts.keys()),
  };
}

function readInputs(item: CborItem): readonly OutputReference[] {
  return shape.set(item, 'the inputs').map((input): OutputReference => {
    const [hash, position] = shape.pair(input, 'an input');
    return `${toHex(shape.bytes(hash, 'the transaction id of an input', 32))}#${shape.index(position, 'the index of an input')}`;
  });
}

function readWithdrawals(item: CborItem): readonly Withdrawal[] {
  return shape.map(item, 'the withdrawals').map(({ key, value }) => ({
    account: toHex(shape.bytes(key, 'a reward account')),
    quantity: shape.natural(value, 'a withdrawn amount'),
  }));
}

function readSigners(item: CborItem): readonly string[] {
  return shape
    .set(item, 'the required signers')
    .map((signer) => toHex(shape.bytes(signer, 'a required signer', 28)));
}

function spanOf(item: CborItem): Span {
  return { start: item.start, end: item.end };
}
