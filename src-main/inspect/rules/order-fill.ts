import { slotToUnix } from '#domain/network.ts';
import { WHOLE_BPS } from '#domain/ratio.ts';
import type { Facts, OrderFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import {
  effectiveMinimum,
  expectedShares,
  minimumReceived,
  partsOf,
  SPLIT_SPREAD_PERCENT,
} from '../order-sums.ts';
import { block, info, type Rule, warn, described } from '../rule.ts';
import type { TradeTerms } from '../terms.ts';
import { assetText, shownAda, shownAmount } from '../wording.ts';
import type { OrderClosing } from '../../exchanges/order-form.ts';
import { sentence } from '../words/sentences.ts';

/** Percent of the accepted price below which one order's own least is asked about, or refused. */
const USUAL_SHARE_PERCENT = 100n - SPLIT_SPREAD_PERCENT;
const LEAST_SHARE_PERCENT = 50n;
/** Basis points of what was accepted that may rest on orders which ask for more than their part: prices differ. */
const PADDING_BPS = 100n;
/** Basis points by which one order alone may ask for more than is expected, since services round what they state. */
const ROUNDING_BPS = 5n;

export const minimumReceivedEnforced: Rule = {
  ...described('V7'),
  judge: (facts) => (facts.trade ? judgeMinimum(facts, facts.trade) : []),
};

function judgeMinimum(facts: Facts, trade: TradeTerms): readonly Finding[] {
  const { receive, atLeast, kind } = trade;
  const { context, orders } = facts;
  const findings: Finding[] = orders
    .filter(({ terms }) => terms?.wanted !== undefined && terms.wanted !== receive)
    .map(({ index }) =>
      block(
        'V7',
        sentence('V7-other-token', { order: index + 1, token: assetText(receive, context.tokens) }),
      ),
    );
  findings.push(...orders.filter(({ otherPair }) => otherPair).map(({ index }) => otherPool(index)));
  if (atLeast !== undefined) findings.push(...judgeShares(trade, atLeast, facts));
  findings.push(...judgeHigh(trade, facts));
  if (orders.some(({ terms }) => terms?.wanted === undefined))
    return [...findings, warn('V7', sentence('V7-unreadable'))];
  const minimum = effectiveMinimum(facts) ?? 0n;
  if (atLeast === undefined)
    return minimum > 0n || kind === 'dca' || orders.length === 0
      ? findings
      : [...findings, warn('V7', sentence('V7-no-least'))];
  return [...findings, ...judgeLow(minimum, atLeast, trade, facts)];
}

function judgeLow(
  minimum: bigint,
  atLeast: bigint,
  { receive }: TradeTerms,
  facts: Facts,
): readonly Finding[] {
  const { tokens } = facts.context;
  const amounts = {
    least: shownAmount(receive, minimum, tokens),
    accepted: shownAmount(receive, atLeast, tokens),
  };
  if ((minimumReceived(facts) ?? 0n) < atLeast) return [block('V7', sentence('V7-too-low', amounts))];
  const missing = (atLeast - minimum) * WHOLE_BPS;
  if (missing <= ROUNDING_BPS * atLeast) return [];
  const message = sentence('V7-padded', amounts);
  return [missing > PADDING_BPS * atLeast ? block('V7', message) : warn('V7', message)];
}

/** An order for more than its part is expected to bring waits for a price that may never come. */
function judgeHigh({ receive }: TradeTerms, facts: Facts): readonly Finding[] {
  const { orders, context } = facts;
  const shares = expectedShares(facts);
  if (!shares) return [];
  const spread = orders.length > 1 ? SPLIT_SPREAD_PERCENT * 100n : ROUNDING_BPS;
  return orders.flatMap(({ index, terms }, at) => {
    const share = shares[at] ?? 0n;
    if (terms?.wanted !== receive || terms.minimumReceived * (WHOLE_BPS - spread) <= share * WHOLE_BPS)
      return [];
    const asks = shownAmount(receive, terms.minimumReceived, context.tokens);
    const expected = shownAmount(receive, share, context.tokens);
    return [warn('V7', sentence('V7-too-high', { order: index + 1, asks, expected }))];
  });
}

function otherPool(index: number): Finding {
  return block('V7', sentence('V7-other-pair', { order: index + 1 }));
}

/**
 * Orders are filled one by one: where one enforces far less for what it sells than was accepted, the others make up
 * for it only on paper, for they may never be filled. Splits of real trades stay within five percent of each other.
 * Where it is not known what an order buys, its least is too little whatever it buys; where its terms cannot be read
 * at all, it is only counted for its part.
 */
function judgeShares(trade: TradeTerms, atLeast: bigint, facts: Facts): readonly Finding[] {
  const { orders, context } = facts;
  if (orders.length < 2) return [];
  const parts = partsOf(trade, orders, 'least');
  return orders.flatMap(({ index, terms }, at) => {
    if (!terms) return [];
    const enforced = 100n * terms.minimumReceived * trade.pay.quantity;
    const agreed = atLeast * (parts[at] ?? 0n);
    if (enforced >= USUAL_SHARE_PERCENT * agreed) return [];
    const message = sentence('V7-share', {
      order: index + 1,
      least: shownAmount(trade.receive, terms.minimumReceived, context.tokens),
    });
    return [enforced < LEAST_SHARE_PERCENT * agreed ? block('V7', message) : warn('V7', message)];
  });
}

/** An order may have an end time, after which others may close it, and some pay those who do. */
export const orderTime: Rule = {
  ...described('V14'),
  judge: (facts) => facts.orders.flatMap((order) => judgeTime(order, facts)),
};

function judgeTime({ index, terms }: OrderFact, facts: Facts): readonly Finding[] {
  return [
    ...(terms?.closing ? judgeClosing(terms.closing, index + 1, facts) : []),
    ...(terms?.killable === true ? [info('V14', sentence('V14-killable', { order: index + 1 }))] : []),
  ];
}

function judgeClosing(closing: OrderClosing, order: number, facts: Facts): readonly Finding[] {
  const { at, then, tip } = closing;
  const means = sentence('V14-ends', { order, at, then, ...(tip > 0n ? { tip: shownAda(tip) } : {}) });
  const { now, last } = moments(facts);
  const object = facts.trade ? block : warn;
  if (now !== undefined && at <= now) return [object('V14', means, sentence('V14-passed'))];
  // A transaction without an end can always be held back until then; only where somebody is paid for that, it would be.
  if (last === undefined ? tip > 0n : at <= last) return [object('V14', means, sentence('V14-in-time'))];
  if (now === undefined) return [warn('V14', means, sentence('V14-unknown'))];
  return [(tip > 0n ? warn : info)('V14', means)];
}

/**
 * The current time and the end of the transaction's validity, in milliseconds since 1970. The current time is the later
 * of the ledger's and this computer's: a ledger with a wrong clock must not bring an order back to life.
 */
function moments({ tx, context }: Facts): {
  readonly now: bigint | undefined;
  readonly last: bigint | undefined;
} {
  const timeOf = (slot: bigint): bigint => (BigInt(slotToUnix(context.network, 0)) + slot) * 1_000n;
  const { tipSlot, clockSlot } = context;
  const known = [tipSlot, clockSlot].flatMap((slot) => (slot === undefined ? [] : timeOf(BigInt(slot))));
  const now = known.reduce<bigint | undefined>(
    (latest, time) => (latest === undefined || time > latest ? time : latest),
    undefined,
  );
  const { validUntil } = tx.body;
  return { now, last: validUntil === undefined ? undefined : timeOf(validUntil) };
}
