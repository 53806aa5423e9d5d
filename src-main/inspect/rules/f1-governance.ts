import { block, type Rule } from '../rule.ts';

const NEVER: ReadonlyMap<number, string> = new Map([
  [4, 'would change your staking or register something'],
  [6, 'would change protocol parameters'],
  [19, 'would cast a vote'],
  [20, 'would put a governance proposal'],
  [21, 'makes a statement about the treasury'],
  [22, 'would donate to the treasury'],
]);

export const governance: Rule = {
  id: 'F1',
  holds: 'The transaction carries no certificate, vote, proposal, update, treasury value or donation.',
  leavesOut: 'Nothing of these is ever needed for a trade.',
  judge: ({ tx }) =>
    [...NEVER]
      .filter(([key]) => tx.body.keys.has(key))
      .map(([, what]) => block('F1', `The transaction ${what}.`)),
};
