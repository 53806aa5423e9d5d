import { type Rule, warn } from '../rule.ts';
import { percentText } from '../wording.ts';

/** A limit price that was misread, or mistyped by a digit, gives away what the market would have paid. */
export const offMarketLimit: Rule = {
  id: 'P10',
  holds: 'A limit price is at most five percent worse than the market price that the service states.',
  leavesOut: 'Whether that market price is true; and prices better than the market, at which an order waits.',
  judge: ({ given: { policy, terms } }) => {
    const off = policy?.offMarket;
    if (off === undefined || terms.kind !== 'limit') return [];
    return [
      off.kind === 'unknown'
        ? warn('P10', 'How far this price is from the market is not known: the service states no price.')
        : warn('P10', `This price is ${percentText(off.bps)} worse than the market price.`),
    ];
  },
};
