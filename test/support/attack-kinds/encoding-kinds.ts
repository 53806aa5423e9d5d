import { undecodable, type AttackKind } from './attack-kind.ts';
import { hexOf, treeOf } from './cbor-tree.ts';
import { branchOf, setField, TransactionTree } from './transaction-tree.ts';

/** Bytes that are not one plain transaction, or hold something that this version does not know. */
export const encodingKinds: readonly AttackKind[] = [
  undecodable('a byte after the end', (cbor) => `${cbor}00`),
  undecodable('a second transaction after the end', (cbor) => cbor + cbor),
  undecodable('a fifth item', (cbor) => `85${cbor.slice(2)}f6`),
  undecodable('three items', (cbor) => withItems(cbor, (items) => items.toSpliced(2, 1))),
  undecodable('two items', (cbor) => withItems(cbor, (items) => items.slice(0, 2))),
  undecodable('an outer list of no definite length', (cbor) => `9f${cbor.slice(2)}ff`),
  undecodable('a tag around it', (cbor) => `d818${cbor}`),
  undecodable('a byte string around it', (cbor) => `59${length(cbor)}${cbor}`),
  undecodable('cut short', (cbor) => cbor.slice(0, -2)),
  undecodable('half of it', (cbor) => cbor.slice(0, 2 * Math.floor(cbor.length / 4))),
  undecodable('an odd number of digits', (cbor) => cbor.slice(0, -1)),
  undecodable('not hexadecimal', (cbor) => `${cbor.slice(0, -2)}zz`),
  undecodable('nothing', () => ''),
  undecodable('a body that is a list', (cbor) => withItems(cbor, ([, ...rest]) => ['80', ...rest])),
  undecodable('a flag that is a number', (cbor) => withItems(cbor, (items) => items.with(2, '01'))),
  undecodable('a flag that is undefined', (cbor) => withItems(cbor, (items) => items.with(2, 'f7'))),
  ...[10, 12, 23, 24, 99].map((key) =>
    undecodable(`the unknown field ${key}`, (cbor) => withBody(cbor, (tx) => tx.set(key, '80'))),
  ),
  undecodable('a field named by a text', (cbor) =>
    withBody(cbor, (tx) => tx.body.children.push(treeOf('6133'), treeOf('00'))),
  ),
  undecodable('a field with a negative number', (cbor) =>
    withBody(cbor, (tx) => tx.body.children.push(treeOf('20'), treeOf('00'))),
  ),
  undecodable('the fee twice', (cbor) =>
    withBody(cbor, (tx) => tx.body.children.push(treeOf('02'), treeOf('1a004c4b40'))),
  ),
  undecodable('the fee twice, once in a longer form', (cbor) =>
    withBody(cbor, (tx) => tx.body.children.push(treeOf('1802'), treeOf('1a004c4b40'))),
  ),
  undecodable('the outputs twice', (cbor) =>
    withBody(cbor, (tx) => tx.body.children.push(treeOf('01'), treeOf('80'))),
  ),
  undecodable("an output's address twice", (cbor) =>
    withBody(cbor, (tx) => {
      const [output] = tx.outputs;
      output?.toMap();
      output?.node.children.push(treeOf('00'), treeOf(`5839${'00'.repeat(57)}`));
    }),
  ),
  undecodable('an output with an unknown field', (cbor) =>
    withBody(cbor, (tx) => {
      const [output] = tx.outputs;
      output?.toMap();
      output?.node.children.push(treeOf('04'), treeOf('00'));
    }),
  ),
  undecodable('an output of four parts', (cbor) =>
    withBody(cbor, (tx) => {
      const list = tx.outputs.find((output) => output.toList());
      list?.node.children.push(...[treeOf('f6'), treeOf('f6')].slice(list.node.children.length - 2));
    }),
  ),
  undecodable('an output without an address', (cbor) =>
    withBody(cbor, (tx) => {
      const [output] = tx.outputs;
      output?.toMap();
      if (output) setField(output.node, 0, undefined);
    }),
  ),
  undecodable('a negative amount of ADA', (cbor) =>
    withBody(cbor, (tx) => {
      const [output] = tx.outputs;
      if (output) output.coin = -1n;
    }),
  ),
  undecodable('an amount of ADA as a big number', (cbor) =>
    withBody(cbor, (tx) => branchOf(tx.field(1)).children.push(treeOf(`82581d60${'22'.repeat(28)}c24101`))),
  ),
  undecodable('a fee as a floating number', (cbor) =>
    withBody(cbor, (tx) => tx.set(2, 'fb4108000000000000')),
  ),
  undecodable('no inputs', (cbor) => withBody(cbor, (tx) => tx.set(0, undefined))),
  undecodable('no fee', (cbor) => withBody(cbor, (tx) => tx.set(2, undefined))),
  undecodable('no outputs at all', (cbor) => withBody(cbor, (tx) => tx.set(1, undefined))),
  undecodable('inputs under another tag', (cbor) =>
    withBody(cbor, (tx) => {
      const list = tx.field(0);
      const plain = list.kind === 'tag' ? list.children.map(hexOf).join('') : hexOf(list);
      tx.set(0, `d90103${plain}`);
    }),
  ),
  undecodable('a policy id of 27 bytes', (cbor) =>
    withBody(cbor, (tx) =>
      branchOf(tx.field(1)).children.push(
        treeOf(`82581d60${'22'.repeat(28)}8201a1581b${'33'.repeat(27)}a14001`),
      ),
    ),
  ),
  undecodable('an asset name of 33 bytes', (cbor) =>
    withBody(cbor, (tx) =>
      branchOf(tx.field(1)).children.push(
        treeOf(`82581d60${'22'.repeat(28)}8201a1581c${'33'.repeat(28)}a15821${'44'.repeat(33)}01`),
      ),
    ),
  ),
  undecodable('an inline datum that is not one item', (cbor) =>
    withBody(cbor, (tx) => tx.outputs[0]?.setInlineDatum('d8798000')),
  ),
  undecodable('an unknown kind of witness', (cbor) =>
    withBody(cbor, (tx) => setField(tx.witnesses, 8, treeOf('80'))),
  ),
  undecodable('a kind of witness twice', (cbor) =>
    withBody(cbor, (tx) => tx.witnesses.children.push(...['00', '80', '00', '80'].map(treeOf))),
  ),
  undecodable('a signature of 63 bytes', (cbor) =>
    withBody(cbor, (tx) =>
      setField(tx.witnesses, 0, treeOf(`81825820${'11'.repeat(32)}583f${'22'.repeat(63)}`)),
    ),
  ),
  undecodable('nesting without end', (cbor) =>
    withItems(cbor, (items) => items.with(3, `a100${'81'.repeat(5_000)}80`)),
  ),
  undecodable('more bytes than the network accepts', (cbor) =>
    withBody(cbor, (tx) => tx.setPart(3, `a100594000${'00'.repeat(0x4000)}`)),
  ),
];

function withItems(cbor: string, change: (items: string[]) => string[]): string {
  const items = change(new TransactionTree(cbor).root.children.map(hexOf));
  return `8${items.length}${items.join('')}`;
}

function withBody(cbor: string, edit: (tx: TransactionTree) => unknown): string {
  const tx = new TransactionTree(cbor);
  edit(tx);
  return tx.cbor;
}

function length(cbor: string): string {
  return (cbor.length / 2).toString(16).padStart(4, '0');
}
