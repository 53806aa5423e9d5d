import * as v from 'valibot';
import { MOST_CANCELLED, ORDER_STATUSES } from '#domain/limit-order.ts';
import { LONGEST_NUMBER } from '#domain/typed-number.ts';
import { review } from './approval.ts';
import {
  amount,
  count,
  epoch,
  exchangeCode,
  failure,
  finite,
  hash32,
  identifier,
  longText,
  none,
  shortText,
  units,
} from './codec.ts';
import {
  journalSteps,
  listedRow,
  listing,
  orderId,
  priceBothWays,
  serviceRecord,
  typedPrice,
} from './order-entry.ts';
import { acting, type DeskTable, quiet, topic } from './table.ts';

/** Orders of all kinds that rest, or rested, on chain for this profile; and the book of a pair. */

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
  ...listing,
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

/** The trading window's calls and topics for orders. */
export const deskOrders = {
  /** Orders of this profile's wallets, merged from journal and service: a snapshot, then deltas. */
  orders: topic(orderList),
  /** Asks the service for the orders now. */
  'orders.refresh': quiet(none, none),
  'orders.detail': quiet(v.strictObject({ id: orderId }), orderDetail, 30_000),
  /**
   * Has the service build the cancellation of these orders, proves that it takes back exactly them and pays all to
   * their owner, and shows it in the approval window. Where they do not fit into one transaction they are divided, and
   * an order that cannot be cancelled is left out and named. Failures: `order-unknown`, `order-not-cancellable`,
   * `nothing-to-cancel`, `set-busy`, those of `swap.review`.
   */
  'orders.cancel': acting(
    v.strictObject({
      ids: v.pipe(v.array(orderId), v.minLength(1), v.maxLength(MOST_CANCELLED)),
    }),
    cancelPrepared,
    180_000,
  ),
  /**
   * Moves an open limit order that was placed here to another price (ADA per whole token, as typed): prepares its
   * cancellation and the order that takes its place, and shows both in the approval window by the cancellation. The
   * topic `batch` reports the rest. Failures: `order-not-movable`, `move-same-price`, `move-off-market`, `watch-only`,
   * those of a limit price, of `orders.cancel` and of `ladder.start`.
   */
  'orders.move': acting(
    v.strictObject({
      id: orderId,
      adaPerToken: v.pipe(v.string(), v.maxLength(LONGEST_NUMBER)),
    }),
    v.strictObject({ batchId: identifier, ...review.entries }),
    180_000,
  ),
  /** Opens a transaction of an order (see `orders.detail`) in the network's explorer. */
  'orders.openExplorer': acting(v.strictObject({ id: orderId, hash: hash32 }), none),
} as const satisfies DeskTable;
