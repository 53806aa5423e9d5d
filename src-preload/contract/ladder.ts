import * as v from 'valibot';
import { LADDER_SIZES, LADDER_SPACINGS, MOST_LEVELS } from '#domain/limit-order.ts';
import { review } from './approval.ts';
import { exchangeCode, identifier, shortText, units } from './codec.ts';
import { marketGap, orderFees, ticket } from './limit.ts';
import { pairAnswer, priceBothWays, typedPrice } from './order-entry.ts';
import { acting, type DeskTable, quiet } from './table.ts';

export const ladderTicket = v.strictObject({
  ...ticket,
  from: typedPrice,
  to: typedPrice,
  count: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(MOST_LEVELS)),
  sizes: v.picklist(LADDER_SIZES),
  spacing: v.picklist(LADDER_SPACINGS),
});
export type LadderTicketInput = v.InferOutput<typeof ladderTicket>;

const level = v.strictObject({
  price: priceBothWays,
  pay: units,
  atLeast: units,
  market: marketGap,
  fees: orderFees,
  notices: v.array(shortText),
});

/** The answer of `ladder.plan`. */
export const ladderPlan = v.strictObject({
  ...pairAnswer,
  from: typedPrice,
  to: typedPrice,
  sizes: v.picklist(LADDER_SIZES),
  spacing: v.picklist(LADDER_SPACINGS),
  /** The one exchange that every order is asked of; absent when the service may place each somewhere else. */
  exchange: v.optional(exchangeCode),
  /** First price to last. Their `pay` sum to the whole amount. */
  levels: v.array(level),
  /** Transactions to sign, each with its own network fee. */
  signatures: v.pipe(v.number(), v.integer()),
  totals: v.strictObject({
    atLeast: units,
    /** Pay-weighted average price of it all, if all of it fills. */
    average: priceBothWays,
    fees: orderFees,
    /** About what the network takes for all transactions, lovelace. */
    networkFeesAbout: units,
    /** Lovelace that leaves the wallet at the start: the amount sold if it is ADA, fees and deposits. */
    adaLocked: v.optional(units),
  }),
});
export type LadderPlanView = v.InferOutput<typeof ladderPlan>;

/** The trading window's calls for ladders of limit orders. */
export const deskLadder = {
  /** Prices and amounts of a ladder, with what all of it costs. The smallest level is estimated at the service. */
  'ladder.plan': quiet(ladderTicket, ladderPlan, 60_000),
  /**
   * Builds the first transaction of a plan and shows the whole batch in the approval window; the topic `batch` reports
   * the rest. Failures: `set-busy` while another batch is under way, those of `limit.review`.
   */
  'ladder.start': acting(
    v.strictObject({ planId: identifier }),
    v.strictObject({ batchId: identifier, ...review.entries }),
    60_000,
  ),
} as const satisfies DeskTable;
