import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DcaRowView } from '#contract/dca.ts';
import type { DeskApp } from '../support/desk-app.ts';
import {
  chooseToken,
  closeSheet,
  payField,
  plain,
  review,
  signTrade,
  startPracticeWallet,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { SteeredPractice } from '../support/steered-practice.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { startApp } from '../support/shell.ts';

const MONTH_MS = 31 * 86_400_000;
const CYCLES = 10;
const world = temporaryDirectory();

let app: DeskApp;
let practice: SteeredPractice;

beforeAll(async () => {
  // An hour of a plan takes three seconds.
  const options = [
    '--seed',
    '7',
    '--api-key',
    'practice-e2e-key',
    '--block-time',
    '300ms',
    '--speed',
    '1200',
  ];
  practice = new SteeredPractice([...options, '--data', join(world.path, 'world')]);
  app = await startApp({ width: 1280, height: 800, practice });
});
afterAll(async () => {
  await app.stop();
  world.remove();
});

async function rowWhen(fits: (row: DcaRowView) => boolean): Promise<DcaRowView> {
  const { plans } = await app.topicWhen('dcaPlans', (value) => value.plans.some(fits));
  const row = plans.find(fits);
  if (row === undefined) throw new Error('the plan was there');
  return row;
}

/** Kills the exchange, and waits until the application has started the next one. */
async function powerCut(clockAheadMs: number): Promise<void> {
  const { started } = practice;
  practice.clockAheadMs = clockAheadMs;
  await practice.kill();
  await eventually('practice runs again', () =>
    Promise.resolve(practice.started > started ? true : undefined),
  );
  await app.topicWhen('profile', ({ service }) => service === 'ready');
}

it('runs ten trades exactly, through two power cuts and a clock that was a month ahead', async () => {
  const { main } = app;
  await startPracticeWallet(app);
  await main.keyboard.press('d');
  await chooseToken(main, 'AMBER');
  await payField(main).fill('200.000009');
  await main.getByLabel('Number of trades').fill(String(CYCLES));
  await main.getByLabel('Frequency').selectOption('1hour');
  // A wide tolerance, so that a market that runs this fast keeps no trade waiting.
  await main.getByLabel('Custom slippage, percent').fill('20');
  await signTrade(await review(app, 'Review plan of 10 trades'));
  await app.approvalGone();
  const { id } = await rowWhen(({ source, completed }) => source === 'here' && completed >= 2);
  await powerCut(MONTH_MS);
  await rowWhen(({ completed }) => completed >= 5);
  await powerCut(0);
  const done = await rowWhen(({ status }) => status === 'finished');
  expect([done.id, done.completed, done.sold, done.remaining.quantity]).toEqual([
    id,
    CYCLES,
    '200000009',
    '0',
  ]);

  await closeSheet(main);
  await main.keyboard.press('p');
  await main.locator(`[data-plan="${id}"]`).press('Enter');
  const sheet = main.getByRole('dialog', { name: 'Buy AMBER, recurring' });
  const cycles = sheet.getByTestId('plan-cycle');
  await eventually('each trade is told', async () => ((await cycles.count()) === CYCLES ? true : undefined));
  const sold = (await cycles.allInnerTexts()).map(
    (text) => /([\d.]+) ADA brought/.exec(plain(text))?.[1] ?? text,
  );
  expect(sold).toEqual([...Array<string>(CYCLES - 1).fill('20'), '20.000009']);
  expect(plain(await sheet.getByTestId('plan-remaining').innerText())).toBe('0 ADA');
}, 300_000);
