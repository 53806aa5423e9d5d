import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { scanCbor, type CborItem } from '../cardano/cbor-scanner.ts';
import { fromHex, toHex } from '../cardano/hex.ts';
import type { OrderTerms } from './order-form.ts';

/** A datum is not what its form expects. Caught by `readTerms`; never leaves this folder. */
class Refused extends Error {}

/** An address that only keys control. Hashes are hex of 28 bytes. */
export interface KeyAddress {
  readonly payment: string;
  readonly stake: string | undefined;
}

/** One value of a sum type: which alternative, with which fields. */
export interface Constr {
  readonly index: bigint;
  readonly fields: readonly CborItem[];
}

type Fields<N extends number, Found extends readonly CborItem[] = []> = Found['length'] extends N
  ? Found
  : Fields<N, readonly [...Found, CborItem]>;

const COMPACT = 121n;
const COMPACT_LONG = 1280n;
const GENERAL = 102n;

/** Reads the terms of an order's datum (hex) with `read`, which calls `refuse` if the datum is not as it should be. */
export function readTerms(
  datumHex: string,
  read: (datum: CborItem) => OrderTerms,
): Result<OrderTerms, string> {
  return readDatum(datumHex, read);
}

/** Reads any datum (hex) in the same way. */
export function readDatum<T>(datumHex: string, read: (datum: CborItem) => T): Result<T, string> {
  const bytes = fromHex(datumHex);
  if (!bytes) return failed('the datum is not hexadecimal');
  const scanned = scanCbor(bytes);
  if (!scanned.ok) return failed(`the datum cannot be read: ${scanned.failure}`);
  return readItem(scanned.value, read);
}

/** Reads data that have already been scanned, such as a redeemer. */
export function readItem<T>(data: CborItem, read: (data: CborItem) => T): Result<T, string> {
  try {
    return ok(read(data));
  } catch (error) {
    if (error instanceof Refused) return failed(error.message);
    throw error;
  }
}

/** Ends the reading of a datum. `reason` is what the user reads. */
export function refuse(reason: string): never {
  throw new Refused(reason);
}

/**
 * A constructor in any of its encodings: tags 121 to 127, 1280 to 1400, or 102 with the number written out
 * (ledger specification, `plutus_data`).
 */
export function constr(item: CborItem, what: string): Constr {
  if (item.kind !== 'tag' || item.content.kind !== 'array') return refuse(`${what} cannot be read`);
  const { tag, content } = item;
  if (tag >= COMPACT && tag < COMPACT + 7n) return { index: tag - COMPACT, fields: content.items };
  if (tag >= COMPACT_LONG && tag <= COMPACT_LONG + 120n)
    return { index: tag - COMPACT_LONG + 7n, fields: content.items };
  const [index, fields] = content.items;
  if (tag !== GENERAL || content.items.length !== 2 || index?.kind !== 'int' || fields?.kind !== 'array')
    return refuse(`${what} cannot be read`);
  return { index: index.value, fields: fields.items };
}

/** The fields of alternative `index`, which are exactly `count`. */
export function fieldsOf<N extends number>(item: CborItem, index: number, count: N, what: string): Fields<N> {
  const found = constr(item, what);
  if (found.index !== BigInt(index)) return refuse(`${what} is of another kind`);
  return exactly(found.fields, count, what);
}

/** A plain list of exactly `count` items. */
export function listOf<N extends number>(item: CborItem, count: N, what: string): Fields<N> {
  return item.kind === 'array' ? exactly(item.items, count, what) : refuse(`${what} cannot be read`);
}

/** Demands alternative `index` without fields, such as `None` or `NoDatum`; `reason` is what is said otherwise. */
export function demandEmpty(item: CborItem, index: number, reason: string): void {
  const found = constr(item, 'a part of the order');
  if (found.index !== BigInt(index) || found.fields.length > 0) refuse(reason);
}

/** A yes or no: alternative 1 is yes. */
export function boolean(item: CborItem, what: string): boolean {
  const found = constr(item, what);
  if (found.index > 1n || found.fields.length > 0) return refuse(`${what} cannot be read`);
  return found.index === 1n;
}

/** A whole number that is not negative, bignums included. */
export function natural(item: CborItem, what: string): bigint {
  if (item.kind === 'int' && item.value >= 0n) return item.value;
  if (item.kind === 'tag' && item.tag === 2n && item.content.kind === 'bytes')
    return BigInt(`0x0${toHex(item.content.value)}`);
  return refuse(`${what} is not a number of zero or more`);
}

/** A byte string as hex. */
export function bytes(item: CborItem, what: string): string {
  return item.kind === 'bytes' ? toHex(item.value) : refuse(`${what} cannot be read`);
}

/** A hash of 28 bytes as hex. */
export function hash28(item: CborItem, what: string): string {
  const hex = bytes(item, what);
  return hex.length === 56 ? hex : refuse(`${what} is not a hash of 28 bytes`);
}

/** `Address` of Plutus: refused when a script has the payment or the stake part, or the stake part is a pointer. */
export function keyAddress(item: CborItem, what: string): KeyAddress {
  const [payment, stake] = fieldsOf(item, 0, 2, what);
  return { payment: keyCredential(payment, what), stake: stakePart(stake, what) };
}

/** The stake key of an address, if any; refused if it is a script or a pointer. */
function stakePart(item: CborItem, what: string): string | undefined {
  const credential = constr(item, what);
  if (credential.index === 1n && credential.fields.length === 0) return undefined;
  const [inline] = fieldsOf(item, 0, 1, what);
  const [key] = fieldsOf(inline, 0, 1, `${what}'s stake part`);
  return keyCredential(key, `${what}'s stake part`);
}

/** Who gets the proceeds of an order, as its terms name them. */
export type OwnerTerms = Pick<OrderTerms, 'ownerPaymentKeyHash' | 'ownerScriptHash' | 'ownerStakeKeyHash'>;

/** Like `keyAddress`, but the payment part may also be a script. */
export function ownerAddress(item: CborItem, what: string): OwnerTerms {
  const [payment, stake] = fieldsOf(item, 0, 2, what);
  const { index, fields } = constr(payment, what);
  const [hash] = fields;
  if (index !== 1n || fields.length !== 1 || !hash) {
    const owner = keyAddress(item, what);
    return { ownerPaymentKeyHash: owner.payment, ownerStakeKeyHash: owner.stake };
  }
  return {
    ownerPaymentKeyHash: undefined,
    ownerScriptHash: hash28(hash, what),
    ownerStakeKeyHash: stakePart(stake, what),
  };
}

export function sameOwner(left: OwnerTerms, right: OwnerTerms): boolean {
  return (
    left.ownerPaymentKeyHash === right.ownerPaymentKeyHash &&
    left.ownerScriptHash === right.ownerScriptHash &&
    left.ownerStakeKeyHash === right.ownerStakeKeyHash
  );
}

export function sameAddress(left: KeyAddress, right: KeyAddress): boolean {
  return left.payment === right.payment && left.stake === right.stake;
}

/** Asset of a policy and a name in two byte strings; both empty is ADA. */
export function asset(policy: CborItem, name: CborItem, what: string): AssetId {
  const policyHex = bytes(policy, what);
  const nameHex = bytes(name, what);
  if (policyHex === '') return nameHex === '' ? ADA : refuse(`${what} cannot be read`);
  const id = policyHex.length === 56 ? parseAssetId(policyHex + nameHex) : undefined;
  return id ?? refuse(`${what} cannot be read`);
}

/** `AssetClass`: a constructor of policy and name. */
export function assetClass(item: CborItem, what: string): AssetId {
  const [policy, name] = fieldsOf(item, 0, 2, what);
  return asset(policy, name, what);
}

/**
 * Demands that the asset which the order pays is one of the trade, where that is known. It matters: an order that pays
 * another asset than it holds does not protect what it holds.
 */
export function demandPaid(paid: AssetId, assets: readonly AssetId[] | undefined): void {
  if (assets && !assets.includes(paid)) refuse('the order pays another asset than the trade');
}

/** The canceller as the terms name it: only when it is not the owner's payment key. */
export function cancelKey(key: string, owner: string | undefined): string | undefined {
  return key === owner ? undefined : key;
}

function keyCredential(item: CborItem, what: string): string {
  const { index, fields } = constr(item, what);
  if (index === 1n) return refuse(`${what} belongs to a script`);
  const [hash] = fields;
  if (index !== 0n || fields.length !== 1 || !hash) return refuse(`${what} cannot be read`);
  return hash28(hash, what);
}

function exactly<N extends number>(items: readonly CborItem[], count: N, what: string): Fields<N> {
  return hasLength(items, count) ? items : refuse(`${what} has another number of fields`);
}

function hasLength<N extends number>(
  items: readonly CborItem[],
  count: N,
): items is readonly CborItem[] & Fields<N> {
  return items.length === count;
}
