import { ADA } from '#domain/asset.ts';
import { block, warn, type Rule } from '../rule.ts';
import { amountText } from '../wording.ts';

export const perTradeLimit: Rule = {
  id: 'P1',
  holds: 'The trade is worth no more than your limit for one trade.',
  leavesOut: "Fees; and where no ADA is paid, the trade's worth rests on prices that the service states.",
  judge: ({ given: { policy } }) => {
    const most = policy?.limits.perTrade;
    if (!policy || most === undefined) return [];
    if (policy.worth === undefined)
      return [
        warn(
          'P1',
          `The worth of this trade in ADA is not known, so your limit of ${amountText(ADA, most)} for one trade cannot be applied.`,
        ),
      ];
    return policy.worth > most
      ? [
          block(
            'P1',
            `The trade is worth ${amountText(ADA, policy.worth)}; your limit for one trade is ${amountText(ADA, most)}.`,
          ),
        ]
      : [];
  },
};
