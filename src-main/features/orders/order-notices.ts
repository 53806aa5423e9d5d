import * as v from 'valibot';
import { ADA, type AssetId } from '#domain/asset.ts';
import { grouped } from '#domain/decimal.ts';
import { averagePrice, beyondPromise, isNoDifference } from '#domain/fill.ts';
import { sentence, type Sentence } from '#domain/sentences/sentence.ts';
import type { Token } from '#domain/token.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/limit-order.ts';
import { shownName } from '#domain/words/names.ts';
import { shownAmount } from '../../market/token-catalogue.ts';
import {
  countOf,
  noticeSource,
  type NoticeProfile,
  type NoticeSource,
  fittingOf,
  type NoticeWords,
  type SourceParts,
} from '../notices/notices.ts';
import type { OrderBoard } from './order-board.ts';
import type { OrderRow } from './order-row.ts';
import { isEnd } from '../../market/order-status.ts';

const memory = v.object({
  live: fittingOf(v.picklist(ORDER_STATUSES)),
  told: fittingOf(v.array(v.picklist(['filled', 'partly-filled', 'cancelled', 'closed', 'drifted']))),
  near: v.optional(v.array(v.string()), []),
});

export interface OrderNoticeProfile extends NoticeProfile {
  readonly orders: Pick<OrderBoard, 'onChange'>;
}

/** Notices of orders. */
export function orderNotices(
  parts: SourceParts,
  wishes: () => OrderWishes,
): NoticeSource<OrderNoticeProfile> {
  return noticeSource(parts, {
    name: 'order-notices',
    memory,
    nothingSeen: NOTHING_SEEN,
    rows: ({ orders }: OrderNoticeProfile, look: (rows: readonly OrderRow[]) => void) =>
      orders.onChange(({ rows }) => look(rows)),
    events: orderEvents,
    wanted: (events) => wantedOrderEvents(events, wishes()),
    words: orderNoticeWords,
    notice: (parts) => ({ about: 'orders', ...parts }),
  });
}

/** Events worth a notice. */
type OrderEventKind = 'filled' | 'partly-filled' | 'cancelled' | 'closed' | 'drifted';

export interface OrderEvent {
  readonly kind: OrderEventKind;
  readonly row: OrderRow;
}

/**
 * Stored between runs so that no order is reported twice. `live`: open orders with their last known status. `told`: events
 * already reported, newest last. `near`: open orders close to the market price.
 */
export interface OrderMemory {
  readonly live: Readonly<Record<string, OrderStatus>>;
  readonly told: Readonly<Record<string, readonly OrderEventKind[]>>;
  readonly near: readonly string[];
}

export const NOTHING_SEEN: OrderMemory = { live: {}, told: {}, near: [] };

/**
 * Shares of its price by which the market must still move, for an order that is near the market, and for one that is far
 * off. An order that was placed far off was meant so.
 */
const NEAR = 0.1;
const FAR = 0.25;

/** Orders whose reports are remembered. */
const MOST_REPORTED = 2_000;
const EVENTS: Readonly<Partial<Record<OrderStatus, OrderEventKind>>> = {
  filled: 'filled',
  'partly-filled': 'partly-filled',
  cancelled: 'cancelled',
  closed: 'closed',
};

/**
 * The events in the rows as they are now: one event ever per order and state, and one when the market, having been near
 * its price, is far off. Only orders that were seen waiting before count, in this run or an earlier one: the past of a
 * wallet that is new here is no news.
 */
export function orderEvents(
  rows: readonly OrderRow[],
  memory: OrderMemory,
): { readonly events: readonly OrderEvent[]; readonly memory: OrderMemory } {
  const live: Record<string, OrderStatus> = { ...memory.live };
  const byOrder = new Map(Object.entries(memory.told));
  const near = new Set(memory.near);
  const events: OrderEvent[] = [];
  let changed = false;
  const report = (kind: OrderEventKind, row: OrderRow): void => {
    const reported = byOrder.get(row.id) ?? [];
    if (reported.includes(kind)) return;
    events.push({ kind, row });
    byOrder.delete(row.id);
    byOrder.set(row.id, [...reported, kind]);
    changed = true;
  };
  for (const row of rows) {
    const { id, status, distance } = row;
    const waits = status === 'open' || status === 'partly-filled';
    if (near.has(id) && (!waits || (distance ?? 0) >= FAR)) {
      near.delete(id);
      changed = true;
      if (waits) report('drifted', row);
    } else if (waits && !near.has(id) && distance !== undefined && distance < NEAR) {
      near.add(id);
      changed = true;
    }
    const before = Object.hasOwn(live, id) ? live[id] : undefined;
    if (before === status || (before !== undefined && awaitsChain(row))) continue;
    const kind = EVENTS[status];
    if (before !== undefined && kind !== undefined) report(kind, row);
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
  const newest = [...byOrder].slice(-MOST_REPORTED);
  return { events, memory: { live, told: Object.fromEntries(newest), near: [...near] } };
}

/**
 * Whether the service says that an order of this program was filled, and the chain has not shown it yet. It is reported
 * when the chain does, with what was paid there.
 */
function awaitsChain({ source, status, closedBy, fills }: OrderRow): boolean {
  if (source !== 'here') return false;
  return status === 'filled' ? closedBy === undefined : status === 'partly-filled' && fills.length === 0;
}

/** Which kinds the user wants to hear of. */
export interface OrderWishes {
  readonly filled: boolean;
  readonly partlyFilled: boolean;
  readonly cancelled: boolean;
  /** The market moved far away from its price. */
  readonly drifted: boolean;
}

export const orderNoticeWords: NoticeWords<OrderEvent> = {
  titles: {
    filled: sentence('order/filled'),
    'partly-filled': sentence('order/partly-filled'),
    cancelled: sentence('order/cancelled'),
    closed: sentence('order/closed'),
    drifted: sentence('order/drifted'),
  },
  text: sentencesOf,
  severalTitle: (count) => sentence('order/several', { orders: count }),
  severalText: (events) => [
    sentence('order/counts', {
      filled: countOf(events, 'filled'),
      partlyFilled: countOf(events, 'partly-filled'),
      cancelled: countOf(events, 'cancelled'),
      closed: countOf(events, 'closed'),
      drifted: countOf(events, 'drifted'),
    }),
  ],
};

export function wantedOrderEvents(events: readonly OrderEvent[], wishes: OrderWishes): readonly OrderEvent[] {
  return events.filter((event) => isWanted(event, wishes));
}

function isWanted({ kind, row }: OrderEvent, wishes: OrderWishes): boolean {
  // The user moved it; if its second half fails, `moveNotices` says so.
  if (kind === 'cancelled' && row.moves) return false;
  if (kind === 'filled') return wishes.filled;
  if (kind === 'drifted') return wishes.drifted;
  return kind === 'partly-filled' ? wishes.partlyFilled : wishes.cancelled;
}

function sentencesOf({ kind, row }: OrderEvent, token: (id: AssetId) => Token): readonly Sentence[] {
  const { pay, receive, received, sold, distance = 0 } = row;
  const [paid, got] = [token(pay.asset), token(receive)];
  const whole = shownAmount(pay.quantity, paid);
  if (kind === 'drifted')
    return [sentence('order/must-move', { whole, percent: `${(distance * 100).toFixed(1)} %` })];
  if (received === undefined || (kind !== 'filled' && sold === 0n))
    return [sentence('order/was-to-sell', { whole })];
  const brought = shownAmount(received, got);
  return [
    kind === 'filled'
      ? sentence('order/sold', { whole, got: brought })
      : sentence('order/sold-part', {
          sold: shownAmount(sold, paid),
          whole,
          open: kind === 'partly-filled',
          got: brought,
        }),
    ...priceOf(row, token(row.token)),
  ];
}

/** `Average 0.4975 ADA per AMBER, 0.52 % better than quoted.`, from what the chain shows; of other orders nothing. */
function priceOf(row: OrderRow, traded: Token): readonly Sentence[] {
  const { side, source, kind, pay, receive, sold, received = 0n, promised = 0n } = row;
  const inAda = pay.asset === ADA || receive === ADA;
  if (source !== 'here' || !inAda || traded.decimalsSource === 'unknown') return [];
  const average = averagePrice(side, sold, received, traded.decimals);
  if (average === undefined) return [];
  const paid = { price: grouped(average), name: shownName(traded) };
  const beyond = beyondPromise({ pay: pay.quantity, promised, sold, received });
  if (beyond === undefined) return [sentence('order/average', paid)];
  const against = { ...paid, promised: kind === 'limit' ? ('limit' as const) : ('quote' as const) };
  if (isNoDifference(beyond)) return [sentence('order/average-as', against)];
  const percent = `${(Math.abs(beyond) * 100).toFixed(2)} %`;
  return [sentence('order/average-off', { ...against, percent, better: beyond > 0 })];
}
