import * as v from 'valibot';
import { PRICE_FORMS } from '#domain/limit-order.ts';
import { LONGEST_NUMBER } from '#domain/typed-number.ts';
import {
  amount,
  assetId,
  count,
  epoch,
  exchangeCode,
  failure,
  hash32,
  identifier,
  longText,
  shortText,
  side,
  units,
} from './codec.ts';

/** Parts that tickets, quotes and lists of orders share. */

/** Output common to all answers to a ticket. It may be reviewed until `expiresAt`. */
export const ticketAnswer = {
  id: identifier,
  pay: amount,
  receive: assetId,
  /** Notices for the user, in words, most serious first. */
  notices: v.array(shortText),
  at: epoch,
  expiresAt: epoch,
};

/** Plain decimal text, never in exponent form: a price or a factor. All ADA for one unit of 30 decimals has 44 digits. */
export const decimalText = v.pipe(v.string(), v.regex(/^\d{1,50}(\.\d{1,40})?$/));

/** A price as the user typed it; main converts it exactly. */
export const typedPrice = v.strictObject({
  form: v.picklist(PRICE_FORMS),
  text: v.pipe(v.string(), v.maxLength(LONGEST_NUMBER)),
});

/** One price in both directions, exact to 15 significant digits, rounded in the user's favour. */
export const priceBothWays = v.strictObject({ adaPerToken: decimalText, tokenPerAda: decimalText });
export type PriceBothWays = v.InferOutput<typeof priceBothWays>;

/** Output common to the answers about a pair with ADA. */
export const pairAnswer = {
  ...ticketAnswer,
  side,
  /** The asset that is not ADA. */
  token: assetId,
};

/**
 * Stable for the life of an order: `<hash of the placing transaction>_<output index>`, or another name for a row that
 * the service lists without them.
 */
export const orderId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,100}$/));

/** Fields common to the lists of orders and of plans, apart from the status. */
export const listedRow = {
  id: orderId,
  /** `here`: placed by this program (the journal has it). `external`: known from the service alone. */
  source: v.picklist(['here', 'external']),
  /** The service's raw status; shown where `status` is `unknown`. */
  serviceStatus: v.optional(shortText),
  /** Bech32 address of the wallet that owns it. */
  wallet: shortText,
  /** `buy` and `sell` are of `token`, against ADA; pairs of two tokens are `sell` of what is paid. */
  side,
  /** The side that is not ADA; of two tokens the one paid. */
  token: assetId,
  pay: amount,
  receive: assetId,
  /** Base units of `receive` that came so far. */
  received: v.optional(units),
  placedAt: v.optional(epoch),
  updatedAt: v.optional(epoch),
  /** The amounts that a cancellation must return now, by asset, before the network fee; ADA first. Live ones only. */
  returning: v.array(amount),
  /** Whether it can be cancelled from here now. */
  cancellable: v.boolean(),
  tradeId: v.optional(identifier),
  /** The trade of the cancellation that is on its way, or was. */
  cancelTradeId: v.optional(identifier),
  txHash: v.optional(hash32),
  outputIndex: v.optional(count),
  failure: v.optional(failure),
  /** Proceeds in pools elsewhere now, on a ledger back-end's word; absent where there was no comparison. */
  elsewhere: v.optional(
    v.strictObject({
      kind: v.picklist(['better', 'none', 'unchecked']),
      /** Such as `1.20 %`. */
      more: v.optional(shortText),
      sentence: longText,
    }),
  ),
};

/** How current a list is of what the service has. */
export const listing = {
  /** When the service last listed it; absent: not yet. What the journal has is always shown. */
  at: v.optional(epoch),
  /** Why what the service has is missing or old. */
  failure: v.optional(failure),
};

/** The steps of one trade in this program's journal. `name` (of the state) and `note` are in the window's language. */
export const journalSteps = v.array(
  v.strictObject({ at: epoch, state: shortText, name: shortText, note: shortText }),
);

/** The service's record, as it came: name and text. */
export const serviceRecord = v.array(v.strictObject({ name: shortText, text: shortText }));

export const routeShare = v.strictObject({ exchange: exchangeCode, amountIn: units, expectedOut: units });
