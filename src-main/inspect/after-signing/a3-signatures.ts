import type { VkeyWitness } from '../../cardano/witness-set.ts';
import { verifyWitness } from '../../cardano/witness.ts';
import type { AnswerRule } from './answered.ts';

/** Signatures of others are welcome as long as each of them is right. */
export const signatures: AnswerRule = {
  id: 'A3',
  holds:
    'Every signature is right, yours and those that were there are there, and every needed key has signed.',
  leavesOut: 'Who holds the keys of others, and script witnesses of inputs that no key guards.',
  judge: ({ before, after, own, needed }) => {
    const { bodyHash, witnesses } = after;
    if (!witnesses.vkeys.every((witness) => verifyWitness(bodyHash, witness)))
      return { kind: 'changed', part: 'a signature is wrong' };
    const identities = new Set(witnesses.vkeys.map(identity));
    const keyHashes = new Set(witnesses.vkeys.map(({ keyHash }) => keyHash));
    const kept = [...own, ...before.witnesses.vkeys].every((witness) => identities.has(identity(witness)));
    const complete = kept && needed.every((hash) => keyHashes.has(hash));
    return complete ? undefined : { kind: 'incomplete', part: 'a signature is missing' };
  },
};

function identity({ publicKey, signature }: VkeyWitness): string {
  return publicKey + signature;
}
