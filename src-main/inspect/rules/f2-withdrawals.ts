import { ADA } from '../../../src-preload/domain/asset.ts';
import { block, type Rule } from '../rule.ts';
import { amountText } from '../wording.ts';

export const withdrawals: Rule = {
  id: 'F2',
  holds: 'The transaction withdraws no staking rewards.',
  leavesOut: 'Cancellations, in which a script may withdraw zero.',
  judge: ({ tx, given }) => {
    if (!tx.body.keys.has(5)) return [];
    const findings = tx.body.withdrawals.map(({ account, quantity }) =>
      given.own.stakeKeyHashes.has(account.slice(2))
        ? block('F2', `The transaction takes your staking rewards (${amountText(ADA, quantity)}).`)
        : block('F2', 'The transaction withdraws from a reward account, which a trade never needs.'),
    );
    return findings.length > 0
      ? findings
      : [block('F2', 'The transaction holds an empty list of withdrawals.')];
  },
};
