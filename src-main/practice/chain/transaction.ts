import type { Value } from '#domain/amount.ts';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import type { Result } from '#domain/result.ts';
import { formatAddress, parseAddressBytes, type Address } from '../../cardano/address.ts';
import { type CborEntry, type CborItem, duplicateKey, scanCbor } from '../../cardano/cbor-scanner.ts';
import * as shape from '../../cardano/cbor-shape.ts';
import { blake2b256 } from '../../cardano/hash.ts';
import { toHex } from '../../cardano/hex.ts';
import { readNativeScripts, type NativeScripts } from './native-scripts.ts';
import { readVkeyWitness, type VkeyWitness } from '../../cardano/witness-set.ts';

/** Reference to an output. `txHash` is 64 lower-case hex digits. */
export interface TxInput {
  readonly txHash: string;
  readonly index: number;
}

/** An output of a transaction body. */
export interface TxOutput {
  /** Bech32. */
  readonly address: string;
  readonly payment: Address['payment'];
  readonly stake: Address['stake'];
  readonly network: 0 | 1;
  readonly value: Value;
  /** Hex of the inline datum. */
  readonly inlineDatum?: string;
  /** Hex of the datum's hash, if the datum is not inline. */
  readonly datumHash?: string;
  /** Bytes of the output and of its value, as serialised in the body. */
  readonly size: number;
  readonly valueSize: number;
}

/**
 * A transaction as the ledger decodes it. The decoder is separate from the one that the application checks
 * transactions with, so that one mistake cannot pass both.
 */
export interface LedgerTx {
  /** BLAKE2b-256 of the body's bytes exactly as received. */
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly inputs: readonly TxInput[];
  readonly referenceInputs: readonly TxInput[];
  readonly outputs: readonly TxOutput[];
  readonly fee: bigint;
  /** First slot in which the transaction is valid, and the first in which it no longer is. */
  readonly validFrom: bigint | undefined;
  readonly invalidFrom: bigint | undefined;
  readonly requiredSigners: readonly string[];
  readonly networkId: bigint | undefined;
  readonly statedAuxiliaryHash: string | undefined;
  /** BLAKE2b-256 of the auxiliary data's bytes, when there are any. */
  readonly auxiliaryHash: string | undefined;
  readonly isValid: boolean;
  readonly witnesses: readonly VkeyWitness[];
  readonly nativeScripts: NativeScripts;
  /** Non-empty fields of the witness set other than signatures and native scripts. */
  readonly otherWitnessKeys: readonly number[];
  /** Keys of the body that this ledger knows but does not support (certificates, minting, collateral, …). */
  readonly unusedBodyKeys: readonly number[];
}

/** A reference as text, for map keys and messages: `hash#index`. */
export function refKey(ref: TxInput): string {
  return `${ref.txHash}#${ref.index}`;
}

const READ_KEYS: ReadonlySet<number> = new Set([0, 1, 2, 3, 7, 8, 14, 15, 18]);
const UNUSED_KEYS: ReadonlySet<number> = new Set([4, 5, 9, 11, 13, 16, 17, 19, 20, 21, 22]);
const WITNESS_KEYS: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6, 7]);
const FALSE = 20;
const TRUE = 21;
const NULL = 22;
const U64 = 1n << 64n;
const ENCODED_CBOR = 24n;
const OUTPUT_KEYS: ReadonlySet<number> = new Set([0, 1, 2, 3]);

/** Reads a signed or unsigned Conway transaction of four items. The failure says why it is not one. */
export function decodeTransaction(bytes: Uint8Array): Result<LedgerTx, string> {
  const scanned = scanCbor(bytes);
  if (!scanned.ok) return scanned;
  return shape.reading(() => read(scanned.value, bytes));
}

function read(item: CborItem, bytes: Uint8Array): LedgerTx {
  const [bodyItem, witnessItem, validItem, auxiliaryItem, ...surplus] = shape.array(item, 'transaction');
  if (!bodyItem || !witnessItem || !validItem || !auxiliaryItem || surplus.length > 0)
    shape.refuse('expected a transaction of four items');
  const body = shape.fields(bodyItem, 'body', new Set([...READ_KEYS, ...UNUSED_KEYS]));
  const twice = duplicateKey(bodyItem);
  if (twice !== undefined) shape.refuse(`body has key ${twice} twice in one map`);
  const witnessSet = shape.fields(witnessItem, 'witness set', WITNESS_KEYS);
  if (validItem.kind !== 'simple' || (validItem.value !== FALSE && validItem.value !== TRUE))
    shape.refuse('the validity flag is not a boolean');
  const noAuxiliary = auxiliaryItem.kind === 'simple' && auxiliaryItem.value === NULL;
  return {
    hash: blake2b256(bytes.subarray(bodyItem.start, bodyItem.end)),
    bytes,
    ...readBody(body),
    auxiliaryHash: noAuxiliary
      ? undefined
      : blake2b256(bytes.subarray(auxiliaryItem.start, auxiliaryItem.end)),
    isValid: validItem.value === TRUE,
    witnesses: readWitnesses(witnessSet.get(0)),
    nativeScripts: readNativeScripts(witnessSet.get(1), bytes),
    otherWitnessKeys: [...witnessSet]
      .filter(([key, value]) => key > 1 && !isEmpty(value))
      .map(([key]) => key),
  };
}

type BodyPart = Omit<
  LedgerTx,
  'hash' | 'bytes' | 'auxiliaryHash' | 'isValid' | 'witnesses' | 'nativeScripts' | 'otherWitnessKeys'
>;

function readBody(body: ReadonlyMap<number, CborItem>): BodyPart {
  const required = (key: number, what: string): CborItem =>
    body.get(key) ?? shape.refuse(`body has no ${what}`);
  const optional = <T>(key: number, readItem: (item: CborItem) => T): T | undefined => {
    const item = body.get(key);
    return item === undefined ? undefined : readItem(item);
  };
  return {
    inputs: readInputs(required(0, 'inputs'), 'inputs'),
    referenceInputs: optional(18, (item) => readInputs(item, 'reference inputs')) ?? [],
    outputs: shape.array(required(1, 'outputs'), 'outputs').map((item) => readOutput(item)),
    fee: shape.natural(required(2, 'fee'), 'fee'),
    invalidFrom: optional(3, (item) => shape.natural(item, 'time to live')),
    validFrom: optional(8, (item) => shape.natural(item, 'validity start')),
    requiredSigners: optional(14, readSigners) ?? [],
    networkId: optional(15, (item) => shape.natural(item, 'network id')),
    statedAuxiliaryHash: optional(7, (item) => toHex(shape.bytes(item, 'auxiliary data hash', 32))),
    unusedBodyKeys: [...body.keys()].filter((key) => UNUSED_KEYS.has(key)),
  };
}

function readInputs(item: CborItem, what: string): TxInput[] {
  const inputs = shape.set(item, what).map((entry) => {
    const [txHash, index] = shape.pair(entry, 'input');
    const number = shape.natural(index, 'input index');
    if (number > 65_535n) shape.refuse('input index is beyond 16 bits');
    return { txHash: toHex(shape.bytes(txHash, 'input transaction id', 32)), index: Number(number) };
  });
  if (new Set(inputs.map(refKey)).size !== inputs.length) shape.refuse(`${what} hold a duplicate`);
  return inputs;
}

function readSigners(item: CborItem): string[] {
  const signers = shape
    .set(item, 'required signers')
    .map((entry) => toHex(shape.bytes(entry, 'required signer', 28)));
  if (signers.length === 0) shape.refuse('required signers are empty');
  if (new Set(signers).size !== signers.length) shape.refuse('required signers hold a duplicate');
  return signers;
}

function readWitnesses(item: CborItem | undefined): VkeyWitness[] {
  return item ? shape.set(item, 'vkey witnesses').map(readVkeyWitness) : [];
}

function isEmpty(item: CborItem): boolean {
  if (item.kind === 'tag') return isEmpty(item.content);
  return (
    (item.kind === 'array' && item.items.length === 0) || (item.kind === 'map' && item.entries.length === 0)
  );
}

/** Reads an output in either form (array of two or three, or map). A wrong shape is refused (`shape.reading`). */
function readOutput(item: CborItem): TxOutput {
  if (item.kind === 'array') return legacyOutput(item.items, item);
  const fields = shape.fields(item, 'output', OUTPUT_KEYS);
  if (fields.has(3)) shape.refuse('the practice ledger takes no reference scripts');
  const address = fields.get(0) ?? shape.refuse('output has no address');
  const value = fields.get(1) ?? shape.refuse('output has no value');
  const datum = fields.get(2);
  return { ...basics(address, value, item), ...(datum ? readDatum(datum) : {}) };
}

function legacyOutput(items: readonly CborItem[], item: CborItem): TxOutput {
  const [address, value, datumHash] = items;
  if (!address || !value || items.length > 3) shape.refuse('output is not an array of two or three');
  return {
    ...basics(address, value, item),
    ...(datumHash ? { datumHash: toHex(shape.bytes(datumHash, 'datum hash', 32)) } : {}),
  };
}

function basics(addressItem: CborItem, valueItem: CborItem, item: CborItem): TxOutput {
  const parsed = parseAddressBytes(shape.bytes(addressItem, 'address'));
  if (!parsed.ok) shape.refuse(`address: ${parsed.failure}`);
  return {
    address: formatAddress(parsed.value),
    payment: parsed.value.payment,
    stake: parsed.value.stake,
    network: parsed.value.network,
    value: readValue(valueItem),
    size: item.end - item.start,
    valueSize: valueItem.end - valueItem.start,
  };
}

/** `coin`, or `[coin, {policy: {name: quantity}}]` with positive quantities below 2^64. */
function readValue(item: CborItem): Value {
  if (item.kind === 'int') return withCoin(new Map(), shape.natural(item, 'coin'));
  const [coin, assets] = item.kind === 'array' ? item.items : [];
  if (!coin || !assets || (item.kind === 'array' && item.items.length !== 2))
    shape.refuse('value is neither a coin nor a coin with assets');
  return withCoin(readAssets(shape.map(assets, 'assets')), shape.natural(coin, 'coin'));
}

function withCoin(assets: Map<AssetId, bigint>, coin: bigint): Value {
  if (coin >= U64) shape.refuse('coin is beyond 64 bits');
  if (coin > 0n) assets.set(ADA, coin);
  return assets;
}

function readAssets(entries: readonly CborEntry[]): Map<AssetId, bigint> {
  const assets = new Map<AssetId, bigint>();
  for (const { key, value } of entries) {
    const policy = toHex(shape.bytes(key, 'policy id', 28));
    const names = shape.map(value, 'assets of a policy');
    if (names.length === 0) shape.refuse('a policy without assets');
    for (const { key: nameItem, value: quantityItem } of names) {
      const asset = parseAssetId(policy + toHex(shape.bytes(nameItem, 'asset name')));
      const quantity = shape.natural(quantityItem, 'quantity');
      if (!asset || asset === ADA) shape.refuse('an asset name is longer than 32 bytes');
      if (quantity === 0n || quantity >= U64)
        shape.refuse('MultiAsset cannot contain zeros or more than 64 bits');
      if (assets.has(asset)) shape.refuse('an asset occurs twice');
      assets.set(asset, quantity);
    }
  }
  return assets;
}

/** `[0, hash]` or `[1, 24(datum bytes)]`. */
function readDatum(item: CborItem): Pick<TxOutput, 'inlineDatum' | 'datumHash'> {
  const [kind, content] = item.kind === 'array' && item.items.length === 2 ? item.items : [];
  if (kind?.kind === 'int' && kind.value === 0n && content)
    return { datumHash: toHex(shape.bytes(content, 'datum hash', 32)) };
  if (kind?.kind !== 'int' || kind.value !== 1n || content?.kind !== 'tag' || content.tag !== ENCODED_CBOR)
    shape.refuse('datum option is neither a hash nor an inline datum');
  const datum = shape.bytes(content.content, 'inline datum');
  if (!scanCbor(datum).ok) shape.refuse('inline datum is not one data item');
  return { inlineDatum: toHex(datum) };
}
