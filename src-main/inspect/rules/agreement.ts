import { subtractValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { shortened } from '#domain/words/names.ts';
import type { EarlierSignature } from '../inspection-input.ts';
import { block, type Rule, warn, described } from '../rule.ts';
import { shownAda, shownAmount, shownValue } from '../wording.ts';
import type { BoundedCost, Outflow } from '../words/wallet.en.ts';
import type { Bounds } from '../../agreement/agreement.ts';
import { beyond } from '../../agreement/bounds.ts';
import type { Facts } from '../facts.ts';
import { figuresOf, totalCostOf, totalCostSentence } from '../figures.ts';
import type { Finding } from '../inspection.ts';
import { effectiveMinimum } from '../order-sums.ts';
import { sentence } from '../words/sentences.ts';

/** A signature cannot be taken back: whoever holds it may submit until the transaction's validity ends. */
export const signedBefore: Rule = {
  ...described('V12'),
  judge: ({ context, tx }) => {
    const own = new Set<string>(tx.body.inputs);
    return (context.earlier ?? []).flatMap((one) => {
      if (one.bodyHash === tx.bodyHash) return [warn('V12', sentence('V12-same', until(one)))];
      const shared = one.inputs.some((input) => own.has(input));
      if (shared) return [warn('V12', sentence('V12-funds', by(one)))];
      if (one.subject === context.subject) return [warn('V12', sentence('V12-subject', by(one)))];
      if (one.repeats === true) return [warn('V12', sentence('V12-payment', by(one)))];
      return one.alike === true ? [warn('V12', sentence('V12-alike', by(one)))] : [];
    });
  },
};

function until({ validUntil }: EarlierSignature): { readonly until?: number } {
  return validUntil === undefined ? {} : { until: validUntil };
}

function by(one: EarlierSignature): { readonly hash: string; readonly until?: number } {
  return { hash: shortened(one.bodyHash), ...until(one) };
}

/** Bounds made before the service was asked: no figure of its answer can move them. */
export const withinAgreement: Rule = {
  ...described('V15'),
  judge: (facts) => {
    const { agreed } = facts.context;
    if (!agreed || !facts.complete) return [];
    const bounds = agreed.agreement.transactions[agreed.at]?.bounds;
    if (!bounds) return [block('V15', sentence('V15-not-agreed'))];
    return [...judgeOutflow(facts, bounds), ...judgeBack(facts, bounds)];
  },
};

function judgeOutflow(facts: Facts, bounds: Bounds): readonly Finding[] {
  const { tokens } = facts.context;
  const { gone, locked, others, networkFee, cost } = figuresOf(facts);
  const findings: Finding[] = [];
  const assets = (found: Value, most: Value, what: Outflow): void => {
    const extra = beyond(found, most);
    if (extra.size > 0)
      findings.push(block('V15', sentence('V15-assets', { what, beyond: shownValue(extra, tokens) })));
  };
  const lovelace = (found: bigint, most: bigint, what: BoundedCost): void => {
    if (found > most)
      findings.push(
        block('V15', sentence('V15-cost', { what, found: shownAda(found), most: shownAda(most) })),
      );
  };
  assets(gone, bounds.gone, 'taken');
  assets(locked, bounds.locked, 'locked');
  lovelace(others, bounds.others, 'others');
  lovelace(networkFee, bounds.networkFee, 'network');
  lovelace(cost, bounds.cost, 'all');
  return findings;
}

function judgeBack(facts: Facts, { back }: Bounds): readonly Finding[] {
  const { trade, context } = facts;
  if (facts.cancel) {
    const short = beyond(back, subtractValues(facts.returned, facts.spent));
    if (short.size === 0) return [];
    return [block('V15', sentence('V15-less-back', { short: shownValue(short, context.tokens) }))];
  }
  const least = effectiveMinimum(facts);
  if (!trade || least === undefined) return [];
  const agreed = back.get(trade.receive) ?? 0n;
  if (least >= agreed) return [];
  return [
    block(
      'V15',
      sentence('V15-least', {
        least: shownAmount(trade.receive, least, context.tokens),
        agreed: shownAmount(trade.receive, agreed, context.tokens),
      }),
    ),
  ];
}

/**
 * Lovelace, and percent of what is certainly traded, above which a cost is asked about; the lovelace alone where nothing is
 * certain to be traded in ADA.
 */
const USUAL_COST = 4_000_000n;
const USUAL_PERCENT = 2n;

/** Fees that are each within a bound can add up to most of a small trade: only their sum shows it. */
export const totalCostAsked: Rule = {
  ...described('V16'),
  // The first transaction of a batch asks for all of it; the later ones are held to their bounds (V15).
  judge: (facts) => {
    const { agreed } = facts.context;
    const later = agreed !== undefined && agreed.at > 0 && agreed.apart !== true;
    return (facts.trade || facts.cancel) && !later ? judgeTotalCost(facts) : [];
  },
};

function judgeTotalCost(facts: Facts): readonly Finding[] {
  const { trade } = facts;
  const figures = figuresOf(facts);
  const whole = totalCostOf(facts);
  const { traded } = whole;
  const words = totalCostSentence(whole);
  if (traded === undefined)
    return whole.cost > USUAL_COST ? [warn('V16', words, sentence('V16-no-share'))] : [];
  const promised = trade !== undefined && trade.pay.asset !== ADA;
  const atOnce = figures.networkFee + figures.others;
  if (promised && atOnce > USUAL_COST)
    return [warn('V16', words, sentence('V16-at-once', { what: shownAda(atOnce) }))];
  const usual = (traded * USUAL_PERCENT) / 100n;
  return whole.cost > (usual > USUAL_COST ? usual : USUAL_COST) ? [warn('V16', words)] : [];
}
