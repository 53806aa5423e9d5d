import { ADA } from '#domain/asset.ts';
import { block, warn, type Rule } from '../rule.ts';
import { amountText } from '../wording.ts';

export const perDayLimit: Rule = {
  id: 'P2',
  holds: 'With what you signed in the last 24 hours, the trade stays within your limit for a day.',
  leavesOut:
    'Trades whose worth was not known when they were made, trades of other profiles and programs, a system clock that was set forward, and a journal that another program changed.',
  judge: ({ given: { policy } }) => {
    const most = policy?.limits.perDay;
    if (!policy || most === undefined) return [];
    const { worth, signedToday } = policy;
    if (worth === undefined)
      return [
        warn(
          'P2',
          `The worth of this trade in ADA is not known, so your limit of ${amountText(ADA, most)} for 24 hours cannot be applied.`,
        ),
      ];
    // A trade that is worth nothing, such as taking an order back, uses nothing of the limit up.
    if (worth === 0n || signedToday + worth <= most) return [];
    const left = most > signedToday ? most - signedToday : 0n;
    return [
      block(
        'P2',
        `The trade is worth ${amountText(ADA, worth)}; of your limit of ${amountText(ADA, most)} for 24 hours ${amountText(ADA, left)} is left.`,
      ),
    ];
  },
};
