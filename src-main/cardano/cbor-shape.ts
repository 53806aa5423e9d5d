import { failed, ok, type Result } from '#domain/result.ts';
import type { CborEntry, CborItem } from './cbor-scanner.ts';

/** Raised inside a reader when an item does not have the shape that the ledger's rules (CDDL) give it. */
class WrongShape extends Error {}

/** Runs a reader of scanned items and turns a wrong shape into a failure that says what was wrong. */
export function reading<T>(read: () => T): Result<T, string> {
  try {
    return ok(read());
  } catch (error) {
    if (error instanceof WrongShape) return failed(error.message);
    throw error;
  }
}

/** Gives up the reading: `what` names the field, in words. */
export function refuse(what: string): never {
  throw new WrongShape(what);
}

const MAX_UINT64 = (1n << 64n) - 1n;

/** An unsigned integer of at most 64 bits. */
export function natural(item: CborItem, what: string): bigint {
  if (item.kind !== 'int' || item.value < 0n) refuse(`${what} is not a natural number`);
  return item.value;
}

/** A signed 64-bit integer, as minted quantities are. */
export function signed64(item: CborItem, what: string): bigint {
  if (item.kind !== 'int' || item.value > MAX_UINT64 >> 1n || item.value < -(1n << 63n))
    refuse(`${what} is not a 64-bit number`);
  return item.value;
}

/** An unsigned integer that is small enough to be a plain number: an index, a key, a count. */
export function index(item: CborItem, what: string): number {
  const value = natural(item, what);
  if (value > 0xffff_ffffn) refuse(`${what} is too large`);
  return Number(value);
}

/** A byte string, of exactly `length` bytes where that is given. */
export function bytes(item: CborItem, what: string, length?: number): Uint8Array {
  if (item.kind !== 'bytes') refuse(`${what} is not a byte string`);
  if (length !== undefined && item.value.length !== length) refuse(`${what} does not have ${length} bytes`);
  return item.value;
}

export function array(item: CborItem, what: string): readonly CborItem[] {
  if (item.kind !== 'array') refuse(`${what} is not a list`);
  return item.items;
}

/** A set: a plain list, or one under tag 258 (both occur in Conway). */
export function set(item: CborItem, what: string): readonly CborItem[] {
  return item.kind === 'tag' && item.tag === 258n ? array(item.content, what) : array(item, what);
}

export function map(item: CborItem, what: string): readonly CborEntry[] {
  if (item.kind !== 'map') refuse(`${what} is not a map`);
  return item.entries;
}

/** A map with small integer keys, all of them in `known`. Its keys are known to be unique. */
export function fields(
  item: CborItem,
  what: string,
  known: ReadonlySet<number>,
): ReadonlyMap<number, CborItem> {
  const found = new Map<number, CborItem>();
  for (const { key, value } of map(item, what)) {
    const name = key.kind === 'int' ? Number(key.value) : undefined;
    if (name === undefined || !known.has(name))
      refuse(
        `${what} contains a field that this version does not know (key ${key.kind === 'int' ? key.value : key.kind})`,
      );
    if (found.has(name)) refuse(`${what} contains field ${name} twice`);
    found.set(name, value);
  }
  return found;
}

export function tagged(item: CborItem, tag: bigint, what: string): CborItem {
  if (item.kind !== 'tag' || item.tag !== tag) refuse(`${what} is not under tag ${tag}`);
  return item.content;
}

/** The items of a list of exactly two. */
export function pair(item: CborItem, what: string): readonly [CborItem, CborItem] {
  const [first, second, ...rest] = array(item, what);
  if (first === undefined || second === undefined || rest.length > 0) refuse(`${what} is not a list of two`);
  return [first, second];
}
