import type { CborItem } from '../../cardano/cbor-scanner.ts';
import * as shape from '../../cardano/cbor-shape.ts';
import { cborArray, cborInt, cborTag } from '../../cardano/cbor-writer.ts';
import { needed, writeFields } from './registry-items.ts';

/** Which key: the fingerprint of the seed's master key, and the way from there. */
export interface KeyPath {
  /** Eight lower-case hex digits, and not all 0. */
  readonly fingerprint: string;
  /** As CIP-1852 writes it: `m/1852'/1815'/0'/0/0`. */
  readonly path: string;
}

const TAG = 304n;
const FIELDS: ReadonlySet<number> = new Set([1, 2, 3]);
const FALSE = 20;
const TRUE = 21;
const HARDENED_FROM = 2 ** 31;

/**
 * Reads a `crypto-keypath` (BCR-2020-007, tag 304): single steps alone, and the fingerprint of its source, without which
 * no device finds the key. The depth, which Keystone leaves out, may stand there and must be right.
 */
export function readKeyPath(item: CborItem): KeyPath {
  const fields = shape.fields(shape.tagged(item, TAG, 'the path of a key'), 'the path of a key', FIELDS);
  const parts = shape.array(needed(fields, 1, 'the path of a key'), 'the steps of a key');
  const steps = Array.from({ length: Math.ceil(parts.length / 2) }, (_, step) =>
    readStep(parts[2 * step], parts[2 * step + 1]),
  );
  const fingerprint = shape.index(needed(fields, 2, 'the path of a key'), 'the fingerprint of a key');
  if (fingerprint === 0) shape.refuse('the fingerprint of a key is 0');
  const depth = fields.get(3);
  if (depth !== undefined && shape.index(depth, 'the depth of a key') !== steps.length)
    shape.refuse('the depth of a key is not the number of its steps');
  return { fingerprint: fingerprint.toString(16).padStart(8, '0'), path: ['m', ...steps].join('/') };
}

function readStep(number: CborItem | undefined, hardened: CborItem | undefined): string {
  if (number === undefined || hardened === undefined) shape.refuse('a step of a key is cut short');
  const index = shape.index(number, 'a step of a key');
  if (index >= HARDENED_FROM) shape.refuse('a step of a key is too large');
  if (hardened.kind !== 'simple' || (hardened.value !== TRUE && hardened.value !== FALSE))
    shape.refuse('a step of a key does not say whether it is hardened');
  return `${index}${hardened.value === TRUE ? "'" : ''}`;
}

/** Writes a `crypto-keypath` as Keystone does. @throws RangeError when it is none: a bug of the caller. */
export function writeKeyPath({ fingerprint, path }: KeyPath): Uint8Array {
  const [root, ...steps] = path.split('/');
  if (root !== 'm' || !/^(?!0{8})[0-9a-f]{8}$/.test(fingerprint))
    throw new RangeError('not the path of a key');
  return cborTag(
    TAG,
    writeFields({ 1: cborArray(steps.flatMap(writeStep)), 2: cborInt(BigInt(`0x${fingerprint}`)) }),
  );
}

function writeStep(step: string): readonly Uint8Array[] {
  const [, index, mark] = /^(0|[1-9][0-9]{0,9})('?)$/.exec(step) ?? [];
  if (index === undefined || Number(index) >= HARDENED_FROM) throw new RangeError('not a step of a key');
  return [cborInt(BigInt(index)), Uint8Array.of((7 << 5) | (mark === '' ? FALSE : TRUE))];
}
