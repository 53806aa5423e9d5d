import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { amountText } from '../../src-renderer/format/amount.ts';
import type { DeskApp } from '../support/desk-app.ts';
import {
  closeSheet,
  keysAreHeard,
  lastKey,
  plain,
  sentencesOf,
  startPracticeWallet,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import {
  openOrders,
  orderRows,
  ordersGrid,
  ordersWhen,
  phaseOf,
  placeLimit,
  showGroup,
  signCancellation,
  tryCancellation,
} from '../support/order-robot.ts';
import { callMain } from '../support/page-api.ts';
import { lookAt, lookAtApproval } from '../support/look.ts';
import { startApp } from '../support/shell.ts';

const TICKER = 'AMBER';
const LOVELACE = 'lovelace';
/** An exchange of practice that fills limit orders in parts. */
const PARTIAL = 'EXBV3';

let app: DeskApp;
let address: string;

beforeAll(async () => {
  app = await startApp();
  address = await startPracticeWallet(app);
});
afterAll(() => app.stop());

async function look(name: string): Promise<void> {
  await lookAt(app, name);
  await app.main.setViewportSize({ width: 1280, height: 800 });
}

/** Leaves a cancellation that is shown: nothing is signed, and all twelve orders stay. */
async function leaveCancellation(approval: Page): Promise<void> {
  await lastKey(approval, 'Escape');
  await app.approvalGone();
  await phaseOf(app.main, 'left').waitFor();
  await closeSheet(app.main);
  await ordersWhen(app, 'open', 12);
  await keysAreHeard(app.main);
}

async function ada(): Promise<bigint> {
  return (await (await app.ledger()).holdings(address)).get(LOVELACE) ?? 0n;
}

/** Lovelace that all transactions of the wallet took as network fee so far. */
async function networkFees(): Promise<bigint> {
  const trades = await app.now('trades');
  return trades
    .filter(({ state }) => state !== 'discarded' && state !== 'refused')
    .reduce((sum, { costs }) => sum + BigInt(costs.networkFee), 0n);
}

let atFirst = 0n;

it('says how to place the first order', async () => {
  const { main } = app;
  atFirst = await ada();
  await openOrders(main);
  await main.getByText('No orders yet.').waitFor();
  await look('orders-none');
});

it('lists twelve orders with every figure that matters', async () => {
  const { main } = app;
  await placeLimit(app, { ticker: TICKER, amount: '480', price: '-20 %', count: 12 });
  await ordersWhen(app, 'open', 12);
  await openOrders(main);
  expect(await ordersGrid(main).evaluate((grid) => grid === document.activeElement)).toBe(true);
  await main.getByRole('tab', { name: /^Orders\b\D*12$/ }).waitFor();
  const first = orderRows(main).filter({ hasText: 'Open' }).filter({ hasText: '%' }).first();
  await first.getByText(/^\d\d\.\d+\s%$/).waitFor();
  expect(await ordersGrid(main).getAttribute('aria-rowcount')).toBe('13');
  // Rounded for the eye, in full for the ear.
  expect(plain(await first.innerText())).toMatch(
    /^Buy AMBER 40 40 ADA 0\.\d+ 0\.\d+ 0\.\d+ \d\d\.\d+ % 0 % (now|\d+ (s|min)) \w+ Open$/,
  );
  await app.topicWhen('orders', ({ rows }) =>
    rows.every(
      ({ source, cancellable, returning }) => source === 'here' && cancellable && returning.length > 0,
    ),
  );
  await look('orders');
});

it('has them on the chart, where a cross cancels and a price is bought or sold at', async () => {
  const { main } = app;
  const chart = main.getByRole('application', { name: /^Chart of AMBER/ });
  const hint = main.getByRole('tooltip');
  const place = await chart.boundingBox();
  if (place === null) throw new Error('the chart is not on the page');
  const bottom = place.y + place.height;
  // They are twenty percent below the market: the axis is stretched until they are in view.
  const stretch = async (notches: number): Promise<void> => {
    await main.mouse.move(place.x + place.width - 20, place.y + 60);
    for (let turn = 0; turn < notches; turn += 1) await main.mouse.wheel(0, 400);
  };
  await stretch(8);
  const findCross = async (): Promise<{ x: number; y: number } | undefined> => {
    for (const axis of [72, 84, 96, 108, 120])
      for (let y = place.y + 30; y < bottom - 30; y += 6) {
        const x = place.x + place.width - axis - 12 - 9;
        await main.mouse.move(x, y);
        if ((await hint.count()) > 0 && (await hint.innerText()) === 'Cancel 12 orders…') return { x, y };
      }
    return undefined;
  };
  const first = await eventually('the cross of the line', async () => {
    const found = await findCross();
    // The market may have moved away from them meanwhile.
    if (found === undefined) await stretch(1);
    return found;
  });
  await main.mouse.move(first.x - 60, first.y);
  expect(plain(await hint.innerText())).toMatch(
    /^Buy [\d,.]+ AMBER in 12 orders\s+at 0\.\d+ ADA\s+The market must still fall by \d+\.\d+ %\.$/,
  );
  await look('chart-handles');
  const cross = await eventually('the cross after the looks', findCross);
  await main.mouse.click(cross.x, cross.y);
  await main.getByRole('dialog', { name: 'Cancel 12 orders' }).waitFor();
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await leaveCancellation(approval);
  for (const side of ['Sell', 'Buy'] as const) {
    await main.mouse.click(place.x + 300, place.y + 80, { button: 'right' });
    const menu = main.getByRole('menu', { name: /^Price / });
    const price = /[\d.]+$/.exec((await menu.getAttribute('aria-label')) ?? '')?.[0];
    // At one size: another would move the price, and so close the menu.
    if (side === 'Sell') await lookAt(app, 'chart-menu', { sizes: [{ width: 1280, height: 800 }] });
    await main.getByRole('menuitem', { name: `${side} at this price` }).click();
    await main
      .getByRole('button', { name: new RegExp(`^${side === 'Sell' ? 'Sell' : 'Buy'}: AMBER`) })
      .waitFor();
    expect(await main.getByRole('textbox', { name: /^Limit price/ }).inputValue()).toBe(price);
  }
  await look('chart-draft');
  await main.mouse.dblclick(place.x + 300, place.y + 80);
  await keysAreHeard(main);
  await openOrders(main);
});

it('says why an order is not filled yet, and shows its transaction', async () => {
  const { main } = app;
  await orderRows(main).first().click();
  const sheet = main.getByRole('dialog', { name: 'Buy AMBER' });
  await sheet.getByRole('heading', { name: 'Why it is not filled yet' }).waitFor();
  expect(plain(await sheet.locator('.sentence').innerText())).toMatch(
    /^You offer 40 ADA for at least [\d,.]+ AMBER: [\d.₀-₉]+ ADA per AMBER, or [\d,.]+ AMBER per ADA\.$/,
  );
  await sheet.getByText('-20 % from the market').waitFor();
  const [order] = (await app.now('orders')).rows;
  await sheet.getByText('Your transaction', { exact: true }).waitFor();
  expect(await sheet.locator(`[title="${order?.txHash ?? ''}"]`).count()).toBe(1);
  await look('order');
  await sheet.getByRole('button', { name: 'Its transaction' }).click();
  await main.getByRole('dialog', { name: 'Trade' }).waitFor();
  await closeSheet(main);
});

it('finds, filters and sorts, and keeps a view under a name', async () => {
  const { main } = app;
  const shown = async (): Promise<number> => Number(await ordersGrid(main).getAttribute('aria-rowcount')) - 1;
  const find = main.getByRole('searchbox');
  await find.fill('sell');
  await main.getByText('No order fits these filters.').waitFor();
  await main.getByRole('button', { name: 'Clear the filters' }).click();
  expect(await shown()).toBe(12);
  await find.fill('buy amber');
  expect(await shown()).toBe(12);
  await find.fill('');
  await ordersGrid(main).getByRole('button', { name: 'Price' }).click();
  const head = ordersGrid(main).getByRole('columnheader', { name: 'Price' });
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  await ordersGrid(main).getByRole('button', { name: 'Price' }).click();
  expect(await head.getAttribute('aria-sort')).toBe('descending');
  await main.getByRole('button', { name: 'Filter', exact: true }).click();
  await main.getByRole('dialog', { name: 'Filters' }).getByLabel('Side').selectOption('sell');
  expect(await shown()).toBe(0);
  await main.getByRole('dialog', { name: 'Filters' }).getByLabel('Side').selectOption('buy');
  await main.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Views' }).click();
  await main.getByRole('textbox', { name: 'Name of the view' }).fill('Purchases');
  await main.keyboard.press('Enter');
  await main.getByText('The view Purchases is saved.').waitFor();
  await eventually('the view is written', async () => {
    const answer = await callMain(main, 'notebook.read', { kind: 'orders', of: 'all' });
    return answer.ok && answer.value.text.includes('Purchases') ? true : undefined;
  });
  await main.reload();
  await openOrders(main);
  await orderRows(main).first().waitFor();
  expect(await head.getAttribute('aria-sort')).toBe('descending');
  await main.getByRole('button', { name: 'Filter 1' }).waitFor();
  await main.getByRole('button', { name: 'Views' }).click();
  await main.getByRole('button', { name: 'Purchases', exact: true }).waitFor();
  await main.getByRole('button', { name: 'Delete the view Purchases' }).click();
  await main.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Filter 1' }).click();
  await main.getByRole('button', { name: 'Clear the filters' }).click();
  await main.keyboard.press('Escape');
});

it('is worked by keys alone: walk, tick, open, cancel', async () => {
  const { main } = app;
  await main.getByRole('tab', { name: /^Orders/ }).focus();
  await main.keyboard.press('o');
  await main.keyboard.press('Home');
  await main.keyboard.press('ArrowDown');
  await main.keyboard.press('Space');
  await main.keyboard.press('ArrowDown');
  await main.keyboard.press('ArrowDown');
  await main.keyboard.press('Shift+Space');
  await main.getByRole('button', { name: 'Cancel 3 orders' }).waitFor();
  const active = await ordersGrid(main).getAttribute('aria-activedescendant');
  expect(await main.locator(`[id="${active ?? ''}"]`).getAttribute('aria-rowindex')).toBe('5');
  await main.keyboard.press('Enter');
  await main.getByRole('dialog', { name: 'Buy AMBER' }).waitFor();
  await closeSheet(main);
  await main.keyboard.press('End');
  await main.keyboard.press('Delete');
  await main.getByRole('dialog', { name: 'Cancel 3 orders' }).waitFor();
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await look('cancel-orders');
  await leaveCancellation(approval);
  await openOrders(main);
  await main.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Cancel 3 orders' }).waitFor({ state: 'detached' });
});

it('cancels one from its own sheet', async () => {
  const { main } = app;
  const before = await ordersWhen(app, 'open', 12);
  await orderRows(main).first().click();
  await main.getByRole('button', { name: 'Cancel the order' }).click();
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await lookAtApproval(app, approval, 'approval-cancel');
  await signCancellation(app);
  await main.getByText('The order is cancelled.').waitFor();
  // The order's content, less the cost by the bytes, with nothing left to subtract.
  const cancellation = (await app.now('trades')).find(
    ({ kind, state }) => kind === 'cancel' && state !== 'discarded',
  );
  const cost = BigInt(cancellation?.costs.networkFee ?? 0);
  expect(cost).toBeGreaterThan(0n);
  const [cancelled] = await ordersWhen(app, 'cancelled', 1);
  const held = before.find(({ id }) => id === cancelled?.id)?.returning[0]?.quantity ?? '0';
  const back = plain(amountText(BigInt(held) - cost, ADA_TOKEN));
  expect(plain(await main.getByTestId('cancel-phase').innerText())).toContain(`Came back: ${back}`);
  await closeSheet(main);
});

it('cancels all the others of the pair at once; what was placed came back to the lovelace', async () => {
  const { main } = app;
  await main.getByRole('button', { name: 'Select', exact: true }).click();
  await main.getByRole('button', { name: /^All on AMBER/ }).click();
  // Eleven times 40 ADA with what each holds for fees and as a deposit.
  const returning = (await ordersWhen(app, 'open', 11))
    .flatMap((row) => row.returning)
    .reduce((sum, { quantity }) => sum + BigInt(quantity), 0n);
  expect(returning).toBeGreaterThan(440_000_000n);
  const whole = String(returning / 1_000_000n);
  expect(await main.getByTestId('comes-back').innerText()).toContain(whole);
  await look('orders-ticked');
  await main.getByRole('button', { name: 'Cancel 11 orders' }).click();
  await signCancellation(app);
  await main.getByText('11 orders are cancelled.').waitFor();
  await look('orders-cancelled');
  await closeSheet(main);
  await ordersWhen(app, 'cancelled', 12);
  expect(await ada()).toBe(atFirst - (await networkFees()));
  await main.getByText('No open orders. Select Limit in the ticket to place one.').waitFor();
  await showGroup(main, 'Cancelled');
  await orderRows(main).nth(3).waitFor();
});

it('reports a fill by a notice that opens the order', async () => {
  const { main } = app;
  const before = await ada();
  const fees = await networkFees();
  await placeLimit(app, { ticker: TICKER, amount: '30', price: '5 %' });
  const toast = main
    .getByRole('status', { name: 'New notices of orders, plans and alerts' })
    .getByTitle('Show it');
  await toast
    .filter({ hasText: /filled/i })
    .first()
    .waitFor({ timeout: 120_000 });
  await toast
    .filter({ hasText: /filled/i })
    .first()
    .click();
  const sheet = main.getByRole('dialog', { name: 'Buy AMBER' });
  await sheet.locator('[data-testid="order-status"][data-status="filled"]').waitFor();
  await sheet.getByText('The exchange’s transaction').waitFor();
  expect(plain(await sheet.locator('.sentence').innerText())).toMatch(
    /^You paid 30 ADA and got [\d,.]+ AMBER; /,
  );
  await look('order-filled');
  await closeSheet(main);
  const [filled] = await ordersWhen(app, 'filled', 1);
  const trade = (await app.now('trades')).find(({ id }) => id === filled?.tradeId);
  // The amount sold, the network's and the exchange's fee; the deposit came back.
  const exchangeFees = BigInt(trade?.costs.exchangeFees ?? 0);
  expect(await ada()).toBe(before - 30_000_000n - exchangeFees - ((await networkFees()) - fees));
  await main.getByRole('button', { name: /^Notices of orders/ }).click();
  await main.getByRole('dialog', { name: 'What happened to orders' }).getByRole('listitem').first().waitFor();
  await main.keyboard.press('Escape');
});

it('shows how much of an order is filled, and cancels the rest of it', async () => {
  const { main } = app;
  const others = ((await app.now('profile')).exchanges ?? [])
    .map(({ code }) => code)
    .filter((code) => code !== PARTIAL);
  await callMain(main, 'preferences.set', { excluded: others });
  await main.reload();
  const token = (await app.now('orders')).rows[0]?.token ?? '';
  const market = await callMain(main, 'market.get', { id: token });
  const pool = market.ok ? market.value.pools.find(({ exchange }) => exchange === PARTIAL) : undefined;
  if (pool === undefined) throw new Error('the exchange has no pool of the token');
  // The pool gives a part before its price is there, far less than the order asks for.
  const price = ((pool.ada / pool.tokens) * 1.02).toPrecision(8);
  await placeLimit(app, { ticker: TICKER, amount: '8000', price });
  const [partly] = await ordersWhen(app, 'partly-filled', 1);
  expect(partly?.filled).toBeGreaterThan(0);
  expect(partly?.filled).toBeLessThan(1);
  await openOrders(main);
  await showGroup(main, 'Open');
  await orderRows(main).filter({ hasText: 'Partly filled' }).click();
  const sheet = main.getByRole('dialog', { name: 'Buy AMBER' });
  await sheet.getByText('filled a part').first().waitFor();
  await look('order-partly-filled');
  for (let tries = 1; ; tries += 1) {
    await sheet.getByRole('button', { name: 'Cancel the order' }).click();
    if (await tryCancellation(app)) break;
    expect(tries).toBeLessThan(6);
    await closeSheet(main);
    await orderRows(main).filter({ hasText: 'Partly filled' }).click();
  }
  await main.getByText('The order is cancelled.').waitFor();
  await closeSheet(main);
  const replayed = await (await app.ledger()).replayed(address);
  await eventually('the desk shows what the bytes of all transactions say', async () => {
    const shown = (await app.now('balance')).amounts ?? [];
    const same = ({ token, quantity }: (typeof shown)[number]): boolean =>
      replayed.get(token.id === ADA ? LOVELACE : token.id) === BigInt(quantity);
    return shown.length === replayed.size && shown.every(same) ? true : undefined;
  });
});

it('shows a cancellation that no single transaction can hold, and nothing of it happens when it is left', async () => {
  const { main } = app;
  await placeLimit(app, { ticker: TICKER, amount: '800', price: '-20 %', count: 20 });
  await placeLimit(app, { ticker: TICKER, amount: '480', price: '-20 %', count: 12 });
  await ordersWhen(app, 'open', 32);
  await openOrders(main);
  await showGroup(main, 'Open');
  await look('orders-cancel-all');
  await main.getByRole('button', { name: 'Cancel all' }).click();
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await approval.getByText(/^Cancellation in 2 transactions/).waitFor();
  expect(await approval.getByTestId('approval-batch').getByRole('listitem').count()).toBe(2);
  expect(plain(await approval.getByTestId('approval-batch').innerText())).toMatch(
    /2 transactions, which together take back 32 orders\./,
  );
  expect(plain(await approval.getByTestId('agreement').innerText())).toMatch(
    /At most [\d.,]+ ADA leaves for good in all 2 transactions, all of it costs: .* At least [\d.,]+ ADA comes back in the same transactions\.$/,
  );
  await lookAtApproval(app, approval, 'approval-cancel-batch');
  await lastKey(approval, 'Escape');
  await app.approvalGone();
  await phaseOf(main, 'left').waitFor();
  await closeSheet(main);
  await ordersWhen(app, 'open', 32);
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
