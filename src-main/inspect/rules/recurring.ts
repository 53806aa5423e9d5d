import { ADA } from '#domain/asset.ts';
import { aboutMs, HIGH_FEE_SHARE } from '#domain/dca.ts';
import type { RecurringTerms } from '../../cardano/order-forms/order-form.ts';
import type { Facts, OrderFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { exchangeOfPlace, ordersOverhead } from '../order-sums.ts';
import { block, info, type Rule, warn } from '../rule.ts';
import type { RecurringWish, TradeTerms } from '../terms.ts';
import { amountText, shortened } from '../wording.ts';

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
    const overhead = ordersOverhead(facts);
    const extra = overhead > 0n ? ` and ${amountText(ADA, overhead)} for its fees and deposit` : '';
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
  const placed = made ? [...judgeStart(made, facts), ...judgePlaces(made, facts)] : [];
  if (!terms)
    return [
      unreadable(trade, facts)(
        'V11',
        'How the order is divided, when it trades and at what prices cannot be read: all of it may be traded at once, or at any time.',
      ),
    ];
  if (!wish)
    return [
      warn('V11', 'How the order was to be divided and timed is not known, so none of it was compared.'),
      ...placed,
    ];
  if (!made)
    return [block('V11', 'It is not a recurring order: all of it may be traded at once, or at any time.')];
  return [
    ...judgeTimes(made, wish),
    ...judgeParts(made, wish, trade, facts),
    ...judgeFees(made, wish, trade),
    ...placed,
  ];
}

function judgeTimes(made: RecurringTerms, wish: RecurringWish): readonly Finding[] {
  const findings: Finding[] = [];
  if (made.interval.id !== wish.interval.id)
    findings.push(block('V11', `It would trade ${made.interval.words}; you chose ${wish.interval.words}.`));
  else if (made.monthOfDays !== undefined)
    findings.push(
      warn(
        'V11',
        `Its trades are ${made.monthOfDays} days apart: how the service counts months is not known.`,
      ),
    );
  if (made.cycles !== wish.cycles)
    findings.push(block('V11', `It would make ${made.cycles} trades; you chose ${wish.cycles}.`));
  if (made.completed !== undefined && made.completed !== 0)
    findings.push(block('V11', `It says that ${made.completed} of its trades are already made.`));
  return findings;
}

/** Slots before a transaction's end at which a plan's first trade may be due. */
const EARLIEST_DUE = 7_200n;
const SECOND_MS = 1_000;

/** A trade that is late is caught up at once: a plan that is due since long sells all of it at the same moment. */
function judgeStart({ dueFrom, interval, cycles }: RecurringTerms, { tx, given }: Facts): readonly Finding[] {
  if (dueFrom === undefined) return [];
  const { validUntil } = tx.body;
  const seconds = BigInt(aboutMs(interval) / SECOND_MS);
  if (validUntil === undefined || dueFrom < validUntil - EARLIEST_DUE)
    return [
      block('V11', 'Its first trade may be due long before it is placed: several would be made at once.'),
    ];
  if (dueFrom > validUntil + seconds)
    return [block('V11', 'Its first trade is due later than one interval after it is placed.')];
  // The later of the two: neither a ledger that lags nor a slow clock hides what is due.
  const slots = [given.tipSlot, given.clockSlot].flatMap((at) => (at === undefined ? [] : [Number(at)]));
  const late = slots.length === 0 ? 0n : (BigInt(Math.max(...slots)) - dueFrom) / seconds;
  if (late <= 0n || cycles === 1) return [];
  return [warn('V11', `Its first trades are due already: ${late + 1n} may be made at once.`)];
}

/** Whom a trade pays, at each exchange at which the plan may place one. */
function judgePlaces({ placesAt = [] }: RecurringTerms, { given }: Facts): readonly Finding[] {
  return placesAt.flatMap(({ script, binds }) => {
    const exchange = exchangeOfPlace(script, given.scripts.known);
    if (exchange === undefined)
      return [
        block(
          'V11',
          `Its trades may be placed at a script that no known exchange uses (${shortened(script)}).`,
        ),
      ];
    const trust = 'you trust the service with each trade.';
    switch (binds) {
      case 'trade':
        return [];
      case 'receiver':
        return [
          warn('V11', `At ${exchange} the plan binds who is paid, and not what a trade buys: ${trust}`),
        ];
      case 'nothing':
        return [
          warn('V11', `At ${exchange} the plan does not bind who receives what a trade buys: ${trust}`),
        ];
      case 'unproven':
        return [warn('V11', `At ${exchange} it cannot be proven who receives what a trade buys: ${trust}`)];
    }
  });
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
  const { slippagePpm } = made;
  if (slippagePpm === undefined)
    return [
      ...findings,
      warn('V11', 'The plan enforces no least: the service decides the price at which each trade is placed.'),
    ];
  const message = `Each trade may be ${percent(slippagePpm)} worse than the market; you allowed ${percent(allowed)}.`;
  if (slippagePpm > allowed) findings.push(block('V11', message));
  if (slippagePpm < allowed) findings.push(warn('V11', `${message} Its trades may wait longer.`));
  return findings;
}

/** How many times the fee estimated in the plan still counts as the same. */
const MOST_TIMES_PLANNED = 2n;

function judgeFees(
  made: RecurringTerms,
  wish: RecurringWish,
  { pay, receive, expected }: TradeTerms,
): readonly Finding[] {
  const findings: Finding[] = [];
  const { reservePerCycle } = made;
  if (reservePerCycle !== undefined && reservePerCycle > 0n)
    findings.push(
      warn(
        'V11',
        `${amountText(ADA, reservePerCycle)} for each trade is set aside for fees and deposits; whether what is not used comes back cannot be read.`,
      ),
    );
  // What nothing says to come back is a cost.
  const feePerCycle = made.feePerCycle + (reservePerCycle ?? 0n);
  const planned = wish.feePerCycle;
  if (planned !== undefined && feePerCycle > planned) {
    const message = `Each trade costs ${amountText(ADA, feePerCycle)}; the plan said about ${amountText(ADA, planned)}.`;
    findings.push(feePerCycle > MOST_TIMES_PLANNED * planned ? block('V11', message) : warn('V11', message));
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
