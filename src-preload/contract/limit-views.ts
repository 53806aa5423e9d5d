import * as v from 'valibot';
import {
  LADDER_SIZES,
  LADDER_SPACINGS,
  MOST_MULTIPLES,
  MOST_LEVELS,
  PRICE_FORMS,
} from '#domain/limit-order.ts';
import { LONGEST_NUMBER } from '#domain/typed-number.ts';
import {
  assetId,
  count,
  exchangeChoice,
  exchangeCode,
  failure,
  finite,
  hash32,
  identifier,
  sale,
  shortText,
  side,
  units,
} from './codec.ts';
import { ticketAnswer } from './views.ts';

/** The limit ticket and the ladder: their requests and answers. Pairs have ADA on one side. */

/** Plain decimal text, never in exponent form: a price or a factor. All ADA for one unit of 30 decimals has 44 digits. */
export const decimalText = v.pipe(v.string(), v.regex(/^\d{1,50}(\.\d{1,40})?$/));

/** A price as the user typed it; main converts it exactly. */
export const typedPrice = v.strictObject({
  form: v.picklist(PRICE_FORMS),
  text: v.pipe(v.string(), v.maxLength(LONGEST_NUMBER)),
});

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

export const ladderTicket = v.strictObject({
  ...ticket,
  from: typedPrice,
  to: typedPrice,
  count: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(MOST_LEVELS)),
  sizes: v.picklist(LADDER_SIZES),
  spacing: v.picklist(LADDER_SPACINGS),
});
export type LadderTicketInput = v.InferOutput<typeof ladderTicket>;

/** One price in both directions, exact to 15 significant digits, rounded in the user's favour. */
export const priceBothWays = v.strictObject({ adaPerToken: decimalText, tokenPerAda: decimalText });
export type PriceBothWays = v.InferOutput<typeof priceBothWays>;

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

/** Output common to the answers about a pair with ADA. */
export const pairAnswer = {
  ...ticketAnswer,
  side,
  /** The asset that is not ADA. */
  token: assetId,
};

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

/**
 * A batch: a ladder, a bulk cancellation in several parts, or the move of a limit order. Each transaction spends the change of the one before it,
 * so the next is built when that is on chain. The user agrees once, in the approval window, to all of them as listed
 * there; each is inspected against that by its own bytes before a key touches it.
 */
export const batchProgress = v.strictObject({
  id: identifier,
  kind: v.picklist(['ladder', 'cancel', 'replace']),
  /**
   * `waiting`: shown in the approval window, not agreed to yet. `running`. `stopping`: the user stopped it, and one
   * transaction is still being finished. `next`: for a watched wallet, the last exported transaction is on chain, and
   * the next one can be requested. `stopped`: ended before its last transaction, by the user or by `failure`; orders
   * already placed stay. `done`: every transaction is on its way or on chain.
   */
  state: v.picklist(['waiting', 'running', 'next', 'stopping', 'stopped', 'done']),
  transactions: v.array(
    v.strictObject({
      /** `planned`: not built. `current`: being built, inspected, signed or sent. `sent`: on its way. `placed`: on chain. */
      state: v.picklist(['planned', 'current', 'sent', 'placed', 'left']),
      tradeId: v.optional(identifier),
      bodyHash: v.optional(hash32),
      failure: v.optional(failure),
    }),
  ),
  failure: v.optional(failure),
});
export type BatchProgressView = v.InferOutput<typeof batchProgress>;

/** Orders of a cancellation that were looked up on the ledger, then divided over transactions. */
export const batchPlanning = v.strictObject({
  step: v.picklist(['looked-up', 'divided']),
  done: v.pipe(v.number(), v.integer(), v.minValue(0)),
  of: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type BatchPlanning = v.InferOutput<typeof batchPlanning>;
