// A day of practice's past, traded through the windows: opened, stepped, bought in, played, left for another day.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chooseToken,
  closeSheet,
  plain,
  quoteTrade,
  reviewTrade,
  signTrade,
  startPracticeWallet,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { lookAt } from '../support/look.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const DAY = 86_400_000;
let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start();
});
afterAll(() => app.stop());

const bar = () => app.main.getByRole('toolbar', { name: 'Replay' });
const replay = async () => {
  const { replay: state } = await app.topicWhen('replay', (view) => view.replay !== undefined);
  if (!state) throw new Error('no replay is open');
  return state;
};

it('trades a day of the past, and shows what came of it', async () => {
  const { main } = app;
  await main.getByRole('heading', { name: 'Trade first with play money' }).waitFor();
  await main.keyboard.press('Control+k');
  await main.getByRole('combobox').fill('Switch to the replay');
  await main.keyboard.press('Enter');
  await app.topicWhen('profile', (view) => view.replay !== undefined && view.service === 'ready');
  await expect.poll(() => main.title()).toBe('Touchstone · REPLAY');
  await startPracticeWallet(app);
  await chooseToken(main, 'AMBER');
  main.setDefaultTimeout(30_000);

  await bar().getByRole('status').getByText('Paused: orders wait for the next block.').waitFor();
  const { at } = await replay();
  expect(at).toBeLessThan(Date.now() - 60 * DAY);
  await lookAt(app, 'replay-1-opened');

  // A step of an hour's candle, by keys; the time is announced in full.
  await bar().getByRole('button', { name: 'Next block' }).click();
  await app.topicWhen('replay', (view) => (view.replay?.at ?? 0) >= at + 20_000);
  await main.keyboard.press('Control+k');
  await main.getByRole('combobox', { name: 'Command or token' }).fill('Receive');
  await main.keyboard.press('Enter');
  const receive = main.getByRole('dialog', { name: 'Receive' });
  await receive.getByText('REPLAY', { exact: true }).waitFor();
  await closeSheet(main);
  const moment = plain(await bar().getByTestId('replay-moment').innerText());
  expect(moment).toMatch(/^Replay, \d{1,2} [A-Z][a-z]{2} \d{4} 00:0\d:\d\d UTC$/);

  await quoteTrade(main, '250', 'AMBER');
  const approval = await reviewTrade(app);
  await signTrade(approval);
  await app.approvalGone();
  await eventually('the trade is filled', async () => {
    const [trade] = await app.now('trades');
    if (trade?.state === 'filled') return true;
    const before = (await replay()).at;
    await main.evaluate(() => undefined);
    await bar()
      .getByRole('button', { name: 'Next block' })
      .click({ timeout: 2_000 })
      .catch(async () => {
        // The sheet of the trade is in front: the palette's key is behind it, so the sheet goes first.
        if ((await main.getByRole('dialog').count()) > 0) await closeSheet(main);
      });
    await app.topicWhen('replay', (view) => (view.replay?.at ?? 0) >= before);
    await main.waitForTimeout(300);
    return undefined;
  });
  const [trade] = await app.now('trades');
  expect(trade?.updatedAt).toBeLessThanOrEqual((await replay()).at);
  if ((await main.getByRole('dialog').count()) > 0) await closeSheet(main);
  await lookAt(app, 'replay-2-filled');

  await bar().getByLabel('Speed of the replay').selectOption('600');
  await bar().getByRole('button', { name: 'Play the replay' }).click();
  const start = (await replay()).at;
  await bar().getByRole('status').getByText('Playing: 600 times as fast as real time.').waitFor();
  // A price does not hold at that speed: the ticket says so, and stops the clock.
  await main.getByLabel('You pay').or(main.locator('#ticket-pay')).first().fill('100');
  await main.getByRole('button', { name: 'Pause the replay to trade' }).waitFor();
  await app.topicWhen('replay', (view) => (view.replay?.at ?? 0) > start + 3_600_000);
  await main.getByRole('button', { name: 'Pause the replay to trade' }).click();
  await app.topicWhen('replay', (view) => view.replay?.playing === false);
  await lookAt(app, 'replay-3-played');

  await bar().getByRole('button', { name: 'Result' }).click();
  const sheet = main.getByRole('dialog', { name: 'Result of the replay' });
  await expect.poll(() => sheet.getByTestId('replay-filled').innerText()).toBe('1');
  await expect
    .poll(async () => plain(await sheet.getByTestId('replay-gain').innerText()))
    .toMatch(/^−?[\d,.]+ ADA$/);
  await lookAt(app, 'replay-4-result');
  await closeSheet(main);

  const day = (await replay()).from - 200 * DAY;
  await bar().getByRole('button', { name: 'Day…' }).click();
  const panel = main.getByRole('dialog', { name: 'Another day' });
  await panel.getByLabel('Day (UTC)').fill(new Date(day).toISOString().slice(0, 10));
  await panel.getByRole('button', { name: 'Begin this day' }).click();
  await app.topicWhen('replay', (view) => view.replay?.from === day);
  await app.topicWhen('trades', (trades) => trades.length === 0);
});
