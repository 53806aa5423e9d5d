import { WITNESS_BYTES } from '../../cardano/fees.ts';
import { block, type Rule } from '../rule.ts';

/**
 * The decoder refused everything that is not one definite list of four items without trailing bytes before any rule
 * runs; what is left is that it still fits the network's limit with its signatures.
 */
export const onePlainTransaction: Rule = {
  id: 'D1',
  holds: 'The bytes are exactly one transaction, small enough for the network when signed.',
  leavesOut: 'What the transaction does.',
  judge: ({ tx, given, ownSigners, foreignSigners }) => {
    const missing = ownSigners.length + foreignSigners.length - tx.witnesses.vkeys.length;
    const size = tx.bytes.length + Math.max(0, missing) * WITNESS_BYTES;
    if (size <= given.parameters.maxTxSize) return [];
    return [block('D1', `The signed transaction would have ${size} bytes, more than the network takes.`)];
  },
};
