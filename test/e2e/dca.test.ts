import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DcaRowView } from '#contract/dca.ts';
import { DCA_INTERVALS, type DcaIntervalId } from '#domain/dca.ts';
import type { DeskApp } from '../support/desk-app.ts';
import {
  agreeToAll,
  chooseToken,
  closeSheet,
  keysAreHeard,
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
const ADA = 1_000_000n;

let app: DeskApp;

beforeAll(async () => {
  // A minute of a plan takes two seconds.
  app = await startApp({
    width: 1280,
    height: 800,
    practiceOptions: ['--seed', '7', '--block-time', '300ms', '--speed', '30'],
  });
});
afterAll(() => app.stop());

const summary = () => app.main.getByTestId('limit-summary');
const planTable = () => app.main.getByRole('table', { name: 'Plans', exact: true });

/** Looks at a page in both themes and at each size, and saves what it shows. */
const look = (name: string): Promise<void> => lookAt(app, name);

async function fill(total: string, cycles: string, every: DcaIntervalId): Promise<void> {
  const { main } = app;
  await payField(main).fill(total);
  await main.getByLabel('Number of trades').fill(cycles);
  await main.getByLabel('Frequency').selectOption(every);
}

/** Has the plan built and signs it. Answers its row once it is on chain. */
async function begin(cycles: number): Promise<DcaRowView> {
  const { main } = app;
  const known = new Set((await app.now('dcaPlans')).plans.map(({ id }) => id));
  await signTrade(await review(app, `Review plan of ${cycles} trades`));
  await app.approvalGone();
  const { plans } = await app.topicWhen('dcaPlans', (value) =>
    value.plans.some((plan) => plan.source === 'here' && !known.has(plan.id) && plan.status !== 'preparing'),
  );
  const row = plans.find(({ id, source }) => source === 'here' && !known.has(id));
  if (row === undefined) throw new Error('the plan was there');
  await main.getByRole('dialog').waitFor();
  await closeSheet(app.main);
  return row;
}

async function rowWhen(id: string, fits: (row: DcaRowView) => boolean): Promise<DcaRowView> {
  const { plans } = await app.topicWhen('dcaPlans', (value) =>
    value.plans.some((row) => row.id === id && fits(row)),
  );
  const row = plans.find((each) => each.id === id);
  if (row === undefined) throw new Error('the plan was there');
  return row;
}

it('offers the ten intervals as one list, and no others', async () => {
  const { main } = app;
  await startPracticeWallet(app);
  await main.keyboard.press('d');
  expect(await main.getByRole('tab', { name: 'DCA' }).getAttribute('aria-selected')).toBe('true');
  expect(await payField(main).evaluate((field) => field === document.activeElement)).toBe(true);
  const options = await main.getByLabel('Frequency').locator('option').allInnerTexts();
  expect(options).toEqual(DCA_INTERVALS.map(({ words }) => words));
  // One number is typed beside the total and the tolerance: that of the trades.
  const fields = main.getByRole('region', { name: 'Ticket' }).getByRole('textbox');
  expect(await fields.count()).toBe(3);
});

it('plans a total: what each trade sells and costs, when they run, and what leaves now', async () => {
  const { main } = app;
  await chooseToken(main, TICKER);
  await fill('200.000002', '3', '1day');
  await main.getByRole('button', { name: 'Review plan of 3 trades' }).waitFor();
  expect(plain(await main.getByTestId('dca-each').innerText())).toBe(
    'Each sells 66.666667 ADA; the last 66.666668 ADA',
  );
  const runs = plain(await main.getByTestId('dca-runs').innerText());
  expect(runs).toMatch(
    /^Run Here.* UTC First run \d{4}-\d\d-\d\d \d\d:\d\d \d\d-\d\d \d\d:\d\d at the latest /,
  );
  expect(plain(await main.getByTestId('dca-impact').innerText())).toMatch(/^<?[\d.]+ %$/);
  expect(plain(await main.getByTestId('dca-lump-impact').innerText())).toMatch(/^<?[\d.]+ %$/);
  expect(plain(await summary().innerText())).toMatch(
    /^You sell 200\.000002 ADA for AMBER in 3 trades, one every day, until about \d{4}-\d\d-\d\d; no least amount is enforced\. All of it leaves/,
  );
  // The ticket describes the order as the approval window does.
  expect(plain(await main.locator('#slippage-note').innerText())).toMatch(
    /^Each trade takes the price of its time, at most [\d.]+ % worse than the market; no least amount is enforced\.$/,
  );
  await look('dca-planner');
});

it('keeps what was typed through other tickets, and refuses numbers that no plan has', async () => {
  const { main } = app;
  await main.getByRole('tab', { name: 'Limit' }).click();
  await main.getByRole('tab', { name: 'DCA' }).click();
  expect(await main.getByLabel('Number of trades').inputValue()).toBe('3');
  expect(await main.getByLabel('Frequency').inputValue()).toBe('1day');
  for (const wrong of ['0', '1.5', '-3', '1001', 'ten', '']) {
    await main.getByLabel('Number of trades').fill(wrong);
    await main.getByRole('button', { name: 'Check the number of trades' }).waitFor();
  }
  await main.getByText('A number from 1 to 1000.').waitFor();
  await fill('0.0001', '1000', '1day');
  await main.getByRole('button', { name: 'Too little for so many trades' }).waitFor();
  await fill('2', '10', '1day');
  await main
    .getByRole('alert')
    .getByText(/one trade would sell too little/)
    .waitFor();
});

it('says how much of each trade the fees take', async () => {
  const { main } = app;
  await fill('60', '10', '1min');
  await main.getByRole('button', { name: 'Review plan of 10 trades' }).waitFor();
  await main.getByText(/^The fees take .* of each trade/).waitFor();
  expect(plain(await main.getByTestId('dca-fee').innerText())).toMatch(/^[\d.]+ ADA, [\d.]+ %$/);
});

it('shows what the same plan would have done, as history', async () => {
  const { main } = app;
  await fill('300', '6', '5min');
  await main.getByRole('button', { name: 'Review plan of 6 trades' }).waitFor();
  const past = main.getByTestId('dca-past');
  await past.getByRole('img').waitFor();
  expect(await past.getByRole('img').getAttribute('aria-label')).toMatch(/^History, not a forecast:/);
  await past.getByText(/It brought more than all at once \d+ of \d+ times\./).waitFor();
  await past.scrollIntoViewIfNeeded();
  await look('dca-past-ticket');
  await main.getByRole('button', { name: 'See the history larger' }).click();
  await main.getByRole('dialog', { name: 'History of this plan' }).getByRole('img').nth(1).waitFor();
  await look('dca-past');
  await closeSheet(app.main);
});

it('runs a plan to its end in the window, each trade with its transaction', async () => {
  const { main } = app;
  await fill('200.000002', '3', '1min');
  const approval = await review(app, 'Review plan of 3 trades');
  expect(plain(await sentencesOf(approval).innerText())).toContain('200.000002 ADA');
  expect(plain(await sentencesOf(approval).innerText())).toContain('no least amount is enforced');
  await agreeToAll(approval);
  await passwordField(approval).fill(PASSWORD);
  await eventually('the button opens', async () =>
    (await signButton(approval).isEnabled()) ? true : undefined,
  );
  await signButton(approval).focus();
  for (const key of ['Enter', 'NumpadEnter', 'Control+Enter']) await approval.keyboard.press(key);
  expect((await app.now('trades')).map(({ state }) => state)).toEqual(['built']);
  await lookAtApproval(app, approval, 'approval-dca');
  await signTrade(approval);
  await app.approvalGone();
  const { plans } = await app.topicWhen('dcaPlans', (value) =>
    value.plans.some(({ source }) => source === 'here'),
  );
  const id = plans.find(({ source }) => source === 'here')?.id ?? '';
  await main.getByRole('dialog').getByText('You set 200.000002').waitFor();
  await look('dca-trade');
  await closeSheet(app.main);
  expect(await main.getByRole('tab', { name: /^Plans/ }).getAttribute('aria-selected')).toBe('true');
  await main.keyboard.press('p');
  await main.locator(`[data-plan="${id}"]`).press('Enter');
  const sheet = main.getByRole('dialog', { name: 'Buy AMBER, recurring' });
  await sheet.locator('[data-testid="plan-state"][data-status="finished"]').waitFor({ timeout: 120_000 });
  await eventually('each trade is told', async () =>
    (await sheet.getByTestId('plan-cycle').count()) === 3 ? true : undefined,
  );
  const cycles = (await sheet.getByTestId('plan-cycle').allInnerTexts()).map(plain);
  expect(cycles.map((text) => /([\d.]+) ADA brought [\d.,]+ AMBER, at [\d.]+ ADA/.exec(text)?.[1])).toEqual([
    '66.666667',
    '66.666667',
    '66.666668',
  ]);
  const done = await rowWhen(id, ({ status }) => status === 'finished');
  expect([done.completed, done.sold, done.remaining.quantity]).toEqual([3, '200000002', '0']);
  await look('dca-plan-finished');
  await closeSheet(app.main);
  // The service lists it no longer; the journal keeps it.
  await rowWhen(id, ({ serviceStatus }) => serviceStatus === undefined);
  expect(plain(await planTable().getByRole('row').nth(1).innerText())).toMatch(/Finished .*3 of 3/);
  await main.getByRole('button', { name: /^Notices of orders, plans and alerts/ }).click();
  await main
    .getByRole('dialog')
    .getByRole('button', { name: /^Plan finished/ })
    .waitFor();
  await closeSheet(app.main);
});

it('cancels a plan that runs, and what is not sold comes back to the lovelace', async () => {
  const { main } = app;
  // A minute until the next trade: time to look, and to cancel.
  await fill('300', '6', '30min');
  const row = await begin(6);
  await rowWhen(row.id, ({ completed }) => completed === 1);
  await look('dca-plans');
  const running = await rowWhen(row.id, ({ cancellable, returning }) => cancellable && returning.length > 0);
  const rest = 300n * ADA - 50n * ADA * BigInt(running.completed);
  expect(running.remaining).toEqual({ asset: 'ADA', quantity: String(rest) });
  await main.locator(`[data-plan="${row.id}"]`).focus();
  await main.keyboard.press('Delete');
  const sheet = main.getByRole('dialog', { name: 'Cancel the plan' });
  await sheet.locator('[data-testid="cancel-phase"][data-phase="waiting"]').waitFor();
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await look('dca-cancel');
  const held = async (): Promise<bigint> =>
    BigInt((await app.now('balance')).amounts?.find(({ token }) => token.id === 'ADA')?.quantity ?? '0');
  const before = await held();
  const back = BigInt(
    (await app.now('dcaPlans')).plans.find(({ id }) => id === row.id)?.returning[0]?.quantity ?? 0,
  );
  expect(back).toBeGreaterThan(rest);
  await signTrade(approval);
  await app.approvalGone();
  await sheet.locator('[data-testid="cancel-phase"][data-phase="over"]').waitFor({ timeout: 60_000 });
  await sheet.getByText(/^The plan is cancelled; \d of 6 trades were made\.$/).waitFor();
  const cancelled = await rowWhen(row.id, ({ status }) => status === 'cancelled');
  const trade = (await app.now('trades')).find(({ id }) => id === cancelled.cancelTradeId);
  const fee = BigInt(trade?.costs.networkFee ?? '0');
  expect(fee).toBeGreaterThan(0n);
  await eventually('all of it is back', async () =>
    (await held()) === before + back - fee ? true : undefined,
  );
  await closeSheet(app.main);
  expect(plain(await planTable().innerText())).toContain('Cancelled');
});

it('lets the user choose which notices of plans there are', async () => {
  const { main } = app;
  expect((await app.now('preferences')).notifyPlans).toEqual({ cycle: false, late: true, finished: true });
  // The approval window of the cancellation has only just gone.
  await keysAreHeard(main);
  await main.keyboard.press('Control+k');
  await main.getByRole('dialog', { name: 'Palette' }).waitFor();
  await main.keyboard.type('settings');
  await main.keyboard.press('Enter');
  const group = main.getByRole('group', { name: 'Notify me about recurring plans' });
  await group.getByRole('button', { name: 'each trade' }).click();
  await app.topicWhen('preferences', ({ notifyPlans }) => notifyPlans.cycle);
  await look('dca-settings');
  await closeSheet(app.main);
});

it('lists its keys, and nothing on the way complained', async () => {
  await app.main.keyboard.press('?');
  await app.main.getByRole('dialog').getByText('Go to the plans').waitFor();
  await look('dca-keys');
  await closeSheet(app.main);
  expect(app.complaints).toEqual([]);
});
