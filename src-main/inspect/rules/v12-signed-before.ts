import type { EarlierSignature } from '../inspection-input.ts';
import { type Rule, warn } from '../rule.ts';
import { shortened } from '../wording.ts';

/** A signature cannot be taken back: whoever holds it may submit until the transaction's validity ends. */
export const signedBefore: Rule = {
  id: 'V12',
  holds:
    'You signed no other transaction for the same quote, and none that spends the same inputs and may still run.',
  leavesOut: 'Transactions signed elsewhere with the same keys.',
  judge: ({ given, tx }) => {
    const own = new Set<string>(tx.body.inputs);
    return (given.earlier ?? []).flatMap((one) => {
      if (one.bodyHash === tx.bodyHash)
        return [warn('V12', `You already signed exactly this transaction${untilText(one)}.`)];
      const shared = one.inputs.some((input) => own.has(input));
      if (shared)
        return [
          warn(
            'V12',
            `You already signed a transaction that spends the same funds (${shortened(one.bodyHash)})${untilText(one)}: only one of the two can run.`,
          ),
        ];
      return one.subject === given.subject
        ? [
            warn(
              'V12',
              `You already signed a transaction for this (${shortened(one.bodyHash)})${untilText(one)}: both could run.`,
            ),
          ]
        : [];
    });
  },
};

function untilText({ validUntil }: EarlierSignature): string {
  return validUntil === undefined
    ? ', which stays valid for ever'
    : `, which is valid until slot ${validUntil}`;
}
