import { ADA } from '#domain/asset.ts';
import { HIGH_FEE_SHARE } from '#domain/dca.ts';
import type { RecurringTerms } from '../../cardano/order-forms/order-form.ts';
import type { Facts, OrderFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { ordersOverhead } from '../order-sums.ts';
import { block, info, type Rule, warn } from '../rule.ts';
import type { RecurringWish, TradeTerms } from '../terms.ts';
import { amountText } from '../wording.ts';

/** That the whole amount goes in, and nothing more, is V2's; that it names its owner is V6's. */
export const recurring: Rule = {
  id: 'V11',
  holds:
    'A recurring order is one order, locked by one script, for the whole amount, divided and timed as you chose.',
  leavesOut:
    'At which prices it trades, beyond the slippage that each trade allows, and at which exchanges: those who carry it out choose them.',
  judge: (facts) => {
    const { trade, orders, given } = facts;
    if (trade?.kind !== 'dca')
      return orders
        .filter(({ terms }) => trade !== undefined && terms?.recurring !== undefined)
        .map(({ index }) =>
          block('V11', `Order ${index + 1} is a recurring one, which you did not ask for.`),
        );
    const scripts = new Set(orders.map(({ scriptHash }) => scriptHash));
    if (scripts.size > 1) return [block('V11', 'The recurring order is spread over several scripts.')];
    if (orders.length > 1) return [block('V11', `It places ${orders.length} recurring orders, not one.`)];
    const beside = ordersOverhead(facts);
    const extra = beside > 0n ? ` and ${amountText(ADA, beside)} for its fees and deposit` : '';
    const whole = amountText(trade.pay.asset, trade.pay.quantity, given.tokens);
    return orders.flatMap((order) => [
      info('V11', `The order holds ${whole}${extra}.`),
      ...judgeDivision(order, trade, facts),
    ]);
  },
};

function judgeDivision({ terms }: OrderFact, trade: TradeTerms, facts: Facts): readonly Finding[] {
  const wish = trade.recurring;
  const made = terms?.recurring;
  if (!terms)
    return [
      unreadable(trade, facts)(
        'V11',
        'How the order is divided, when it trades and at what prices cannot be read: all of it may be traded at once, or at any time.',
      ),
    ];
  if (!wish)
    return [
      warn('V11', 'How the order was to be divided and timed is not known: nothing of it was compared.'),
    ];
  if (!made)
    return [block('V11', 'It is no recurring order: all of it may be traded at once, or at any time.')];
  return [
    ...judgeTimes(made, wish),
    ...judgeParts(made, wish, trade, facts),
    ...judgeFees(made, wish, trade),
  ];
}

function judgeTimes(made: RecurringTerms, wish: RecurringWish): readonly Finding[] {
  const findings: Finding[] = [];
  if (made.interval.id !== wish.interval.id)
    findings.push(block('V11', `It would trade ${made.interval.words}; you chose ${wish.interval.words}.`));
  if (made.cycles !== wish.cycles)
    findings.push(block('V11', `It would make ${made.cycles} trades; you chose ${wish.cycles}.`));
  if (made.completed !== 0)
    findings.push(block('V11', `It says that ${made.completed} of its trades were made already.`));
  return findings;
}

/** Where the division that was chosen is known, an order that does not show it is none of the user's choosing. */
function unreadable({ recurring: wish }: TradeTerms, { given }: Facts): typeof block {
  const asks = !wish || !given.scripts.complete || given.policy?.limits.expert === true;
  return asks ? warn : block;
}

/** Parts per million in a hundredth of a percent. */
const PPM_IN_BPS = 100n;

function judgeParts(
  made: RecurringTerms,
  wish: RecurringWish,
  { pay }: TradeTerms,
  { given }: Facts,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (made.amountPerCycle !== wish.amountPerCycle)
    findings.push(
      block(
        'V11',
        `Each trade would sell ${amountText(pay.asset, made.amountPerCycle, given.tokens)}, not ${amountText(pay.asset, wish.amountPerCycle, given.tokens)}.`,
      ),
    );
  const allowed = BigInt(wish.slippageBps) * PPM_IN_BPS;
  const told = `Each trade may be ${percent(made.slippagePpm)} worse than the market; you allowed ${percent(allowed)}.`;
  if (made.slippagePpm > allowed) findings.push(block('V11', told));
  if (made.slippagePpm < allowed) findings.push(warn('V11', `${told} Its trades may wait longer.`));
  return findings;
}

/** How many times the fee that was told beforehand, which is an estimate, still counts as the same. */
const MOST_TIMES_TOLD = 2n;

function judgeFees(
  made: RecurringTerms,
  wish: RecurringWish,
  { pay, receive, expected }: TradeTerms,
): readonly Finding[] {
  const findings: Finding[] = [];
  const { feePerCycle } = made;
  const told = wish.feePerCycle;
  if (told !== undefined && feePerCycle > told) {
    const message = `Each trade costs ${amountText(ADA, feePerCycle)}; the plan said about ${amountText(ADA, told)}.`;
    findings.push(feePerCycle > MOST_TIMES_TOLD * told ? block('V11', message) : warn('V11', message));
  }
  const all = pay.asset === ADA ? pay.quantity : receive === ADA ? expected : undefined;
  const worth = all === undefined ? 0n : all / BigInt(made.cycles);
  const share = worth === 0n ? 0 : Number(feePerCycle) / Number(worth);
  if (share > HIGH_FEE_SHARE)
    findings.push(
      warn(
        'V11',
        `The fees take ${(share * 100).toFixed(1)} % of each trade (${amountText(ADA, feePerCycle)}).`,
      ),
    );
  return findings;
}

function percent(ppm: bigint): string {
  return `${Number(ppm) / 10_000} %`;
}
