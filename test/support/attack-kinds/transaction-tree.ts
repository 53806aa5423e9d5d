import { ADA, type AssetId } from '#domain/asset.ts';
import { blake2b256 } from '../../../src-main/cardano/hash.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import {
  bytesNode,
  contentOf,
  hexOf,
  intNode,
  intOf,
  isLeaf,
  treeOf,
  type Branch,
  type CborNode,
} from './cbor-tree.ts';

/** A transaction's bytes to be edited field by field; fields that are not edited keep their encoding. */
export class TransactionTree {
  readonly root: Branch;

  constructor(cbor: string) {
    this.root = branchOf(treeOf(cbor));
  }

  get cbor(): string {
    return hexOf(this.root);
  }

  get body(): Branch {
    return branchOf(this.#part(0));
  }

  get witnesses(): Branch {
    return branchOf(this.#part(1));
  }

  setPart(index: 0 | 1 | 2 | 3, hex: string): void {
    this.root.children[index] = treeOf(hex);
  }

  /** BLAKE2b-256 of the present body. */
  get bodyHash(): string {
    return blake2b256(hexBytes(hexOf(this.body)));
  }

  get fee(): bigint {
    return intOf(this.field(2));
  }

  set fee(lovelace: bigint) {
    setField(this.body, 2, intNode(lovelace));
  }

  field(key: number): CborNode {
    const found = fieldOf(this.body, key);
    if (!found) throw new Error(`no field ${key}`);
    return found;
  }

  has(key: number): boolean {
    return fieldOf(this.body, key) !== undefined;
  }

  /** Sets (or with `undefined` removes) a field of the body, hex. */
  set(key: number, hex: string | undefined): void {
    setField(this.body, key, hex === undefined ? undefined : treeOf(hex.replaceAll(' ', '')));
  }

  get outputs(): readonly OutputTree[] {
    return branchOf(this.field(1)).children.map((node) => new OutputTree(branchOf(node)));
  }

  output(index: number): OutputTree {
    const found = this.outputs[index];
    if (!found) throw new Error(`no output ${index}`);
    return found;
  }

  /** Appends an output of the legacy form. */
  addOutput(addressHex: string, lovelace: bigint): OutputTree {
    const node: Branch = {
      kind: 'array',
      head: '82',
      indefinite: false,
      counted: 2,
      children: [bytesNode(addressHex), intNode(lovelace)],
    };
    branchOf(this.field(1)).children.push(node);
    return new OutputTree(node);
  }

  removeOutput(index: number): void {
    branchOf(this.field(1)).children.splice(index, 1);
  }

  #part(index: number): CborNode {
    const part = this.root.children[index];
    if (!part) throw new Error(`no part ${index}`);
    return part;
  }
}

/** One output, in the list form or the map form. */
export class OutputTree {
  readonly node: Branch;

  constructor(node: Branch) {
    this.node = node;
  }

  get address(): string {
    return contentOf(this.#get(0));
  }

  set address(hex: string) {
    this.#set(0, bytesNode(hex));
  }

  get coin(): bigint {
    const value = this.#get(1);
    return intOf(isLeaf(value) ? value : child(value, 0));
  }

  set coin(lovelace: bigint) {
    const value = this.#get(1);
    if (isLeaf(value)) this.#set(1, intNode(lovelace));
    else value.children[0] = intNode(lovelace);
  }

  /** The tokens held, by asset. */
  get tokens(): ReadonlyMap<AssetId, bigint> {
    const held = new Map<AssetId, bigint>();
    const value = this.#get(1);
    if (isLeaf(value)) return held;
    for (const [policy, names] of entriesOf(branchOf(child(value, 1))))
      for (const [name, quantity] of entriesOf(branchOf(names)))
        held.set((contentOf(policy) + contentOf(name)) as AssetId, intOf(quantity));
    return held;
  }

  /** Adds to what is held of an asset, which must be there to become less. A token that becomes zero goes away. */
  add(asset: AssetId, quantity: bigint): void {
    if (asset === ADA) this.coin += quantity;
    else this.setToken(asset, (this.tokens.get(asset) ?? 0n) + quantity || undefined);
  }

  /** Writes a token's quantity, zero too; `undefined` takes it out. */
  setToken(asset: AssetId, quantity: bigint | undefined): void {
    const value = this.#get(1);
    if (isLeaf(value)) this.#set(1, treeOf(`82${value.hex}a0`));
    const whole = branchOf(this.#get(1));
    const policies = branchOf(child(whole, 1));
    const policy = asset.slice(0, 56);
    const name = asset.slice(56);
    const names = entriesOf(policies).find(([key]) => contentOf(key) === policy)?.[1];
    if (names) {
      setEntry(branchOf(names), name, quantity === undefined ? undefined : intNode(quantity));
      if (branchOf(names).children.length === 0) setEntry(policies, policy, undefined);
    } else if (quantity !== undefined)
      setEntry(policies, policy, treeOf(`a1${bytesNode(name).hex}${intNode(quantity).hex}`));
    if (policies.children.length === 0) this.#set(1, child(whole, 0));
  }

  /** The inline datum, hex; `undefined` when there is none. */
  get inlineDatum(): string | undefined {
    const datum = this.node.kind === 'map' ? fieldOf(this.node, 2) : undefined;
    if (!datum || hexOf(child(branchOf(datum), 0)) !== '01') return undefined;
    return contentOf(child(branchOf(child(branchOf(datum), 1)), 0));
  }

  get datumHash(): string | undefined {
    if (this.node.kind === 'array') {
      const third = this.node.children[2];
      return third && contentOf(third);
    }
    const datum = fieldOf(this.node, 2);
    return datum && this.inlineDatum === undefined ? contentOf(child(branchOf(datum), 1)) : undefined;
  }

  setInlineDatum(hex: string): void {
    this.toMap();
    setField(this.node, 2, treeOf(`8201d818${bytesNode(hex).hex}`));
  }

  setDatumHash(hash: string): void {
    if (this.node.kind === 'array') this.node.children[2] = bytesNode(hash);
    else setField(this.node, 2, treeOf(`8200${bytesNode(hash).hex}`));
  }

  removeDatum(): void {
    if (this.node.kind === 'array') this.node.children.splice(2, 1);
    else setField(this.node, 2, undefined);
  }

  /** A reference script: a native one that any signature of `keyHash` satisfies. */
  storeScript(keyHash: string): void {
    this.toMap();
    setField(this.node, 3, treeOf(`d818${bytesNode(`82008200${bytesNode(keyHash).hex}`).hex}`));
  }

  /** The same output in the map form. */
  toMap(): void {
    if (this.node.kind === 'map') return;
    const [address, value, hash] = this.node.children;
    if (!address || !value) throw new Error('not an output');
    const datum = hash ? [intNode(2n), treeOf(`8200${hexOf(hash)}`)] : [];
    const children = [intNode(0n), address, intNode(1n), value, ...datum];
    Object.assign(this.node, { kind: 'map', indefinite: false, counted: -1, children });
  }

  /** The same output in the list form, where that can say it. */
  toList(): boolean {
    if (this.node.kind === 'array') return true;
    if (this.inlineDatum !== undefined || fieldOf(this.node, 3)) return false;
    const hash = this.datumHash;
    const children = [this.#get(0), this.#get(1), ...(hash === undefined ? [] : [bytesNode(hash)])];
    Object.assign(this.node, { kind: 'array', indefinite: false, counted: -1, children });
    return true;
  }

  #get(key: 0 | 1): CborNode {
    const part = this.node.kind === 'map' ? fieldOf(this.node, key) : this.node.children[key];
    if (!part) throw new Error('not an output');
    return part;
  }

  #set(key: 0 | 1, node: CborNode): void {
    if (this.node.kind === 'map') setField(this.node, key, node);
    else this.node.children[key] = node;
  }
}

/** Pairs of a map, in order. */
export function entriesOf(map: Branch): (readonly [CborNode, CborNode])[] {
  return Array.from({ length: map.children.length / 2 }, (_, index) => [
    child(map, 2 * index),
    child(map, 2 * index + 1),
  ]);
}

/** The value under an integer key. */
export function fieldOf(map: Branch, key: number): CborNode | undefined {
  return entriesOf(map).find(([name]) => name.kind === 'int' && intOf(name) === BigInt(key))?.[1];
}

/** Sets, appends or (with `undefined`) removes the value under an integer key. */
export function setField(map: Branch, key: number, value: CborNode | undefined): void {
  setChild(
    map,
    entriesOf(map).findIndex(([name]) => name.kind === 'int' && intOf(name) === BigInt(key)),
    intNode(BigInt(key)),
    value,
  );
}

function setEntry(map: Branch, key: string, value: CborNode | undefined): void {
  setChild(
    map,
    entriesOf(map).findIndex(([name]) => contentOf(name) === key),
    bytesNode(key),
    value,
  );
}

function setChild(map: Branch, at: number, key: CborNode, value: CborNode | undefined): void {
  if (value === undefined) {
    if (at !== -1) map.children.splice(2 * at, 2);
  } else if (at === -1) map.children.push(key, value);
  else map.children[2 * at + 1] = value;
}

export function branchOf(node: CborNode): Branch {
  if (isLeaf(node)) throw new Error('a leaf');
  return node;
}

/** The list inside a set, tagged or not. */
export function listOf(node: CborNode): Branch {
  const branch = branchOf(node);
  return branch.kind === 'tag' ? branchOf(child(branch, 0)) : branch;
}

function child(node: Branch, index: number): CborNode {
  const found = node.children[index];
  if (!found) throw new Error(`no item ${index}`);
  return found;
}
