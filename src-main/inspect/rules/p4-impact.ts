import type { Finding } from '../inspection.ts';
import { block, info, warn, type Rule } from '../rule.ts';
import { percentText } from '../wording.ts';

/** Basis points from which the impact is told, and asked about: what the trading window says of it counts nothing. */
const TOLD_BPS = 100;
const ASKED_BPS = 1_000;

export const impactLimit: Rule = {
  id: 'P4',
  holds: 'The price impact is within your limit, and below ten percent.',
  leavesOut:
    'Limit orders, which name their own price; and whether the prices that the service states are true.',
  judge: ({ given: { policy, terms } }) => {
    const most = policy?.limits.impactBps;
    if (!policy || terms.kind !== 'swap') return [];
    if (most === undefined) return judgeImpact(policy.impactBps);
    if (policy.impactBps === undefined)
      return [
        warn(
          'P4',
          `The price impact of this trade is not known, so your limit of ${percentText(most)} cannot be applied.`,
        ),
      ];
    if (policy.impactBps <= most) return judgeImpact(policy.impactBps);
    return [
      block(
        'P4',
        `The price impact is ${percentText(policy.impactBps)}; your limit is ${percentText(most)}.`,
      ),
    ];
  },
};

function judgeImpact(impactBps: number | undefined): readonly Finding[] {
  if (impactBps === undefined)
    return [info('P4', 'How far the price is from the market is not known: the service tells no prices.')];
  if (impactBps >= ASKED_BPS)
    return [
      warn('P4', `You lose ${percentText(impactBps)} against the market price that the service tells.`),
    ];
  return impactBps < TOLD_BPS
    ? []
    : [
        info(
          'P4',
          `The price is ${percentText(impactBps)} worse than the market price that the service tells.`,
        ),
      ];
}
