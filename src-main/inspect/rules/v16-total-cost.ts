import { ADA } from '#domain/asset.ts';
import type { Facts } from '../facts.ts';
import { figuresOf } from '../figures.ts';
import type { Finding } from '../inspection.ts';
import { type Rule, warn } from '../rule.ts';
import { totalCostOf, totalCostText } from '../total-cost.ts';
import { amountText } from '../wording.ts';

/** Lovelace, and percent of what is certainly traded, above which a cost is asked about. */
const USUAL_COST = 4_000_000n;
const USUAL_PERCENT = 2n;

/** Fees that are each within a bound can add up to most of a small trade: only their sum shows it. */
export const totalCostAsked: Rule = {
  id: 'V16',
  holds: 'All that does not come back is at most 4 ADA or two percent of the ADA that you trade.',
  leavesOut: 'The price itself (V7, P4); and what of a limit is used up where you set none.',
  // The first transaction of a set asks for all of it; the later ones are held to their bounds (V15).
  judge: (facts) =>
    (facts.trade || facts.cancel) && !(facts.given.agreed && facts.given.agreed.at > 0) ? judgeTotalCost(facts) : [],
};

function judgeTotalCost(facts: Facts): readonly Finding[] {
  const { trade } = facts;
  const figures = figuresOf(facts);
  const whole = totalCostOf(facts);
  const { traded } = whole;
  const words = totalCostText(whole);
  if (traded === undefined)
    return [
      warn('V16', `${words} Neither side is certain to be worth any ADA: what share that is cannot be said.`),
    ];
  const promised = trade !== undefined && trade.pay.asset !== ADA;
  const atOnce = figures.networkFee + figures.others;
  if (promised && atOnce > USUAL_COST)
    return [
      warn(
        'V16',
        `${words} ${amountText(ADA, atOnce)} of it is paid at once, on the strength of what the sale is only said to bring.`,
      ),
    ];
  const usual = (traded * USUAL_PERCENT) / 100n;
  return whole.cost > (usual > USUAL_COST ? usual : USUAL_COST) ? [warn('V16', words)] : [];
}
