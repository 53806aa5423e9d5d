import { signingKey } from '../signing-key.ts';
import { changeOf, ordersOf, strangerAddress, type AttackBase } from './attack-kind.ts';
import { hexOf, treeOf, type CborNode } from './cbor-tree.ts';
import { branchOf, fieldOf, setField, TransactionTree, type OutputTree } from './transaction-tree.ts';

/** Something that the service could answer in place of the transaction that was signed. */
export interface SignedKind {
  readonly name: string;
  /** The answer (hex); `undefined` where the base has nothing to be changed so. */
  readonly make: (base: AttackBase) => string | undefined;
}

/** Each must be refused: the signed transaction is the inspected one with the right signatures, or it is nothing. */
export const signedKinds: readonly SignedKind[] = [
  answer('the change to a stranger', (tx, base) => {
    changeOf(tx, base).address = strangerAddress(base);
  }),
  answer('an order to a stranger', (tx, base) => {
    const order: OutputTree | undefined = ordersOf(tx)[0];
    if (order) order.address = strangerAddress(base);
  }),
  answer('one lovelace more for the fee', (tx) => {
    tx.fee += 1n;
  }),
  answer('a longer validity', (tx) => tx.set(3, '1a7fffffff')),
  answer('another input', (tx) => tx.set(0, `81825820${'0e'.repeat(32)}00`)),
  answer('a certificate', (tx, base) => tx.set(4, `81 8200 8200581c${base.stake}`)),
  answer('a field that is not known', (tx) => tx.set(23, '80')),
  answer('the same body in another order', (tx) => {
    const pairs = Array.from({ length: tx.body.children.length / 2 }, (_, index) =>
      tx.body.children.slice(2 * index, 2 * index + 2),
    );
    tx.body.children = pairs.reverse().flat();
  }),
  answer('the same body with a longer head', (tx) => {
    tx.body.head = `b8${(tx.body.children.length / 2).toString(16).padStart(2, '0')}`;
  }),
  answer('marked as failing', (tx) => tx.setPart(2, 'f4')),
  answer('other attached data', (tx) => tx.setPart(3, 'a11902a2a1636d736781646576696c')),
  answer('attached data left out', (tx) => tx.setPart(3, 'f6')),
  answer('a script beside the signatures', (tx) =>
    setField(tx.witnesses, 1, treeOf(`818200581c${'11'.repeat(28)}`)),
  ),
  answer('a redeemer more', (tx) => setField(tx.witnesses, 5, treeOf('8184000000821a000f42401a3b9aca00'))),
  answer('datums left out', (tx) => setField(tx.witnesses, 4, undefined)),
  answer('other datums', (tx) => {
    if (fieldOf(tx.witnesses, 4)) setField(tx.witnesses, 4, treeOf('81d87980'));
  }),
  answer('an empty list of scripts', (tx) => {
    if (!fieldOf(tx.witnesses, 3)) setField(tx.witnesses, 3, treeOf('80'));
  }),
  answer('no signatures', (tx) => setField(tx.witnesses, 0, undefined)),
  answer('my first signature left out', (tx) => {
    signatures(tx).shift();
  }),
  answer('my last signature left out', (tx) => {
    signatures(tx).pop();
  }),
  answer('a byte of a signature changed', (tx) => {
    const [first] = signatures(tx);
    const hex = first ? hexOf(first) : '';
    signatures(tx)[0] = treeOf(hex.slice(0, -2) + (hex.endsWith('00') ? '01' : '00'));
  }),
  answer("a stranger's signature over another transaction", (tx) => {
    const { publicKey, signature } = signingKey(9).sign('00'.repeat(32));
    signatures(tx).push(treeOf(`825820${publicKey}5840${signature}`));
  }),
  answer("a stranger's signature in place of mine", (tx) => {
    const { publicKey, signature } = signingKey(9).sign(tx.bodyHash);
    signatures(tx)[0] = treeOf(`825820${publicKey}5840${signature}`);
  }),
  { name: 'the unsigned transaction', make: ({ input }) => input.cbor },
  { name: 'a byte after the end', make: ({ signed }) => `${signed}00` },
  { name: 'an outer list of no definite length', make: ({ signed }) => `9f${signed.slice(2)}ff` },
  { name: 'cut short', make: ({ signed }) => signed.slice(0, -2) },
  { name: 'nothing', make: () => '' },
  { name: 'not hexadecimal', make: ({ signed }) => `${signed.slice(0, -2)}zz` },
  { name: 'the witness set alone', make: ({ ownWitnesses }) => ownWitnesses },
];

/** Answers that differ only in what no rule has to refuse: the order of signatures, one more that is right. */
export const harmlessAnswers: readonly SignedKind[] = [
  answer('signatures in another order', (tx) => {
    signatures(tx).reverse();
  }),
  answer("a stranger's right signature more", (tx) => {
    const { publicKey, signature } = signingKey(9).sign(tx.bodyHash);
    signatures(tx).push(treeOf(`825820${publicKey}5840${signature}`));
  }),
];

function answer(name: string, edit: (tx: TransactionTree, base: AttackBase) => void): SignedKind {
  return {
    name,
    make: (base) => {
      const tx = new TransactionTree(base.signed);
      edit(tx, base);
      return tx.cbor === base.signed ? undefined : tx.cbor;
    },
  };
}

function signatures(tx: TransactionTree): CborNode[] {
  const list = fieldOf(tx.witnesses, 0);
  if (!list) throw new Error('not signed');
  const set = branchOf(list);
  return set.kind === 'tag' ? branchOf(set.children[0] ?? treeOf('80')).children : set.children;
}
