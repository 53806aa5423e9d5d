import * as v from 'valibot';
import { MOST_MULTIPLES } from '#domain/limit-order.ts';
import { ahead, review } from './approval.ts';
import { count, exchangeChoice, exchangeCode, finite, identifier, sale, units } from './codec.ts';
import { pairAnswer, priceBothWays, typedPrice } from './order-entry.ts';
import { acting, type DeskTable, quiet } from './table.ts';

/** The limit ticket and the ladder: their requests and answers. Pairs have ADA on one side. */

/** Input common to both tickets: sell `pay` for `receive`; one of the two is ADA. */
export const ticket = {
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
export const orderFees = v.strictObject({
  /** Kept by the exchanges for filling. */
  batcher: v.optional(units),
  /** Held by the orders; comes back when they close. */
  deposits: v.optional(units),
  /** Fraction of the order's worth that the batcher fees take: 0.02 is 2 %. Warned about above that. */
  share: v.optional(finite),
});

/** The market compared with a limit price. */
export const marketGap = v.strictObject({
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

/** The trading window's calls for limit orders. Pairs have ADA on one side. */
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
} as const satisfies DeskTable;
