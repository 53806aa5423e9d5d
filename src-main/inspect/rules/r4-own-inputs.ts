import { block, info, type Rule } from '../rule.ts';

export const ownInputs: Rule = {
  id: 'R4',
  holds: 'At least one input is yours.',
  leavesOut: 'How much of it is spent (V1).',
  judge: ({ inputs }) => {
    const own = inputs.filter((input) => input.ownKey !== undefined).length;
    if (own === 0) return [block('R4', 'The transaction spends nothing of this wallet.')];
    const others = inputs.length - own;
    return others === 0 ? [] : [info('R4', `${others} of ${inputs.length} inputs are not yours.`)];
  },
};
