import { block, type Rule } from '../rule.ts';

/** What is signed is the hash of the bytes that came, never of bytes that were written again. */
export const hashOfRawBytes: Rule = {
  id: 'D4',
  holds: 'The hash to be signed is the same by two independent computations over the raw bytes.',
  leavesOut: 'Anything outside the body, which no signature covers.',
  judge: ({ tx, second }) => {
    const same = second.ok && second.value.bodyHash === tx.bodyHash;
    return same ? [] : [block('D4', "The transaction's hash cannot be confirmed.")];
  },
};
