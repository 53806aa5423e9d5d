import type { Facts } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { effectiveMinimum } from '../order-sums.ts';
import { block, type Rule, warn } from '../rule.ts';
import { percentText } from '../wording.ts';

const WHOLE_BPS = 10_000n;
/** Basis points by which what is enforced may lie under the tolerance, since services round what they state. */
const ROUNDING_BPS = 5n;
/** Basis points of tolerance that nobody allows without being asked once more. */
const LARGE_BPS = 1_000n;

/** The tolerance that the trading window asked for, and the one that the orders really leave. */
export const slippageLimit: Rule = {
  id: 'P3',
  holds:
    'The slippage tolerance is within your limit, and the orders enforce no less of what is expected than it leaves.',
  leavesOut:
    'Whether what is expected is true: the service states it. Orders whose least cannot be read (V7), limit orders and recurring ones.',
  judge: (facts) => {
    const { policy } = facts.given;
    if (!policy) return [];
    if (policy.slippageBps !== undefined && policy.slippageBps > policy.limits.slippageBps)
      return [
        block(
          'P3',
          `The slippage tolerance is ${percentText(policy.slippageBps)}; your limit is ${percentText(policy.limits.slippageBps)}.`,
        ),
      ];
    return judgeEnforced(facts, BigInt(policy.limits.slippageBps), policy.slippageBps);
  },
};

function judgeEnforced(facts: Facts, limit: bigint, asked: number | undefined): readonly Finding[] {
  const { trade, orders } = facts;
  const minimum = effectiveMinimum(facts);
  if (trade?.kind !== 'swap' || minimum === undefined) return [];
  const { expected } = trade;
  if (expected === undefined || expected === 0n) return [];
  // Each order's least is rounded for itself.
  const missing = expected - minimum - BigInt(orders.length);
  const isBeyond = (bps: bigint): boolean => missing * WHOLE_BPS > (bps + ROUNDING_BPS) * expected;
  const gap = percentText(Number(((expected - minimum) * WHOLE_BPS) / expected));
  const enforced = `The orders may bring ${gap} less than what is expected`;
  if (isBeyond(limit)) return [block('P3', `${enforced}; your limit is ${percentText(Number(limit))}.`)];
  if (asked !== undefined && isBeyond(BigInt(asked)))
    return [warn('P3', `${enforced}; you allowed ${percentText(asked)}.`)];
  return isBeyond(LARGE_BPS) ? [warn('P3', `${enforced}.`)] : [];
}
