import { block, type Rule } from '../rule.ts';

/** Unknown and repeated fields were refused by the decoder; amounts of zero, which the ledger refuses, are found here. */
export const knownFields: Rule = {
  id: 'D2',
  holds: 'Every field of the body is known, stands once, and no amount in it is zero.',
  leavesOut: 'Fields inside datums and attached data.',
  judge: ({ tx }) => {
    const zero = tx.body.mintHoldsZero || tx.body.outputs.some((output) => output.holdsZero);
    const empty = tx.body.outputs.length === 0;
    return [
      ...(zero
        ? [block('D2', 'The transaction moves an amount of zero, which no honest builder writes.')]
        : []),
      ...(empty ? [block('D2', 'The transaction has no outputs: everything would go to the fee.')] : []),
    ];
  },
};
