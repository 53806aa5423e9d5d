import type { OrderRowView } from '#contract/order-views.ts';
import { amountText, type TokenShape } from '../../format/amount.ts';
import { sentences, type Sentence } from '../../format/phase-words.ts';

/** `one order`, `12 orders`. */
export function countOrders(count: number): string {
  return count === 1 ? 'one order' : `${count} orders`;
}

/** How a cancellation ended, in sentences. Orders that the exchange filled first are trades that went through. */
export function outcomeWords(
  orders: readonly OrderRowView[],
  shapeOf: (id: string) => TokenShape,
): readonly Sentence[] {
  const of = (status: OrderRowView['status']): readonly OrderRowView[] =>
    orders.filter((row) => row.status === status);
  const [cancelled, filled, closed] = [of('cancelled'), of('filled'), of('closed')];
  const rest = orders.length - cancelled.length - filled.length - closed.length;
  const one = orders.length === 1;
  const lines: string[] = [];
  if (cancelled.length > 0)
    lines.push(one ? 'The order is cancelled.' : `${areOrIs(cancelled.length)} cancelled.`);
  if (filled.length > 0) {
    const came = one && filled[0] ? receivedWords(filled[0], shapeOf) : '';
    lines.push(
      one
        ? `The trade went through: the exchange filled the order first${came}.`
        : `${areOrIs(filled.length)} filled: the exchange came first, and the trade went through.`,
    );
  }
  if (closed.length > 0) lines.push(`${areOrIs(closed.length)} given back by the exchange.`);
  if (rest > 0) lines.push(one ? 'The order waits as before.' : `${areOrIs(rest)} as before.`);
  return sentences(...lines);
}

function receivedWords({ received, receive }: OrderRowView, shapeOf: (id: string) => TokenShape): string {
  return received === undefined ? '' : `, and you got ${amountText(BigInt(received), shapeOf(receive))}`;
}

function areOrIs(count: number): string {
  return count === 1 ? 'One order is' : `${count} orders are`;
}
