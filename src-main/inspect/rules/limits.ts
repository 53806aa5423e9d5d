import { block, info, type Rule, warn, described } from '../rule.ts';
import { percentText, shownAda } from '../wording.ts';
import type { Facts } from '../facts.ts';
import type { Finding, TotalCost } from '../inspection.ts';
import { effectiveMinimum } from '../order-sums.ts';
import { totalCostOf, totalCostSentence } from '../figures.ts';
import type { PolicyFacts } from '../policy.ts';
import { tradeOf, type TradeTerms } from '../terms.ts';
import { sentence } from '../words/sentences.ts';
import { WHOLE_BPS } from '#domain/ratio.ts';

export const perTradeLimit: Rule = {
  ...described('P1'),
  judge: ({ context: { policy } }) => {
    const most = policy?.limits.perTrade;
    if (!policy || most === undefined) return [];
    const all = policy.together?.worth ?? [policy.worth];
    const worth = sumOf(all);
    if (worth > most)
      return [
        block(
          'P1',
          all.length > 1
            ? sentence('P1-together', { count: all.length, worth: shownAda(worth), most: shownAda(most) })
            : sentence('P1-beyond', { worth: shownAda(worth), most: shownAda(most) }),
        ),
      ];
    if (all.includes(undefined)) return [warn('P1', sentence('P1-unknown', { most: shownAda(most) }))];
    return notCounted('P1', policy);
  },
};

export const perDayLimit: Rule = {
  ...described('P2'),
  judge: ({ context: { policy, terms } }) => {
    const most = policy?.limits.perDay;
    if (!policy || most === undefined) return [];
    const { signedToday, together } = policy;
    const left = most > signedToday ? most - signedToday : 0n;
    // An order that is moved and a ladder's levels are judged with the first of them.
    const all = together?.at === 0 ? together.worth : [policy.worth];
    // Half a move would be a cancellation that nobody wanted.
    const isMove = terms.kind === 'cancel' && all.length > 1;
    const worth = isMove ? sumOf(all) : (policy.worth ?? 0n);
    // A trade that is worth nothing, such as taking an order back, uses nothing of the limit up.
    if (worth > 0n && worth > left)
      return [
        block(
          'P2',
          sentence('P2-beyond', { worth: shownAda(worth), most: shownAda(most), left: shownAda(left) }),
        ),
      ];
    if (all.includes(undefined)) return [warn('P2', sentence('P2-unknown', { most: shownAda(most) }))];
    return [...judgeMidway(all, left), ...notCounted('P2', policy)];
  },
};

/** Later transactions count when they are signed: an approval that the limit would stop midway says so at its first. */
function judgeMidway(all: readonly (bigint | undefined)[], left: bigint): readonly Finding[] {
  const upTo = (end: number): bigint => sumOf(all.slice(0, end));
  const fits = all.findIndex((_one, at) => upTo(at + 1) > left);
  if (fits <= 0) return [];
  const figures = { fits, count: all.length, worth: shownAda(sumOf(all)), left: shownAda(left) };
  return [warn('P2', sentence('P2-midway', figures))];
}

/** The sum of the known figures, lovelace. */
function sumOf(all: readonly (bigint | undefined)[]): bigint {
  return all.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n);
}

/** Tokens that are paid along with ADA use nothing of a limit up. */
function notCounted(rule: 'P1' | 'P2', { worthIsLeast }: PolicyFacts): readonly Finding[] {
  return worthIsLeast === true ? [warn(rule, sentence('P-not-counted'))] : [];
}

/** Basis points by which what is enforced may be below the tolerance, since services round what they state. */
const ROUNDING_BPS = 5n;
/** Basis points of tolerance that are always asked about again. */
const LARGE_BPS = 1_000n;

/** Kinds that take the market's price at once; the others name a price, or take that of a later time. */
const AT_MARKET: Readonly<Record<TradeTerms['kind'], boolean>> = { swap: true, limit: false, dca: false };

/** The tolerance that the trading window asked for, and the one that the orders really leave. */
export const slippageLimit: Rule = {
  ...described('P3'),
  judge: (facts) => {
    const { policy } = facts.context;
    if (!policy) return [];
    if (policy.slippageBps !== undefined && policy.slippageBps > policy.limits.slippageBps)
      return [
        block(
          'P3',
          sentence('P3-tolerance', {
            tolerance: percentText(policy.slippageBps),
            most: percentText(policy.limits.slippageBps),
          }),
        ),
      ];
    return judgeEnforced(facts, BigInt(policy.limits.slippageBps), policy.slippageBps);
  },
};

function judgeEnforced(facts: Facts, limit: bigint, asked: number | undefined): readonly Finding[] {
  const { trade, orders } = facts;
  const minimum = effectiveMinimum(facts);
  if (!trade || !AT_MARKET[trade.kind] || minimum === undefined) return [];
  const { expected } = trade;
  if (expected === undefined || expected === 0n) return [];
  // Each order's minimum is rounded separately.
  const missing = expected - minimum - BigInt(orders.length);
  const isBeyond = (bps: bigint): boolean => missing * WHOLE_BPS > (bps + ROUNDING_BPS) * expected;
  const gap = percentText(Number(((expected - minimum) * WHOLE_BPS) / expected));
  if (isBeyond(limit))
    return [block('P3', sentence('P3-beyond-limit', { gap, most: percentText(Number(limit)) }))];
  if (asked !== undefined && isBeyond(BigInt(asked)))
    return [warn('P3', sentence('P3-beyond-allowed', { gap, allowed: percentText(asked) }))];
  return isBeyond(LARGE_BPS) ? [warn('P3', sentence('P3-large', { gap }))] : [];
}

/** Basis points from which the impact is shown, and asked about: what the trading window said about it does not count. */
const SHOWN_BPS = 100;
const ASKED_BPS = 1_000;

export const impactLimit: Rule = {
  ...described('P4'),
  judge: ({ context: { policy, terms } }) => {
    const most = policy?.limits.impactBps;
    const trade = tradeOf(terms);
    if (!policy || !trade || !AT_MARKET[trade.kind]) return [];
    if (most === undefined) return judgeImpact(policy.impactBps);
    if (policy.impactBps === undefined)
      return [warn('P4', sentence('P4-not-applied', { most: percentText(most) }))];
    if (policy.impactBps <= most) return judgeImpact(policy.impactBps);
    return [
      block('P4', sentence('P4-beyond', { impact: percentText(policy.impactBps), most: percentText(most) })),
    ];
  },
};

function judgeImpact(impactBps: number | undefined): readonly Finding[] {
  if (impactBps === undefined) return [info('P4', sentence('P4-unknown'))];
  if (impactBps >= ASKED_BPS) return [warn('P4', sentence('P4-lose', { impact: percentText(impactBps) }))];
  return impactBps < SHOWN_BPS ? [] : [info('P4', sentence('P4-worse', { impact: percentText(impactBps) }))];
}

/** A limit price that was misread, or mistyped by a digit, gives away what the market would have paid. */
export const offMarketLimit: Rule = {
  ...described('P10'),
  judge: ({ context: { policy, terms } }) => {
    const off = policy?.offMarket;
    if (off === undefined || terms.kind !== 'limit') return [];
    return [
      off.kind === 'unknown'
        ? warn('P10', sentence('P10-unknown'))
        : warn('P10', sentence('P10-off', { off: percentText(off.bps) })),
    ];
  },
};

export const costLimit: Rule = {
  ...described('P11'),
  judge: (facts) => {
    const most = facts.context.policy?.limits.cost;
    if (most === undefined || !(facts.trade || facts.cancel || facts.send)) return [];
    const whole = totalCostOf(facts);
    return whole.cost <= most ? [] : [beyondCost(whole, most)];
  },
};

/** That all which does not come back is more than the user allows (lovelace). */
export function beyondCost(whole: TotalCost, most: bigint): Finding {
  return block('P11', totalCostSentence(whole), sentence('P11-limit', { most: shownAda(most) }));
}
