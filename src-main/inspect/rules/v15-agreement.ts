import { subtractValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { Bounds } from '../../agreement/agreement.ts';
import { beyond } from '../../agreement/bounds.ts';
import type { Facts } from '../facts.ts';
import { figuresOf } from '../figures.ts';
import type { Finding } from '../inspection.ts';
import { effectiveMinimum } from '../order-sums.ts';
import { block, type Rule } from '../rule.ts';
import { amountText, valueText } from '../wording.ts';

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
