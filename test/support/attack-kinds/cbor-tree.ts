import { scanCbor, type CborItem } from '../../../src-main/cardano/cbor-scanner.ts';
import { cborBytes, cborHead, cborInt } from '../../../src-main/cardano/cbor-writer.ts';
import { hexBytes, toHex } from '../../../src-main/cardano/hex.ts';

/** An integer, string or simple value, as its exact bytes in hex. */
export interface Leaf {
  readonly kind: 'int' | 'bytes' | 'text' | 'simple';
  hex: string;
}

/** A list, map (keys and values by turns) or tag. Its head's bytes are kept as long as the number of items is. */
export interface Branch {
  readonly kind: 'array' | 'map' | 'tag';
  head: string;
  indefinite: boolean;
  /** How many children the head speaks of. */
  counted: number;
  children: CborNode[];
}

/** A CBOR item to be edited in place: whatever is not edited is written again byte for byte. */
export type CborNode = Leaf | Branch;

/** Reads hex into an editable tree. @throws Error when it is not one CBOR item: a bug of the test. */
export function treeOf(hex: string): CborNode {
  const bytes = hexBytes(hex);
  const scanned = scanCbor(bytes);
  if (!scanned.ok) throw new Error(scanned.failure);
  return nodeOf(scanned.value, bytes);
}

/** The tree's bytes, hex. */
export function hexOf(node: CborNode): string {
  if (isLeaf(node)) return node.hex;
  const inside = node.children.map(hexOf).join('');
  if (node.indefinite) return `${node.head}${inside}ff`;
  return (node.counted === node.children.length ? node.head : shortestHead(node)) + inside;
}

export function isLeaf(node: CborNode): node is Leaf {
  return node.kind !== 'array' && node.kind !== 'map' && node.kind !== 'tag';
}

/** Every node below and including `node`, parents first. */
export function everyNode(node: CborNode): CborNode[] {
  return isLeaf(node) ? [node] : [node, ...node.children.flatMap(everyNode)];
}

export function intNode(value: bigint): Leaf {
  return { kind: 'int', hex: toHex(cborInt(value)) };
}

export function bytesNode(hex: string): Leaf {
  return { kind: 'bytes', hex: toHex(cborBytes(hexBytes(hex))) };
}

/** The integer that a leaf holds. */
export function intOf(node: CborNode): bigint {
  const item = itemOf(node);
  if (item.kind !== 'int') throw new Error('not an integer');
  return item.value;
}

/** The content of a byte string, hex. */
export function contentOf(node: CborNode): string {
  const item = itemOf(node);
  if (item.kind !== 'bytes') throw new Error('not a byte string');
  return toHex(item.value);
}

/** A list or map written with a head of no definite length, or of one. */
export function setIndefinite(node: Branch, indefinite: boolean): void {
  if (node.kind === 'tag') return;
  node.indefinite = indefinite;
  node.head = indefinite ? (node.kind === 'array' ? '9f' : 'bf') : shortestHead(node);
  node.counted = node.children.length;
}

/** Writes a leaf's or branch's head with eight bytes for its argument. */
export function widenHead(node: CborNode): void {
  if (!isLeaf(node)) {
    if (!node.indefinite) node.head = wideHead(node.head);
    return;
  }
  const head = node.hex.slice(0, 2 + 2 * argumentWidth(node.hex));
  node.hex = wideHead(head) + node.hex.slice(head.length);
}

function wideHead(head: string): string {
  const first = Number.parseInt(head.slice(0, 2), 16);
  const info = first & 0x1f;
  const argument = info < 24 ? info.toString(16) : head.slice(2);
  return ((first & 0xe0) | 27).toString(16).padStart(2, '0') + argument.padStart(16, '0');
}

/** Bytes of the argument that follow a head byte. */
function argumentWidth(hex: string): number {
  const info = Number.parseInt(hex.slice(0, 2), 16) & 0x1f;
  return info < 24 ? 0 : 1 << (info - 24);
}

function shortestHead(node: Branch): string {
  if (node.kind === 'tag') return node.head;
  const count = node.kind === 'map' ? node.children.length / 2 : node.children.length;
  return toHex(cborHead(node.kind === 'map' ? 5 : 4, BigInt(count)));
}

function itemOf(node: CborNode): CborItem {
  const scanned = scanCbor(hexBytes(hexOf(node)));
  if (!scanned.ok) throw new Error(scanned.failure);
  return scanned.value;
}

function nodeOf(item: CborItem, bytes: Uint8Array): CborNode {
  const hex = toHex(bytes.subarray(item.start, item.end));
  switch (item.kind) {
    case 'array':
      return branch('array', item, item.items, item.indefinite, bytes);
    case 'map':
      return branch(
        'map',
        item,
        item.entries.flatMap(({ key, value }) => [key, value]),
        item.indefinite,
        bytes,
      );
    case 'tag':
      return branch('tag', item, [item.content], false, bytes);
    default:
      return { kind: item.kind, hex };
  }
}

function branch(
  kind: Branch['kind'],
  item: CborItem,
  children: readonly CborItem[],
  indefinite: boolean,
  bytes: Uint8Array,
): Branch {
  const end = children[0]?.start ?? item.end - (indefinite ? 1 : 0);
  return {
    kind,
    indefinite,
    head: toHex(bytes.subarray(item.start, end)),
    counted: children.length,
    children: children.map((child) => nodeOf(child, bytes)),
  };
}
