/*
 * Why this is written here and not taken from a package: `@ngraveio/bc-ur`, the usual one, comes in its stable version
 * (1.1.13) with seven packages for big numbers, CBOR, checksums, assertions and sampling, all of which Node or this
 * project has; its successor is a beta. Keystone's registry (`@keystonehq/bc-ur-registry-cardano`) builds on it. The
 * code loaded by the process that holds keys stays small, and has bounds against hostile parts. The figures that
 * BCR-2020-005, BCR-2020-012 and BCR-2024-001 publish are its tests.
 */
import { crc32 } from 'node:zlib';

import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { fragmentChooser } from './fragment-choice.ts';
import {
  isUrType,
  LAST_SEQUENCE,
  MOST_BYTES,
  MOST_FRAGMENTS,
  writePart,
  writeSingle,
  type UrMessage,
} from './ur-part.ts';

/** The least length of a fragment, which the reference implementation has, too (BCR-2024-001, "The Encoder"). */
const LEAST_FRAGMENT_BYTES = 10;

export interface UrToShow extends UrMessage {
  /** The most bytes of the message that one part holds; fewer than 10 count as 10. Keystone takes 400. */
  readonly fragmentLength: number;
}

export interface ShownUr {
  /** As many parts as are needed when none is lost. */
  readonly fragments: number;
  /** Endless: first each fragment alone, then mixtures of several. A message in one part is repeated. */
  readonly parts: IterableIterator<string, never>;
}

/**
 * A message as texts for animated codes, in lower case: `ur:type/bytewords` where it fits into one, else
 * `ur:type/number-of-fragments/bytewords` (BCR-2020-005, "UR Encoding"; BCR-2024-001). Refused with `ur-too-large`.
 * @throws RangeError for an empty message or an impossible type: a bug of the caller.
 */
export function encodeParts(message: UrToShow): Result<ShownUr, Failure> {
  const { type, cbor } = message;
  const most = Math.max(LEAST_FRAGMENT_BYTES, Math.floor(message.fragmentLength));
  if (cbor.length === 0 || Number.isNaN(most)) throw new RangeError('there is no message, or no length');
  if (!isUrType(type)) throw new RangeError('a type has lower-case letters, digits and hyphens');
  if (cbor.length > MOST_BYTES || cbor.length > MOST_FRAGMENTS * most)
    return failed(
      failure('ur-too-large', { bytes: cbor.length, mostBytes: MOST_BYTES, mostFragments: MOST_FRAGMENTS }),
    );
  const fragments = fragmentsOf(cbor, most);
  const parts = fragments.length === 1 ? repeated(message) : mixed(message, fragments);
  return ok({ fragments: fragments.length, parts });
}

/** The message cut into the fewest fragments of equal length (BCR-2024-001, "Determining Fragment Length"). */
export function fragmentsOf(message: Uint8Array, most: number): readonly Uint8Array[] {
  const length = Math.ceil(message.length / Math.ceil(message.length / most));
  return Array.from({ length: Math.ceil(message.length / length) }, (_, index) => {
    const fragment = new Uint8Array(length);
    fragment.set(message.subarray(index * length, (index + 1) * length));
    return fragment;
  });
}

function* repeated(message: UrMessage): Generator<string, never> {
  for (;;) yield writeSingle(message);
}

function* mixed({ type, cbor }: UrMessage, fragments: readonly Uint8Array[]): Generator<string, never> {
  const checksum = crc32(cbor);
  const chosen = fragmentChooser(fragments.length, checksum);
  for (let sequence = 1; ; sequence = sequence === LAST_SEQUENCE ? 1 : sequence + 1) {
    const data = mixture(fragments, chosen(sequence));
    yield writePart({ type, sequence, fragments: fragments.length, length: cbor.length, checksum, data });
  }
}

function mixture(fragments: readonly Uint8Array[], chosen: readonly number[]): Uint8Array {
  const mixed = new Uint8Array(fragments[0]?.length ?? 0);
  for (const index of chosen)
    fragments[index]?.forEach((byte, place) => {
      mixed[place] = (mixed[place] ?? 0) ^ byte;
    });
  return mixed;
}
