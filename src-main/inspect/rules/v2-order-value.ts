import { lovelaceIn, quantityIn } from '../../../src-preload/domain/amount.ts';
import { ADA } from '../../../src-preload/domain/asset.ts';
import { numberToUnits } from '../../../src-preload/domain/decimal.ts';
import type { Facts, OrderFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { ordersOverhead, overheadLimit, overheadOf, soldBy } from '../order-sums.ts';
import { block, type Rule, warn } from '../rule.ts';
import { amountText, assetText } from '../wording.ts';

export const orderValue: Rule = {
  id: 'V2',
  holds: 'The orders together hold what you sell, their fees and deposits, and nothing else.',
  leavesOut: 'What the orders pay out (V7).',
  judge: (facts) => {
    const { orders } = facts;
    if (orders.length === 0) return [block('V2', 'The transaction places no order: you would get nothing.')];
    return [
      ...orders.flatMap((order) => judgeOrder(order, facts)),
      ...judgeSold(facts),
      ...judgeOverhead(facts),
    ];
  },
};

function judgeOrder(order: OrderFact, facts: Facts): readonly Finding[] {
  const { pay } = facts.given.intent;
  const { value } = order.output;
  const name = `Order ${order.index + 1}`;
  const findings = [...value.keys()]
    .filter((asset) => asset !== ADA && asset !== pay.asset)
    .map((asset) =>
      block('V2', `${name} also holds ${amountText(asset, quantityIn(value, asset), facts.given.tokens)}.`),
    );
  const sold = soldBy(order, facts);
  if (sold !== undefined && sold <= 0n)
    findings.push(
      block('V2', `${name} holds none of the ${assetText(pay.asset, facts.given.tokens)} that you sell.`),
    );
  const overhead = overheadOf(order);
  if (overhead !== undefined && pay.asset !== ADA && lovelaceIn(value) !== overhead)
    findings.push(
      block(
        'V2',
        `${name} holds ${amountText(ADA, lovelaceIn(value))}, its terms explain ${amountText(ADA, overhead)}.`,
      ),
    );
  if (overhead !== undefined && overhead > overheadLimit(facts))
    findings.push(
      block(
        'V2',
        `${name} takes ${amountText(ADA, overhead)} for fee and deposit, more than your limit of ${amountText(ADA, overheadLimit(facts))}.`,
      ),
    );
  return findings;
}

function judgeSold(facts: Facts): readonly Finding[] {
  const { pay } = facts.given.intent;
  const parts = facts.orders.map((order) => soldBy(order, facts));
  if (parts.includes(undefined)) return [];
  const sold = parts.reduce<bigint>((total, part) => total + (part ?? 0n), 0n);
  if (sold === pay.quantity) return [];
  const tokens = facts.given.tokens;
  return [
    block(
      'V2',
      `The orders sell ${amountText(pay.asset, sold, tokens)}, not the ${amountText(pay.asset, pay.quantity, tokens)} that you accepted.`,
    ),
  ];
}

/**
 * Covers orders whose terms are not understood too: whatever they hold beside what is sold counts as cost. Beyond what
 * the quote stated it asks, since services mean different things by their figures; beyond the limits it blocks.
 */
function judgeOverhead(facts: Facts): readonly Finding[] {
  const overhead = ordersOverhead(facts);
  if (overhead < 0n) return [block('V2', 'The orders hold less ADA than you sell.')];
  const allowed = overheadLimit(facts) * BigInt(facts.orders.length);
  const taken = `The orders take ${amountText(ADA, overhead)} for fees and deposits`;
  if (overhead > allowed) return [block('V2', `${taken}, ${amountText(ADA, allowed)} is allowed.`)];
  const stated = statedLovelace(facts.given.quote.statedFees);
  if (stated === undefined || overhead <= stated) return [];
  return [warn('V2', `${taken}, the quote stated ${amountText(ADA, stated)}.`)];
}

function statedLovelace(
  stated: { readonly batcher?: number; readonly deposits?: number } | undefined,
): bigint | undefined {
  if (stated?.batcher === undefined || stated.deposits === undefined) return undefined;
  const batcher = numberToUnits(stated.batcher, 6, 'ceil');
  const deposits = numberToUnits(stated.deposits, 6, 'ceil');
  return batcher === undefined || deposits === undefined || batcher < 0n || deposits < 0n
    ? undefined
    : batcher + deposits;
}
