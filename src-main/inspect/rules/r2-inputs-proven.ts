import { type Rule, warn } from '../rule.ts';

export const inputsProven: Rule = {
  id: 'R2',
  holds: "Every input's value is proven by its parent transaction's bytes.",
  leavesOut: 'Whether the inputs are still unspent.',
  judge: ({ inputs, collateral }) => {
    const unproven = [...inputs, ...collateral].filter((input) => input.resolved?.proven === false).length;
    if (unproven === 0) return [];
    const what = unproven === 1 ? 'The value of one input is' : `The values of ${unproven} inputs are`;
    return [warn('R2', `${what} told by the ledger back-end but not proven.`)];
  },
};
