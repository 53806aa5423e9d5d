import { type Rule, warn } from '../rule.ts';
import { percentText } from '../wording.ts';

/** Basis points by which a limit order may be worse than the market without being asked about. */
const OFF_MARKET_BPS = 500;

/** A limit price that was misread, or mistyped by a digit, gives away what the market would have paid. */
export const offMarketLimit: Rule = {
  id: 'P10',
  holds: 'A limit order is at most five percent worse than the market price that the service tells.',
  leavesOut: 'Whether that market price is true; and orders better than the market, which wait.',
  judge: ({ given: { policy, terms } }) => {
    if (!policy || terms.kind !== 'limit') return [];
    const { offMarketBps } = policy;
    if (offMarketBps === undefined)
      return [
        warn('P10', 'How far this price is from the market is not known: the service states no price.'),
      ];
    return offMarketBps > OFF_MARKET_BPS
      ? [warn('P10', `At this price you get ${percentText(offMarketBps)} less than at the market price.`)]
      : [];
  },
};
