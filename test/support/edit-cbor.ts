import { scanCbor, type CborItem, type CborMap } from '../../src-main/cardano/cbor-scanner.ts';
import { cborHead, cborInt } from '../../src-main/cardano/cbor-writer.ts';
import { concatBytes, hexBytes, toHex } from '../../src-main/cardano/hex.ts';

/** The four parts of a transaction (hex). */
export interface Parts {
  readonly body: string;
  readonly witnesses: string;
  readonly isValid: string;
  readonly auxiliary: string;
}

/** The bytes (hex) of each part, unchanged. */
export function partsOf(cbor: string): Parts {
  const bytes = hexBytes(cbor);
  const item = scan(bytes);
  if (item.kind !== 'array') throw new Error('not a transaction');
  const [body = '', witnesses = '', isValid = '', auxiliary = ''] = item.items.map((part) =>
    raw(bytes, part),
  );
  return { body, witnesses, isValid, auxiliary };
}

/** Takes a transaction apart, changes some parts, and puts it together again. All other bytes are kept. */
export function editParts(cbor: string, change: (parts: Parts) => Partial<Parts>): string {
  const parts = partsOf(cbor);
  const edited = { ...parts, ...change(parts) };
  return `84${edited.body}${edited.witnesses}${edited.isValid}${edited.auxiliary}`;
}

/** The same transaction in the three-item form of the eras before Alonzo. */
export function inHistoricForm(cbor: string): string {
  const { body, witnesses, auxiliary } = partsOf(cbor);
  return `83${body}${witnesses}${auxiliary}`;
}

/** Sets (or with `undefined` removes) a field of the body; the other fields keep their bytes and order. */
export function withBodyField(cbor: string, key: number, valueHex: string | undefined): string {
  return editParts(cbor, ({ body }) => ({ body: withMapEntry(body, key, valueHex) }));
}

/** Repeats a field of the body at its end. */
export function withRepeatedField(cbor: string, key: number): string {
  return editParts(cbor, ({ body }) => {
    const entries = entriesOf(body);
    const again = entries.filter(([name]) => name === key);
    return { body: writeMap([...entries, ...again]) };
  });
}

/** Rewrites the body's map entries in reverse order, which is another encoding of the same transaction. */
export function withReversedBody(cbor: string): string {
  return editParts(cbor, ({ body }) => ({ body: writeMap(entriesOf(body).reverse()) }));
}

/** Writes the body's map with an indefinite length. */
export function withIndefiniteBody(cbor: string): string {
  return editParts(cbor, ({ body }) => {
    const entries = entriesOf(body).map(([key, value]) => toHex(cborInt(BigInt(key))) + value);
    return { body: `bf${entries.join('')}ff` };
  });
}

export function withMapEntry(mapHex: string, key: number, valueHex: string | undefined): string {
  const entries = entriesOf(mapHex);
  const changed = entries.flatMap(([name, value]): [number, string][] =>
    name === key ? (valueHex === undefined ? [] : [[name, valueHex]]) : [[name, value]],
  );
  if (valueHex !== undefined && !entries.some(([name]) => name === key)) changed.push([key, valueHex]);
  return writeMap(changed);
}

function entriesOf(mapHex: string): [number, string][] {
  const bytes = hexBytes(mapHex);
  const item = scan(bytes) as CborMap;
  return item.entries.map(({ key, value }) => {
    if (key.kind !== 'int') throw new Error('not a map of fields');
    return [Number(key.value), raw(bytes, value)];
  });
}

function writeMap(entries: readonly (readonly [number, string])[]): string {
  const parts = entries.map(([key, value]) => concatBytes(cborInt(BigInt(key)), hexBytes(value)));
  return toHex(concatBytes(cborHead(5, BigInt(entries.length)), ...parts));
}

function scan(bytes: Uint8Array): CborItem {
  const scanned = scanCbor(bytes);
  if (!scanned.ok) throw new Error(scanned.failure);
  return scanned.value;
}

function raw(bytes: Uint8Array, item: CborItem): string {
  return toHex(bytes.subarray(item.start, item.end));
}

/**
 * The transaction without its signatures, when they come first in the witness map, in a plain list of their own
 * shortest encoding; `undefined` for any other.
 */
export function withoutSignatures(cbor: string): string | undefined {
  const bytes = hexBytes(cbor);
  const item = scan(bytes);
  const witnesses = item.kind === 'array' ? item.items[1] : undefined;
  const first = witnesses?.kind === 'map' && !witnesses.indefinite ? witnesses.entries[0] : undefined;
  if (witnesses?.kind !== 'map' || first?.key.kind !== 'int' || first.key.value !== 0n) return undefined;
  const list = first.value.kind === 'tag' ? first.value.content : first.value;
  if (list.kind !== 'array' || list.indefinite || list.items.length === 0) return undefined;
  const plain = list.items.every(
    (one) => raw(bytes, one).startsWith('825820') && one.end - one.start === 101,
  );
  const unique = new Set(list.items.map((one) => raw(bytes, one))).size === list.items.length;
  if (!plain || !unique || (first.value.kind === 'tag') !== inputsAreTagged(item)) return undefined;
  const rest = witnesses.entries
    .slice(1)
    .map(({ key, value }) => toHex(bytes.subarray(key.start, value.end)));
  const map = toHex(cborHead(5, BigInt(rest.length))) + rest.join('');
  return toHex(bytes.subarray(0, witnesses.start)) + map + toHex(bytes.subarray(witnesses.end));
}

function inputsAreTagged(transaction: CborItem): boolean {
  const body = transaction.kind === 'array' ? transaction.items[0] : undefined;
  if (body?.kind !== 'map') return false;
  return body.entries.some(
    ({ key, value }) => key.kind === 'int' && key.value === 0n && value.kind === 'tag',
  );
}
