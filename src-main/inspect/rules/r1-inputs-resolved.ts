import { block, type Rule } from '../rule.ts';
import { shortened } from '../wording.ts';

export const inputsResolved: Rule = {
  id: 'R1',
  holds: 'The ledger told what every input and every collateral holds.',
  leavesOut: 'Whether what it told is proven (R2).',
  judge: ({ inputs, collateral }) =>
    [...inputs, ...collateral]
      .filter((input) => input.resolved === undefined)
      .map((input) => block('R1', `The input ${shortened(input.reference)} could not be looked up.`)),
};
