import { orderText } from '../features/orders/order-figures.ts';
import { tokenLabel } from '../format/amount.ts';
import type { Desk } from '../state/desk.svelte.ts';
import { goToOrders } from './go-to-orders.ts';
import type { PaletteCommand } from './palette-command.ts';

const MOST_ORDERS = 5;

/** What can be done with orders: see them, open the newest, tick and cancel. */
export function orderCommands(desk: Desk): readonly PaletteCommand[] {
  const { orders, orderTable, layers, tokens, markets } = desk;
  const commands: PaletteCommand[] = [
    { text: 'Show: Orders, open, filled and cancelled', keys: ['O'], run: () => goToOrders(desk) },
  ];
  if (orders.rows === undefined || orders.rows.length === 0) return commands;
  const add = (text: string, run: () => void): void => void commands.push({ text, run });
  add('Refresh the orders', () => void desk.tell(orders.refresh(), 'The orders were asked for.'));
  const { selected } = markets;
  const onPair = selected === undefined ? [] : orderTable.cancellableWhere(({ token }) => token === selected);
  if (selected !== undefined && onPair.length > 0)
    add(`Tick all ${onPair.length} open orders on ${tokenLabel(tokens.shape(selected))}`, () => {
      orderTable.tickOnly(onPair);
      goToOrders(desk);
    });
  const ticked = orderTable.cancellable.map(({ id }) => id);
  if (ticked.length > 0)
    add(`Cancel the ${ticked.length} ticked orders`, () =>
      layers.show({ kind: 'cancel-orders', orderIds: ticked }),
    );
  const newest = [...orders.rows].sort((a, b) => (b.placedAt ?? 0) - (a.placedAt ?? 0));
  for (const row of newest.slice(0, MOST_ORDERS))
    add(`Open the order ${orderText(row, (id) => tokens.shape(id))}`, () => desk.showOrder(row.id));
  return commands;
}
