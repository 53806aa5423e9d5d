import { failed, ok, type Result } from '#domain/result.ts';
import { scanCbor, type CborItem } from './cbor-scanner.ts';
import { cborArray, cborHead, cborTag } from './cbor-writer.ts';
import { bytesEqual, concatBytes, toHex } from './hex.ts';
import {
  keysOf,
  mostSignatures,
  nativeHashOf,
  nativeScriptBytes,
  nativeScriptHash,
  nativeScriptIn,
  satisfies,
  type NativeScript,
} from './native-script.ts';
import { decodeTransaction, slice, type Transaction } from './transaction.ts';

/** Native scripts among the fields of a witness set (Conway CDDL, `transaction_witness_set`). */
const NATIVE_SCRIPTS = 1n;
const SET_TAG = 258n;

/** The native scripts that a transaction includes, by hash (hex); unsupported ones are left out. */
export function nativeScriptsOf(tx: Transaction): ReadonlyMap<string, NativeScript> {
  const found = new Map<string, NativeScript>();
  const { raw, entries } = witnessMap(tx);
  const list = entries.find(({ key }) => key.kind === 'int' && key.value === NATIVE_SCRIPTS)?.value;
  const items = list?.kind === 'tag' ? list.content : list;
  for (const item of items?.kind === 'array' ? items.items : []) {
    const script = nativeScriptIn(item);
    if (script.ok) found.set(nativeHashOf(slice(raw, item)), script.value);
  }
  return found;
}

/**
 * Which of these keys' signatures complete a transaction: those of all keys that must sign individually, and only as
 * many of its native scripts' keys as the scripts require. The fee does not cover superfluous signatures. `undefined`
 * if some are missing.
 */
export function enoughSigners(
  tx: Transaction,
  needed: readonly string[],
  signed: readonly string[],
): ReadonlySet<string> | undefined {
  const scripts = scriptsNaming(tx, needed);
  const named = new Set(scripts.flatMap((script) => [...keysOf(script)]));
  const alone = needed.filter((key) => !named.has(key) || tx.body.requiredSigners.includes(key));
  const complete = (keys: ReadonlySet<string>): boolean =>
    alone.every((key) => keys.has(key)) && scripts.every((script) => satisfies(script, keys, tx.body));
  let chosen = new Set(signed);
  if (!complete(chosen)) return undefined;
  for (const key of signed.toReversed()) {
    const without = new Set([...chosen].filter((one) => one !== key));
    if (complete(without)) chosen = without;
  }
  return chosen;
}

/** The most signatures that a transaction takes from these keys; its native scripts may need only some of theirs. */
export function signaturesOf(tx: Transaction, needed: readonly string[]): number {
  const scripts = scriptsNaming(tx, needed);
  const named = new Set(scripts.flatMap((script) => [...keysOf(script)]));
  const alone = needed.filter((key) => !named.has(key)).length;
  return alone + scripts.reduce((sum, script) => sum + mostSignatures(script), 0);
}

function scriptsNaming(tx: Transaction, keys: readonly string[]): readonly NativeScript[] {
  return [...nativeScriptsOf(tx).values()].filter((script) => {
    const named = keysOf(script);
    return keys.some((key) => named.has(key));
  });
}

/**
 * The transaction (hex) with a native script added to its witnesses and no other byte changed, so its hash stays the
 * same. A transaction that already includes that script is returned as it is. The failure says why it cannot be done.
 */
export function withNativeScript(cbor: string, script: NativeScript): Result<string, string> {
  const before = decodeTransaction(cbor);
  if (!before.ok) return before;
  const tx = before.value;
  const { raw, entries } = witnessMap(tx);
  if (nativeScriptsOf(tx).has(nativeScriptHash(script))) return ok(toHex(tx.bytes));
  if (entries.some(({ key }) => key.kind === 'int' && key.value === NATIVE_SCRIPTS))
    return failed('it brings scripts along that were not asked for');
  const list = cborTag(SET_TAG, cborArray([nativeScriptBytes(script)]));
  const pairs = entries.map(({ key, value }) => raw.subarray(key.start, value.end));
  const map = concatBytes(
    cborHead(5, BigInt(pairs.length + 1)),
    ...pairs,
    concatBytes(Uint8Array.of(Number(NATIVE_SCRIPTS)), list),
  );
  const { bytes, spans } = tx;
  const result = toHex(
    concatBytes(bytes.subarray(0, spans.witnesses.start), map, bytes.subarray(spans.witnesses.end)),
  );
  const after = decodeTransaction(result);
  if (!after.ok) return failed(`with the script ${after.failure}`);
  const same = (part: 'body' | 'auxiliary'): boolean =>
    bytesEqual(slice(bytes, spans[part]), slice(after.value.bytes, after.value.spans[part]));
  if (!same('body') || !same('auxiliary')) throw new Error('putting a script in changed something else');
  return ok(result);
}

function witnessMap(tx: Transaction): {
  readonly raw: Uint8Array;
  readonly entries: Extract<CborItem, { kind: 'map' }>['entries'];
} {
  const raw = slice(tx.bytes, tx.spans.witnesses);
  const scanned = scanCbor(raw);
  if (!scanned.ok || scanned.value.kind !== 'map') throw new Error('a decoded witness set is a map');
  return { raw, entries: scanned.value.entries };
}
