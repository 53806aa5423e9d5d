import type { Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { scanCbor, type CborItem, type Span } from './cbor-scanner.ts';
import * as shape from './cbor-shape.ts';
import { toHex } from './hex.ts';

/** How an output names its datum. Hex; an inline datum's exact bytes. */
export type OutputDatum =
  | { readonly kind: 'none' }
  | { readonly kind: 'hash'; readonly hash: string }
  | { readonly kind: 'inline'; readonly hex: string };

/** One output of a transaction body. */
export interface TransactionOutput {
  /** The exact address bytes, not judged here. */
  readonly addressBytes: Uint8Array;
  readonly value: Value;
  /** True when the value holds a token quantity of zero or an empty policy, which no ledger rule allows today. */
  readonly holdsZero: boolean;
  readonly datum: OutputDatum;
  readonly hasReferenceScript: boolean;
  readonly span: Span;
}

const OUTPUT_KEYS: ReadonlySet<number> = new Set([0, 1, 2, 3]);

/** Reads an output in its legacy list form or its map form (Babbage and Conway CDDL). */
export function readOutput(item: CborItem): TransactionOutput {
  return item.kind === 'map' ? mapOutput(item) : listOutput(item);
}

function listOutput(item: CborItem): TransactionOutput {
  const [address, value, datumHash, ...rest] = shape.array(item, 'an output');
  if (!address || !value || rest.length > 0) shape.refuse('an output does not have two or three parts');
  const datum: OutputDatum = datumHash
    ? { kind: 'hash', hash: toHex(shape.bytes(datumHash, 'a datum hash', 32)) }
    : { kind: 'none' };
  return {
    addressBytes: shape.bytes(address, 'an address'),
    ...readValue(value),
    datum,
    hasReferenceScript: false,
    span: item,
  };
}

function mapOutput(item: CborItem): TransactionOutput {
  const parts = shape.fields(item, 'an output', OUTPUT_KEYS);
  const address = parts.get(0) ?? shape.refuse('an output has no address');
  const value = parts.get(1) ?? shape.refuse('an output has no value');
  const datum = parts.get(2);
  const script = parts.get(3);
  if (script) shape.bytes(shape.tagged(script, 24n, 'a reference script'), 'a reference script');
  return {
    addressBytes: shape.bytes(address, 'an address'),
    ...readValue(value),
    datum: datum ? readDatum(datum) : { kind: 'none' },
    hasReferenceScript: script !== undefined,
    span: item,
  };
}

function readDatum(item: CborItem): OutputDatum {
  const [kind, content] = shape.pair(item, 'a datum');
  if (shape.index(kind, 'the kind of a datum') === 0)
    return { kind: 'hash', hash: toHex(shape.bytes(content, 'a datum hash', 32)) };
  if (shape.index(kind, 'the kind of a datum') !== 1) shape.refuse('a datum has an unknown kind');
  const inline = shape.bytes(shape.tagged(content, 24n, 'an inline datum'), 'an inline datum');
  const scanned = scanCbor(inline);
  if (!scanned.ok) shape.refuse(`an inline datum cannot be read: ${scanned.failure}`);
  return { kind: 'inline', hex: toHex(inline) };
}

/** Reads a coin, or a coin with tokens. */
function readValue(item: CborItem): { readonly value: Value; readonly holdsZero: boolean } {
  const value = new Map<AssetId, bigint>();
  if (item.kind === 'int') {
    add(value, ADA, shape.natural(item, 'an amount of ADA'));
    return { value, holdsZero: false };
  }
  const [coin, tokens] = shape.pair(item, 'a value');
  add(value, ADA, shape.natural(coin, 'an amount of ADA'));
  const holdsZero = readTokens(tokens, shape.natural, (asset, quantity) => add(value, asset, quantity));
  return { value, holdsZero };
}

/** Reads minted (positive) and burnt (negative) quantities. */
export function readMint(item: CborItem): { readonly value: Value; readonly holdsZero: boolean } {
  const value = new Map<AssetId, bigint>();
  const holdsZero = readTokens(item, shape.signed64, (asset, quantity) => add(value, asset, quantity));
  return { value, holdsZero };
}

function readTokens(
  item: CborItem,
  quantityOf: (item: CborItem, what: string) => bigint,
  each: (asset: AssetId, quantity: bigint) => void,
): boolean {
  let holdsZero = false;
  for (const { key, value: names } of shape.map(item, 'the tokens of a value')) {
    const policy = toHex(shape.bytes(key, 'a policy id', 28));
    const entries = shape.map(names, 'the tokens of a policy');
    holdsZero ||= entries.length === 0;
    for (const { key: nameItem, value: quantityItem } of entries) {
      const name = shape.bytes(nameItem, 'an asset name');
      if (name.length > 32) shape.refuse('an asset name has more than 32 bytes');
      const quantity = quantityOf(quantityItem, 'a token quantity');
      holdsZero ||= quantity === 0n;
      each((policy + toHex(name)) as AssetId, quantity);
    }
  }
  return holdsZero;
}

function add(value: Map<AssetId, bigint>, asset: AssetId, quantity: bigint): void {
  if (quantity !== 0n) value.set(asset, quantity);
}
