import { subtractValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { EarlierSignature } from '../inspection-input.ts';
import { block, type Rule, warn } from '../rule.ts';
import { amountText, shortened, valueText } from '../wording.ts';
import type { Bounds } from '../../agreement/agreement.ts';
import { beyond } from '../../agreement/bounds.ts';
import type { Facts } from '../facts.ts';
import { figuresOf, totalCostOf, totalCostText } from '../figures.ts';
import type { Finding } from '../inspection.ts';
import { effectiveMinimum } from '../order-sums.ts';

/** A signature cannot be taken back: whoever holds it may submit until the transaction's validity ends. */
export const signedBefore: Rule = {
  id: 'V12',
  holds:
    'You signed no other transaction for the same quote, none that spends the same inputs and may still run, no trade like it that only the ledger service calls over, and no payment to the same address that is not on chain yet.',
  leavesOut: 'Transactions signed elsewhere with the same keys.',
  judge: ({ given, tx }) => {
    const own = new Set<string>(tx.body.inputs);
    return (given.earlier ?? []).flatMap((one) => {
      if (one.bodyHash === tx.bodyHash)
        return [warn('V12', `You already signed exactly this transaction${untilText(one)}.`)];
      const shared = one.inputs.some((input) => own.has(input));
      if (shared)
        return [
          warn(
            'V12',
            `You already signed a transaction that spends the same funds (${shortened(one.bodyHash)})${untilText(one)}: only one of the two can run.`,
          ),
        ];
      if (one.subject === given.subject)
        return [
          warn(
            'V12',
            `You already signed a transaction for this (${shortened(one.bodyHash)})${untilText(one)}: both could run.`,
          ),
        ];
      if (one.repeats === true)
        return [
          warn(
            'V12',
            `You already signed a payment to this address (${shortened(one.bodyHash)})${untilText(one)}: both could run, and both would be paid.`,
          ),
        ];
      return one.alike === true
        ? [
            warn(
              'V12',
              `You already signed a trade like this (${shortened(one.bodyHash)})${untilText(one)}. The ledger service says that it can no longer run; if that is wrong, both could run.`,
            ),
          ]
        : [];
    });
  },
};

function untilText({ validUntil }: EarlierSignature): string {
  return validUntil === undefined
    ? ', which stays valid forever'
    : `, which is valid until slot ${validUntil}`;
}

/** Bounds made before the service was asked: no figure of its answer can move them. */
export const withinAgreement: Rule = {
  id: 'V15',
  holds: 'What leaves, what is locked, what others get and what it costs is within what you agreed to.',
  leavesOut: 'Transactions that were not asked for here: there is no agreement to hold them against.',
  judge: (facts) => {
    const { agreed } = facts.given;
    if (!agreed || !facts.complete) return [];
    const bounds = agreed.agreement.transactions[agreed.at]?.bounds;
    if (!bounds) return [block('V15', 'You agreed to no such transaction.')];
    return [...judgeOutflow(facts, bounds), ...judgeBack(facts, bounds)];
  },
};

function judgeOutflow(facts: Facts, bounds: Bounds): readonly Finding[] {
  const { tokens } = facts.given;
  const { gone, locked, others, networkFee, cost } = figuresOf(facts);
  const findings: Finding[] = [];
  const assets = (found: Value, most: Value, what: string): void => {
    const extra = beyond(found, most);
    if (extra.size > 0)
      findings.push(block('V15', `${what} ${valueText(extra, tokens)} more than you agreed to.`));
  };
  const lovelace = (found: bigint, most: bigint, what: string): void => {
    if (found > most)
      findings.push(
        block('V15', `${what} ${amountText(ADA, found)}; you agreed to at most ${amountText(ADA, most)}.`),
      );
  };
  assets(gone, bounds.gone, 'It would take');
  assets(locked, bounds.locked, 'It would lock');
  lovelace(others, bounds.others, 'Others would get');
  lovelace(networkFee, bounds.networkFee, 'The network would take');
  lovelace(cost, bounds.cost, 'In all it would cost');
  return findings;
}

function judgeBack(facts: Facts, { back }: Bounds): readonly Finding[] {
  const { trade, given } = facts;
  if (facts.cancel) {
    const short = beyond(back, subtractValues(facts.returned, facts.spent));
    if (short.size === 0) return [];
    return [block('V15', `${valueText(short, given.tokens)} less comes back than you agreed to.`)];
  }
  const least = effectiveMinimum(facts);
  if (!trade || least === undefined) return [];
  const agreed = back.get(trade.receive) ?? 0n;
  if (least >= agreed) return [];
  return [
    block(
      'V15',
      `The orders enforce only ${amountText(trade.receive, least, given.tokens)}; you agreed to at least ${amountText(trade.receive, agreed, given.tokens)}.`,
    ),
  ];
}

/** Lovelace, and percent of what is certainly traded, above which a cost is asked about. */
const USUAL_COST = 4_000_000n;
const USUAL_PERCENT = 2n;

/** Fees that are each within a bound can add up to most of a small trade: only their sum shows it. */
export const totalCostAsked: Rule = {
  id: 'V16',
  holds: 'All that does not come back is at most 4 ADA or two percent of the ADA that you trade.',
  leavesOut: 'The price itself (V7, P4); and what of a limit is used up where you set none.',
  // The first transaction of a batch asks for all of it; the later ones are held to their bounds (V15).
  judge: (facts) => {
    const { agreed } = facts.given;
    const later = agreed !== undefined && agreed.at > 0 && agreed.apart !== true;
    return (facts.trade || facts.cancel) && !later ? judgeTotalCost(facts) : [];
  },
};

function judgeTotalCost(facts: Facts): readonly Finding[] {
  const { trade } = facts;
  const figures = figuresOf(facts);
  const whole = totalCostOf(facts);
  const { traded } = whole;
  const words = totalCostText(whole);
  if (traded === undefined)
    return [
      warn('V16', `${words} Neither side is certain to be worth any ADA, so its share cannot be stated.`),
    ];
  const promised = trade !== undefined && trade.pay.asset !== ADA;
  const atOnce = figures.networkFee + figures.others;
  if (promised && atOnce > USUAL_COST)
    return [
      warn(
        'V16',
        `${words} ${amountText(ADA, atOnce)} of it is paid at once, on the strength of what the sale is only promised to bring.`,
      ),
    ];
  const usual = (traded * USUAL_PERCENT) / 100n;
  return whole.cost > (usual > USUAL_COST ? usual : USUAL_COST) ? [warn('V16', words)] : [];
}
