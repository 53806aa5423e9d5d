import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskApp } from '../support/desk-app.ts';
import {
  closeSheet,
  keysAreHeard,
  plain,
  sentencesOf,
  signTrade,
  startPracticeWallet,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { lookAt, lookAtApproval } from '../support/look.ts';
import { openOrders, ordersWhen, placeLimit } from '../support/order-robot.ts';
import { startApp } from '../support/shell.ts';

/** A limit order is moved: from its row, by the keys on the chart and by dragging its line. */

let app: DeskApp;

beforeAll(async () => {
  app = await startApp();
  await startPracticeWallet(app);
  await placeLimit(app, { ticker: 'AMBER', amount: '60', price: '-20 %' });
  await ordersWhen(app, 'open', 1);
});
afterAll(() => app.stop());

const sheet = (main: Page) => main.getByRole('dialog', { name: 'Move the order' });
const field = (main: Page) => sheet(main).getByRole('textbox', { name: /^New price/ });

async function openPrice(): Promise<string> {
  const [row] = await ordersWhen(app, 'open', 1);
  return row?.price?.adaPerToken ?? '';
}

/** Signs what the approval window shows, and waits until the order rests at another price. */
async function signMove(look?: string): Promise<void> {
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  if (look !== undefined) await lookAtApproval(app, approval, look);
  await signTrade(approval);
  await app.approvalGone();
  await app.main.locator('[data-testid="move-phase"][data-outcome="moved"]').waitFor({ timeout: 120_000 });
}

it('moves an order from its row, at a price stepped with the keys', async () => {
  const { main } = app;
  const before = await openPrice();
  await openOrders(main);
  await app.topicWhen('orders', ({ rows }) => rows.some(({ movable }) => movable === true));
  await main.keyboard.press('F2');
  await field(main).waitFor();
  await main.keyboard.press('Escape');
  // The row has both buttons at the smallest width of the desk.
  await main.setViewportSize({ width: 1280, height: 800 });
  await main.getByRole('button', { name: /^Cancel: / }).click({ trial: true });
  await lookAt(app, 'move-row', { sizes: [{ width: 1280, height: 800 }] });
  await main.getByRole('button', { name: /^Move: / }).click();
  await field(main).press('Shift+ArrowDown');
  const wanted = await field(main).inputValue();
  expect(Number(wanted)).toBeLessThan(Number(before));
  await lookAt(app, 'move-sheet');
  await field(main).press('Enter');
  await signMove('move-approval');
  await lookAt(app, 'move-done');
  await closeSheet(main);
  expect(Number(await openPrice())).toBe(Number(wanted));
});

it('moves it by the keys on the chart: taken hold of, moved, left, moved and reviewed', async () => {
  const { main } = app;
  await keysAreHeard(main);
  const chart = main.getByRole('application', { name: /^Chart of AMBER/ });
  const place = await chart.boundingBox();
  if (place === null) throw new Error('the chart is not on the page');
  // The order is below the market: the axis is stretched until it is in view.
  await main.mouse.move(place.x + place.width - 20, place.y + 60);
  for (let turn = 0; turn < 8; turn += 1) await main.mouse.wheel(0, 400);
  await chart.focus();
  const spoken = main.getByText(/ADA\. Enter moves it, Escape leaves it\.$/);
  await eventually('the keys hold the order', async () => {
    await main.keyboard.press('F2');
    // The announcement is debounced: pressing again too soon would restart it.
    return spoken.waitFor({ state: 'attached', timeout: 2_000 }).then(
      () => true,
      () => undefined,
    );
  });
  await main.keyboard.press('ArrowDown');
  await main.keyboard.press('Escape');
  await spoken.waitFor({ state: 'detached' });
  expect(await sheet(main).count()).toBe(0);
  await main.keyboard.press('F2');
  for (let step = 0; step < 6; step += 1) await main.keyboard.press('ArrowDown');
  await lookAt(app, 'move-chart-keys', { sizes: [{ width: 1280, height: 800 }] });
  await main.keyboard.press('Enter');
  const wanted = await field(main).inputValue();
  expect(Number(wanted)).toBeLessThan(Number(await openPrice()));
  await field(main).press('Escape');
  await sheet(main).waitFor({ state: 'detached' });
});

it('moves it by dragging its line, which shows where it would go and stays until then', async () => {
  const { main } = app;
  const before = await openPrice();
  const chart = main.getByRole('application', { name: /^Chart of AMBER/ });
  const hint = main.getByRole('tooltip');
  const place = await chart.boundingBox();
  if (place === null) throw new Error('the chart is not on the page');
  const label = await eventually('the label of the line', async () => {
    for (let y = place.y + 30; y < place.y + place.height - 30; y += 6) {
      const x = place.x + place.width - 84 - 12 - 60;
      await main.mouse.move(x, y);
      if ((await hint.count()) > 0 && plain(await hint.innerText()).startsWith('Buy')) return { x, y };
    }
    return undefined;
  });
  await main.mouse.down();
  await main.mouse.move(label.x, label.y + 3);
  await main.mouse.move(label.x, label.y + 5);
  await lookAt(app, 'move-chart-drag', { sizes: [{ width: 1280, height: 800 }] });
  await main.mouse.up();
  const wanted = await field(main).inputValue();
  expect(Number(wanted)).toBeLessThan(Number(before));
  await sheet(main).getByRole('button', { name: 'Review move' }).click();
  await signMove();
  await closeSheet(main);
  expect(Number(await openPrice())).toBe(Number(wanted));
});
