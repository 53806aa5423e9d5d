import { block, type Rule } from '../rule.ts';

/** The flag stands outside the signed body, so it is checked again after signing. */
export const markedValid: Rule = {
  id: 'D5',
  holds: 'The transaction is not marked as failing.',
  leavesOut: 'Whether scripts really succeed: the ledger decides that.',
  judge: ({ tx }) =>
    tx.isValid ? [] : [block('D5', 'The transaction is marked as failing: it would only take collateral.')],
};
