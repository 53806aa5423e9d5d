import * as v from 'valibot';
import type { AssetId } from '#domain/asset.ts';
import type { Token } from '#domain/token.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/limit-order.ts';
import type { OrderNoticesView } from '#contract/order-views.ts';
import { amountText } from '../../market/amount-words.ts';
import type { Notices, NoticeSubject, NoticeWords } from '../notices/notices.ts';
import type { OrderRow } from './order-row.ts';
import { isEnd } from '../../market/order-status.ts';
import { SHORT } from '../../gate/wire.ts';

const memory = v.object({
  live: v.record(v.string(), v.picklist(ORDER_STATUSES)),
  told: v.record(v.string(), v.array(v.picklist(['filled', 'partly-filled', 'cancelled', 'closed']))),
});

/** Notices of orders. */
export function orderNoticeSubject(
  wishes: () => OrderWishes,
): NoticeSubject<OrderRow, OrderEvent, OrderMemory, OrderNoticesView> {
  return {
    name: 'order-notices',
    nothingSeen: NOTHING_SEEN,
    memory,
    events: orderEvents,
    wanted: (events) => wantedOrderEvents(events, wishes()),
    words: orderNoticeWords,
    view: orderNoticesView,
  };
}

function orderNoticesView({ list, opened, byPage }: Notices<OrderEvent>): OrderNoticesView {
  const { times, row } = opened;
  return {
    list: list.map(({ rows, title, text, ...notice }) => ({
      ...notice,
      orders: [...rows],
      title: title.slice(0, SHORT),
      text: text.slice(0, SHORT),
    })),
    opened: row === undefined ? { times } : { times, order: row },
    byPage,
  };
}

/** What is worth telling of an order. */
type OrderEventKind = 'filled' | 'partly-filled' | 'cancelled' | 'closed';

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

/** Which kinds the user wants to be told of. */
export interface OrderWishes {
  readonly filled: boolean;
  readonly partlyFilled: boolean;
  readonly cancelled: boolean;
}

export const orderNoticeWords: NoticeWords<OrderEvent> = {
  titles: {
    filled: 'Order filled',
    'partly-filled': 'Order partly filled',
    cancelled: 'Order cancelled',
    closed: 'Order closed unfilled',
  },
  text: textOf,
  severalTitle: (count) => `${count} orders changed`,
  counted: (kind) => kind.replace('-', ' '),
};

export function wantedOrderEvents(events: readonly OrderEvent[], wishes: OrderWishes): readonly OrderEvent[] {
  return events.filter(({ kind }) => isWanted(kind, wishes));
}

function isWanted(kind: OrderEventKind, wishes: OrderWishes): boolean {
  if (kind === 'filled') return wishes.filled;
  return kind === 'partly-filled' ? wishes.partlyFilled : wishes.cancelled;
}

function textOf({ kind, row }: OrderEvent, token: (id: AssetId) => Token): string {
  const { pay, receive, received, sold } = row;
  const [paid, got] = [token(pay.asset), token(receive)];
  const whole = amountText(pay.quantity, paid);
  if (kind === 'filled' && received !== undefined) return `Sold ${whole}, got ${amountText(received, got)}.`;
  if (kind === 'partly-filled' && received !== undefined)
    return `Sold ${amountText(sold, paid)} of ${whole} so far, got ${amountText(received, got)}.`;
  return `It was to sell ${whole}.`;
}
