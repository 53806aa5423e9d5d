import * as v from 'valibot';
import type { OrderNoticesView } from '#contract/order-views.ts';
import { ORDER_STATUSES } from '#domain/limit-order.ts';
import { NOTHING_SEEN, orderEvents, type OrderEvent, type OrderMemory } from './order-events.ts';
import { orderNoticeWords, wantedOrderEvents, type OrderWishes } from './order-notices.ts';
import type { OrderRow } from './order-row.ts';
import type { Notices, NoticeSubject } from '../notices/notices.ts';
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
