import { failed, ok, type Result } from '#domain/result.ts';
import { scanCbor } from '../../cardano/cbor-scanner.ts';
import * as shape from '../../cardano/cbor-shape.ts';
import { cborArray, cborBytes, cborInt } from '../../cardano/cbor-writer.ts';
import { decodeBytewords, encodeBytewords } from './bytewords.ts';

/** The message carried: the type names the kind of CBOR (BCR-2020-005, "Types"). */
export interface UrMessage {
  /** Lower-case letters, digits and hyphens. */
  readonly type: string;
  readonly cbor: Uint8Array;
}

/**
 * The most that one message may be. Our own bounds: at Keystone's 400 bytes a code the largest takes 1,311 codes, which
 * nobody films to the end; and what a stranger's part makes the decoder set aside stays below two megabytes.
 */
export const MOST_BYTES = 512 * 1024;
export const MOST_FRAGMENTS = 2048;

/** A text longer than a single part of the largest message is not looked at. */
const MOST_CHARACTERS = 2 * MOST_BYTES + 100;

/** The highest number that a part may have (BCR-2024-001, "Part Serialization"). */
export const LAST_SEQUENCE = 0xffff_ffff;

/** One part of a message (BCR-2024-001, "Part Serialization"). */
export interface UrPart {
  readonly type: string;
  /** From 1 on; up to `fragments`, the part is one fragment alone. */
  readonly sequence: number;
  readonly fragments: number;
  /** Of the message, in bytes, without what fills up its last fragment. */
  readonly length: number;
  /** CRC-32 of the message. */
  readonly checksum: number;
  /** One fragment, or several mixed by XOR. */
  readonly data: Uint8Array;
}

const FORM = /^ur:([a-z0-9-]{1,64})\/(?:([0-9]{1,10})-([0-9]{1,10})\/)?([a-z]+)$/i;

export function isUrType(type: string): boolean {
  return /^[a-z0-9-]{1,64}$/.test(type);
}

/** A message in one text: `ur:type/bytewords`. */
export function writeSingle({ type, cbor }: UrMessage): string {
  return `ur:${type}/${encodeBytewords(cbor)}`;
}

/** A part as text: `ur:type/sequence-fragments/bytewords`. */
export function writePart({ type, sequence, fragments, length, checksum, data }: UrPart): string {
  const numbers = [sequence, fragments, length, checksum].map((value) => cborInt(BigInt(value)));
  return `ur:${type}/${sequence}-${fragments}/${encodeBytewords(cborArray([...numbers, cborBytes(data)]))}`;
}

/**
 * Reads a text of either form, in either case, and checks all that can be checked in it alone: its checksum, its bounds,
 * and that what it says of the message agrees with itself. The failure says what is wrong, in words.
 */
export function readPart(text: string): Result<UrMessage | UrPart, string> {
  if (text.length > MOST_CHARACTERS) return failed('it is longer than any that Touchstone reads');
  const [, type, sequence, fragments, words] = FORM.exec(text.trim()) ?? [];
  if (type === undefined || words === undefined) return failed('it does not have the form ur:type/…');
  const bytes = decodeBytewords(words.toLowerCase());
  if (!bytes.ok) return bytes;
  if (sequence === undefined)
    return bytes.value.length > MOST_BYTES
      ? failed('the message is larger than any that Touchstone reads')
      : ok({ type: type.toLowerCase(), cbor: bytes.value });
  const part = readFields(type.toLowerCase(), bytes.value);
  if (!part.ok) return part;
  return String(part.value.sequence) === sequence && String(part.value.fragments) === fragments
    ? part
    : failed('it has other numbers inside than outside');
}

function readFields(type: string, bytes: Uint8Array): Result<UrPart, string> {
  const scanned = scanCbor(bytes, 1);
  if (!scanned.ok) return scanned;
  const part = shape.reading(() => {
    const items = shape.array(scanned.value, 'a part');
    const [sequence, fragments, length, checksum, data] = items;
    if (!sequence || !fragments || !length || !checksum || !data || items.length !== 5)
      shape.refuse('a part does not have five fields');
    return {
      type,
      sequence: shape.index(sequence, 'the number of a part'),
      fragments: shape.index(fragments, 'the number of fragments'),
      length: shape.index(length, 'the length of the message'),
      checksum: shape.index(checksum, 'the checksum of the message'),
      data: shape.bytes(data, 'the data of a part'),
    };
  });
  if (!part.ok) return part;
  const fault = faultOf(part.value);
  return fault === undefined ? part : failed(fault);
}

function faultOf({ sequence, fragments, length, data }: UrPart): string | undefined {
  if (sequence === 0) return 'the parts of a message are numbered from 1 on';
  if (length === 0 || fragments === 0) return 'it is a part of nothing';
  if (length > MOST_BYTES || fragments > MOST_FRAGMENTS)
    return 'the message is larger than any that Touchstone reads';
  const fits = fragments * data.length >= length && (fragments - 1) * data.length < length;
  return fits ? undefined : 'its fragments do not make up a message of the length that it states';
}
