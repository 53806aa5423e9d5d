// The ways of money through real windows, on a practice that writes its answers as services in the wild do. The other
// files of this folder run so by `npm run test:wild`.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chooseToken,
  closeSheet,
  payField,
  plain,
  quoteTrade,
  review,
  reviewTrade,
  sentencesOf,
  signTrade,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { openOrders, orderRows, ordersWhen, placeLimit, signCancellation } from '../support/order-robot.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const TICKER = 'AMBER';

let app: TouchstoneApp;

beforeAll(async () => {
  const practiceOptions = ['--seed', '7', '--block-time', '300ms'];
  app = await TouchstoneApp.start({ practiceOptions, dialect: 'wild' });
  await startPracticeWallet(app);
});
afterAll(() => app.stop());

it('swaps, from the quote to the fill', async () => {
  const { main } = app;
  await quoteTrade(main, '25', TICKER);
  const approval = await reviewTrade(app);
  expect(plain(await sentencesOf(approval).innerText())).toMatch(
    /^You send 25 ADA\. You get about [\d.]+ AMBER, .*at least [\d.]+ AMBER\. .*Costs [\d.]+ ADA/,
  );
  await signTrade(approval);
  await waitUntilFilled(main);
  const [trade] = app.topic('trades');
  expect(BigInt(trade?.filledTotal ?? '0')).toBeGreaterThanOrEqual(BigInt(trade?.atLeast ?? '-1'));
  await closeSheet(main);
});

it('draws the chart of the token that was bought', async () => {
  const chart = app.main.getByRole('application', { name: `Chart of ${TICKER}/ADA` });
  await chart.waitFor();
  const { candles } = await app.topicWhen('chartMain', (value) => (value?.candles.time.length ?? 0) > 50);
  expect(candles.close.every((close) => close > 0)).toBe(true);
});

it('places a limit order, lists it, and takes it back', async () => {
  const { main } = app;
  await placeLimit(app, { ticker: TICKER, amount: '40', price: '-20 %' });
  await ordersWhen(app, 'open', 1);
  await openOrders(main);
  const row = orderRows(main).filter({ hasText: 'Open' });
  expect(plain(await row.innerText())).toMatch(/^Buy AMBER 40 40 ADA 0\.\d+ /);
  await row.click();
  await main.getByRole('button', { name: 'Cancel the order' }).click();
  await signCancellation(app);
  await main.getByText('The order is cancelled.').waitFor();
  await ordersWhen(app, 'cancelled', 1);
  await closeSheet(main);
});

it('begins a recurring order, whose first trade is made, and lists it', async () => {
  const { main } = app;
  await main.getByRole('tab', { name: 'DCA', exact: true }).click();
  if ((await main.getByRole('button', { name: `Buy: ${TICKER} verified` }).count()) === 0)
    await chooseToken(main, TICKER);
  await payField(main).fill('300');
  await main.getByLabel('Number of trades').fill('6');
  await main.getByLabel('Frequency').selectOption('1day');
  await signTrade(await review(app, 'Review plan of 6 trades'));
  await app.approvalGone();
  const { plans } = await app.topicWhen('dcaPlans', (value) =>
    value.plans.some(({ completed, source }) => completed === 1 && source === 'here'),
  );
  expect(plans).toHaveLength(1);
  expect(app.complaints).toEqual([]);
});
