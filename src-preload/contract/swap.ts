import * as v from 'valibot';
import { ahead, review } from './approval.ts';
import {
  assetId,
  exchangeChoice,
  finite,
  identifier,
  longText,
  none,
  sale,
  slippageChoice,
  units,
} from './codec.ts';
import { routeShare, ticketAnswer } from './order-entry.ts';
import { acting, type DeskTable, quiet } from './table.ts';

/** A fee in lovelace before anything is built, and the source of the figure. */
const knownFee = v.strictObject({ lovelace: units, from: v.picklist(['estimate', 'built', 'records']) });

/**
 * A quote as shown. Percentages are numbers for display; every amount is in base units. Its notices are of `amountIn`
 * shares that do not add up to the amount, an unverified token, a large impact…
 */
export const quote = v.strictObject({
  ...ticketAnswer,
  slippageBps: v.pipe(v.number(), v.integer()),
  expected: units,
  atLeast: units,
  routes: v.array(routeShare),
  /** Fraction (0.0031 = 0.31 %) by which the expected price is worse than the price before the trade; absent when unknown. */
  priceImpact: v.optional(finite),
  /** Estimates: the approval window shows what is read from the bytes. */
  fees: v.strictObject({
    exchange: v.optional(knownFee),
    /** Returned when the orders close. */
    deposits: v.optional(knownFee),
    /** `built`: taken from earlier swaps of this app; otherwise what a swap usually costs. */
    network: v.strictObject({ lovelace: units, built: v.boolean() }),
  }),
  /** `expected` less fees, in base units of `receive`; absent if the fees are unknown. */
  net: v.optional(units),
});
export type QuoteView = v.InferOutput<typeof quote>;

/**
 * The result of comparing a quote's price with pools; `warn`: pools would pay more by at least the share that the user
 * set.
 */
export const compared = v.strictObject({ tone: v.picklist(['warn', 'note']), sentence: longText });
export type ComparedView = v.InferOutput<typeof compared>;

/** The trading window's calls for swaps. */
export const deskSwap = {
  /** Asks for a price. Failures: `same-token`, `decimals-changed`, `decimals-unknown`, and those of the service. */
  'swap.quote': quiet(
    v.strictObject({ ...sale, slippageBps: slippageChoice, excluded: exchangeChoice }),
    quote,
  ),
  /**
   * Builds at the service, inspects the bytes, and shows in the approval window what they do. Nothing can be agreed
   * to from here: the answer names the trade to follow.
   */
  'swap.review': acting(v.strictObject({ quoteId: identifier }), review, 60_000),
  /**
   * Has the service build the transaction of a quote ahead of its review, which then takes it, and judges the bytes. It is
   * kept in memory alone and nothing can agree to it; one build is under way at most. Failures besides those of
   * `swap.review`: `review-superseded`.
   */
  'swap.ahead': quiet(v.strictObject({ quoteId: identifier }), ahead, 60_000),
  /**
   * Compares a quote with pools that the app reads itself: the finding, or why there is none. It takes a few seconds,
   * and the review does not wait for it. Failures: `quote-unknown`, `quote-expired`, of the limits.
   */
  'swap.compare': quiet(v.strictObject({ quoteId: identifier }), compared, 20_000),
  /** Leaves the review that is being built, of whatever kind: what is built is discarded, and its window does not come. */
  'swap.abandon': acting(v.strictObject({}), none),
  /** Leaves a trade that was not signed; the approval window goes when it shows this one. */
  'swap.discard': acting(v.strictObject({ tradeId: identifier }), none),
  /** For a trade whose submission is unknown or failed on the way: sends the same bytes again. */
  'swap.resubmit': quiet(v.strictObject({ tradeId: identifier }), none, 60_000),
  /** The most that can be paid of an asset, with fees and deposits left in the wallet. */
  'swap.max': quiet(v.strictObject({ pay: assetId }), v.strictObject({ quantity: units })),
} as const satisfies DeskTable;
