import { ADA, assetNameHex, parseAssetId, policyOf, type AssetId } from '#domain/asset.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { WHOLE_PPM } from '#domain/ratio.ts';
import { scanCbor, type CborItem } from '../../cardano/cbor-scanner.ts';
import { cborBytes, cborInt, cborTag } from '../../cardano/cbor-writer.ts';
import { concatBytes, fromHex, hexBytes, toHex } from '../../cardano/hex.ts';
import { INTERVAL_TYPES, intervalOf, MOST_CYCLES, type Interval } from './recurrence.ts';

/** The first fields of both kinds of datum. Hashes are lower-case hex. */
interface DatumHead {
  /** 28 bytes. The proceeds, or a refund, are paid to this key or script. */
  readonly ownerPaymentKeyHash: string;
  /** Present if the owner is a native script, given by its hash. */
  readonly ownerByScript?: true;
  /** 28 bytes, or `undefined` when the owner's address has no stake part. */
  readonly ownerStakeKeyHash: string | undefined;
  readonly wanted: AssetId;
}

/**
 * The inline datum of an order. As Plutus data:
 * `constr 0 [owner payment key hash (or constr 1 [script hash]), (constr 0 [owner stake key hash] | constr 1 []), wanted
 * policy, wanted name, minimum received, batcher fee, deposit, pool or route id]`. Hashes and ids are lower-case hex.
 */
export interface OrderDatum extends DatumHead {
  /** Base units of `wanted` below which the order may not be filled. */
  readonly minimumReceived: bigint;
  /** Lovelace that the batcher keeps when it fills the order. */
  readonly batcherFee: bigint;
  /** Lovelace that is returned when the order closes. */
  readonly deposit: bigint;
  /** Pool or route, at most 64 bytes of hex. */
  readonly route: string;
}

/**
 * The inline datum of a recurring order: `constr 1 [owner payment key hash, (constr 0 [owner stake key hash] |
 * constr 1 []), wanted policy, wanted name, amount per cycle, cycles, cycles completed, interval type (index in
 * `INTERVAL_TYPES`), interval length, slippage in parts per million, fee per cycle, lovelace returned per cycle, deposit,
 * pool and exchanges]`. Each cycle spends the order and recreates it with one more cycle completed.
 */
export interface PlanDatum extends DatumHead {
  /** Base units that each cycle sells; the last one sells what is left. */
  readonly amountPerCycle: bigint;
  readonly cycles: number;
  readonly completed: number;
  readonly interval: Interval;
  /** Parts per million by which a cycle's price may be worse than the market's at that moment. */
  readonly slippagePpm: bigint;
  /** Lovelace that the batcher keeps for each cycle. */
  readonly feePerCycle: bigint;
  /** Lovelace that each cycle returns along with what it bought. */
  readonly returnedPerCycle: bigint;
  /** Lovelace that the last cycle returns in addition to `returnedPerCycle`. */
  readonly deposit: bigint;
  /** At most 64 bytes of hex. */
  readonly route: string;
}

/**
 * The kind of order that the owner placed. A swap is filled by pools, all at once. A limit order may also be matched
 * with an opposite one, and may be filled in parts at exchanges that allow it. A recurring order (`dca`) executes cycle
 * by cycle.
 */
export type OrderKind = 'swap' | 'limit' | 'dca';

/** The route in an order's datum: the pool that takes the input, and the exchanges that a second leg must avoid. */
export interface OrderRoute {
  readonly kind: OrderKind;
  /** 28 bytes, hex. */
  readonly poolId: string;
  readonly excluded: readonly string[];
}

const CONSTR_0 = 121n;
const CONSTR_1 = 122n;
const CONSTR_GENERAL = 102n;
const ORDER_FIELDS = 8;
const PLAN_FIELDS = 14;
const POOL_ID_BYTES = 28;
/** The last byte of a route that is not a swap's. */
const KIND_BYTES: Readonly<Record<Exclude<OrderKind, 'swap'>, number>> = { limit: 1, dca: 2 };

/** The datum as hex of Plutus data. @throws RangeError when a field cannot be encoded: a bug of the caller. */
export function encodeOrderDatum(order: OrderDatum): string {
  const amounts = [order.minimumReceived, order.batcherFee, order.deposit].map(cborNatural);
  return encodeDatum(0, order, [...amounts, cborShortBytes(order.route)]);
}

/** The datum as hex of Plutus data. @throws RangeError when a field cannot be encoded: a bug of the caller. */
export function encodePlanDatum(plan: PlanDatum): string {
  const { interval, route } = plan;
  const numbers = [
    plan.amountPerCycle,
    BigInt(plan.cycles),
    BigInt(plan.completed),
    BigInt(INTERVAL_TYPES.indexOf(interval.interval)),
    BigInt(interval.length),
    plan.slippagePpm,
    plan.feePerCycle,
    plan.returnedPerCycle,
    plan.deposit,
  ];
  return encodeDatum(1, plan, [...numbers.map(cborNatural), cborShortBytes(route)]);
}

/** Reads a datum (hex, any valid encoding of the same data). The failure says why it is not an order's. */
export function decodeOrderDatum(hex: string): Result<OrderDatum, string> {
  const read = decodeDatum(hex, 0, ORDER_FIELDS, 'an order with eight fields');
  if (!read.ok) return read;
  const [minimum, batcherFee, deposit, route] = read.value.rest;
  if (typeof minimum !== 'bigint' || typeof batcherFee !== 'bigint' || typeof deposit !== 'bigint')
    return failed('an amount of the order is not a number');
  if (minimum < 0n || batcherFee < 0n || deposit < 0n) return failed('an amount of the order is negative');
  if (typeof route !== 'string' || route.length > 128) return failed("the order's route cannot be read");
  return ok({ ...read.value.head, minimumReceived: minimum, batcherFee, deposit, route });
}

/** Reads a datum (hex, any valid encoding of the same data). The failure says why it is not a recurring order's. */
export function decodePlanDatum(hex: string): Result<PlanDatum, string> {
  const read = decodeDatum(hex, 1, PLAN_FIELDS, 'a recurring order with fourteen fields');
  if (!read.ok) return read;
  const { head, rest } = read.value;
  const route = rest.at(-1);
  const numbers = rest.slice(0, -1).filter((field) => typeof field === 'bigint' && field >= 0n) as bigint[];
  if (numbers.length !== rest.length - 1) return failed('a number of the recurring order cannot be read');
  if (typeof route !== 'string' || route.length > 128) return failed("the order's route cannot be read");
  const [amountPerCycle, cycles, completed, unit, length, slippagePpm, feePerCycle, returned, deposit] =
    numbers as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  const interval = intervalOf(INTERVAL_TYPES[Number(unit)], Number(length));
  if (!interval) return failed('the interval of the recurring order does not exist');
  if (amountPerCycle === 0n) return failed('the recurring order sells nothing');
  if (cycles > BigInt(MOST_CYCLES)) return failed('the recurring order has too many cycles');
  if (completed >= cycles) return failed('the recurring order has no cycle left');
  if (slippagePpm >= WHOLE_PPM) return failed('the recurring order accepts any price');
  return ok({
    ...head,
    amountPerCycle,
    cycles: Number(cycles),
    completed: Number(completed),
    interval,
    slippagePpm,
    feePerCycle,
    returnedPerCycle: returned,
    deposit,
    route,
  });
}

/** Lovelace that a plan's remaining cycles cost, and that they return. */
export function planOverhead(plan: PlanDatum): { readonly fees: bigint; readonly returned: bigint } {
  const left = BigInt(plan.cycles - plan.completed);
  return { fees: left * plan.feePerCycle, returned: left * plan.returnedPerCycle + plan.deposit };
}

/**
 * The route as stored in the datum: the pool's id; then one bit per exchange in the list, set when it is excluded
 * (omitted for a swap that excludes none); then, unless it is a swap, a byte for the kind.
 */
export function encodeRoute(route: OrderRoute, codes: readonly string[]): string {
  const excluded = new Set(route.excluded);
  if (route.kind === 'swap' && !codes.some((code) => excluded.has(code))) return route.poolId;
  const bits = new Uint8Array(bitBytes(codes));
  codes.forEach((code, index) => {
    if (excluded.has(code)) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  });
  const kind = route.kind === 'swap' ? [] : [KIND_BYTES[route.kind]];
  return toHex(Buffer.concat([hexBytes(route.poolId), bits, Uint8Array.from(kind)]));
}

/** `undefined` when the text is not a route. */
export function decodeRoute(route: string, codes: readonly string[]): OrderRoute | undefined {
  const bytes = fromHex(route);
  if (!bytes || bytes.length < POOL_ID_BYTES) return undefined;
  const bits = bytes.subarray(POOL_ID_BYTES);
  return {
    kind: kindOf(bits[bitBytes(codes)]),
    poolId: toHex(bytes.subarray(0, POOL_ID_BYTES)),
    excluded: codes.filter((_, index) => ((bits[index >> 3] ?? 0) >> (index & 7)) & 1),
  };
}

/** `constr index` of the head and the fields after it, as hex. */
function encodeDatum(index: 0 | 1, head: DatumHead, rest: readonly Uint8Array[]): string {
  const stake = head.ownerStakeKeyHash;
  const fields = [
    head.ownerByScript
      ? constr(CONSTR_1, [cborBytes(hashBytes(head.ownerPaymentKeyHash))])
      : cborBytes(hashBytes(head.ownerPaymentKeyHash)),
    stake === undefined ? constr(CONSTR_1, []) : constr(CONSTR_0, [cborBytes(hashBytes(stake))]),
    cborBytes(hexBytes(policyOf(head.wanted) ?? '')),
    cborBytes(hexBytes(assetNameHex(head.wanted) ?? '')),
    ...rest,
  ];
  return toHex(constr(index === 0 ? CONSTR_0 : CONSTR_1, fields));
}

function constr(tag: bigint, fields: readonly Uint8Array[]): Uint8Array {
  if (fields.length === 0) return cborTag(tag, Uint8Array.of(0x80));
  return cborTag(tag, concatBytes(Uint8Array.of(0x9f), ...fields, Uint8Array.of(0xff)));
}

function cborNatural(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError('an amount cannot be negative');
  return cborInt(value);
}

function cborShortBytes(hex: string): Uint8Array {
  const bytes = hexBytes(hex);
  if (bytes.length > 64) throw new RangeError('a byte string of Plutus data has at most 64 bytes');
  return cborBytes(bytes);
}

function hashBytes(hex: string): Uint8Array {
  const bytes = hexBytes(hex);
  if (bytes.length !== 28) throw new RangeError('a key hash has 28 bytes');
  return bytes;
}

/** A datum's head, and the fields after it: bytes as hex, integers, anything else as `undefined`. */
interface DecodedDatum {
  readonly head: DatumHead;
  readonly rest: readonly (string | bigint | undefined)[];
}

/** Reads `constr index` with exactly `count` fields; `what` names it in the failure. */
function decodeDatum(hex: string, index: 0 | 1, count: number, what: string): Result<DecodedDatum, string> {
  const bytes = fromHex(hex);
  if (!bytes) return failed('the datum is not hexadecimal');
  const scanned = scanCbor(bytes);
  if (!scanned.ok) return failed(`the datum cannot be read: ${scanned.failure}`);
  const fields = constrFields(scanned.value, index);
  if (!fields || fields.length !== count) return failed(`the datum is not ${what}`);
  const [key, stake, policy, name, ...rest] = fields.map(plain);
  const [ownerItem, stakeItem] = fields;
  const [script] = (ownerItem && constrFields(ownerItem, 1)) ?? [];
  const owner = script ? plain(script) : key;
  const stakeHash = stakeItem === undefined || stake !== undefined ? 'malformed' : readStake(stakeItem);
  if (!isHash(owner) || stakeHash === 'malformed') return failed("the order's owner cannot be read");
  const wanted = readAsset(policy, name);
  if (wanted === undefined) return failed('the asset that the order wants cannot be read');
  const byScript = script ? { ownerByScript: true as const } : {};
  return ok({
    head: { ownerPaymentKeyHash: owner, ...byScript, ownerStakeKeyHash: stakeHash, wanted },
    rest,
  });
}

/** Fields of `constr index`, in the compact form (tags 121 to 127) or the general one (tag 102). */
function constrFields(item: CborItem, index: 0 | 1): readonly CborItem[] | undefined {
  if (item.kind !== 'tag' || item.content.kind !== 'array') return undefined;
  if (item.tag === CONSTR_0 + BigInt(index)) return item.content.items;
  const [alternative, fields] = item.content.items;
  if (item.tag !== CONSTR_GENERAL || item.content.items.length !== 2) return undefined;
  if (alternative?.kind !== 'int' || alternative.value !== BigInt(index)) return undefined;
  return fields?.kind === 'array' ? fields.items : undefined;
}

function readStake(item: CborItem): string | undefined | 'malformed' {
  const some = constrFields(item, 0);
  if (some) {
    const hash = some.length === 1 && some[0] ? plain(some[0]) : undefined;
    return isHash(hash) ? hash : 'malformed';
  }
  return constrFields(item, 1)?.length === 0 ? undefined : 'malformed';
}

/** Byte strings as hex, integers (bignums too) as they are, anything else as `undefined`. */
function plain(item: CborItem): string | bigint | undefined {
  if (item.kind === 'bytes') return toHex(item.value);
  if (item.kind === 'int') return item.value;
  if (item.kind !== 'tag' || item.content.kind !== 'bytes') return undefined;
  const magnitude = BigInt(`0x0${toHex(item.content.value)}`);
  if (item.tag === 2n) return magnitude;
  return item.tag === 3n ? -1n - magnitude : undefined;
}

function isHash(value: string | bigint | undefined): value is string {
  return typeof value === 'string' && value.length === 56;
}

function readAsset(
  policy: string | bigint | undefined,
  name: string | bigint | undefined,
): AssetId | undefined {
  if (typeof policy !== 'string' || typeof name !== 'string') return undefined;
  if (policy === '') return name === '' ? ADA : undefined;
  return policy.length === 56 ? parseAssetId(policy + name) : undefined;
}

function kindOf(byte: number | undefined): OrderKind {
  if (byte === KIND_BYTES.limit) return 'limit';
  return byte === KIND_BYTES.dca ? 'dca' : 'swap';
}

function bitBytes(codes: readonly string[]): number {
  return Math.ceil(codes.length / 8);
}
