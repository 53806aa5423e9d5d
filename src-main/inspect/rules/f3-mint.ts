import { block, type Rule } from '../rule.ts';

export const mint: Rule = {
  id: 'F3',
  holds: 'The transaction creates and burns no tokens.',
  leavesOut: 'Cancellations of exchanges that mark their orders with a token.',
  judge: ({ tx }) => (tx.body.keys.has(9) ? [block('F3', 'The transaction creates or burns tokens.')] : []),
};
