import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { scanCbor, type CborItem } from '../../cardano/cbor-scanner.ts';
import * as shape from '../../cardano/cbor-shape.ts';
import { cborBytes, cborInt, cborMap, cborTag } from '../../cardano/cbor-writer.ts';
import { fromHex, toHex } from '../../cardano/hex.ts';
import type { UrMessage } from './ur-part.ts';

const UUID_TAG = 37n;
const HASH_ONLY = 'cardano-sign-tx-hash-request';

/**
 * Reads what a message of the wanted type holds. Refused with `ur-hash-only` for requests over a hash alone, whatever
 * is wanted, with `ur-other-type`, and with `ur-contents` where the CBOR is not as it should be.
 */
export function readItem<T>(
  { type, cbor }: UrMessage,
  wanted: string,
  read: (item: CborItem) => T,
): Result<T, Failure> {
  if (type === HASH_ONLY) return failed(failure('ur-hash-only'));
  if (type !== wanted) return failed(failure('ur-other-type', { found: type, wanted }));
  const scanned = scanCbor(cbor);
  const item = scanned.ok ? shape.reading(() => read(scanned.value)) : scanned;
  return item.ok ? ok(item.value) : failed(failure('ur-contents', { reason: item.failure }));
}

/** The field of a map that must be there. */
export function needed(fields: ReadonlyMap<number, CborItem>, key: number, what: string): CborItem {
  return fields.get(key) ?? shape.refuse(`${what} lacks field ${key}`);
}

/** A map by the numbers of its fields, in ascending order; what is `undefined` is left out. */
export function writeFields(fields: Readonly<Record<number, Uint8Array | undefined>>): Uint8Array {
  return cborMap(
    Object.entries(fields).flatMap(([key, value]) =>
      value === undefined ? [] : [[cborInt(BigInt(key)), value] as const],
    ),
  );
}

export function readText(item: CborItem, what: string, form: RegExp): string {
  if (item.kind !== 'text' || !form.test(item.value)) shape.refuse(`${what} is not a text of its form`);
  return item.value;
}

/** The number of a request, as a UUID in its usual text. */
export function readRequestId(item: CborItem): string {
  const hex = toHex(shape.bytes(shape.tagged(item, UUID_TAG, 'the request id'), 'the request id', 16));
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** @throws RangeError when it is not a UUID: a bug of the caller. */
export function writeRequestId(id: string): Uint8Array {
  const bytes = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
    ? fromHex(id.replaceAll('-', ''))
    : undefined;
  if (bytes === undefined) throw new RangeError('not a UUID');
  return cborTag(UUID_TAG, cborBytes(bytes));
}
