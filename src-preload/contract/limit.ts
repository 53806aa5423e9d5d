import * as v from 'valibot';
import { LADDER_SIZES, LADDER_SPACINGS, MOST_LEVELS, MOST_MULTIPLES } from '#domain/limit-order.ts';
import { ahead, review } from './approval.ts';
import { count, exchangeChoice, exchangeCode, finite, identifier, sale, shortText, units } from './codec.ts';
import { pairAnswer, priceBothWays, typedPrice } from './order-entry.ts';
import { acting, type DeskTable, quiet } from './table.ts';

/** The limit ticket and the ladder: their requests and answers. Pairs have ADA on one side. */

/** Input common to both tickets: sell `pay` for `receive`; one of the two is ADA. */
const ticket = {
  ...sale,
  /** The only exchange to use; absent: the service chooses. */
  exchange: v.optional(exchangeCode),
  excluded: exchangeChoice,
};

export const limitTicket = v.strictObject({
  ...ticket,
  price: typedPrice,
  /** Equal orders in one transaction; an uneven remainder goes to the last. */
  multiples: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_MULTIPLES)),
});
export type LimitTicketInput = v.InferOutput<typeof limitTicket>;

/** Fees of one or more orders. Lovelace. Absent figures are not stated by the service before the build. */
const orderFees = v.strictObject({
  /** Kept by the exchanges for filling. */
  batcher: v.optional(units),
  /** Held by the orders; comes back when they close. */
  deposits: v.optional(units),
  /** Fraction of the order's worth that the batcher fees take: 0.02 is 2 %. Warned about above that. */
  share: v.optional(finite),
});

/** The market compared with a limit price. */
const marketGap = v.strictObject({
  /** ADA for one whole token, as the service averages it; absent when not known. */
  adaPerToken: v.optional(finite),
  /**
   * Fraction of the market price by which it must still move for the order to fill; 0 or less: it is there already
   * or better. Absent when the market price is not known.
   */
  distance: v.optional(finite),
  /** The price is on the side that fills at once. */
  fillsAtOnce: v.boolean(),
  /**
   * The price that the user must confirm: this much worse than the market, in basis points, or without a known market.
   */
  offMarket: v.optional(
    v.variant('kind', [
      v.strictObject({ kind: v.literal('off'), bps: count }),
      v.strictObject({ kind: v.literal('unknown') }),
    ]),
  ),
});

/** The answer of `limit.estimate`. */
export const limitQuote = v.strictObject({
  ...pairAnswer,
  typed: typedPrice,
  price: priceBothWays,
  /** Base units of `receive` that all orders together enforce. */
  atLeast: units,
  /** One entry for each order (`multiples`): the amount sold and the minimum received. */
  parts: v.array(v.strictObject({ pay: units, atLeast: units })),
  routes: v.array(v.strictObject({ exchange: exchangeCode, amountIn: units, expectedOut: units })),
  market: marketGap,
  fees: orderFees,
});
export type LimitQuoteView = v.InferOutput<typeof limitQuote>;

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

/** The trading window's calls for limit orders and ladders of them. Pairs have ADA on one side. */
export const deskLimit = {
  /**
   * Converts the typed price exactly and has the service estimate the order, its smallest part included. Failures that
   * the ticket shows at its fields: `limit-needs-ada`, `price-malformed`, `market-price-unknown` (for a percentage),
   * `decimals-changed`, `amount-too-small`, `too-many-parts`.
   */
  'limit.estimate': quiet(limitTicket, limitQuote, 30_000),
  /** As `swap.review`, for a limit quote: builds, inspects, and shows it in the approval window. */
  'limit.review': acting(v.strictObject({ quoteId: identifier }), review, 60_000),
  /** As `swap.ahead`. */
  'limit.ahead': quiet(v.strictObject({ quoteId: identifier }), ahead, 60_000),
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
