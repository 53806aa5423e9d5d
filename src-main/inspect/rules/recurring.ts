import { ADA } from '#domain/asset.ts';
import { aboutMs, HIGH_FEE_SHARE } from '#domain/dca.ts';
import { shortened } from '#domain/words/names.ts';
import { SECOND_MS } from '#domain/time.ts';
import type { RecurringTerms } from '../../exchanges/order-form.ts';
import type { Facts, OrderFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { exchangeOfPlace, ordersOverhead } from '../order-sums.ts';
import { block, info, type Rule, warn, described } from '../rule.ts';
import type { RecurringWish, TradeTerms } from '../terms.ts';
import { shownAda, shownAmount } from '../wording.ts';
import { sentence } from '../words/sentences.ts';

/** That the whole amount goes in, and nothing more, is V2's; that it names its owner is V6's. */
export const recurring: Rule = {
  ...described('V11'),
  judge: (facts) => {
    const { trade, orders, context } = facts;
    if (trade?.kind !== 'dca')
      return orders
        .filter(({ terms }) => trade !== undefined && terms?.recurring !== undefined)
        .map(({ index }) => block('V11', sentence('V11-unasked', { order: index + 1 })));
    const scripts = new Set(orders.map(({ scriptHash }) => scriptHash));
    if (scripts.size > 1) return [block('V11', sentence('V11-scripts'))];
    if (orders.length > 1) return [block('V11', sentence('V11-several', { orders: orders.length }))];
    const overhead = ordersOverhead(facts);
    const extra = overhead > 0n ? { extra: shownAda(overhead) } : {};
    const whole = shownAmount(trade.pay.asset, trade.pay.quantity, context.tokens);
    return orders.flatMap((order) => [
      info('V11', sentence('V11-holds', { whole, ...extra })),
      ...judgeDivision(order, trade, facts),
    ]);
  },
};

function judgeDivision({ terms }: OrderFact, trade: TradeTerms, facts: Facts): readonly Finding[] {
  const wish = trade.recurring;
  const plan = terms?.recurring;
  const placed = plan ? [...judgeStart(plan, facts), ...judgePlaces(plan, facts)] : [];
  if (!terms) return [unreadable(trade, facts)('V11', sentence('V11-unreadable'))];
  if (!wish) return [warn('V11', sentence('V11-not-compared')), ...placed];
  if (!plan) return [block('V11', sentence('V11-not-recurring'))];
  return [
    ...judgeTimes(plan, wish),
    ...judgeParts(plan, wish, trade, facts),
    ...judgeFees(plan, wish, trade),
    ...placed,
  ];
}

function judgeTimes(plan: RecurringTerms, wish: RecurringWish): readonly Finding[] {
  const findings: Finding[] = [];
  if (plan.interval.id !== wish.interval.id)
    findings.push(
      block('V11', sentence('V11-interval', { would: plan.interval.id, chosen: wish.interval.id })),
    );
  else if (plan.monthOfDays !== undefined)
    findings.push(warn('V11', sentence('V11-month', { days: plan.monthOfDays })));
  if (plan.cycles !== wish.cycles)
    findings.push(block('V11', sentence('V11-trades', { would: plan.cycles, chosen: wish.cycles })));
  if (plan.completed !== undefined && plan.completed !== 0)
    findings.push(block('V11', sentence('V11-made-already', { trades: plan.completed })));
  return findings;
}

/** Slots before a transaction's end at which a plan's first trade may be due. */
const EARLIEST_DUE = 7_200n;

/** A trade that is late is caught up at once: a plan that is due since long sells all of it at the same moment. */
function judgeStart(
  { dueFrom, interval, cycles }: RecurringTerms,
  { tx, context }: Facts,
): readonly Finding[] {
  if (dueFrom === undefined) return [];
  const { validUntil } = tx.body;
  const seconds = BigInt(aboutMs(interval) / SECOND_MS);
  if (validUntil === undefined || dueFrom < validUntil - EARLIEST_DUE)
    return [block('V11', sentence('V11-due-before'))];
  if (dueFrom > validUntil + seconds) return [block('V11', sentence('V11-due-late'))];
  // The later of the two: neither a ledger that lags nor a slow clock hides what is due.
  const slots = [context.tipSlot, context.clockSlot].flatMap((at) => (at === undefined ? [] : [Number(at)]));
  const late = slots.length === 0 ? 0n : (BigInt(Math.max(...slots)) - dueFrom) / seconds;
  if (late <= 0n || cycles === 1) return [];
  return [warn('V11', sentence('V11-due-already', { trades: late + 1n }))];
}

/** Whom a trade pays, at each exchange at which the plan may place one. */
function judgePlaces({ placesAt = [] }: RecurringTerms, { context }: Facts): readonly Finding[] {
  return placesAt.flatMap(({ script, binds }) => {
    const exchange = exchangeOfPlace(script, context.scripts.known);
    if (exchange === undefined) return [block('V11', sentence('V11-place', { script: shortened(script) }))];
    switch (binds) {
      case 'trade':
        return [];
      case 'receiver':
        return [warn('V11', sentence('V11-binds-receiver', { exchange }))];
      case 'nothing':
        return [warn('V11', sentence('V11-binds-nothing', { exchange }))];
      case 'unproven':
        return [warn('V11', sentence('V11-binds-unproven', { exchange }))];
    }
  });
}

/** Where the division that was chosen is known, an order that does not show it is none of the user's choosing. */
function unreadable({ recurring: wish }: TradeTerms, { context }: Facts): typeof block {
  const asks = !wish || !context.scripts.complete || context.policy?.limits.expert === true;
  return asks ? warn : block;
}

/** Parts per million in a hundredth of a percent. */
const PPM_IN_BPS = 100n;

function judgeParts(
  plan: RecurringTerms,
  wish: RecurringWish,
  { pay }: TradeTerms,
  { context }: Facts,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (plan.amountPerCycle !== wish.amountPerCycle)
    findings.push(
      block(
        'V11',
        sentence('V11-part', {
          would: shownAmount(pay.asset, plan.amountPerCycle, context.tokens),
          chosen: shownAmount(pay.asset, wish.amountPerCycle, context.tokens),
        }),
      ),
    );
  const allowed = BigInt(wish.slippageBps) * PPM_IN_BPS;
  const { slippagePpm } = plan;
  if (slippagePpm === undefined) return [...findings, warn('V11', sentence('V11-any-price'))];
  const message = sentence('V11-slippage', { may: percent(slippagePpm), allowed: percent(allowed) });
  if (slippagePpm > allowed) findings.push(block('V11', message));
  if (slippagePpm < allowed) findings.push(warn('V11', message, sentence('V11-waits-longer')));
  return findings;
}

/** How many times the fee estimated in the plan still counts as the same. */
const MOST_TIMES_PLANNED = 2n;

function judgeFees(
  plan: RecurringTerms,
  wish: RecurringWish,
  { pay, receive, expected }: TradeTerms,
): readonly Finding[] {
  const findings: Finding[] = [];
  const { reservePerCycle } = plan;
  if (reservePerCycle !== undefined && reservePerCycle > 0n)
    findings.push(warn('V11', sentence('V11-reserve', { each: shownAda(reservePerCycle) })));
  // A reserve that nothing proves to come back is a cost.
  const feePerCycle = plan.feePerCycle + (reservePerCycle ?? 0n);
  const planned = wish.feePerCycle;
  if (planned !== undefined && feePerCycle > planned) {
    const message = sentence('V11-fee', { fee: shownAda(feePerCycle), planned: shownAda(planned) });
    findings.push(feePerCycle > MOST_TIMES_PLANNED * planned ? block('V11', message) : warn('V11', message));
  }
  const all = pay.asset === ADA ? pay.quantity : receive === ADA ? expected : undefined;
  const worth = all === undefined ? 0n : all / BigInt(plan.cycles);
  const share = worth === 0n ? 0 : Number(feePerCycle) / Number(worth);
  if (share > HIGH_FEE_SHARE)
    findings.push(
      warn(
        'V11',
        sentence('V11-fee-share', { share: `${(share * 100).toFixed(1)} %`, fee: shownAda(feePerCycle) }),
      ),
    );
  return findings;
}

function percent(ppm: bigint): string {
  return `${Number(ppm) / 10_000} %`;
}
