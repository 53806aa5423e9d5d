import { disagreement } from '../../cardano/second-decoder.ts';
import { block, type Rule } from '../rule.ts';

/** Two independent decoders must read the same from the same bytes. */
export const decodersAgree: Rule = {
  id: 'D3',
  holds: 'A second decoder reads the same fee, inputs, addresses and amounts.',
  leavesOut: 'Datums, witnesses and attached data.',
  judge: ({ tx, second }) => {
    if (!second.ok) return [block('D3', 'A second decoder cannot read the transaction.')];
    const difference = disagreement(tx, second.value);
    return difference === undefined
      ? []
      : [block('D3', `Two decoders disagree about the transaction: ${difference}.`)];
  },
};
