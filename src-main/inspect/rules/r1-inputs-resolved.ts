import { block, type Rule, warn } from '../rule.ts';
import { shortened } from '../wording.ts';

export const inputsResolved: Rule = {
  id: 'R1',
  holds: 'It is known what every input and every collateral holds.',
  leavesOut: 'Whether what is known is proven (R2).',
  judge: ({ inputs, collateral, given }) => {
    const missing = [...inputs, ...collateral].filter((input) => input.resolved === undefined);
    if (given.missingInputs === 'block')
      return missing.map(({ reference }) =>
        block('R1', `The input ${shortened(reference)} could not be looked up.`),
      );
    if (missing.length === 0) return [];
    const what = missing.length === 1 ? 'one input holds' : `${missing.length} inputs hold`;
    return [warn('R1', `It is not known what ${what}: what leaves the wallet cannot be summed up.`)];
  },
};
