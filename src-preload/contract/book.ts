import * as v from 'valibot';
import { assetId, count, epoch, exchangeCode, failure, finite, none, units } from './codec.ts';
import { decimalText } from './order-entry.ts';
import { type DeskTable, quiet, topic } from './table.ts';

/** The book of a pair. */

const level = v.strictObject({
  /** ADA per whole token, exact text to fill the ticket with. */
  price: decimalText,
  /** Base units of the token, and lovelace, that are bid or asked at exactly this price. */
  tokens: units,
  ada: units,
  /** Resting orders in it; 0 in pool levels. */
  orders: count,
  /** Some of it is the user's own. */
  own: v.boolean(),
});
export type BookLevelView = v.InferOutput<typeof level>;

const bookSide = v.strictObject({
  /** Best first: bids fall, asks rise. */
  bids: v.array(level),
  asks: v.array(level),
});

/** The book of one token against ADA, as chosen by `book.watch`. */
export const book = v.strictObject({
  token: v.optional(assetId),
  state: v.picklist(['idle', 'loading', 'live', 'failed']),
  /** Open orders that the service lists, by price. */
  orders: bookSide,
  /**
   * Computed here from the pools' reserves by constant product, without fees: an estimate. Each level is what the
   * pools would take or give between the level before it and its own price. Which exchanges it covers is in `pools`.
   */
  depth: bookSide,
  pools: v.array(v.strictObject({ exchange: exchangeCode, price: finite, ada: finite, tokens: finite })),
  /** Over both sources. ADA per token. */
  bestBid: v.optional(decimalText),
  bestAsk: v.optional(decimalText),
  mid: v.optional(decimalText),
  /** Fraction of `mid`; negative where the sides cross. */
  spread: v.optional(finite),
  at: v.optional(epoch),
  failure: v.optional(failure),
});
export type BookView = v.InferOutput<typeof book>;

/** The trading window's calls and topics for the book. */
export const deskBook = {
  /** The book that `book.watch` chose. */
  book: topic(book),
  /** Makes the book of a token live, in place of what was; its topic carries the rest. */
  'book.watch': quiet(v.strictObject({ token: assetId }), none),
  'book.unwatch': quiet(none, none),
} as const satisfies DeskTable;
