import { block, info, type Rule } from '../rule.ts';

export const ownInputs: Rule = {
  id: 'R4',
  holds: 'At least one input is yours, or one of the orders that you take back.',
  leavesOut: 'How much of it is spent (V1, V10).',
  judge: ({ inputs, complete }) => {
    const own = inputs.filter(({ ownKey, cancelled }) => ownKey !== undefined || cancelled).length;
    const others = inputs.filter(
      ({ ownKey, cancelled, resolved }) => resolved && !ownKey && !cancelled,
    ).length;
    if (own === 0 && complete) return [block('R4', 'The transaction spends nothing of this wallet.')];
    return others === 0 ? [] : [info('R4', `${others} of ${inputs.length} inputs are not yours.`)];
  },
};
