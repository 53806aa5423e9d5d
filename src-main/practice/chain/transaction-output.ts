import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import type { Value } from '#domain/amount.ts';
import { formatAddress, parseAddressBytes, type Address } from '../../cardano/address.ts';
import { scanCbor, type CborEntry, type CborItem } from '../../cardano/cbor-scanner.ts';
import * as shape from '../../cardano/cbor-shape.ts';
import { toHex } from '../../cardano/hex.ts';

/** An output as it stands in a transaction body. */
export interface TxOutput {
  /** Bech32. */
  readonly address: string;
  readonly payment: Address['payment'];
  readonly stake: Address['stake'];
  readonly network: 0 | 1;
  readonly value: Value;
  /** Hex of the inline datum. */
  readonly inlineDatum?: string;
  /** Hex of a datum's hash, when the datum is not inline. */
  readonly datumHash?: string;
  /** Bytes of the output and of its value, as serialised in the body. */
  readonly size: number;
  readonly valueSize: number;
}

const U64 = 1n << 64n;
const ENCODED_CBOR = 24n;
const OUTPUT_KEYS: ReadonlySet<number> = new Set([0, 1, 2, 3]);

/** Reads an output in either form (array of two or three, or map). A wrong shape is refused (`shape.reading`). */
export function readOutput(item: CborItem): TxOutput {
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
      if (assets.has(asset)) shape.refuse('an asset stands twice');
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
