import { tradeOffers } from '#domain/trade-offers.ts';
import { amountText, tokenLabel } from '../format/amount.ts';
import type { Desk } from './desk.svelte.ts';
import { goToOrders, goToPlans, type PaletteCommand } from './keys.ts';
import { cancelAllText, orderText } from '../features/orders/order-words.ts';
import { planText } from '../features/dca/dca-words.ts';
import { words } from './words/commands.ts';

const MOST_TRADES = 5;

/** Commands for trades already made: open one, continue a stopped one, save receipts. */
export function tradeCommands({
  layers,
  tokens,
  trades,
}: Pick<Desk, 'layers' | 'tokens' | 'trades'>): readonly PaletteCommand[] {
  const listed = (trades.list ?? []).filter(({ state }) => state !== 'built' && state !== 'discarded');
  const commands: PaletteCommand[] = [];
  for (const trade of listed.slice(0, MOST_TRADES)) {
    const swap = {
      paid: amountText(BigInt(trade.pay.quantity), tokens.shape(trade.pay.asset)),
      received: tokenLabel(tokens.shape(trade.receive)),
    };
    const offers = tradeOffers(trade);
    const stopped = trade.state === 'submission-unknown';
    if (offers.assembleHere)
      commands.push({
        text: words.assembleHere(swap),
        run: () => void layers.report(trades.assembleHere(trade.id), words.assembled),
      });
    if (offers.askAgain || stopped)
      commands.push({
        text: words.sendAgain(swap),
        run: () => void layers.report(trades.resubmit(trade.id), words.sentAgain),
      });
    commands.push({
      text: words.openTrade(swap),
      run: () => layers.show({ kind: 'trade', tradeId: trade.id }),
    });
  }
  if (listed.some(({ hasReceipt }) => hasReceipt === true))
    commands.push({
      text: words.saveReceipts,
      run: () => void layers.reportSaved(words.receiptsAre, trades.saveReceipts()),
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
  const commands: PaletteCommand[] = [{ text: words.showOrders, keys: ['O'], run: () => goToOrders(panels) }];
  if (orders.rows === undefined || orders.rows.length === 0) return commands;
  const add = (text: string, run: () => void): void => void commands.push({ text, run });
  add(words.refreshOrders, () => void layers.report(orders.refresh(), words.ordersRefresh));
  const { selected } = markets;
  const onPair = selected === undefined ? [] : orderTable.cancellableWhere(({ token }) => token === selected);
  if (selected !== undefined && onPair.length > 0)
    add(words.selectOpen({ orders: onPair.length, token: tokenLabel(tokens.shape(selected)) }), () => {
      orderTable.tickOnly(onPair);
      goToOrders(panels);
    });
  const all = orders.looked ? undefined : orderTable.toCancel();
  const there = orderTable.toCancel(({ token }) => token === selected);
  const cancel = (orderIds: readonly string[]) => (): void =>
    layers.show({ kind: 'cancel-orders', orderIds });
  if (all && all.of > 0) add(cancelAllText(all), cancel(all.ids));
  if (all && selected !== undefined && there.of > 0 && there.of < all.of)
    add(
      words.cancelOn({ cancelling: cancelAllText(there), token: tokenLabel(tokens.shape(selected)) }),
      cancel(there.ids),
    );
  const ticked = orderTable.cancellable.map(({ id }) => id);
  if (ticked.length > 0) add(words.cancelSelected({ orders: ticked.length }), cancel(ticked));
  const newest = [...orders.rows].sort((a, b) => (b.placedAt ?? 0) - (a.placedAt ?? 0));
  for (const row of newest.slice(0, MOST_ORDERS))
    add(words.openOrder({ order: orderText(row, (id) => tokens.shape(id)) }), () =>
      orderTable.reveal(row.id),
    );
  return commands;
}

const MOST_PLANS = 5;

/** Commands for recurring orders: show them, open one, cancel a running one. */
export function planCommands({
  layers,
  panels,
  plans,
  tokens,
}: Pick<Desk, 'layers' | 'panels' | 'plans' | 'tokens'>): readonly PaletteCommand[] {
  const commands: PaletteCommand[] = [{ text: words.showPlans, keys: ['P'], run: () => goToPlans(panels) }];
  if (plans.rows === undefined || plans.rows.length === 0) return commands;
  commands.push({
    text: words.refreshPlans,
    run: () => void layers.report(plans.refresh(), words.plansRefresh),
  });
  for (const row of plans.rows.slice(0, MOST_PLANS)) {
    const plan = planText(row, (id) => tokens.shape(id));
    commands.push({ text: words.openPlan({ plan }), run: () => plans.reveal(row.id) });
    if (row.cancellable)
      commands.push({
        text: words.cancelPlan({ plan }),
        run: () => layers.show({ kind: 'cancel-plan', planId: row.id }),
      });
  }
  return commands;
}
