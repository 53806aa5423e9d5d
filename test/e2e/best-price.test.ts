// A service that hides the best pools, in the real windows: what the approval window says of it, and that nothing waits.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import exchanges from '../../resources/exchanges.json' with { type: 'json' };
import {
  chooseToken,
  payField,
  quoteTrade,
  review,
  reviewTrade,
  signTrade,
  startPracticeWallet,
  closeSheet,
} from '../support/desk-robot.ts';
import { FaultyPractice } from '../support/faulty-practice.ts';
import { lookAt, lookAtApproval } from '../support/look.ts';
import { openOrders, orderRows, placeLimit } from '../support/order-robot.ts';
import { callMain } from '../support/page-api.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

/** The exchange with the smallest AMBER pool, at the highest fee. */
const LEFT = 'EXC';
/** An exchange that fills limit orders in parts. */
const PARTIAL = 'EXBV3';

const folder = temporaryDirectory();
let app: TouchstoneApp;

beforeAll(async () => {
  const file = join(folder.path, 'faults.json');
  const faults = exchanges
    .filter(({ code }) => code !== LEFT)
    .map(({ code }) => ({ exchange: code, fault: { kind: 'hide-pool' } }));
  writeFileSync(file, JSON.stringify({ faults }));
  app = await TouchstoneApp.start({
    practiceOptions: ['--seed', '7', '--block-time', '500ms', '--faults', file],
    dialect: 'spec',
  });
  await startPracticeWallet(app);
});
afterAll(async () => {
  await app.stop();
  folder.remove();
});

it('tells of the better price that the service hides, asks nothing about it, and lets the trade be signed', async () => {
  await quoteTrade(app.main, '900', 'AMBER');
  const inTicket = app.main.getByTestId('ticket-best-price');
  await app.main.locator('[data-testid=ticket-best-price][data-tone=warn]').waitFor();
  expect(await inTicket.innerText()).toMatch(
    /^At slot \d+ the pools read here would have paid [\d,. ]+ AMBER more/,
  );
  await lookAt(app, 'ticket-better-price');
  const approval = await reviewTrade(app);
  const said = approval.getByTestId('best-price');
  await approval.locator('[data-testid=best-price][data-tone=warn]').waitFor();
  expect((await said.innerText()).split('\n')[0]).toMatch(
    /^At slot \d+ the pools read here would have paid [\d,. ]+ AMBER more \([1-9]\.\d\d\s%\) through .+, after the exchanges' fees\.$/,
  );
  // All that is asked about is the token, which has namesakes.
  const asked = approval.getByRole('checkbox');
  const ofNamesakes = approval.getByRole('checkbox', { name: /Another token that is known here/ });
  expect(await asked.count()).toBe(await ofNamesakes.count());
  await lookAtApproval(app, approval, 'approval-better-price');
  await said.getByText('What this rests on').click();
  await said.getByText("What these pools held is proven by their transactions' bytes").waitFor();
  await signTrade(approval);
  await app.approvalGone();
});

it('marks an order that rests where it is paid less than elsewhere, and says so in its sheet', async () => {
  const { main } = app;
  await closeSheet(main);
  const others = exchanges.map(({ code }) => code).filter((code) => code !== PARTIAL);
  await callMain(main, 'preferences.set', { excluded: others });
  await main.reload();
  // The pool fills a part, until its price is the order's. Other pools keep the market's price.
  await placeLimit(app, { ticker: 'AMBER', amount: '5000', price: '2 %' });
  await openOrders(main);
  const row = orderRows(main).filter({ has: main.getByTestId('pays-more-elsewhere') });
  await row.getByText(/^Other pools would pay \d+\.\d\d\s% more now$/).waitFor({ state: 'attached' });
  await lookAt(app, 'orders-pay-more-elsewhere');
  await main.setViewportSize({ width: 1280, height: 800 });
  await row.click();
  const said = main.getByTestId('elsewhere');
  expect(await said.innerText()).toMatch(/^The pools of .+ would pay \d+\.\d\d\s% more now than /);
  await lookAt(app, 'order-pays-more-elsewhere');
});

it('marks a recurring order whose exchange would pay less for its next trade, and says so in its sheet', async () => {
  const { main } = app;
  await closeSheet(main);
  // The one exchange that is allowed has the pool that the limit order bought from; without faults the service routes to it.
  await new FaultyPractice((await app.ledger()).baseUrl).make();
  await main.keyboard.press('d');
  await chooseToken(main, 'AMBER');
  await payField(main).fill('1500');
  await main.getByLabel('Number of trades').fill('3');
  await main.getByLabel('Frequency').selectOption('1day');
  const approval = await review(app, 'Review plan of 3 trades');
  await signTrade(approval);
  await app.approvalGone();
  await main.getByRole('dialog').waitFor();
  await closeSheet(main);
  const plans = main.getByRole('table', { name: 'Plans', exact: true });
  const row = plans.getByRole('row').filter({ has: main.getByTestId('pays-more-elsewhere') });
  await row.getByText(/^Other pools would pay \d+\.\d\d\s% more now$/).waitFor({ state: 'attached' });
  await lookAt(app, 'plan-pays-more-elsewhere');
  await row.locator('[data-plan]').press('Enter');
  const said = main.getByTestId('elsewhere');
  expect(await said.innerText()).toMatch(
    /^The pools of .+ would pay \d+\.\d\d\s% more now than the pools of .* Not checked: exchanges other than practice's usual ones\.$/,
  );
  await main.setViewportSize({ width: 1280, height: 800 });
  await said.evaluate((line) => line.scrollIntoView({ block: 'center' }));
  await lookAt(app, 'plan-sheet-pays-more-elsewhere');
});
