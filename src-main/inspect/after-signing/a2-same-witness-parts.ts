import { sameOtherWitnesses } from '../../cardano/witness.ts';
import type { AnswerRule } from './answered.ts';

/** The signed body covers these parts only by hashes, and some of them not at all. */
export const sameWitnessParts: AnswerRule = {
  id: 'A2',
  holds: 'Scripts, data and redeemers are, byte for byte, those of the transaction that you accepted.',
  leavesOut: 'The signatures, which are meant to be added to: A3 judges them.',
  judge: ({ before, after }) =>
    sameOtherWitnesses(before, after)
      ? undefined
      : { kind: 'changed', part: 'another part of the witnesses' },
};
