import { failed, ok, type Result } from '#domain/result.ts';
import type { CborItem } from './cbor-scanner.ts';
import * as shape from './cbor-shape.ts';
import { cborArray, cborBytes, cborInt } from './cbor-writer.ts';
import { blake2b224 } from './hash.ts';
import { concatBytes, hexBytes, toHex } from './hex.ts';

/** Who may spend what a native script locks, and when (Conway CDDL, `native_script`; CIP-1854). */
export type NativeScript =
  | { readonly kind: 'key'; readonly hash: string }
  | { readonly kind: 'all' | 'any'; readonly scripts: readonly NativeScript[] }
  | { readonly kind: 'at-least'; readonly required: number; readonly scripts: readonly NativeScript[] }
  /** `from`: only in transactions that are not valid before the slot; `until`: that are not valid from it on. */
  | { readonly kind: 'from' | 'until'; readonly slot: number };

/** Limits on a script's nesting and on its number of keys and times: more than people sign with together. */
const MOST_LEVELS = 8;
const MOST_PARTS = 64;
const LONGEST = 10_000;
/** Language tag of native scripts, before the bytes that are hashed (ledger specification). */
const NATIVE = Uint8Array.of(0);

/** Thrown while a script is read. */
class Unusable extends Error {}

/**
 * Reads a script as cardano-cli writes it: JSON of `sig`, `all`, `any`, `atLeast`, `after` and `before`. An accepted
 * script names a key and cannot be spent from without signatures. The failure says what is wrong with it.
 */
export function readNativeScript(json: string): Result<NativeScript, string> {
  if (json.length > LONGEST) return failed(`it has more than ${LONGEST} characters`);
  try {
    const left = { parts: MOST_PARTS };
    const script = read(JSON.parse(json), 1, left);
    if (fewestSignatures(script) === 0) throw new Unusable('it can be spent from without any signature');
    if (fewestSignatures(script) === Number.POSITIVE_INFINITY)
      throw new Unusable('no signatures are enough for it: its funds could never be spent');
    return ok(script);
  } catch (error) {
    if (error instanceof Unusable) return failed(error.message);
    if (error instanceof SyntaxError) return failed('it is not JSON');
    throw error;
  }
}

/**
 * Reads a script from its CBOR, with the same conditions as `readNativeScript`. Its hash is that of the bytes, not of
 * this reading of them.
 */
export function nativeScriptIn(item: CborItem): Result<NativeScript, string> {
  return shape.reading(() => {
    const left = { parts: MOST_PARTS };
    const script = readItem(item, 1, left);
    const fewest = fewestSignatures(script);
    if (fewest === 0 || fewest === Number.POSITIVE_INFINITY) shape.refuse('the script asks for no signature');
    return script;
  });
}

/** BLAKE2b-224 of a script's raw CBOR under its language tag, hex. */
export function nativeHashOf(raw: Uint8Array): string {
  return blake2b224(concatBytes(NATIVE, raw));
}

/** BLAKE2b-224 of the script's bytes under their language tag, hex: the payment credential of its addresses (CIP-19). */
export function nativeScriptHash(script: NativeScript): string {
  return nativeHashOf(nativeScriptBytes(script));
}

/** The script's CBOR, in the shortest definite form, as cardano-cli and wallets write it. */
export function nativeScriptBytes(script: NativeScript): Uint8Array {
  const tagged = (tag: bigint, ...items: readonly Uint8Array[]): Uint8Array =>
    cborArray([cborInt(tag), ...items]);
  const list = (scripts: readonly NativeScript[]): Uint8Array => cborArray(scripts.map(nativeScriptBytes));
  switch (script.kind) {
    case 'key':
      return tagged(0n, cborBytes(hexBytes(script.hash)));
    case 'all':
      return tagged(1n, list(script.scripts));
    case 'any':
      return tagged(2n, list(script.scripts));
    case 'at-least':
      return tagged(3n, cborInt(BigInt(script.required)), list(script.scripts));
    case 'from':
      return tagged(4n, cborInt(BigInt(script.slot)));
    case 'until':
      return tagged(5n, cborInt(BigInt(script.slot)));
  }
}

/** The first slot at which a transaction is valid, and the first at which it no longer is. */
export interface SlotInterval {
  readonly validFrom: bigint | undefined;
  readonly validUntil: bigint | undefined;
}

/**
 * Whether signatures by these keys (hashes, hex) satisfy the script in a transaction with this validity (ledger
 * specification, `evalTimelock`).
 */
export function satisfies(script: NativeScript, keys: ReadonlySet<string>, at: SlotInterval): boolean {
  const met = (scripts: readonly NativeScript[]): number =>
    scripts.filter((one) => satisfies(one, keys, at)).length;
  switch (script.kind) {
    case 'key':
      return keys.has(script.hash);
    case 'all':
      return met(script.scripts) === script.scripts.length;
    case 'any':
      return met(script.scripts) > 0;
    case 'at-least':
      return met(script.scripts) >= script.required;
    case 'from':
      return at.validFrom !== undefined && BigInt(script.slot) <= at.validFrom;
    case 'until':
      return at.validUntil !== undefined && at.validUntil <= BigInt(script.slot);
  }
}

/** Hashes of the keys that the script names, without duplicates. */
export function keysOf(script: NativeScript): ReadonlySet<string> {
  if (script.kind === 'key') return new Set([script.hash]);
  return new Set('scripts' in script ? script.scripts.flatMap((one) => [...keysOf(one)]) : []);
}

/** Hashes of the keys that the script names in more than one place: one signature of such a key counts in all of them. */
export function keysNamedTwice(script: NativeScript): ReadonlySet<string> {
  return new Set([...placesOf(script)].flatMap(([key, places]) => (places > 1 ? [key] : [])));
}

/** In how many places the script names each key. */
function placesOf(script: NativeScript): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const count = (part: NativeScript): void => {
    if (part.kind === 'key') places.set(part.hash, (places.get(part.hash) ?? 0) + 1);
    if ('scripts' in part) for (const one of part.scripts) count(one);
  };
  count(script);
  return places;
}

/** The most signatures that can be needed to satisfy a script, if none is superfluous: each key signs once. */
export function mostSignatures(script: NativeScript): number {
  const counted = countSignatures(
    script,
    (counts, required) => sumOf(counts.toSorted(ascending).toReversed().slice(0, required)),
    () => 1,
  );
  return Math.min(counted, keysOf(script).size);
}

/**
 * The fewest keys whose signatures can satisfy a script, whatever the time. The ledger counts a key in every place that
 * names it, so one signature can be enough where two places ask for one. `Infinity` if the script cannot be satisfied.
 * Exact, but for a script that names keys twice and can be satisfied in very many ways: of that one a lower bound.
 */
export function fewestSignatures(script: NativeScript): number {
  const places = placesOf(script);
  // A set of keys meets no more than every place of each: a share of one for each place never exceeds its size.
  const least = countSignatures(
    script,
    (counts, required) =>
      required > counts.length
        ? Number.POSITIVE_INFINITY
        : sumOf(counts.toSorted(ascending).slice(0, required)),
    (key) => 1 / (places.get(key) ?? 1),
  );
  const bound = Math.max(0, Math.ceil(least - 1e-6));
  if (!Number.isFinite(least) || keysNamedTwice(script).size === 0) return bound;
  const ways = waysToSign(script, { comparisons: MOST_COMPARISONS });
  return ways === undefined ? bound : Math.min(...ways.map(({ size }) => size));
}

/** Of sets with sets: well below a second, whatever script a bundle brings. */
const MOST_COMPARISONS = 2_000_000;

/** The sets of keys that satisfy a script, none of which contains another; `undefined` for too many of them. */
function waysToSign(
  script: NativeScript,
  left: { comparisons: number },
): readonly ReadonlySet<string>[] | undefined {
  if (script.kind === 'key') return [new Set([script.hash])];
  if (!('scripts' in script)) return [new Set()];
  const required =
    script.kind === 'at-least' ? script.required : script.kind === 'all' ? script.scripts.length : 1;
  // By the number of parts that are satisfied so far.
  let found: readonly (readonly ReadonlySet<string>[])[] = [[new Set<string>()]];
  for (const one of script.scripts) {
    const ways = waysToSign(one, left);
    if (ways === undefined) return undefined;
    const next: (readonly ReadonlySet<string>[])[] = [];
    for (let met = 0; met <= Math.min(required, found.length); met += 1) {
      const before = found[met - 1] ?? [];
      const without = found[met] ?? [];
      left.comparisons -= (without.length + before.length * ways.length) ** 2;
      if (left.comparisons < 0) return undefined;
      const joined = before.flatMap((keys) => ways.map((more) => new Set([...keys, ...more])));
      next.push(smallest([...without, ...joined]));
    }
    found = next;
  }
  return found[required] ?? [];
}

/** Those of the sets that contain no other one. */
function smallest(sets: readonly ReadonlySet<string>[]): readonly ReadonlySet<string>[] {
  const minimal: ReadonlySet<string>[] = [];
  for (const one of sets.toSorted((a, b) => a.size - b.size))
    if (!minimal.some((other) => [...other].every((key) => one.has(key)))) minimal.push(one);
  return minimal;
}

/**
 * `choose` picks the signatures for a list from those of each of its parts and the number of parts required; `counted` says
 * how much a key counts.
 */
function countSignatures(
  script: NativeScript,
  choose: (counts: readonly number[], required: number) => number,
  counted: (key: string) => number,
): number {
  const of = (scripts: readonly NativeScript[], required: number): number =>
    choose(
      scripts.map((one) => countSignatures(one, choose, counted)),
      Math.max(0, required),
    );
  switch (script.kind) {
    case 'key':
      return counted(script.hash);
    case 'from':
    case 'until':
      return 0;
    case 'all':
      return of(script.scripts, script.scripts.length);
    case 'any':
      return of(script.scripts, 1);
    case 'at-least':
      return of(script.scripts, script.required);
  }
}

/** Not by subtraction: the difference of two infinities is not a number. */
function ascending(left: number, right: number): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** One line of a script's conditions: its nesting level and its text. */
export interface ScriptLine {
  readonly level: number;
  readonly text: string;
  /** Hash of the key that must sign, hex. */
  readonly key?: string;
}

/**
 * A script's conditions line by line, each part one level deeper than the one containing it. `time` formats a slot as a
 * readable time.
 */
export function scriptLines(script: NativeScript, time: (slot: number) => string): readonly ScriptLine[] {
  const lines = (part: NativeScript, level: number): readonly ScriptLine[] => {
    const inner = 'scripts' in part ? part.scripts.flatMap((one) => lines(one, level + 1)) : [];
    const key = part.kind === 'key' ? { key: part.hash } : {};
    return [{ level, text: lineOf(part, time), ...key }, ...inner];
  };
  return lines(script, 0);
}

function lineOf(script: NativeScript, time: (slot: number) => string): string {
  switch (script.kind) {
    case 'key':
      return 'Signature of the key';
    case 'all':
      return script.scripts.length === 1 ? 'This:' : `All ${script.scripts.length} of these:`;
    case 'any':
      return script.scripts.length === 1 ? 'This:' : `Any one of these ${script.scripts.length}:`;
    case 'at-least':
      return `At least ${script.required} of these ${script.scripts.length}:`;
    case 'from':
      return `Not before ${time(script.slot)} (slot ${script.slot})`;
    case 'until':
      return `Only before ${time(script.slot)} (slot ${script.slot})`;
  }
}

function read(json: unknown, level: number, left: { parts: number }): NativeScript {
  left.parts -= 1;
  if (level > MOST_LEVELS || left.parts < 0)
    throw new Unusable(`it has more than ${MOST_LEVELS} levels or ${MOST_PARTS} parts`);
  const fields = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  const { type, keyHash, slot, required } = fields;
  const scripts = (): readonly NativeScript[] => {
    const list = fields['scripts'];
    if (!Array.isArray(list)) throw new Unusable(`a part "${String(type)}" has no list of scripts`);
    return list.map((one) => read(one, level + 1, left));
  };
  switch (type) {
    case 'sig':
      if (typeof keyHash !== 'string' || !/^[0-9a-f]{56}$/i.test(keyHash))
        throw new Unusable('a part "sig" has no key hash of 56 hexadecimal digits');
      return { kind: 'key', hash: keyHash.toLowerCase() };
    case 'all':
    case 'any':
      return { kind: type, scripts: scripts() };
    case 'atLeast':
      return { kind: 'at-least', required: natural(required, 'a part "atLeast"'), scripts: scripts() };
    case 'after':
      return { kind: 'from', slot: natural(slot, 'a part "after"') };
    case 'before':
      return { kind: 'until', slot: natural(slot, 'a part "before"') };
    default:
      throw new Unusable('a part of it is not one of sig, all, any, atLeast, after and before');
  }
}

function readItem(item: CborItem, level: number, left: { parts: number }): NativeScript {
  left.parts -= 1;
  if (level > MOST_LEVELS || left.parts < 0) shape.refuse('the script has too many parts');
  const [tag, first, second, ...rest] = shape.array(item, 'the script');
  const kind = tag && shape.index(tag, 'the kind of the script');
  const scripts = (list: CborItem | undefined): readonly NativeScript[] =>
    shape.array(whole(list), 'its parts').map((one) => readItem(one, level + 1, left));
  if (rest.length > 0 || (kind === 3) !== (second !== undefined))
    shape.refuse('a part of the script is of another kind');
  switch (kind) {
    case 0:
      return { kind: 'key', hash: toHex(shape.bytes(whole(first), 'a key of the script', 28)) };
    case 1:
      return { kind: 'all', scripts: scripts(first) };
    case 2:
      return { kind: 'any', scripts: scripts(first) };
    case 3:
      return {
        kind: 'at-least',
        required: shape.index(whole(first), 'how many it takes'),
        scripts: scripts(second),
      };
    case 4:
      return { kind: 'from', slot: slotIn(first) };
    case 5:
      return { kind: 'until', slot: slotIn(first) };
    default:
      return shape.refuse('a part of the script is of another kind');
  }
}

function whole(item: CborItem | undefined): CborItem {
  return item ?? shape.refuse('a part of the script is missing');
}

function slotIn(item: CborItem | undefined): number {
  const slot = shape.natural(whole(item), 'a time of the script');
  return slot <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(slot)
    : shape.refuse('a time of the script is too far');
}

function natural(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Unusable(`${what} has no whole number`);
  return value;
}
