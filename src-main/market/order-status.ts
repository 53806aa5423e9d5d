import { LIVE_STATUSES, type OrderStatus } from '#domain/limit-order.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { ON_THE_WAY_STATES, wasSigned, type PlacedOrder, type Trade } from '#domain/trade.ts';
import { statusWord } from './listed-rows.ts';

/** Words of services, met in the wild, and what they mean. Any other one is shown as it came. */
const WORDS: Readonly<Record<string, OrderStatus>> = {
  PENDING: 'open',
  LIMIT: 'open',
  OOR: 'open',
  STOPLOSS: 'open',
  STOP_LOSS: 'open',
  ACTIVE: 'open',
  OPEN: 'open',
  BATCHING: 'open',
  // The funds of an expired order stay locked until somebody takes it back.
  EXPIRED: 'open',
  SUBMITTED: 'preparing',
  MEMPOOL: 'preparing',
  PARTIAL: 'partly-filled',
  PARTIALLY_FILLED: 'partly-filled',
  COMPLETE: 'filled',
  COMPLETED: 'filled',
  FILLED: 'filled',
  CANCELLING: 'cancelling',
  CANCELING: 'cancelling',
  CANCELLED: 'cancelled',
  CANCELED: 'cancelled',
};

/** An order's status by the service's word; an open one that was paid something is partly filled. */
export function reportedStatus({ status, actualOut, updateTxHash }: ServiceOrder): OrderStatus {
  const word = statusWord(status);
  const known = WORDS[word];
  if (known === undefined) return 'unknown';
  if (word === 'EXPIRED' && updateTxHash !== undefined) return 'closed';
  return known === 'open' && Number(actualOut ?? '0') > 0 ? 'partly-filled' : known;
}

/** Whether a trade's orders belong into the list: from its signature on. Recurring ones have a list of their own. */
export function hasOrders(trade: Trade): boolean {
  return (trade.kind === 'swap' || trade.kind === 'limit') && wasSigned(trade);
}

/** An order's status by the journal, and so by the chain. */
export function journalStatus({ state }: Trade, order: PlacedOrder): OrderStatus {
  if (ON_THE_WAY_STATES.includes(state)) return 'preparing';
  if (state === 'expired' || state === 'refused') return 'failed';
  if (order.closedBy === undefined) return (order.fills ?? []).length > 0 ? 'partly-filled' : 'open';
  if (order.outcome !== undefined) return order.outcome;
  const { received = 0n, minimum } = order;
  return received > 0n && (minimum === undefined || received >= minimum) ? 'filled' : 'closed';
}

/**
 * The status of an order that both know. The service's word counts, but for an end that the chain has shown already,
 * and for a word that is not known here. That an order is only on its way is the journal's to say.
 */
export function mergedStatus(kept: OrderStatus, reported: OrderStatus | undefined): OrderStatus {
  if (reported === undefined || reported === 'unknown' || isEnd(kept)) return kept;
  if (reported === 'preparing') return kept;
  if (reported === 'open' && kept === 'partly-filled') return kept;
  return reported;
}

/** Whether an order of the book can still be filled, as far as the service's word goes. */
export function isFillable(order: ServiceOrder): boolean {
  const status = reportedStatus(order);
  return !isEnd(status) && status !== 'cancelling' && statusWord(order.status) !== 'EXPIRED';
}

export function isEnd(status: OrderStatus): boolean {
  return !LIVE_STATUSES.includes(status);
}
