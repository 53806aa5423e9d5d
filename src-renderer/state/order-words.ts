import type { OrderRowView } from '#contract/order-views.ts';
import type { OrderStatus } from '#domain/limit-order.ts';
import { plainText } from '../format/amount.ts';

export type OrderTone = 'plain' | 'amber' | 'red';

const words: Record<OrderStatus, readonly [string, OrderTone]> = {
  preparing: ['On its way', 'amber'],
  open: ['Open', 'plain'],
  'partly-filled': ['Partly filled', 'plain'],
  cancelling: ['Cancelling', 'amber'],
  filled: ['Filled', 'plain'],
  cancelled: ['Cancelled', 'plain'],
  closed: ['Given back', 'plain'],
  failed: ['Failed', 'plain'],
  unknown: ['Not known', 'plain'],
};

/** An order's status in a word or two. One that is not known here is told in the service's own word. */
export function orderWords({ status, told }: Pick<OrderRowView, 'status' | 'told'>): {
  readonly text: string;
  readonly tone: OrderTone;
} {
  const [text, tone] = words[status];
  const raw = status === 'unknown' && told !== undefined ? plainText(told) : '';
  return { text: raw === '' ? text : raw, tone };
}

export const sideWords = { buy: 'Buy', sell: 'Sell' } as const;
