import { blake2b } from '@noble/hashes/blake2.js';

/** Bytes that cannot be read as what they should be. Thrown inside this folder, and caught where reading begins. */
export class Unreadable extends Error {}

/** Ends the reading. `reason` completes "The transaction cannot be read: …". */
export function unreadable(reason: string): never {
  throw new Unreadable(reason);
}

/** Major types of RFC 8949. */
export const UINT = 0;
export const NEGATIVE = 1;
export const BYTES = 2;
const TEXT = 3;
export const LIST = 4;
export const MAP = 5;
export const TAG = 6;
export const SIMPLE = 7;

export const FALSE = 20n;
export const TRUE = 21n;
export const NULL = 22n;

/**
 * One data item of CBOR. One shape for all of them: what a kind has no use for is empty. `start` and `end` are its place
 * in the bytes that were read.
 */
export interface Node {
  readonly major: number;
  readonly start: number;
  readonly end: number;
  /** The head's argument: a number (of a negative one `-1 - number` is meant), a count, a tag, or a simple value. */
  readonly number: bigint;
  /** Content of a byte or text string, its chunks joined. */
  readonly bytes: Uint8Array;
  /** Items of a list, keys and values of a map in turn, the one item of a tag. */
  readonly parts: readonly Node[];
  readonly indefinite: boolean;
}

/** Real transactions need less than thirty. */
const DEEPEST = 250;
const BREAK = 0xff;
const INDEFINITE = 31;
const NOTHING = new Uint8Array();

/** A list, map or tag whose parts are still being read. */
interface Open {
  readonly major: number;
  readonly start: number;
  readonly number: bigint;
  /** Parts to come; without end until a break. */
  left: number;
  readonly parts: Node[];
}

interface Head {
  readonly major: number;
  /** -1 for an indefinite length. */
  readonly number: bigint;
  readonly width: number;
}

/** Reads exactly one item that fills `bytes`. @throws Unreadable */
export function readCbor(bytes: Uint8Array): Node {
  const open: Open[] = [];
  let at = 0;
  for (;;) {
    let done = isBreak(bytes, at, open.at(-1)) ? closeAtBreak(open, (at += 1)) : undefined;
    if (!done) {
      const head = headAt(bytes, at);
      const start = at;
      at += head.width;
      const content = head.major === BYTES || head.major === TEXT ? contentAt(bytes, at, head) : undefined;
      at = content?.end ?? at;
      const waiting = content ? undefined : opened(head, start);
      if (waiting) {
        if (open.length >= DEEPEST) unreadable('it is nested too deeply');
        open.push(waiting);
      } else done = leaf(head, start, at, content?.bytes ?? NOTHING);
    }
    // A complete item may complete the items that contain it.
    for (let holder = open.at(-1); holder; holder = open.at(-1)) {
      if (done) {
        holder.parts.push(done);
        holder.left -= 1;
      }
      if (holder.left !== 0) break;
      open.pop();
      done = closed(holder, at, false);
    }
    if (open.length > 0 || !done) continue;
    if (at !== bytes.length) unreadable('bytes follow its end');
    return done;
  }
}

function headAt(bytes: Uint8Array, at: number): Head {
  const first = bytes[at] ?? unreadable('it ends too early');
  const major = first >> 5;
  const short = first & 0x1f;
  if (short < 24) return { major, number: BigInt(short), width: 1 };
  if (short === INDEFINITE && major >= BYTES && major <= MAP) return { major, number: -1n, width: 1 };
  if (short > 27) return unreadable('a part of it has a head that means nothing');
  const width = 1 << (short - 24);
  if (at + 1 + width > bytes.length) return unreadable('it ends too early');
  let number = 0n;
  for (let place = at + 1; place <= at + width; place += 1)
    number = number * 256n + BigInt(bytes[place] ?? 0);
  if (major === SIMPLE && short === 24 && number < 32n)
    return unreadable('a part of it has a head that means nothing');
  // Floating-point numbers occur in no field that is read here; no simple value is that large.
  return { major, number: major === SIMPLE && short > 24 ? 1_000n : number, width: 1 + width };
}

function contentAt(
  bytes: Uint8Array,
  at: number,
  { major, number }: Head,
): { readonly bytes: Uint8Array; readonly end: number } {
  if (number >= 0n) {
    if (number > BigInt(bytes.length - at)) return unreadable('it ends too early');
    const end = at + Number(number);
    return { bytes: bytes.subarray(at, end), end };
  }
  const chunks: Uint8Array[] = [];
  let place = at;
  while (bytes[place] !== BREAK) {
    const head = headAt(bytes, place);
    if (head.major !== major || head.number < 0n) return unreadable('a string of it is ill-formed');
    const chunk = contentAt(bytes, place + head.width, head);
    chunks.push(chunk.bytes);
    place = chunk.end;
  }
  return { bytes: joined(chunks), end: place + 1 };
}

function opened({ major, number }: Head, start: number): Open | undefined {
  if (major !== LIST && major !== MAP && major !== TAG) return undefined;
  if (major === TAG) return { major, start, number, left: 1, parts: [] };
  // A count beyond what is left is only a number: the bytes end before anything is made of it.
  const left = number < 0n ? Infinity : Number(number) * (major === MAP ? 2 : 1);
  return { major, start, number, left, parts: [] };
}

function isBreak(bytes: Uint8Array, at: number, holder: Open | undefined): boolean {
  return holder?.left === Infinity && bytes[at] === BREAK;
}

function closeAtBreak(open: Open[], end: number): Node {
  const holder = open.pop();
  if (!holder || (holder.major === MAP && holder.parts.length % 2 !== 0))
    return unreadable('a map of it has a key without a value');
  return closed(holder, end, true);
}

function closed({ major, start, number, parts }: Open, end: number, indefinite: boolean): Node {
  return { major, start, end, number, bytes: NOTHING, parts, indefinite };
}

function leaf({ major, number }: Head, start: number, end: number, content: Uint8Array): Node {
  if (major === TEXT && !isUtf8(content)) unreadable('a text of it is not UTF-8');
  return { major, start, end, number, bytes: content, parts: [], indefinite: false };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function isUtf8(content: Uint8Array): boolean {
  try {
    utf8.decode(content);
    return true;
  } catch {
    return false;
  }
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const HEX = /^(?:[0-9a-f]{2})*$/i;

/** Lower-case hex. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** @throws Unreadable for text that is not whole bytes in hex. */
export function bytesOf(hex: string): Uint8Array {
  if (!HEX.test(hex)) return unreadable('it is not hexadecimal');
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

/** BLAKE2b-256, hex: what transactions, datums and attached data are called by. */
export function hash256(bytes: Uint8Array): string {
  return hexOf(blake2b(bytes, { dkLen: 32 }));
}
