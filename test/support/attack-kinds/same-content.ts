import { changeOf, type AttackBase } from './attack-kind.ts';
import {
  everyNode,
  hexOf,
  isLeaf,
  setIndefinite,
  treeOf,
  widenHead,
  type Branch,
  type CborNode,
} from './cbor-tree.ts';
import { branchOf, entriesOf, TransactionTree } from './transaction-tree.ts';

/** Another encoding of the same transaction, or a change that costs nobody anything. */
export interface Benign {
  readonly name: string;
  /** `undefined` where it would be the base's own bytes. */
  readonly make: (base: AttackBase) => string | undefined;
}

/** None of these may add a finding to those of the base itself. */
export const benignChanges: readonly Benign[] = [
  benign('fields of the body in reverse order', (tx) => reorder(tx.body, (keys) => keys.reverse())),
  benign('fields of the body in ascending order', (tx) =>
    reorder(tx.body, (keys) => keys.sort((left, right) => left - right)),
  ),
  benign('the body as a map of no definite length', (tx) => setIndefinite(tx.body, true)),
  benign('the witness set as a map of no definite length', (tx) => setIndefinite(tx.witnesses, true)),
  benign('every list and map of the outputs of no definite length', (tx) => allIndefinite(tx, true)),
  benign('every list and map of the outputs of definite length', (tx) => allIndefinite(tx, false)),
  benign('amounts and fee in eight bytes', (tx) => {
    widenHead(tx.field(2));
    for (const node of everyNode(tx.field(1))) if (node.kind === 'int') widenHead(node);
  }),
  benign('heads of the body, its inputs and outputs in eight bytes', (tx) => {
    for (const node of [tx.body, tx.witnesses, tx.field(0), tx.field(1)])
      if (node.kind !== 'tag') widenHead(node);
  }),
  benign('numbers of the fields in longer forms', (tx) => {
    for (const [key] of entriesOf(tx.body)) widenHead(key);
  }),
  benign('sets under tag 258', (tx) => {
    for (const key of [0, 13, 14, 18])
      if (tx.has(key) && tx.field(key).kind !== 'tag') tx.set(key, `d90102${hexOf(tx.field(key))}`);
  }),
  benign('sets without tag 258', (tx) => {
    for (const key of [0, 13, 14, 18]) {
      const set = tx.has(key) ? branchOf(tx.field(key)) : undefined;
      if (set?.kind === 'tag') tx.set(key, set.children.map(hexOf).join(''));
    }
  }),
  benign('outputs in the map form', (tx) => {
    for (const output of tx.outputs) output.toMap();
  }),
  benign('outputs in the list form', (tx) => {
    for (const output of tx.outputs) output.toList();
  }),
  benign('the outer list with a longer head', (tx) => {
    tx.root.head = '9804';
  }),
  benign('the number of a field of an output in a longer form', (tx, base) => {
    const change = changeOf(tx, base);
    change.toMap();
    for (const [key] of entriesOf(change.node)) widenHead(key);
  }),
  benign('my stake key must sign too', (tx, base) => {
    if (!tx.has(14)) tx.set(14, `82581c${base.payment}581c${base.stake}`);
  }),
  benign('the right network id', (tx, base) => tx.set(15, `0${base.network}`)),
  benign('the inputs in another order', (tx) => {
    const set = branchOf(tx.field(0));
    const list = set.kind === 'tag' ? branchOf(set.children[0] ?? treeOf('80')) : set;
    list.children.reverse();
  }),
];

function benign(name: string, edit: (tx: TransactionTree, base: AttackBase) => void): Benign {
  return {
    name,
    make: (base) => {
      const tx = new TransactionTree(base.input.cbor);
      edit(tx, base);
      return tx.cbor === base.input.cbor ? undefined : tx.cbor;
    },
  };
}

function reorder(map: Branch, order: (keys: number[]) => number[]): void {
  const entries = entriesOf(map).map(([key, value]) => ({ key, value, hex: hexOf(key) }));
  const numbers = entries.map(({ hex }) => Number.parseInt(hex.length > 2 ? hex.slice(2) : hex, 16));
  const sorted = order([...numbers]);
  map.children = sorted.flatMap((number) => {
    const entry = entries[numbers.indexOf(number)];
    return entry ? [entry.key, entry.value] : [];
  });
}

/** All but an output in its map form, which the second decoder reads only with a definite length. */
function allIndefinite(tx: TransactionTree, indefinite: boolean): void {
  const outputs = new Set<CborNode>(tx.outputs.map(({ node }) => node).filter(({ kind }) => kind === 'map'));
  for (const node of everyNode(tx.field(1)))
    if (!isLeaf(node) && !outputs.has(node)) setIndefinite(node, indefinite);
}
