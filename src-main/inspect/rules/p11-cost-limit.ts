import { ADA } from '#domain/asset.ts';
import { block, type Rule } from '../rule.ts';
import { totalCostOf, totalCostText } from '../total-cost.ts';
import { amountText } from '../wording.ts';

export const costLimit: Rule = {
  id: 'P11',
  holds: 'All that does not come back is within your limit on what a trade may cost.',
  leavesOut: 'The price itself (P3, P4).',
  judge: (facts) => {
    const most = facts.given.policy?.limits.cost;
    if (most === undefined || !(facts.trade || facts.cancel)) return [];
    const whole = totalCostOf(facts);
    if (whole.cost <= most) return [];
    return [block('P11', `${totalCostText(whole)} Your limit is ${amountText(ADA, most)}.`)];
  },
};
