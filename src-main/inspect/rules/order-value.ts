import { lovelaceIn, quantityIn } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { Facts, OrderFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { ordersOverhead, overheadLimit, overheadOf, soldBy } from '../order-sums.ts';
import { block, type Rule, warn, described } from '../rule.ts';
import type { TradeTerms } from '../terms.ts';
import { assetText, shownAda, shownAmount } from '../wording.ts';
import { sentence } from '../words/sentences.ts';

/** Fees and deposits are asked about when they are more than this many lovelace and more than a tenth of the trade. */
const LARGE_COSTS = 10_000_000n;
const LARGE_SHARE = 10n;

export const orderValue: Rule = {
  ...described('V2'),
  judge: (facts) => {
    const { orders, trade } = facts;
    if (!trade) return [];
    if (orders.length === 0) return [block('V2', sentence('V2-none'))];
    return [
      ...orders.flatMap((order) => judgeOrder(order, trade, facts)),
      ...judgeSold(trade, facts),
      ...judgeOverhead(trade, facts),
      ...judgeFees(trade, facts),
    ];
  },
};

function judgeOrder(order: OrderFact, trade: TradeTerms, facts: Facts): readonly Finding[] {
  const { pay } = trade;
  const { value } = order.output;
  const number = order.index + 1;
  const { tokens } = facts.context;
  const findings = [...value.keys()]
    .filter((asset) => asset !== ADA && asset !== pay.asset)
    .map((asset) =>
      block(
        'V2',
        sentence('V2-also-holds', {
          order: number,
          what: shownAmount(asset, quantityIn(value, asset), tokens),
        }),
      ),
    );
  const sold = soldBy(order, trade);
  if (sold !== undefined && sold <= 0n)
    findings.push(
      block('V2', sentence('V2-holds-none', { order: number, token: assetText(pay.asset, tokens) })),
    );
  const overhead = overheadOf(order);
  if (overhead !== undefined && pay.asset !== ADA && lovelaceIn(value) !== overhead) {
    const message = sentence('V2-unexplained', {
      order: number,
      holds: shownAda(lovelaceIn(value)),
      explained: shownAda(overhead),
    });
    // An excess over the terms counts as cost below; a shortfall would come out of the proceeds.
    findings.push(lovelaceIn(value) < overhead ? block('V2', message) : warn('V2', message));
  }
  const limit = overheadLimit(trade, facts);
  const takes = overhead ?? order.terms?.batcherFee;
  if (takes !== undefined && takes > limit)
    findings.push(
      block(
        'V2',
        sentence('V2-takes', {
          order: number,
          takes: shownAda(takes),
          deposit: overhead !== undefined,
          limit: shownAda(limit),
        }),
      ),
    );
  return findings;
}

function judgeSold(trade: TradeTerms, facts: Facts): readonly Finding[] {
  const { pay } = trade;
  const { orders, context } = facts;
  const parts = orders.map((order) => soldBy(order, trade));
  if (parts.includes(undefined)) return [];
  const sold = parts.reduce<bigint>((total, part) => total + (part ?? 0n), 0n);
  if (sold === pay.quantity) return [];
  const message = sentence('V2-sell-other', {
    sold: shownAmount(pay.asset, sold, context.tokens),
    accepted: shownAmount(pay.asset, pay.quantity, context.tokens),
  });
  // Some builders leave ADA besides what is sold, its fee and its deposit: that counts as cost below.
  const more = sold > pay.quantity;
  const within = facts.limits.feesWithin === 'ask' && ordersOverhead(facts) >= 0n;
  return [pay.asset === ADA && (more || within) ? warn('V2', message) : block('V2', message)];
}

/**
 * Covers orders whose terms are not understood too: whatever they hold besides what is sold counts as cost. Beyond the
 * limits it blocks; beyond what was stated too, where the stated fees are the user's own measure, else it asks.
 */
function judgeOverhead(trade: TradeTerms, facts: Facts): readonly Finding[] {
  const overhead = ordersOverhead(facts);
  if (overhead < 0n) return [block('V2', sentence('V2-less'))];
  const { stated } = trade;
  const known = stated?.batcher === undefined && stated?.deposits === undefined ? undefined : stated;
  const measure = known && (known.batcher ?? 0n) + (known.deposits ?? 0n);
  const taken = shownAda(overhead);
  const strict = facts.limits.beyondStated === 'block' && measure !== undefined;
  const allowed = strict ? measure : overheadLimit(trade, facts) * BigInt(facts.orders.length);
  if (overhead > allowed)
    return [block('V2', sentence('V2-take-beyond-allowed', { taken, allowed: shownAda(allowed) }))];
  if (measure !== undefined && overhead > measure)
    return [warn('V2', sentence('V2-take-beyond-stated', { taken, stated: shownAda(measure) }))];
  // A plan whose terms state all costs is shown with them, and judged by their share of each trade (V11).
  if (trade.kind === 'dca' && facts.orders.every(({ terms }) => terms?.recurring !== undefined)) return [];
  if (trade.kind === 'dca')
    return measure === undefined && overhead > facts.limits.dcaOverhead
      ? [warn('V2', sentence('V2-take', { taken }))]
      : [];
  // Stated or not: many small orders are a way to turn a trade into fees.
  const traded = adaTraded(trade) ?? facts.context.policy?.worth;
  if (traded === undefined || overhead <= LARGE_COSTS || overhead * LARGE_SHARE <= traded) return [];
  return [warn('V2', sentence('V2-take-tenth', { taken, traded: shownAda(traded) }))];
}

/** Lovelace on the side of the trade that is ADA; of what is bought, what is enforced. */
function adaTraded({ pay, receive, atLeast }: TradeTerms): bigint | undefined {
  if (pay.asset === ADA) return pay.quantity;
  return receive === ADA ? atLeast : undefined;
}

/**
 * The amount that those who fill the orders may keep. Some exchanges take it out of the proceeds, so it is checked
 * against the stated fees even where the orders hold no more than those.
 */
function judgeFees({ stated }: TradeTerms, { orders, limits }: Facts): readonly Finding[] {
  if (stated?.batcher === undefined) return [];
  const fees = orders.reduce((total, { terms }) => total + (terms?.batcherFee ?? 0n), 0n);
  if (fees <= stated.batcher) return [];
  const message = sentence('V2-keeps', { keeps: shownAda(fees), stated: shownAda(stated.batcher) });
  const beyondAll = fees > stated.batcher + (stated.deposits ?? 0n);
  return [limits.beyondStated === 'block' && beyondAll ? block('V2', message) : warn('V2', message)];
}
