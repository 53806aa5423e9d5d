import { block, type Rule } from '../rule.ts';

export const distinctInputs: Rule = {
  id: 'D7',
  holds: 'No input stands twice, and none is also a reference input.',
  leavesOut: 'Whether the inputs are still unspent.',
  judge: ({ tx }) => {
    const { inputs, referenceInputs, collateral } = tx.body;
    const twice = [inputs, referenceInputs, collateral].some((list) => new Set(list).size !== list.length);
    const shared = referenceInputs.some((reference) => inputs.includes(reference));
    return [
      ...(twice ? [block('D7', 'The transaction names the same input twice.')] : []),
      ...(shared ? [block('D7', 'The transaction spends an input that it only claims to read.')] : []),
    ];
  },
};
