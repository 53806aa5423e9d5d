import { verifyWitness } from '../../cardano/witness.ts';
import { block, type Rule, warn } from '../rule.ts';

export const signaturesPresent: Rule = {
  id: 'D8',
  holds: 'No signature of yours is there yet, and every other signature in it is right.',
  leavesOut: 'Signatures that are still missing.',
  judge: ({ tx, given }) =>
    tx.witnesses.vkeys.flatMap((witness) => {
      const { paymentKeyHashes, stakeKeyHashes } = given.own;
      const mine = paymentKeyHashes.has(witness.keyHash) || stakeKeyHashes.has(witness.keyHash);
      if (!verifyWitness(tx.bodyHash, witness))
        return [
          block('D8', `The transaction already carries a wrong signature${mine ? ' in your name' : ''}.`),
        ];
      return mine
        ? [warn('D8', 'The transaction already carries your signature: it was signed before.')]
        : [];
    }),
};
