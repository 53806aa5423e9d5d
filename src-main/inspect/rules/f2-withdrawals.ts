import { ADA } from '#domain/asset.ts';
import type { Withdrawal } from '../../cardano/transaction.ts';
import type { Facts } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { block, info, type Rule } from '../rule.ts';
import { amountText } from '../wording.ts';

export const withdrawals: Rule = {
  id: 'F2',
  holds: 'The transaction withdraws no staking rewards.',
  leavesOut: 'Why a script wants a withdrawal of zero, which runs it.',
  judge: (facts) => {
    const { tx } = facts;
    if (!tx.body.keys.has(5)) return [];
    if (tx.body.withdrawals.length === 0)
      return [block('F2', 'The transaction holds an empty list of withdrawals.')];
    return tx.body.withdrawals.map((withdrawal) => judgeWithdrawal(withdrawal, facts));
  },
};

function judgeWithdrawal({ account, quantity }: Withdrawal, { given, trade }: Facts): Finding {
  if (given.own.stakeKeyHashes.has(account.slice(2)))
    return block('F2', `The transaction takes your staking rewards (${amountText(ADA, quantity)}).`);
  // Header types 14 and 15: a key, a script.
  const runsScript = account.startsWith('f') && quantity === 0n;
  return runsScript && !trade
    ? info('F2', 'It runs a script through a withdrawal of zero.')
    : block('F2', 'The transaction withdraws from a reward account, which a trade never needs.');
}
