import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { SHUT_MS } from '../../src-renderer/features/approval/approval.svelte.ts';
import {
  chooseToken,
  closeSheet,
  keysAreHeard,
  lastKey,
  PASSWORD,
  passwordField,
  plain,
  quoteTrade,
  reviewTrade,
  sentencesOf,
  signButton,
  signTrade,
  startPracticeWallet,
  waitUntilFilled,
} from './desk-robot.ts';
import { eventually } from './eventually.ts';
import type { Film } from './film.ts';
import { JumpingClock } from './jumping-clock.ts';
import { openOrders, ordersWhen, placeLimit } from './order-robot.ts';
import { runningPractice } from './practice-host.ts';
import { PracticeProcess } from './practice-process.ts';
import { type AppOptions, TouchstoneApp } from './touchstone-app.ts';
import { TestKeychain } from './wallet-bench.ts';

/** The scenes, in the order of the film. */
export const SCENES: Readonly<Record<string, (film: Film) => Promise<void>>> = {
  'swap-by-keyboard': (film) => withDesk((app) => swapByKeyboard(app, film)),
  'limit-dragged': (film) => withDesk((app) => limitDragged(app, film)),
  'alert-while-hidden': alertWhileHidden,
  'day-replayed': (film) => withDesk((app) => dayReplayed(app, film), { replays: true }),
  'four-charts': (film) => withDesk((app) => fourCharts(app, film)),
};

/** Plays with a new application that has a practice wallet, or none yet where it begins with a replay. */
async function withDesk(
  play: (app: TouchstoneApp) => Promise<void>,
  { replays = false, ...options }: AppOptions & { readonly replays?: boolean } = {},
): Promise<void> {
  const app = await TouchstoneApp.start({ secrets: new TestKeychain(), ...options });
  try {
    if (!replays) await startPracticeWallet(app);
    await play(app);
  } finally {
    await app.stop();
  }
}

async function swapByKeyboard(app: TouchstoneApp, film: Film): Promise<void> {
  const { main } = app;
  await main.keyboard.press('Control+k');
  await main.getByLabel('Command or token').fill('buy 50 amber');
  await main.getByRole('option', { name: /AMBER/ }).first().waitFor();
  await film.take(app, 'palette');
  await main.keyboard.press('Enter');
  await main.locator('[data-testid="fee-note"][data-verdict]').waitFor();
  await film.take(app, 'ticket');
  await main.keyboard.press('Control+Enter');
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await approval.waitForTimeout(SHUT_MS);
  await film.take(app, 'approval', approval);
  await film.take(app, 'desk-beside-approval');
  await passwordField(approval).focus();
  await approval.keyboard.type(PASSWORD);
  while (!(await isFocused(signButton(approval)))) await approval.keyboard.press('Tab');
  await approval.waitForTimeout(SHUT_MS);
  await film.take(app, 'password', approval);
  await approval.waitForTimeout(SHUT_MS);
  await lastKey(approval, 'Space');
  await waitUntilFilled(main);
  await main.getByTestId('confirmations').getByText('Confirmed', { exact: true }).waitFor();
  await film.take(app, 'filled');
  await closeSheet(main);
  await toasts(main).first().waitFor();
  await film.take(app, 'toast');
}

async function limitDragged(app: TouchstoneApp, film: Film): Promise<void> {
  const { main } = app;
  await placeLimit(app, { ticker: 'AMBER', amount: '60', price: '-10 %' });
  await ordersWhen(app, 'open', 1);
  await openOrders(main);
  await app.topicWhen('orders', ({ rows }) => rows.some(({ movable }) => movable === true));
  const chart = main.getByRole('application', { name: /^Chart of AMBER/ });
  const place = await placeOf(chart);
  // The order is below the market: the axis is stretched until it is in view.
  await main.mouse.move(place.x + place.width - 20, place.y + 60);
  await main.mouse.wheel(0, 500);
  await film.take(app, 'resting');
  const label = await eventually('the label of the order', async () => {
    for (let y = place.y + 30; y < place.y + place.height - 30; y += 6) {
      const x = place.x + place.width - 84 - 12 - 60;
      await main.mouse.move(x, y);
      const hint = main.getByRole('tooltip');
      if ((await hint.count()) > 0 && plain(await hint.innerText()).startsWith('Buy')) return { x, y };
    }
    return undefined;
  });
  await main.mouse.down();
  for (const step of [-4, -10, -16]) await main.mouse.move(label.x, label.y + step);
  await film.take(app, 'dragged');
  await main.mouse.up();
  const sheet = main.getByRole('dialog', { name: 'Move the order' });
  await sheet.waitFor();
  await film.take(app, 'sheet');
  await sheet.getByRole('button', { name: 'Review move' }).click();
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await approval.waitForTimeout(SHUT_MS);
  await film.take(app, 'approval', approval);
  await signTrade(approval);
  await app.approvalGone();
  await main.locator('[data-testid="move-phase"][data-outcome="moved"]').waitFor({ timeout: 120_000 });
  await film.take(app, 'moved');
  await closeSheet(main);
  await ordersWhen(app, 'open', 1);
  await film.take(app, 'resting-at-new-price');
}

/** By a market that runs twenty times as fast, so that a price soon crosses. */
async function alertWhileHidden(film: Film): Promise<void> {
  const practice = await PracticeProcess.start({ speed: 20 });
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-film-'));
  const clock = new JumpingClock();
  const charts = { chartsUrl: practice.chartsUrl, chartsWsUrl: practice.chartsUrl.replace('http', 'ws') };
  try {
    await withDesk((app) => alertOn(app, clock, film), {
      folder,
      clock,
      practice: runningPractice(practice.endpoints, charts),
    });
  } finally {
    await practice.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function alertOn(app: TouchstoneApp, clock: JumpingClock, film: Film): Promise<void> {
  const { main } = app;
  await chooseToken(main, 'AMBER');
  await main.getByRole('tab', { name: /^Alerts/ }).click();
  for (const share of [-0.001, 0.001]) {
    const last = app.topic('chartMain').candles.close.at(-1) ?? 0;
    const before = app.topic('alerts').length;
    await main.getByLabel('How often it may go off').selectOption('Once');
    await main.getByLabel('Price in ADA for one AMBER').fill((last * (1 + share)).toPrecision(6));
    await main.keyboard.press('Enter');
    await app.topicWhen('alerts', (list) => list.length > before);
  }
  await app.topicWhen('alerts', (list) => list.every(({ checkedAt, madeAt }) => (checkedAt ?? 0) > madeAt));
  await film.take(app, 'watching');
  await hide(main, true);
  await eventually('a price crosses', async () => {
    if (app.topic('notices').list.some(({ about }) => about === 'alerts')) return true;
    // Hidden, the prices are looked at once a minute.
    clock.jump(61_000);
    await main.waitForTimeout(1_500);
    return undefined;
  });
  await hide(main, false);
  await toasts(main).first().waitFor();
  await film.take(app, 'told');
  await main.getByRole('button', { name: /^Notices of orders, plans and alerts/ }).click();
  await main
    .getByText(/^AMBER (rose above|fell below|went)/)
    .first()
    .waitFor();
  await film.take(app, 'notices');
}

async function dayReplayed(app: TouchstoneApp, film: Film): Promise<void> {
  const { main } = app;
  await main.getByRole('heading', { name: 'Trade first with play money' }).waitFor();
  await main.keyboard.press('Control+k');
  await main.getByRole('combobox').fill('Switch to the replay');
  await main.keyboard.press('Enter');
  await app.topicWhen('profile', (view) => view.replay !== undefined && view.service === 'ready');
  await startPracticeWallet(app);
  await chooseToken(main, 'AMBER');
  const bar = main.getByRole('toolbar', { name: 'Replay' });
  await bar.getByRole('status').getByText('Paused: orders wait for the next block.').waitFor();
  await film.take(app, 'day-chosen');
  await bar.getByRole('button', { name: 'Next block' }).click();
  await quoteTrade(main, '250', 'AMBER');
  const approval = await reviewTrade(app);
  await approval.waitForTimeout(SHUT_MS);
  await film.take(app, 'approval', approval);
  await signTrade(approval);
  await app.approvalGone();
  await main.getByTestId('trade-state').waitFor();
  await closeSheet(main);
  await keysAreHeard(main);
  await eventually('the trade is filled', async () => {
    if ((await app.now('trades'))[0]?.state === 'filled') return true;
    await bar.getByRole('button', { name: 'Next block' }).click();
    await main.waitForTimeout(500);
    return undefined;
  });
  await film.take(app, 'filled');
  await bar.getByLabel('Speed of the replay').selectOption('600');
  await bar.getByRole('button', { name: 'Play the replay' }).click();
  const { replay } = await app.topicWhen('replay', (view) => view.replay?.playing === true);
  const begun = replay?.at ?? 0;
  await app.topicWhen('replay', (view) => (view.replay?.at ?? 0) > begun + 3 * 3_600_000);
  // The button's hint would hide the price.
  await main.mouse.move(640, 700);
  await film.take(app, 'playing');
  await bar.getByRole('button', { name: 'Pause the replay' }).click();
  await bar.getByRole('button', { name: 'Result' }).click();
  await main.getByTestId('replay-gain').waitFor();
  await film.take(app, 'result');
}

async function fourCharts(app: TouchstoneApp, film: Film): Promise<void> {
  const { main } = app;
  await main.setViewportSize({ width: 2560, height: 1440 });
  await quoteTrade(main, '25', 'AMBER');
  await main.getByRole('button', { name: /^Charts and workspaces: / }).click();
  await film.take(app, 'layouts');
  await main.getByRole('menuitem', { name: 'Four charts, 2 × 2' }).click();
  for (const [nth, token, period] of [
    [2, 'KELP', '2'],
    [3, 'HUSD', '5'],
    [4, 'BRASS', '6'],
  ] as const) {
    const group = main.getByRole('group', { name: new RegExp(`^Chart ${nth} of`) });
    await group.getByRole('application').click();
    await main.locator('[data-token]').filter({ hasText: token }).first().click();
    await group.getByRole('application', { name: `Chart of ${token}/ADA` }).waitFor();
    await group.getByRole('application').focus();
    await main.keyboard.press(period);
  }
  const first = main.getByRole('group', { name: /^Chart 1 of/ });
  await first.getByRole('application').click();
  for (const topic of ['chartMain', 'chartSecond', 'chartThird', 'chartFourth'] as const)
    await app.topicWhen(topic, (view) => view?.state === 'live');
  await film.take(app, 'two-by-two');
  await main.getByRole('button', { name: /^Charts and workspaces: / }).click();
  await main.getByRole('menuitem', { name: 'Workspaces…' }).click();
  await main.getByRole('textbox', { name: 'Name of the workspace' }).fill('Morning');
  await main.keyboard.press('Enter');
  await main.getByText('Saved as Morning.').waitFor();
  await film.take(app, 'workspace-saved');
}

function toasts(main: Page): Locator {
  return main.getByRole('status', { name: /^New notices/ }).getByTitle('Show it');
}

function isFocused(what: Locator): Promise<boolean> {
  return what.evaluate((element) => element === document.activeElement);
}

async function placeOf(what: Locator) {
  const box = await what.boundingBox();
  if (!box) throw new Error('it is not on the page');
  return box;
}

/** Has the page believe that nobody sees it, which is all that the application knows of it. */
function hide(main: Page, hidden: boolean): Promise<void> {
  return main.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
