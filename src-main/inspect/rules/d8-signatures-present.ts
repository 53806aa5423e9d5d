import { verifyWitness } from '../../cardano/witness.ts';
import { block, type Rule } from '../rule.ts';

export const signaturesPresent: Rule = {
  id: 'D8',
  holds: 'The unsigned transaction carries no signature of yours, and every other signature in it is right.',
  leavesOut: 'Signatures that are still missing.',
  judge: ({ tx, given }) =>
    tx.witnesses.vkeys.flatMap((witness) => {
      const { paymentKeyHashes, stakeKeyHashes } = given.own;
      if (paymentKeyHashes.has(witness.keyHash) || stakeKeyHashes.has(witness.keyHash))
        return [block('D8', 'The transaction already carries a signature in your name.')];
      return verifyWitness(tx.bodyHash, witness)
        ? []
        : [block('D8', 'The transaction already carries a wrong signature.')];
    }),
};
