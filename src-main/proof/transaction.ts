import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { OutputName } from '#domain/trade.ts';
import { holderOf, type Holder } from './address.ts';
import {
  BYTES,
  bytesOf,
  FALSE,
  hash256,
  hexOf,
  LIST,
  MAP,
  type Node,
  NULL,
  readCbor,
  SIMPLE,
  TAG,
  TRUE,
  UINT,
  unreadable,
} from './cbor.ts';
import { ADA } from './sums.ts';

/** An output as its bytes say it. */
export interface Output {
  readonly holder: Holder;
  readonly value: Value;
  /** Hash of a datum that is elsewhere, hex. */
  readonly datumHash: string | undefined;
  /** Bytes of a datum that is in the output, hex. */
  readonly inlineDatum: string | undefined;
  readonly carriesScript: boolean;
}

/** A transaction as its bytes say it (Conway ledger specification). Everything that may matter to a wallet. */
export interface RawTransaction {
  readonly bodyHash: string;
  readonly isValid: boolean;
  /** In the order written; one that occurs twice occurs twice here. */
  readonly inputs: readonly OutputName[];
  readonly collateral: readonly OutputName[];
  readonly outputs: readonly Output[];
  readonly collateralReturn: Output | undefined;
  /** Most of the collateral that is taken, as far as it is stated. */
  readonly totalCollateral: bigint | undefined;
  readonly fee: bigint;
  readonly requiredSigners: readonly string[];
  /** Slots from which, and before which, it can enter the chain. */
  readonly validFrom: bigint | undefined;
  readonly validUntil: bigint | undefined;
  readonly networkId: bigint | undefined;
  readonly mint: Value;
  readonly withdrawals: readonly { readonly account: string; readonly amount: bigint }[];
  readonly donation: bigint;
  /** Keys of the body's map. */
  readonly fields: ReadonlySet<number>;
  /** Hash that the body states of what is attached, and the hash of what is. */
  readonly attachedStated: string | undefined;
  readonly attached: string | undefined;
  /** Datums that the witnesses bring along, hex, by their hash. */
  readonly data: ReadonlyMap<string, string>;
}

/** The network takes none that is larger. */
const MOST_BYTES = 16_384;
const SET = 258n;
const EMBEDDED = 24n;

/** Keys of a body that are known: each is read here, or objected to where it is judged. */
const BODY_KEYS = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]);
const WITNESS_KEYS = new Set([0, 1, 2, 3, 4, 5, 6, 7]);
const OUTPUT_KEYS = new Set([0, 1, 2, 3]);

/** Reads one whole transaction. @throws Unreadable for anything else. */
export function readTransaction(hex: string): RawTransaction {
  const bytes = bytesOf(hex);
  if (bytes.length > MOST_BYTES) return unreadable('it is larger than the network accepts');
  const whole = readCbor(bytes);
  if (whole.major !== LIST || whole.indefinite || whole.parts.length !== 4)
    return unreadable('it is not a list of four');
  const [bodyNode, witnessNode, validity, attached] = whole.parts as readonly [Node, Node, Node, Node];
  const body = numbered(bodyNode, BODY_KEYS, 'its body');
  const field = (key: number): Node =>
    body.get(key) ?? unreadable('its body lacks a field that every one has');
  const listed = <T>(key: number, read: (node: Node) => T): readonly T[] => {
    const node = body.get(key);
    return node ? setOf(node).map(read) : [];
  };
  const optional = <T>(key: number, read: (node: Node) => T): T | undefined => {
    const node = body.get(key);
    return node && read(node);
  };
  const nothingAttached = attached.major === SIMPLE && attached.number === NULL;
  return {
    bodyHash: hash256(bytes.subarray(bodyNode.start, bodyNode.end)),
    isValid: flag(validity),
    inputs: setOf(field(0)).map(readInput),
    collateral: listed(13, readInput),
    outputs: listOf(field(1)).map(readOutput),
    collateralReturn: optional(16, readOutput),
    totalCollateral: optional(17, natural),
    fee: natural(field(2)),
    requiredSigners: listed(14, (node) => hexOf(string(node, 28))),
    validFrom: optional(8, natural),
    validUntil: optional(3, natural),
    networkId: optional(15, natural),
    mint: optional(9, (node) => readTokens(node, integer)) ?? new Map(),
    withdrawals: (optional(5, entries) ?? []).map(([account, amount]) => ({
      account: hexOf(string(account)),
      amount: natural(amount),
    })),
    donation: optional(22, natural) ?? 0n,
    fields: new Set(body.keys()),
    attachedStated: optional(7, (node) => hexOf(string(node, 32))),
    attached: nothingAttached ? undefined : hash256(bytes.subarray(attached.start, attached.end)),
    data: readData(numbered(witnessNode, WITNESS_KEYS, 'its witnesses').get(4), bytes),
  };
}

/**
 * The outputs that a transaction made, by their index, of any era since Shelley: only its body is read, and the
 * body's hash. One whose scripts failed has made nothing but the return of its collateral. @throws Unreadable
 */
export function readParent(hex: string): {
  readonly hash: string;
  readonly outputs: ReadonlyMap<number, Output>;
  readonly failed: boolean;
} {
  const bytes = bytesOf(hex);
  const whole = readCbor(bytes);
  const [bodyNode, , third] = whole.parts;
  if (whole.major !== LIST || !bodyNode || !third || whole.parts.length > 4)
    return unreadable('it is not a transaction');
  const body = new Map(entries(bodyNode).map(([key, value]) => [natural(key), value]));
  const outputs = listOf(body.get(1n) ?? unreadable('it has no outputs'));
  const failed = whole.parts.length === 4 && !flag(third);
  const returned = body.get(16n);
  const outputNodes: readonly (readonly [number, Node])[] = failed
    ? returned
      ? [[outputs.length, returned]]
      : []
    : [...outputs.entries()];
  return {
    hash: hash256(bytes.subarray(bodyNode.start, bodyNode.end)),
    outputs: new Map(outputNodes.map(([index, node]) => [index, readOutput(node)])),
    failed,
  };
}

function readInput(node: Node): OutputName {
  const [hash, index] = pairOf(node);
  const place = natural(index);
  if (place > 0xffffn) return unreadable('an input has an index that no output has');
  return `${hexOf(string(hash, 32))}#${Number(place)}`;
}

function readOutput(node: Node): Output {
  const parts =
    node.major === MAP
      ? numbered(node, OUTPUT_KEYS, 'an output')
      : new Map(listOf(node).map((part, at) => [at, part]));
  if (node.major !== MAP && (parts.size < 2 || parts.size > 3)) return unreadable('an output is ill-formed');
  const address = parts.get(0) ?? unreadable('an output has no address');
  const value = parts.get(1) ?? unreadable('an output has no value');
  const datum = parts.get(2);
  const script = parts.get(3);
  if (script) embedded(script);
  return {
    holder: holderOf(string(address)),
    value: readValue(value),
    ...readDatum(datum, node.major === MAP),
    carriesScript: script !== undefined,
  };
}

function readDatum(node: Node | undefined, either: boolean): Pick<Output, 'datumHash' | 'inlineDatum'> {
  if (!node) return { datumHash: undefined, inlineDatum: undefined };
  if (!either) return { datumHash: hexOf(string(node, 32)), inlineDatum: undefined };
  const [kind, content] = pairOf(node);
  switch (natural(kind)) {
    case 0n:
      return { datumHash: hexOf(string(content, 32)), inlineDatum: undefined };
    case 1n:
      return { datumHash: undefined, inlineDatum: hexOf(embedded(content)) };
    default:
      return unreadable('an output has a datum of a kind that is not known');
  }
}

function readValue(node: Node): Value {
  if (node.major === UINT) return new Map([[ADA, node.number]]);
  const [coin, tokens] = pairOf(node);
  return new Map([[ADA, natural(coin)], ...readTokens(tokens, natural)]);
}

function readTokens(node: Node, quantity: (node: Node) => bigint): Value {
  const tokens = new Map<AssetId, bigint>();
  for (const [policyNode, names] of entries(node)) {
    const policy = hexOf(string(policyNode, 28));
    for (const [name, amount] of entries(names)) {
      const nameBytes = string(name);
      if (nameBytes.length > 32) return unreadable("a token's name is too long");
      tokens.set((policy + hexOf(nameBytes)) as AssetId, quantity(amount));
    }
  }
  return tokens;
}

/** The datums of the witnesses: what they are called by is the hash of their bytes as they are written. */
function readData(node: Node | undefined, bytes: Uint8Array): ReadonlyMap<string, string> {
  if (!node) return new Map();
  return new Map(
    setOf(node).map(({ start, end }) => {
      const datum = bytes.subarray(start, end);
      return [hash256(datum), hexOf(datum)];
    }),
  );
}

function flag({ major, number }: Node): boolean {
  if (major !== SIMPLE || (number !== TRUE && number !== FALSE))
    return unreadable('it does not say whether its scripts succeed');
  return number === TRUE;
}

function natural({ major, number }: Node): bigint {
  return major === UINT ? number : unreadable('a number of it is none');
}

function integer({ major, number }: Node): bigint {
  if (major !== UINT && major !== 1) return unreadable('a number of it is none');
  return major === UINT ? number : -1n - number;
}

function string({ major, bytes }: Node, length?: number): Uint8Array {
  if (major !== BYTES || (length !== undefined && bytes.length !== length))
    return unreadable('bytes of it are not what they should be');
  return bytes;
}

/** Content of a byte string that holds CBOR, which is read once to be sure of it. */
function embedded({ major, number, parts: [content] }: Node): Uint8Array {
  if (major !== TAG || number !== EMBEDDED || !content) return unreadable('a part of it is not embedded');
  readCbor(string(content));
  return content.bytes;
}

function listOf({ major, parts }: Node): readonly Node[] {
  return major === LIST ? parts : unreadable('a list of it is none');
}

/** A list, or one that is marked as a set. */
function setOf(node: Node): readonly Node[] {
  const [content] = node.parts;
  return listOf(node.major === TAG && node.number === SET && content ? content : node);
}

function pairOf(node: Node): readonly [Node, Node] {
  const [first, second, ...more] = listOf(node);
  return first && second && more.length === 0 ? [first, second] : unreadable('a pair of it is none');
}

/** Keys and values of a map, in which no key occurs twice, however it is written. */
function entries({ major, parts }: Node): readonly (readonly [Node, Node])[] {
  if (major !== MAP) return unreadable('a map of it is none');
  const seen = new Set<string>();
  const found: (readonly [Node, Node])[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    // No key is without its value: what reads CBOR sees to that.
    const [key, value] = parts.slice(at, at + 2) as [Node, Node];
    const content = hexOf(key.bytes);
    // The count of a byte string is no part of what it says, and neither is how it is cut up.
    const plain = key.major === BYTES ? content : `${key.major} ${key.number} ${content}`;
    if (seen.has(plain)) return unreadable('a map of it has a key twice');
    seen.add(plain);
    found.push([key, value]);
  }
  return found;
}

/** A map whose keys are among `known`. */
function numbered(node: Node, known: ReadonlySet<number>, what: string): ReadonlyMap<number, Node> {
  return new Map(
    entries(node).map(([key, value]) => {
      const number = Number(natural(key));
      return [known.has(number) ? number : unreadable(`${what} has a field that is not known`), value];
    }),
  );
}
