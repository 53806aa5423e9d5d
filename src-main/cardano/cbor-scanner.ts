import { failed, ok, type Result } from '#domain/result.ts';
import { toHex } from './hex.ts';

/** Where an item's bytes lie in the scanned buffer: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface CborInt extends Span {
  readonly kind: 'int';
  readonly value: bigint;
}
export interface CborBytes extends Span {
  readonly kind: 'bytes';
  /** Chunks of an indefinite string are joined. */
  readonly value: Uint8Array;
}
export interface CborText extends Span {
  readonly kind: 'text';
  readonly value: string;
}
export interface CborArray extends Span {
  readonly kind: 'array';
  readonly indefinite: boolean;
  readonly items: readonly CborItem[];
}
export interface CborEntry {
  readonly key: CborItem;
  readonly value: CborItem;
}
export interface CborMap extends Span {
  readonly kind: 'map';
  readonly indefinite: boolean;
  readonly entries: readonly CborEntry[];
}
export interface CborTag extends Span {
  readonly kind: 'tag';
  readonly tag: bigint;
  readonly content: CborItem;
}
/** Simple values and floats: 20 false, 21 true, 22 null, 23 undefined; a float has `value` -1. */
export interface CborSimple extends Span {
  readonly kind: 'simple';
  readonly value: number;
}

export type CborItem = CborInt | CborBytes | CborText | CborArray | CborMap | CborTag | CborSimple;

/** Nesting allowed; the deepest of 1,291 real transactions needs far less. */
const DEPTH_LIMIT = 256;

const BREAK = 0xff;
const utf8 = new TextDecoder('utf-8', { fatal: true });

class Malformed extends Error {}

/**
 * Scans one CBOR data item (RFC 8949) that fills the bytes exactly, keeping every item's place in them.
 * Indefinite lengths, non-minimal integers and any map order are accepted, since they occur on chain; trailing or
 * missing bytes, reserved heads, ill-formed chunks, bad UTF-8 and nesting beyond the limit are not. Duplicate map
 * keys are kept: see `duplicateKey`. The failure says why, in words.
 */
export function scanCbor(bytes: Uint8Array, depthLimit: number = DEPTH_LIMIT): Result<CborItem, string> {
  try {
    const reader = new Reader(bytes, depthLimit);
    const item = reader.item(0);
    if (item.end !== bytes.length) throw new Malformed(`${bytes.length - item.end} bytes follow the end`);
    return ok(item);
  } catch (error) {
    if (error instanceof Malformed) return failed(error.message);
    throw error;
  }
}

/** The first key that occurs twice in one map anywhere below `item` (by value, however encoded), or `undefined`. */
export function duplicateKey(item: CborItem): string | undefined {
  switch (item.kind) {
    case 'array':
      return firstDefined(item.items, duplicateKey);
    case 'tag':
      return duplicateKey(item.content);
    case 'map': {
      const twice = rise(item.entries) ? undefined : firstTwice(item.entries);
      if (twice !== undefined) return twice;
      return firstDefined(item.entries, ({ key, value }) => duplicateKey(key) ?? duplicateKey(value));
    }
    default:
      return undefined;
  }
}

type Entries = Extract<CborItem, { kind: 'map' }>['entries'];

/** Whether the keys are byte strings of which each is greater than the one before it: then none occurs twice. */
function rise(entries: Entries): boolean {
  let before: Uint8Array | undefined;
  for (const { key } of entries) {
    if (key.kind !== 'bytes') return entries.length < 2;
    if (before !== undefined && Buffer.compare(before, key.value) >= 0) return false;
    before = key.value;
  }
  return true;
}

function firstTwice(entries: Entries): string | undefined {
  const seen = new Set<string>();
  for (const { key } of entries) {
    const name = itemIdentity(key);
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/** A text that is equal for two items exactly when they hold the same data, whatever their encoding. */
export function itemIdentity(item: CborItem): string {
  switch (item.kind) {
    case 'int':
      return String(item.value);
    case 'bytes':
      return `h'${toHex(item.value)}'`;
    case 'text':
      return JSON.stringify(item.value);
    case 'array':
      return `[${item.items.map(itemIdentity).join(',')}]`;
    case 'map':
      return `{${item.entries.map(({ key, value }) => `${itemIdentity(key)}:${itemIdentity(value)}`).join(',')}}`;
    case 'tag':
      return `${item.tag}(${itemIdentity(item.content)})`;
    case 'simple':
      return `simple(${item.value})`;
  }
}

function firstDefined<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #depthLimit: number;
  #at = 0;

  constructor(bytes: Uint8Array, depthLimit: number) {
    this.#bytes = bytes;
    this.#depthLimit = depthLimit;
  }

  item(depth: number): CborItem {
    if (depth > this.#depthLimit) throw new Malformed('it is nested too deeply');
    const start = this.#at;
    const head = this.#byte();
    const major = head >> 5;
    const info = head & 0x1f;
    switch (major) {
      case 0:
        return { kind: 'int', start, value: this.#argument(info), end: this.#at };
      case 1:
        return { kind: 'int', start, value: -1n - this.#argument(info), end: this.#at };
      case 2:
        return { kind: 'bytes', start, value: this.#string(2, info), end: this.#at };
      case 3:
        return { kind: 'text', start, value: this.#text(info), end: this.#at };
      case 4:
        return this.#array(start, info, depth);
      case 5:
        return this.#map(start, info, depth);
      case 6: {
        const tag = this.#argument(info);
        return { kind: 'tag', start, tag, content: this.item(depth + 1), end: this.#at };
      }
      default:
        return this.#simple(start, info);
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Malformed('it ends too early');
    this.#at += 1;
    return byte;
  }

  #argument(info: number): bigint {
    if (info < 24) return BigInt(info);
    if (info > 27) throw new Malformed(`the head byte at ${this.#at - 1} is reserved`);
    let value = 0n;
    for (let left = 1 << (info - 24); left > 0; left -= 1) value = (value << 8n) | BigInt(this.#byte());
    return value;
  }

  /** A length or count; one beyond the bytes that are left is refused before anything is allocated. */
  #length(info: number): number {
    const length = this.#argument(info);
    if (length > BigInt(this.#bytes.length - this.#at)) throw new Malformed('it ends too early');
    return Number(length);
  }

  #string(major: 2 | 3, info: number): Uint8Array {
    if (info !== 31) return this.#take(this.#length(info));
    const chunks: number[] = [];
    for (let head = this.#byte(); head !== BREAK; head = this.#byte()) {
      if (head >> 5 !== major || (head & 0x1f) === 31)
        throw new Malformed('a chunk of a string has another type');
      for (const byte of this.#take(this.#length(head & 0x1f))) chunks.push(byte);
    }
    return Uint8Array.from(chunks);
  }

  #take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new Malformed('it ends too early');
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return part;
  }

  #text(info: number): string {
    try {
      return utf8.decode(this.#string(3, info));
    } catch (error) {
      throw error instanceof Malformed ? error : new Malformed('a text is not UTF-8');
    }
  }

  #array(start: number, info: number, depth: number): CborArray {
    const items: CborItem[] = [];
    const indefinite = info === 31;
    if (indefinite) while (!this.#break()) items.push(this.item(depth + 1));
    else for (let left = this.#length(info); left > 0; left -= 1) items.push(this.item(depth + 1));
    return { kind: 'array', start, indefinite, items, end: this.#at };
  }

  #map(start: number, info: number, depth: number): CborMap {
    const entries: CborEntry[] = [];
    const indefinite = info === 31;
    const entry = (): void => {
      const key = this.item(depth + 1);
      entries.push({ key, value: this.item(depth + 1) });
    };
    if (indefinite) while (!this.#break()) entry();
    else for (let left = this.#length(info); left > 0; left -= 1) entry();
    return { kind: 'map', start, indefinite, entries, end: this.#at };
  }

  #break(): boolean {
    if (this.#bytes[this.#at] !== BREAK) return false;
    this.#at += 1;
    return true;
  }

  #simple(start: number, info: number): CborSimple {
    if (info < 24) return { kind: 'simple', start, value: info, end: this.#at };
    if (info === 24) {
      const value = this.#byte();
      if (value < 32) throw new Malformed('a simple value is ill-formed');
      return { kind: 'simple', start, value, end: this.#at };
    }
    if (info > 27) throw new Malformed(`the head byte at ${this.#at - 1} is out of place`);
    this.#take(1 << (info - 24));
    return { kind: 'simple', start, value: -1, end: this.#at };
  }
}
