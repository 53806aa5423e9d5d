import { fromHex, hexBytes, toHex } from '../cardano/hex.ts';

/** What an order's datum says of its way: the pool that takes the input, and exchanges that a second leg must avoid. */
export interface OrderRoute {
  /** 28 bytes, hex. */
  readonly poolId: string;
  readonly excluded: readonly string[];
}

const POOL_ID_BYTES = 28;

/** The route as the datum holds it: the pool's id, then one bit for each exchange of the list that is excluded. */
export function encodeRoute(route: OrderRoute, codes: readonly string[]): string {
  const excluded = new Set(route.excluded);
  if (!codes.some((code) => excluded.has(code))) return route.poolId;
  const bits = new Uint8Array(Math.ceil(codes.length / 8));
  codes.forEach((code, index) => {
    if (excluded.has(code)) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return toHex(Buffer.concat([hexBytes(route.poolId), bits]));
}

/** `undefined` when the text is no route. */
export function decodeRoute(route: string, codes: readonly string[]): OrderRoute | undefined {
  const bytes = fromHex(route);
  if (!bytes || bytes.length < POOL_ID_BYTES) return undefined;
  const bits = bytes.subarray(POOL_ID_BYTES);
  return {
    poolId: toHex(bytes.subarray(0, POOL_ID_BYTES)),
    excluded: codes.filter((_, index) => ((bits[index >> 3] ?? 0) >> (index & 7)) & 1),
  };
}
