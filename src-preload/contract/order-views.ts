import * as v from 'valibot';
import { ORDER_STATUSES } from '#domain/limit-order.ts';
import {
  amount,
  assetId,
  count,
  epoch,
  exchangeCode,
  failure,
  finite,
  hash32,
  identifier,
  longText,
  shortText,
  side,
  units,
} from './codec.ts';
import { decimalText, priceBothWays, typedPrice } from './limit-views.ts';
import { review } from './views.ts';

/** Orders of all kinds that rest, or rested, on chain for this profile; and the book of a pair. */

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

export const orderRow = v.strictObject({
  ...listedRow,
  kind: v.picklist(['limit', 'swap', 'unknown']),
  status: v.picklist(ORDER_STATUSES),
  /** Base units of `receive` wanted for all of `pay`; absent when it is not known. */
  wanted: v.optional(units),
  /** ADA per whole token; absent when it is not known. */
  price: v.optional(priceBothWays),
  /** As the user typed it, for orders placed here. */
  typed: v.optional(typedPrice),
  /** ADA for one whole token now. */
  marketPrice: v.optional(finite),
  /** As in `limit.estimate`: the fraction of the market price that is still missing; 0 or less: reached. Live orders only. */
  distance: v.optional(finite),
  /** 0 to 1, of what is sold. */
  filled: finite,
  exchange: v.optional(exchangeCode),
  /** Lovelace that the order holds besides what it sells. `fees` is for filling, `deposit` comes back. Live orders only. */
  locked: v.optional(v.strictObject({ fees: v.optional(units), deposit: v.optional(units) })),
  /** Set where it can be moved to another price from here now. */
  movable: v.optional(v.literal(true)),
  /** It was cancelled to be moved, and this order, which was to take its place, was not signed. ADA per whole token. */
  unplaced: v.optional(v.strictObject({ pay: amount, adaPerToken: shortText })),
});
export type OrderRowView = v.InferOutput<typeof orderRow>;

/**
 * The order list. The first message is a snapshot of all rows; then come deltas: rows that are new or changed (each
 * replaces the one of its `id`), and the ids of rows that are gone. A message with another `key` starts over.
 */
export const orderList = v.strictObject({
  key: identifier,
  kind: v.picklist(['snapshot', 'delta']),
  rows: v.array(orderRow),
  gone: v.array(orderId),
  /** When the service last listed its orders; absent: not yet. The journal's are always shown. */
  at: v.optional(epoch),
  /** Why the service's orders are missing or old. */
  failure: v.optional(failure),
});
export type OrderListView = v.InferOutput<typeof orderList>;

const chainStep = v.strictObject({
  /** `place`: ours. `fill`, `part-fill`: the exchange's. `cancel`: ours, or of the owner's other program. `close`: it came back otherwise. */
  kind: v.picklist(['place', 'fill', 'part-fill', 'cancel', 'close']),
  hash: hash32,
  at: v.optional(epoch),
  /** The part of the order that it sold, and the proceeds; fills only. */
  sold: v.optional(units),
  received: v.optional(units),
  price: v.optional(priceBothWays),
});

/** Why an order waits: figures, each with its sentence. */
const waiting = v.strictObject({
  /** Most important first. */
  reasons: v.array(
    v.strictObject({
      kind: v.picklist([
        'distance',
        'depth',
        'fees',
        'touched',
        'untouched',
        'exchange',
        'not-on-chain',
        'unknown',
      ]),
      sentence: longText,
    }),
  ),
  /** Base units of `receive` that the pools would give at this price or better, as computed; and what is wanted. */
  depthAtPrice: v.optional(units),
  stillWanted: v.optional(units),
  /** When candles last touched the price since it was placed. */
  touchedAt: v.optional(epoch),
});

/** The steps of one trade in this program's journal. `name` (of the state) and `note` are in the window's language. */
export const journalSteps = v.array(
  v.strictObject({ at: epoch, state: shortText, name: shortText, note: shortText }),
);
/** The service's record, as it came: name and text. */
export const serviceRecord = v.array(v.strictObject({ name: shortText, text: shortText }));

export const orderDetail = v.strictObject({
  row: orderRow,
  transactions: v.array(chainStep),
  /** Absent for orders that are not waiting. */
  waiting: v.optional(waiting),
  /** Steps of the journal, oldest first; empty for external orders. */
  steps: journalSteps,
  record: serviceRecord,
});
export type OrderDetailView = v.InferOutput<typeof orderDetail>;

/** The result of a request to cancel: shown in the approval window, one transaction or a batch. */
export const cancelPrepared = v.strictObject({
  /** Of the first transaction. */
  ...review.entries,
  /** How many transactions it takes; more than one is a batch, followed in the topic `batch`. */
  transactions: count,
  orders: count,
  /** Orders that cannot be cancelled, and why; the others go on without them. */
  leftOut: v.array(v.strictObject({ id: orderId, failure })),
});
export type CancelPreparedView = v.InferOutput<typeof cancelPrepared>;

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
