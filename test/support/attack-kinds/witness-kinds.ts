import { verifyWitness, parseWitnessSet } from '../../../src-main/cardano/witness.ts';
import { signingKey } from '../signing-key.ts';
import { asked, blocked, type AttackBase, type AttackKind } from './attack-kind.ts';
import { hexOf, treeOf } from './cbor-tree.ts';
import { fieldOf, setField } from './transaction-tree.ts';

const REDEEMER = '84 00 00 00 821a000f42401a3b9aca00'.replaceAll(' ', '');

/** Attacks on the part of the transaction that no signature covers. */
export const witnessKinds: readonly AttackKind[] = [
  asked(
    'a signature of mine before I signed',
    ['D8'],
    'a right signature of mine can only be one that I made: D8 asks',
    (tx, base) => {
      setField(tx.witnesses, 0, treeOf(ownSignatures(base)));
      return true;
    },
  ),
  blocked('a signature in my name that is wrong', ['D8'], (tx, base) => {
    const [first] = keysOf(base);
    if (first === undefined) return false;
    setField(tx.witnesses, 0, treeOf(`81825820${first}5840${'00'.repeat(64)}`));
    return true;
  }),
  blocked("a stranger's signature over something else", ['D8'], (tx) => {
    const { publicKey, signature } = signingKey(9).sign('00'.repeat(32));
    if (verifyWitness(tx.bodyHash, signingKey(9).sign('00'.repeat(32)))) throw new Error('it must be wrong');
    setField(tx.witnesses, 0, treeOf(`81825820${publicKey}5840${signature}`));
    return true;
  }),
  blocked('a redeemer where no script runs', ['F11'], (tx) => {
    if (fieldOf(tx.witnesses, 5)) return false;
    setField(tx.witnesses, 5, treeOf(`81${REDEEMER}`));
    return true;
  }),
  blocked('a datum of which the body knows nothing', ['F11'], (tx) => {
    if (fieldOf(tx.witnesses, 4) || tx.has(11)) return false;
    setField(tx.witnesses, 4, treeOf('81d87980'));
    return true;
  }),
];

function ownSignatures({ ownWitnesses }: AttackBase): string {
  const set = treeOf(ownWitnesses);
  const list = set.kind === 'map' ? set.children[1] : undefined;
  if (!list) throw new Error('no signatures');
  return hexOf(list);
}

function keysOf({ ownWitnesses }: AttackBase): readonly string[] {
  const parsed = parseWitnessSet(ownWitnesses);
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value.map(({ publicKey }) => publicKey);
}
