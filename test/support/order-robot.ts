import type { Locator, Page } from 'playwright-core';
import type { OrderRowView } from '#contract/orders.ts';
import {
  chooseToken,
  closeSheet,
  keysAreHeard,
  payField,
  review,
  sentencesOf,
  signTrade,
  lastClick,
} from './desk-robot.ts';
import { eventually } from './eventually.ts';
import type { DeskApp } from './desk-app.ts';

/** A purchase with ADA. */
export interface LimitWish {
  readonly ticker: string;
  readonly amount: string;
  /** `-20 %` from the market, or ADA for one token. */
  readonly price: string;
  /** Equal orders in one transaction. */
  readonly count?: number;
}

/** Places limit orders through the ticket and the approval window, and closes the sheet of their trade; then keys work. */
export async function placeLimit(app: DeskApp, wish: LimitWish): Promise<void> {
  const { main } = app;
  const count = wish.count ?? 1;
  await main.getByRole('tab', { name: 'Limit', exact: true }).click();
  if ((await main.getByRole('button', { name: `Buy: ${wish.ticker} verified` }).count()) === 0)
    await chooseToken(main, wish.ticker);
  await payField(main).fill(wish.amount);
  const forms = main.getByRole('radiogroup', { name: 'The price is given in' });
  const percent = wish.price.endsWith('%');
  await forms.getByText(percent ? '%' : /ADA per \w/, { exact: true }).click();
  const price = main.getByRole('textbox', { name: /^Limit price/ });
  await price.fill(wish.price.replace(/ ?%$/, ''));
  await main.getByLabel('Equal orders').fill(String(count));
  await signTrade(await review(app, count === 1 ? 'Review limit order' : `Review ${count} limit orders`));
  await app.approvalGone();
  await main.getByTestId('trade-state').waitFor();
  await closeSheet(main);
  await keysAreHeard(main);
}

export function ordersGrid(main: Page): Locator {
  return main.getByRole('grid', { name: 'Orders' });
}

/** The rows in the page, without the head. */
export function orderRows(main: Page): Locator {
  return ordersGrid(main).locator('.body').getByRole('row');
}

/**
 * Shows the list of orders by its key. Too soon after an approval window the key does nothing, and a system may give
 * the focus back late: then it is pressed again, as a person would.
 */
export async function openOrders(main: Page): Promise<void> {
  const shown = main.getByRole('tab', { name: /^Orders/, selected: true });
  await eventually('the list of orders is shown', async () => {
    await main.keyboard.press('o');
    const focused = await ordersGrid(main).evaluateAll((found) =>
      found.every((grid) => grid === document.activeElement),
    );
    if (focused && (await shown.count()) > 0) return true;
    await keysAreHeard(main);
    return undefined;
  });
}

/** Shows one of the groups: `Open`, `Filled`, `Cancelled`, `All`. */
export async function showGroup(main: Page, name: string): Promise<void> {
  await main
    .getByRole('radiogroup', { name: 'Orders shown' })
    .getByRole('radio', { name: new RegExp(`^${name}`) })
    .check({ force: true });
}

/** Waits until so many orders have a status, in main. */
export async function ordersWhen(
  app: DeskApp,
  status: OrderRowView['status'],
  count: number,
): Promise<readonly OrderRowView[]> {
  const { rows } = await app.topicWhen(
    'orders',
    (list) => list.rows.filter((row) => row.status === status).length === count,
  );
  return rows.filter((row) => row.status === status);
}

/** Agrees in the approval window to the cancellation that the open sheet is about, and waits for its end. */
export async function signCancellation(app: DeskApp): Promise<void> {
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await signTrade(approval);
  await app.approvalGone();
  await phaseOf(app.main, 'over').waitFor({ timeout: 120_000 });
}

/**
 * Signs a cancellation in the approval window. Answers whether the orders were taken back: when the exchange fills a
 * part of one meanwhile, that comes first, and the cancellation takes nothing.
 */
export async function tryCancellation(app: DeskApp): Promise<boolean> {
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await signTrade(approval);
  const refused = approval.getByRole('alert').locator('.what');
  if ((await refused.count().catch(() => 0)) > 0)
    await lastClick(approval.getByRole('button', { name: /^(Cancel|Close)$/ }));
  await app.approvalGone();
  const ends = ['over', 'failed', 'left', 'blocked'].map((phase) => `[data-phase="${phase}"]`);
  await app.main.locator(`[data-testid="cancel-phase"]:is(${ends.join()})`).waitFor();
  const trades = await app.now('trades');
  const [latest] = trades
    .filter(({ kind }) => kind === 'cancel')
    .toSorted((left, right) => right.createdAt - left.createdAt);
  return latest?.state === 'closed';
}

export function phaseOf(main: Page, phase: string): Locator {
  return main.locator(`[data-testid="cancel-phase"][data-phase="${phase}"]`);
}
