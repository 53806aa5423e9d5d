import { lovelaceIn } from '../../../src-preload/domain/amount.ts';
import type { Facts, OrderFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { minimumReceived, soldBy } from '../order-sums.ts';
import { block, type Rule, warn } from '../rule.ts';
import type { TradeTerms } from '../terms.ts';
import { amountText, assetText } from '../wording.ts';

/** Percent of the accepted price below which one order's own least is asked about, or refused. */
const USUAL_SHARE_PERCENT = 95n;
const LEAST_SHARE_PERCENT = 50n;
/** Lovelace by which the fees and deposits of real exchanges differ from each other, where orders do not state them. */
const OVERHEAD_SPREAD = 1_500_000n;

export const minimumReceivedEnforced: Rule = {
  id: 'V7',
  holds: 'The orders want what you buy, and together enforce at least what you accepted.',
  leavesOut:
    'When the orders are filled: one whose minimum cannot be met waits, and one with a time of its own may come back unfilled, less a fee. Whether the price itself is fair: nothing here but the service knows the market.',
  judge: (facts) => (facts.trade ? judgeTrade(facts, facts.trade) : []),
};

function judgeTrade(facts: Facts, trade: TradeTerms): readonly Finding[] {
  const { receive, atLeast, kind } = trade;
  const { given, orders } = facts;
  const findings: Finding[] = orders
    .filter(({ terms }) => terms?.wanted !== undefined && terms.wanted !== receive)
    .map(({ index }) =>
      block('V7', `Order ${index + 1} buys another token than ${assetText(receive, given.tokens)}.`),
    );
  findings.push(...orders.filter(({ otherPair }) => otherPair).map(({ index }) => otherPool(index)));
  if (atLeast !== undefined) findings.push(...judgeShares(trade, atLeast, facts));
  if (orders.some(({ terms }) => terms?.wanted === undefined))
    return [
      ...findings,
      warn('V7', 'What an order buys, or enforces as the least to receive, cannot be read.'),
    ];
  const minimum = minimumReceived(facts) ?? 0n;
  if (atLeast === undefined)
    return minimum > 0n || kind === 'dca' || orders.length === 0
      ? findings
      : [...findings, warn('V7', 'The orders enforce nothing as the least to receive.')];
  if (minimum < atLeast)
    findings.push(
      block(
        'V7',
        `The orders enforce only ${amountText(receive, minimum, given.tokens)}; you accepted at least ${amountText(receive, atLeast, given.tokens)}.`,
      ),
    );
  return findings;
}

function otherPool(index: number): Finding {
  return block('V7', `Order ${index + 1} does not trade between what you sell and what you buy.`);
}

/**
 * Orders are filled one by one: where one enforces far less for what it sells than was accepted, the others make up
 * for it only on paper, for they may never be filled. Splits of real trades stay within five percent of each other.
 * Where it is not known what an order buys, its least is too little whatever it buys; where its terms cannot be read
 * at all, it is only counted for its part.
 */
function judgeShares(trade: TradeTerms, atLeast: bigint, facts: Facts): readonly Finding[] {
  const { orders, given } = facts;
  if (orders.length < 2 || atLeast === 0n) return [];
  const parts = partsOf(trade, orders);
  return orders.flatMap(({ index, terms }, at) => {
    if (!terms) return [];
    const enforced = 100n * terms.minimumReceived * trade.pay.quantity;
    const agreed = atLeast * (parts[at] ?? 0n);
    if (enforced >= USUAL_SHARE_PERCENT * agreed) return [];
    const message = `Order ${index + 1} enforces only ${amountText(trade.receive, terms.minimumReceived, given.tokens)} for its part of what you sell.`;
    return [enforced < LEAST_SHARE_PERCENT * agreed ? block('V7', message) : warn('V7', message)];
  });
}

/** What each order sells. Where fee and deposit are not stated, they are taken to be alike, and rather too large. */
function partsOf(trade: TradeTerms, orders: readonly OrderFact[]): readonly bigint[] {
  const stated = orders.map((order) => soldBy(order, trade));
  const unstated = orders.filter((_, at) => stated[at] === undefined);
  const told = stated.reduce<bigint>((total, part) => total + (part ?? 0n), 0n);
  const held = unstated.reduce((total, { output }) => total + lovelaceIn(output.value), 0n);
  const beside = held - (trade.pay.quantity - told);
  const each = unstated.length === 0 ? 0n : beside / BigInt(unstated.length) + OVERHEAD_SPREAD;
  return orders.map(({ output }, at) => {
    const part = stated[at] ?? lovelaceIn(output.value) - each;
    return part > 0n ? part : 0n;
  });
}
