import type { OrderStatus } from '#domain/limit-order.ts';
import type { OrderRow } from './order-row.ts';
import { isEnd } from '../../market/order-status.ts';

/** What is worth telling of an order. */
export type OrderEventKind = 'filled' | 'partly-filled' | 'cancelled' | 'closed';

export interface OrderEvent {
  readonly kind: OrderEventKind;
  readonly row: OrderRow;
}

/**
 * What was seen and told of orders, as it is kept between runs. `live`: orders that were seen waiting, with their status
 * then. `told`: states told of orders, newest last.
 */
export interface OrderMemory {
  readonly live: Readonly<Record<string, OrderStatus>>;
  readonly told: Readonly<Record<string, readonly OrderEventKind[]>>;
}

export const NOTHING_SEEN: OrderMemory = { live: {}, told: {} };

/** Orders of which is remembered what was told. */
const MOST_TOLD = 2_000;
const EVENTS: Readonly<Partial<Record<OrderStatus, OrderEventKind>>> = {
  filled: 'filled',
  'partly-filled': 'partly-filled',
  cancelled: 'cancelled',
  closed: 'closed',
};

/**
 * What to tell of the rows as they are now: one event for an order and a state, ever. Only of orders that were seen
 * waiting before, in this run or an earlier one, so that the past of a wallet that is new here is not told as news.
 */
export function orderEvents(
  rows: readonly OrderRow[],
  memory: OrderMemory,
): { readonly events: readonly OrderEvent[]; readonly memory: OrderMemory } {
  const live: Record<string, OrderStatus> = { ...memory.live };
  const told = new Map(Object.entries(memory.told));
  const events: OrderEvent[] = [];
  let changed = false;
  for (const row of rows) {
    const { id, status } = row;
    const before = Object.hasOwn(live, id) ? live[id] : undefined;
    if (before === status) continue;
    const kind = EVENTS[status];
    const toldOf = told.get(id) ?? [];
    if (before !== undefined && kind !== undefined && !toldOf.includes(kind)) {
      events.push({ kind, row });
      told.delete(id);
      told.set(id, [...toldOf, kind]);
      changed = true;
    }
    // `cancelling` waits too: an exchange may be faster than the cancellation.
    if (!isEnd(status)) {
      live[id] = status;
      changed = true;
    } else if (before !== undefined) {
      delete live[id];
      changed = true;
    }
  }
  if (!changed) return { events, memory };
  const kept = [...told].slice(-MOST_TOLD);
  return { events, memory: { live, told: Object.fromEntries(kept) } };
}
