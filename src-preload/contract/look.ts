import * as v from 'valibot';
import { none, shortText } from './codec.ts';
import { dcaDetail, dcaPlans } from './dca.ts';
import { orderId } from './order-entry.ts';
import { orderDetail, orderList } from './orders.ts';
import { type DeskTable, quiet, topic } from './table.ts';

/** The trading window's calls and topics for the address that is looked at. */
export const deskLook = {
  /** The address that is looked at, read-only; absent: none. */
  look: topic(v.strictObject({ address: v.optional(shortText) })),
  /** The orders and recurring orders of that address, as the service lists them; nothing of them can be cancelled. */
  lookedOrders: topic(orderList),
  lookedPlans: topic(dcaPlans),
  /**
   * Looks at the orders of any address of this network, in place of the one before. Failures: `address-malformed`,
   * `address-elsewhere`.
   */
  'look.at': quiet(v.strictObject({ address: shortText }), none),
  /** Asks the service for the orders of that address now. */
  'look.refresh': quiet(none, none),
  'look.leave': quiet(none, none),
  /** As `orders.detail` and `dca.detail`, of the address that is looked at. */
  'orders.lookedDetail': quiet(v.strictObject({ id: orderId }), orderDetail, 30_000),
  'dca.lookedDetail': quiet(v.strictObject({ id: orderId }), dcaDetail, 30_000),
} as const satisfies DeskTable;
