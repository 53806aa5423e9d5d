import { fromHex, hexBytes, toHex } from '../../cardano/hex.ts';

/**
 * What its owner asked for. A swap is filled by pools, all of it at once. A limit order may be matched with an opposite
 * one, too, and at exchanges that do so it may be filled in parts. A recurring order (`dca`) is carried out cycle by cycle.
 */
export type OrderKind = 'swap' | 'limit' | 'dca';

/** What an order's datum says of its way: the pool that takes the input, and exchanges that a second leg must avoid. */
export interface OrderRoute {
  readonly kind: OrderKind;
  /** 28 bytes, hex. */
  readonly poolId: string;
  readonly excluded: readonly string[];
}

const POOL_ID_BYTES = 28;
/** The last byte of the routes of orders that are no swaps. */
const KIND_BYTES: Readonly<Record<Exclude<OrderKind, 'swap'>, number>> = { limit: 1, dca: 2 };

/**
 * The route as the datum holds it: the pool's id; then one bit for each exchange of the list that is excluded, left out
 * where a swap excludes none; then, for what is no swap, a byte that says what it is.
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

/** `undefined` when the text is no route. */
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

function kindOf(byte: number | undefined): OrderKind {
  if (byte === KIND_BYTES.limit) return 'limit';
  return byte === KIND_BYTES.dca ? 'dca' : 'swap';
}

function bitBytes(codes: readonly string[]): number {
  return Math.ceil(codes.length / 8);
}
