import type { AssetId } from '#domain/asset.ts';
import {
  BYTES,
  bytesOf,
  hexOf,
  LIST,
  MAP,
  NEGATIVE,
  type Node,
  readCbor,
  TAG,
  UINT,
  Unreadable,
  unreadable,
} from './cbor.ts';
import { ADA } from './sums.ts';

/** Plutus data (ledger specification, `plutus_data`), whichever way its constructors and numbers are written. */
export type Datum =
  | { readonly is: 'constr'; readonly index: bigint; readonly fields: readonly Datum[] }
  | { readonly is: 'list' | 'map'; readonly items: readonly Datum[] }
  | { readonly is: 'int'; readonly int: bigint }
  | { readonly is: 'bytes'; readonly hex: string };

/** Reads a datum (hex); `undefined` when it is none. */
export function readDatum(hex: string): Datum | undefined {
  try {
    return datumOf(readCbor(bytesOf(hex)));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function datumOf(node: Node): Datum {
  const { major, number, bytes, parts } = node;
  switch (major) {
    case UINT:
      return { is: 'int', int: number };
    case NEGATIVE:
      return { is: 'int', int: -1n - number };
    case BYTES:
      return { is: 'bytes', hex: hexOf(bytes) };
    case LIST:
      return { is: 'list', items: parts.map(datumOf) };
    case MAP:
      return { is: 'map', items: parts.map(datumOf) };
    case TAG:
      return taggedDatum(number, parts as readonly [Node]);
    default:
      return noDatum();
  }
}

function taggedDatum(tag: bigint, [content]: readonly [Node]): Datum {
  if ((tag === 2n || tag === 3n) && content.major === BYTES) {
    const magnitude = BigInt(`0x0${hexOf(content.bytes)}`);
    return { is: 'int', int: tag === 2n ? magnitude : -1n - magnitude };
  }
  if (content.major !== LIST) return noDatum();
  if (tag >= 121n && tag <= 127n) return constr(tag - 121n, content.parts);
  if (tag >= 1280n && tag <= 1400n) return constr(tag - 1280n + 7n, content.parts);
  const [index, fields, ...more] = content.parts;
  if (tag !== 102n || index?.major !== UINT || fields?.major !== LIST || more.length > 0) return noDatum();
  return constr(index.number, fields.parts);
}

function noDatum(): never {
  return unreadable('it is no datum');
}

function constr(index: bigint, fields: readonly Node[]): Datum {
  return { is: 'constr', index, fields: fields.map(datumOf) };
}

/** The values that a shape extracts from a datum: hashes and bytes as hex, numbers, booleans. */
export type Found = Map<string, string | bigint | boolean>;

/** The required form of a datum. True if the datum matches; its named values are then in `found`. */
export type Shape = (datum: Datum, found: Found) => boolean;

/** The values that the shape names in a datum; `undefined` when the datum is not of that shape. */
export function matched(shape: Shape, datum: Datum): Found | undefined {
  const found: Found = new Map();
  return shape(datum, found) ? found : undefined;
}

/** Constructor `index` with exactly these fields. */
export function con(index: number, ...fields: readonly Shape[]): Shape {
  return (datum, found) =>
    datum.is === 'constr' && datum.index === BigInt(index) && each(fields, datum.fields, found);
}

export function list(...items: readonly Shape[]): Shape {
  return (datum, found) => datum.is === 'list' && each(items, datum.items, found);
}

/** The first of several shapes that the datum has. */
export function either(...shapes: readonly Shape[]): Shape {
  return (datum, found) => shapes.some((shape) => shape(datum, found));
}

/** A whole number of zero or more. */
export function nat(name: string): Shape {
  return (datum, found) => datum.is === 'int' && datum.int >= 0n && keep(found, name, datum.int);
}

/** Bytes of one of some lengths; of any length where none is given. */
export function bytes(name: string, ...lengths: readonly number[]): Shape {
  return (datum, found) =>
    datum.is === 'bytes' &&
    (lengths.length === 0 || lengths.includes(datum.hex.length / 2)) &&
    keep(found, name, datum.hex);
}

export function hash(name: string): Shape {
  return bytes(name, 28);
}

/** Yes is constructor 1. */
export function yesNo(name: string): Shape {
  return (datum, found) =>
    datum.is === 'constr' &&
    datum.fields.length === 0 &&
    datum.index <= 1n &&
    keep(found, name, datum.index === 1n);
}

/** A shape, and a word for that it was this one. */
export function marked(name: string, shape: Shape): Shape {
  return (datum, found) => shape(datum, found) && keep(found, name, true);
}

/** An address of Plutus that keys alone control: `name.key`, and `name.stake` where it has that part. */
export function keyAddress(name: string): Shape {
  const stake = con(0, con(0, con(0, hash(`${name}.stake`))));
  return con(0, con(0, hash(`${name}.key`)), either(con(1), stake));
}

/** The same, but the payment part may be a script's: `name.script`. */
export function ownerAddress(name: string): Shape {
  const stake = con(0, con(0, con(0, hash(`${name}.stake`))));
  const payment = either(con(0, hash(`${name}.key`)), con(1, hash(`${name}.script`)));
  return con(0, payment, either(con(1), stake));
}

/** An asset in two byte strings, `name`; both empty is ADA. */
export function asset(name: string): readonly [policy: Shape, name: Shape] {
  return [
    bytes(`${name}.policy`, 0, 28),
    (datum, found) => {
      const policy = found.get(`${name}.policy`);
      if (datum.is !== 'bytes' || typeof policy !== 'string' || datum.hex.length > 64) return false;
      if (policy === '') return datum.hex === '' && keep(found, name, ADA);
      return keep(found, name, policy + datum.hex);
    },
  ];
}

/** An asset in one constructor of policy and name. */
export function assetClass(name: string): Shape {
  return con(0, ...asset(name));
}

/** Reads what a shape found. A name that it did not find is a bug of the shape. */
export class Reading {
  readonly #found: Found;

  constructor(found: Found) {
    this.#found = found;
  }

  number(name: string): bigint {
    return this.numberIfAny(name) ?? missing(name);
  }

  numberIfAny(name: string): bigint | undefined {
    const value = this.#found.get(name);
    return typeof value === 'bigint' ? value : undefined;
  }

  text(name: string): string {
    return this.textIfAny(name) ?? missing(name);
  }

  textIfAny(name: string): string | undefined {
    const value = this.#found.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  asset(name: string): AssetId {
    return this.text(name) as AssetId;
  }

  yes(name: string): boolean {
    return this.#found.get(name) === true;
  }
}

function missing(name: string): never {
  throw new RangeError(`the shape names no ${name}`);
}

function each(shapes: readonly Shape[], data: readonly Datum[], found: Found): boolean {
  return (
    shapes.length === data.length &&
    shapes.every((shape, at) => {
      const datum = data[at];
      return datum !== undefined && shape(datum, found);
    })
  );
}

function keep(found: Found, name: string, value: string | bigint | boolean): true {
  found.set(name, value);
  return true;
}
