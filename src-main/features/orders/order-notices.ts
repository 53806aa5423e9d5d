import type { AssetId } from '#domain/asset.ts';
import type { Token } from '#domain/token.ts';
import { amountText } from '../../market/amount-words.ts';
import type { NoticeWords } from '../notices/notice-writer.ts';
import type { OrderEvent, OrderEventKind } from './order-events.ts';

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
