import { tradeOffers } from '#domain/trade-offers.ts';
import { amountText, tokenLabel } from '../format/amount.ts';
import type { Desk } from './desk.svelte.ts';
import { goToOrders, goToPlans, type PaletteCommand } from './keys.ts';
import { cancelAllText, orderText } from '../features/orders/order-words.ts';
import { planText } from '../features/dca/dca-words.ts';

const MOST_TRADES = 5;

/** What can be done with trades that were made: open them, go on where one stopped, save receipts. */
export function tradeCommands({
  layers,
  tokens,
  trades,
}: Pick<Desk, 'layers' | 'tokens' | 'trades'>): readonly PaletteCommand[] {
  const made = (trades.list ?? []).filter(({ state }) => state !== 'built' && state !== 'discarded');
  const commands: PaletteCommand[] = [];
  for (const trade of made.slice(0, MOST_TRADES)) {
    const words = `${amountText(BigInt(trade.pay.quantity), tokens.shape(trade.pay.asset))} for ${tokenLabel(tokens.shape(trade.receive))}`;
    const offers = tradeOffers(trade);
    const stopped = trade.state === 'submission-unknown';
    if (offers.assembleHere)
      commands.push({
        text: `Resume: assemble ${words} here and send it`,
        run: () => void layers.report(trades.assembleHere(trade.id), 'Assembled here and sent.'),
      });
    if (offers.askAgain || stopped)
      commands.push({
        text: `Resume: send ${words} again, the same bytes`,
        run: () => void layers.report(trades.resubmit(trade.id), 'The same bytes were sent again.'),
      });
    commands.push({
      text: `Open the trade ${words}`,
      run: () => layers.show({ kind: 'trade', tradeId: trade.id }),
    });
  }
  if (made.some(({ hasReceipt }) => hasReceipt === true))
    commands.push({
      text: 'Save the receipts of all trades',
      run: () => void layers.reportSaved('The receipts are', trades.saveReceipts()),
    });
  return commands;
}

const MOST_ORDERS = 5;

/** Commands for orders: show them, open the newest, select and cancel. */
export function orderCommands({
  layers,
  markets,
  orders,
  orderTable,
  panels,
  tokens,
}: Pick<
  Desk,
  'layers' | 'markets' | 'orders' | 'orderTable' | 'panels' | 'tokens'
>): readonly PaletteCommand[] {
  const commands: PaletteCommand[] = [
    { text: 'Show: Orders, open, filled and cancelled', keys: ['O'], run: () => goToOrders(panels) },
  ];
  if (orders.rows === undefined || orders.rows.length === 0) return commands;
  const add = (text: string, run: () => void): void => void commands.push({ text, run });
  add('Refresh the orders', () => void layers.report(orders.refresh(), 'The orders are being refreshed.'));
  const { selected } = markets;
  const onPair = selected === undefined ? [] : orderTable.cancellableWhere(({ token }) => token === selected);
  if (selected !== undefined && onPair.length > 0)
    add(`Select all ${onPair.length} open orders on ${tokenLabel(tokens.shape(selected))}`, () => {
      orderTable.tickOnly(onPair);
      goToOrders(panels);
    });
  const all = orders.looked ? undefined : orderTable.toCancel();
  const there = orderTable.toCancel(({ token }) => token === selected);
  const cancel = (orderIds: readonly string[]) => (): void =>
    layers.show({ kind: 'cancel-orders', orderIds });
  if (all && all.of > 0) add(cancelAllText(all), cancel(all.ids));
  if (all && selected !== undefined && there.of > 0 && there.of < all.of)
    add(`${cancelAllText(there)} on ${tokenLabel(tokens.shape(selected))}`, cancel(there.ids));
  const ticked = orderTable.cancellable.map(({ id }) => id);
  if (ticked.length > 0) add(`Cancel the ${ticked.length} selected orders`, cancel(ticked));
  const newest = [...orders.rows].sort((a, b) => (b.placedAt ?? 0) - (a.placedAt ?? 0));
  for (const row of newest.slice(0, MOST_ORDERS))
    add(`Open the order ${orderText(row, (id) => tokens.shape(id))}`, () => orderTable.reveal(row.id));
  return commands;
}

const MOST_PLANS = 5;

/** What can be done with recurring orders: see them, open one, cancel one that runs. */
export function planCommands({
  layers,
  panels,
  plans,
  tokens,
}: Pick<Desk, 'layers' | 'panels' | 'plans' | 'tokens'>): readonly PaletteCommand[] {
  const commands: PaletteCommand[] = [
    { text: 'Show: Plans, recurring orders (DCA)', keys: ['P'], run: () => goToPlans(panels) },
  ];
  if (plans.rows === undefined || plans.rows.length === 0) return commands;
  commands.push({
    text: 'Refresh the plans',
    run: () => void layers.report(plans.refresh(), 'The plans are being refreshed.'),
  });
  for (const row of plans.rows.slice(0, MOST_PLANS)) {
    const words = planText(row, (id) => tokens.shape(id));
    commands.push({ text: `Open the plan ${words}`, run: () => plans.reveal(row.id) });
    if (row.cancellable)
      commands.push({
        text: `Cancel the plan ${words}`,
        run: () => layers.show({ kind: 'cancel-plan', planId: row.id }),
      });
  }
  return commands;
}
