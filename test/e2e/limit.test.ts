import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskApp } from '../support/desk-app.ts';
import {
  agreeToAll,
  chooseToken,
  closeSheet,
  lastClick,
  lastKey,
  passwordField,
  PASSWORD,
  payField,
  plain,
  review,
  sentencesOf,
  signButton,
  signTrade,
  startPracticeWallet,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { lookAt, lookAtApproval } from '../support/look.ts';
import { startApp } from '../support/shell.ts';

const TICKER = 'AMBER';

let app: DeskApp;

beforeAll(async () => {
  app = await startApp({ width: 1920, height: 1080 });
});
afterAll(() => app.stop());

const priceField = () => app.main.getByRole('textbox', { name: /^Limit price/ });
const summary = () => app.main.getByTestId('limit-summary');
const said = async (page: Page): Promise<string> => plain(await sentencesOf(page).innerText());

async function openTab(name: 'Market swap' | 'Limit' | 'Ladder'): Promise<void> {
  await app.main.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}

it('takes a price in three forms and keeps the one that was typed', async () => {
  const { main } = app;
  await startPracticeWallet(app);
  await main.keyboard.press('l');
  expect(await main.getByRole('tab', { name: 'Limit' }).getAttribute('aria-selected')).toBe('true');
  expect(await payField(main).evaluate((field) => field === document.activeElement)).toBe(true);
  await chooseToken(main, TICKER);
  await payField(main).fill('100');
  await main.getByRole('button', { name: '\u22125 % from the market price' }).click();
  expect(await priceField().inputValue()).toBe('-5');
  await main.getByRole('button', { name: 'Review limit order' }).waitFor();
  expect(plain(await summary().innerText())).toMatch(
    /^You offer 100 ADA for at least [\d,.]+ AMBER, at [\d.,]+ ADA or less per AMBER\. It waits until the market falls by 5 %\. (Costs .* comes back|What it costs is read at review)\.$/,
  );
  const forms = main.getByRole('radiogroup', { name: 'The price is given in' });
  await forms.getByText(/ADA per \w/).click();
  const converted = await priceField().inputValue();
  expect(Number(converted)).toBeGreaterThan(0);
  await forms.getByText('%', { exact: true }).click();
  expect(await priceField().inputValue()).toBe('-5');
  await forms.getByText(/\w per ADA/).click();
  expect(Number(await priceField().inputValue()) * Number(converted)).toBeCloseTo(1, 9);
  await priceField().press('ArrowUp');
  await forms.getByText('%', { exact: true }).click();
  expect(await priceField().inputValue()).toMatch(/^-5\.\d+$/);
  await main.getByRole('button', { name: 'Market price', exact: true }).click();
  await main
    .getByTestId('price-note')
    .getByText(/^At the market/)
    .waitFor();
  await main.getByRole('button', { name: '\u22125 % from the market price' }).click();
  await main.getByRole('button', { name: 'Review limit order' }).waitFor();
});

it('refuses an order that is too small', async () => {
  const { main } = app;
  await payField(main).fill('0.01');
  await main
    .getByRole('alert')
    .getByText(/too small|smallest|larger amount/i)
    .first()
    .waitFor();
  expect(await main.getByRole('button', { name: 'Review limit order' }).count()).toBe(0);
});

it('asks which number is meant where what was typed could be two', async () => {
  const { main } = app;
  await payField(main).fill('10,000');
  await main.getByText('10,000 could mean 10000 or 10.000. Write 10000 or 10.0.').waitFor();
  await main.getByRole('button', { name: 'Which amount do you mean?' }).waitFor();
  await priceField().fill('9,080');
  await main
    .getByTestId('price-note')
    .getByText('9,080 could mean 9080 or 9.080. Write 9080 or 9.08.')
    .waitFor();
  await lookAt(app, 'limit-ambiguous');
  await payField(main).fill('1,234.5');
  await main.getByText('= 1,234.5 ADA').waitFor();
  await main.getByRole('button', { name: 'Which price do you mean?' }).waitFor();
});

it('asks for a word before a price that is more than five percent worse than the market', async () => {
  const { main } = app;
  await payField(main).fill('100');
  await main.getByRole('button', { name: '+10 % from the market price' }).click();
  const gate = main.getByRole('alert').filter({ hasText: 'Your price is 10 % above the market' });
  await gate.waitFor();
  const closed = main.getByRole('button', { name: 'Confirm the price above' });
  expect(await closed.isDisabled()).toBe(true);
  await lookAt(app, 'limit-off-market');
  await gate.getByRole('textbox').fill('accept');
  await main.getByRole('button', { name: 'Review limit order' }).waitFor();
  await main.getByRole('button', { name: '\u22125 % from the market price' }).click();
  await gate.waitFor({ state: 'detached' });
  await main.getByRole('button', { name: 'Review limit order' }).waitFor();
});

it('places three equal orders in one transaction', async () => {
  const { main } = app;
  await payField(main).fill('100');
  await main.getByLabel('Equal orders').fill('3');
  await main.getByRole('button', { name: 'Review 3 limit orders' }).waitFor();
  expect(plain(await main.getByTestId('limit-parts').innerText())).toMatch(
    // Each figure is there twice: to be seen, and to be heard.
    /^Order ADA AMBER, at least Each (33\.333333) \1 ([\d.,]+) \2 Last (33\.333334) \3 ([\d.,]+) \4$/,
  );
  await lookAt(app, 'limit-ticket');
  const approval = await review(app, 'Review 3 limit orders');
  expect(await said(approval)).toContain('100 ADA');
  await lookAtApproval(app, approval, 'approval-limit');
  // Another token that goes by this name is known: it is asked about once.
  await agreeToAll(approval);
  await passwordField(approval).fill(PASSWORD);
  await eventually('the button opens', async () =>
    (await signButton(approval).isEnabled()) ? true : undefined,
  );
  await signButton(approval).focus();
  for (const key of ['Enter', 'NumpadEnter', 'Control+Enter']) await approval.keyboard.press(key);
  expect((await app.now('trades')).map(({ state }) => state)).toEqual(['built']);
  await signTrade(approval);
  await app.approvalGone();
  const { rows } = await app.topicWhen(
    'orders',
    (list) => list.rows.filter(({ status }) => status === 'open').length === 3,
  );
  expect(rows.map(({ typed }) => typed)).toEqual(Array(3).fill({ form: 'percent', text: '-5' }));
  expect(rows.reduce((sum, { pay }) => sum + BigInt(pay.quantity), 0n)).toBe(100_000_000n);
  await main.locator('[data-testid="trade-state"][data-state="placed"]').waitFor();
  expect(plain(await main.getByRole('dialog').locator('.sentence').innerText())).toMatch(
    /^You offer 100 ADA for at least [\d.,]+ AMBER\.$/,
  );
  await closeSheet(app.main);
});

it('says how much the fees take of a small order, and what comes back', async () => {
  const { main } = app;
  await payField(main).fill('36');
  // The exchange's fee was learned from the orders that rest there.
  await main.getByText(/^The exchange fees take .* of the order/).waitFor();
  expect(plain(await main.getByTestId('limit-fees').innerText())).toMatch(/^[\d.]+ ADA, [\d.]+ %$/);
  expect(plain(await main.getByTestId('limit-deposit').innerText())).toMatch(/^[\d.]+ ADA$/);
  expect(plain(await summary().innerText())).toMatch(
    /Costs [\d.]+ ADA and the network fee; [\d.]+ ADA comes back\.$/,
  );
});

it('takes a price from the chart: a line that is pulled, and the menu of a price', async () => {
  const { main } = app;
  await payField(main).fill('50');
  await main.getByRole('button', { name: '\u22122 % from the market price' }).click();
  const chart = main.getByRole('application');
  await main.setViewportSize({ width: 1920, height: 1080 });
  const box = await chart.boundingBox();
  if (!box) throw new Error('there is no chart');
  const x = box.x + box.width / 3;
  const cursor = (): Promise<string> => chart.evaluate((element) => element.style.cursor);
  let y = box.y + 24;
  for (; y < box.y + box.height - 40; y += 3) {
    await main.mouse.move(x, y);
    if ((await cursor()) === 'ns-resize') break;
  }
  expect(await cursor()).toBe('ns-resize');
  await main.mouse.down();
  await main.mouse.move(x, y + 12);
  await main.mouse.move(x, y + 30);
  await main.mouse.up();
  // Still shown in percent, and it moved down.
  expect(Number(await priceField().inputValue())).toBeLessThan(-2);
  await main.mouse.click(box.x + box.width - 20, box.y + 90, { button: 'right' });
  const menu = main.getByRole('menu', { name: /^Price / });
  await menu.waitFor();
  await lookAt(app, 'limit-chart', { sizes: [{ width: 1920, height: 1080 }] });
  const price = (await menu.getAttribute('aria-label'))?.replace('Price ', '') ?? '';
  // Past the last item, and so the first again: to buy.
  for (let item = 0; item < 4; item += 1) await main.keyboard.press('ArrowDown');
  expect(await menu.locator(':focus').innerText()).toBe('Buy at this price');
  await main.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
  expect(await priceField().inputValue()).toBe(price);
  await main.keyboard.press('ContextMenu');
  await menu.waitFor();
  const first = await menu.getByRole('menuitem').first().innerText();
  for (const [key, item] of [
    ['End', 'Copy price'],
    ['Home', first],
    ['c', 'Copy price'],
  ] as const) {
    await main.keyboard.press(key);
    expect([key, await menu.locator(':focus').innerText()]).toEqual([key, item]);
  }
  await main.setViewportSize({ width: 1280, height: 800 });
  await menu.waitFor({ state: 'detached' });
});

it('plans a ladder, and signs all of it with one password', async () => {
  const { main } = app;
  await openTab('Ladder');
  await payField(main).fill('300');
  await main.getByRole('button', { name: '2 to 10 % below the market' }).click();
  await main.getByLabel('Orders, one transaction each').fill('3');
  await main.getByRole('radiogroup', { name: 'Sizes of the orders' }).getByText('linear').click();
  await main.getByRole('button', { name: 'Review ladder of 3 orders' }).waitFor();
  expect(await main.getByTestId('ladder-signatures').innerText()).toBe('3');
  expect(await main.getByTestId('ladder-exchange').innerText()).toMatch(/^Exchange [A-Z]/);
  expect(await main.getByTestId('ladder-fees').innerText()).toMatch(/ADA/);
  expect(await main.getByTestId('ladder-deposits').innerText()).toMatch(/ADA/);
  const rows = main.getByRole('table', { name: 'Orders of the ladder' }).getByRole('row');
  expect(await rows.count()).toBe(4);
  await lookAt(app, 'ladder-ticket');
  const approval = await review(app, 'Review ladder of 3 orders');
  const batch = approval.getByTestId('approval-batch');
  expect(await batch.getByRole('listitem').count()).toBe(3);
  expect(plain(await batch.innerText())).toMatch(
    /3 transactions, which together sell 300 ADA for at least [\d.,]+ AMBER\./,
  );
  expect(await batch.innerText()).toMatch(/The service is asked to place all of them at EX[A-Z0-9]+\./);
  await lookAtApproval(app, approval, 'approval-ladder');
  await passwordField(approval).fill(PASSWORD);
  await approval.keyboard.press('Enter');
  expect((await app.now('batch')).batch?.state).toBe('waiting');
  await signTrade(approval);
  await app.approvalGone();
  const progress = main.getByTestId('batch-progress');
  await progress.waitFor();
  await lookAt(app, 'ladder-progress');
  await main
    .locator('[data-testid="batch-progress"]:is([data-state="done"], [data-state="stopped"])')
    .waitFor({ timeout: 120_000 });
  expect((await app.now('batch')).batch).toMatchObject({ state: 'done' });
  await progress.getByText('Ladder: all 3 orders').waitFor();
  await app.topicWhen(
    'orders',
    ({ rows: all }) => all.filter(({ status }) => status === 'open').length === 6,
  );
  await progress.getByRole('button', { name: 'Dismiss' }).click();
  await progress.waitFor({ state: 'detached' });
});

it('stops a ladder midway, and what was placed stays', async () => {
  const { main } = app;
  await payField(main).fill('400');
  await main.getByLabel('Orders, one transaction each').fill('4');
  const approval = await review(app, 'Review ladder of 4 orders');
  await signTrade(approval);
  await app.approvalGone();
  await main.getByRole('button', { name: 'Stop after this order' }).click();
  await main.locator('[data-testid="batch-progress"][data-state="stopped"]').waitFor({ timeout: 120_000 });
  const { batch } = await app.now('batch');
  const made = batch?.transactions.filter(({ state }) => state === 'placed' || state === 'sent').length ?? 0;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(4);
  await main.getByText(`The ladder stopped: ${made} of 4 orders placed. They stay.`).waitFor();
  await lookAt(app, 'ladder-stopped');
});

it('leaves a ladder in the approval window, and nothing of it is placed', async () => {
  const { main } = app;
  await payField(main).fill('200');
  await main.getByLabel('Orders, one transaction each').fill('2');
  const approval = await review(app, 'Review ladder of 2 orders');
  expect(await signButton(approval).count()).toBe(1);
  await lastKey(approval, 'Escape');
  await app.approvalGone();
  await app.topicWhen('batch', ({ batch }) => batch?.state === 'stopped' && batch.transactions.length === 2);
  await main.getByText('Trade cancelled. Nothing was signed.').waitFor();
  expect(await main.getByTestId('batch-progress').count()).toBe(0);
  await main.getByRole('dialog').waitFor({ state: 'detached' });
});

it('sells at a price that the market has reached at once', async () => {
  const { main } = app;
  await openTab('Limit');
  await payField(main).fill('30');
  await main.getByLabel('Equal orders').fill('1');
  await main.getByRole('button', { name: '+5 % from the market price' }).click();
  await main.getByText('5 % above the market: it fills at once').waitFor();
  const approval = await review(app, 'Review limit order');
  await signTrade(approval);
  await app.approvalGone();
  await main.locator('[data-testid="trade-state"][data-state="filled"]').waitFor({ timeout: 120_000 });
  await lastClick(main.getByRole('button', { name: 'Close', exact: true }).last());
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
