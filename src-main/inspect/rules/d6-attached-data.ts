import { block, type Rule } from '../rule.ts';

export const attachedData: Rule = {
  id: 'D6',
  holds: 'The attached data is the one that the signed body names, or there is none.',
  leavesOut: 'What the attached data says.',
  judge: ({ tx }) =>
    tx.auxiliaryHash === tx.body.auxiliaryDataHash
      ? []
      : [block('D6', 'The message attached to the transaction is not the one that its body names.')],
};
