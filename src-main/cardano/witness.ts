import { createPublicKey, verify } from 'node:crypto';

import { failed, ok, type Result } from '#domain/result.ts';
import { scanCbor, type CborItem } from './cbor-scanner.ts';
import * as shape from './cbor-shape.ts';
import { cborArray, cborBytes, cborHead, cborTag } from './cbor-writer.ts';
import { concatBytes, fromHex, hexBytes, toHex } from './hex.ts';
import {
  cborOf,
  decodeTransaction,
  rawOf,
  slice,
  type DecodeOptions,
  type Transaction,
} from './transaction.ts';
import { readVkeyWitness, type VkeyWitness } from './witness-set.ts';

const SPKI_ED25519 = hexBytes('302a300506032b6570032100');
const SET_TAG = 258n;

/** True when the signature is the key's over the transaction's body hash (RFC 8032, checked with node:crypto). */
export function verifyWitness(bodyHash: string, witness: VkeyWitness): boolean {
  const key = createPublicKey({
    key: Buffer.from(concatBytes(SPKI_ED25519, hexBytes(witness.publicKey))),
    format: 'der',
    type: 'spki',
  });
  return verify(null, hexBytes(bodyHash), key, hexBytes(witness.signature));
}

/** Reads a CIP-30 witness set (hex): a map with key signatures alone, its list under tag 258 or not. */
export function parseWitnessSet(hex: string): Result<readonly VkeyWitness[], string> {
  const bytes = fromHex(hex);
  if (!bytes) return failed('the witness set is not hexadecimal');
  const scanned = scanCbor(bytes);
  if (!scanned.ok) return scanned;
  return shape.reading(() => {
    const parts = shape.fields(scanned.value, 'the witness set', new Set([0]));
    const vkeys = parts.get(0) ?? shape.refuse('the witness set holds no signature');
    return shape.set(vkeys, 'the signatures').map(readVkeyWitness);
  });
}

/** A CIP-30 witness set (hex) of signatures; `tagged` puts their list under tag 258. */
export function encodeWitnessSet(
  witnesses: readonly Pick<VkeyWitness, 'publicKey' | 'signature'>[],
  tagged = false,
): string {
  const list = cborArray(witnesses.map(encodeWitness));
  return toHex(concatBytes(Uint8Array.of(0xa1, 0x00), tagged ? cborTag(SET_TAG, list) : list));
}

/** As `withWitnesses`, from hex to hex. */
export function spliceWitnesses(
  cbor: string,
  witnesses: readonly Pick<VkeyWitness, 'publicKey' | 'signature'>[],
  options: DecodeOptions = {},
): Result<string, string> {
  const before = decodeTransaction(cbor, options);
  if (!before.ok) return before;
  const after = withWitnesses(before.value, witnesses, options);
  return after.ok ? ok(cborOf(after.value)) : after;
}

/**
 * Puts signatures into a transaction without encoding any other byte of it again: the witness map keeps its
 * entries' raw bytes and order, its signatures come first if there were none, a signature that is there already is
 * not repeated. The list is under tag 258 if it was, or, when there was none, if the body's inputs are.
 * The result is read and compared. The failure says what is wrong with it.
 */
export function withWitnesses(
  before: Transaction,
  witnesses: readonly Pick<VkeyWitness, 'publicKey' | 'signature'>[],
  options: DecodeOptions = {},
): Result<Transaction, string> {
  const known = new Set(before.witnesses.vkeys.map(identity));
  const added = new Map(
    witnesses.filter((witness) => !known.has(identity(witness))).map((one) => [identity(one), one]),
  );
  if (added.size === 0) return ok(before);
  const { spans } = before;
  const bytes = hexBytes(cborOf(before));
  const scanned = scanCbor(slice(bytes, spans.witnesses));
  if (!scanned.ok || scanned.value.kind !== 'map') throw new Error('a decoded witness set is a map');
  const witnessMap = addToMap(
    slice(bytes, spans.witnesses),
    scanned.value,
    [...added.values()],
    inputsAreTagged(before),
  );
  const spliced = concatBytes(
    bytes.subarray(0, spans.witnesses.start),
    witnessMap,
    bytes.subarray(spans.witnesses.end),
  );
  const after = decodeTransaction(toHex(spliced), options);
  if (!after.ok) return failed(`with its signatures ${after.failure}`);
  assertOnlySignaturesAdded(before, after.value, added.size);
  return after;
}

/** True when everything of two transactions but their key signatures is the same, byte for byte. */
export function sameButSignatures(left: Transaction, right: Transaction): boolean {
  return (
    rawOf(left, left.spans.body) === rawOf(right, right.spans.body) &&
    rawOf(left, left.spans.auxiliary) === rawOf(right, right.spans.auxiliary) &&
    left.isValid === right.isValid &&
    sameOtherWitnesses(left, right)
  );
}

/** True when the witness maps agree, byte for byte, in every entry but the key signatures. */
export function sameOtherWitnesses(left: Transaction, right: Transaction): boolean {
  const others = (tx: Transaction): Map<number, string> =>
    new Map(
      tx.witnesses.entries.filter(({ key }) => key !== 0).map(({ key, value }) => [key, rawOf(tx, value)]),
    );
  const expected = others(left);
  const found = others(right);
  return expected.size === found.size && [...expected].every(([key, raw]) => found.get(key) === raw);
}

function identity(witness: Pick<VkeyWitness, 'publicKey' | 'signature'>): string {
  return witness.publicKey + witness.signature;
}

function encodeWitness(witness: Pick<VkeyWitness, 'publicKey' | 'signature'>): Uint8Array {
  return cborArray([cborBytes(hexBytes(witness.publicKey)), cborBytes(hexBytes(witness.signature))]);
}

function addToMap(
  raw: Uint8Array,
  item: Extract<CborItem, { kind: 'map' }>,
  added: readonly Pick<VkeyWitness, 'publicKey' | 'signature'>[],
  tagWhenNew: boolean,
): Uint8Array {
  const entries = item.entries.map(({ key, value }) =>
    key.kind === 'int' && key.value === 0n
      ? concatBytes(slice(raw, key), extendSignatures(raw, value, added))
      : raw.subarray(key.start, value.end),
  );
  const present = item.entries.some(({ key }) => key.kind === 'int' && key.value === 0n);
  if (!present) {
    const list = cborArray(added.map(encodeWitness));
    entries.unshift(concatBytes(Uint8Array.of(0x00), tagWhenNew ? cborTag(SET_TAG, list) : list));
  }
  return item.indefinite
    ? concatBytes(Uint8Array.of(0xbf), ...entries, Uint8Array.of(0xff))
    : concatBytes(cborHead(5, BigInt(entries.length)), ...entries);
}

function extendSignatures(
  raw: Uint8Array,
  value: CborItem,
  added: readonly Pick<VkeyWitness, 'publicKey' | 'signature'>[],
): Uint8Array {
  const list = value.kind === 'tag' ? value.content : value;
  if (list.kind !== 'array') throw new Error('decoded signatures are a list');
  const items = cborArray([...list.items.map((item) => slice(raw, item)), ...added.map(encodeWitness)]);
  return value.kind === 'tag' ? cborTag(SET_TAG, items) : items;
}

function inputsAreTagged(tx: Transaction): boolean {
  const scanned = scanCbor(hexBytes(rawOf(tx, tx.spans.body)));
  if (!scanned.ok || scanned.value.kind !== 'map') throw new Error('a decoded body is a map');
  const inputs = scanned.value.entries.find(({ key }) => key.kind === 'int' && key.value === 0n);
  return inputs?.value.kind === 'tag';
}

function assertOnlySignaturesAdded(before: Transaction, after: Transaction, added: number): void {
  const count = before.witnesses.vkeys.length + added;
  const unchanged = before.bodyHash === after.bodyHash && sameButSignatures(before, after);
  if (!unchanged || after.witnesses.vkeys.length !== count)
    throw new Error('putting signatures in changed something else of the transaction');
}
