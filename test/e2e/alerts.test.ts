import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlertView } from '#contract/alerts.ts';
import type { NoticeView } from '#contract/notices.ts';
import { chooseToken, payField, startPracticeWallet } from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { JumpingClock } from '../support/jumping-clock.ts';
import { lookAt } from '../support/look.ts';
import { runningPractice } from '../support/practice-host.ts';
import { PracticeProcess } from '../support/practice-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const HIDDEN_TURN_MS = 61_000;
const ASKED_MS = 1_500;
const SIZES = [{ width: 1280, height: 800 }];

const folder = temporaryDirectory();
let practice: PracticeProcess;
let clock: JumpingClock;
let app: TouchstoneApp;

async function start(aheadMs = 0): Promise<void> {
  clock = new JumpingClock();
  clock.jump(aheadMs);
  const host = runningPractice(practice.endpoints, {
    chartsUrl: practice.chartsUrl,
    chartsWsUrl: practice.chartsUrl.replace('http', 'ws'),
  });
  app = await TouchstoneApp.start({ folder: folder.path, practice: host, clock });
}

beforeAll(async () => {
  practice = await PracticeProcess.start({ speed: 20 });
  await start();
  await startPracticeWallet(app);
  await chooseToken(app.main, 'AMBER');
});
afterAll(async () => {
  await app.stop();
  await practice.stop();
  folder.remove();
});

const table = (): Locator => app.main.getByRole('table', { name: 'Alerts' });
const toasts = (): Locator => app.main.getByRole('status', { name: /^New notices/ }).getByTitle('Show it');
const told = (): readonly NoticeView[] => app.topic('notices').list.filter(({ about }) => about === 'alerts');

function priceOf(alert: AlertView | undefined): number {
  return alert?.condition.kind === 'price' ? Number(alert.condition.price) : Number.NaN;
}

/** Deletes every alert by the list's own buttons. */
async function deleteAll(): Promise<void> {
  const crosses = app.main.getByRole('button', { name: /^Delete: AMBER/ });
  for (let left = await crosses.count(); left > 0; left -= 1) {
    await crosses.first().click();
    await eventually('it is gone', async () => ((await crosses.count()) < left ? true : undefined));
  }
  await app.main.getByText('No alerts yet.').waitFor();
}

async function watched(): Promise<void> {
  await app.topicWhen('alerts', (list) =>
    list.every(({ state, checkedAt, madeAt }) => state !== 'on' || (checkedAt ?? 0) > madeAt),
  );
}

function hide(hidden: boolean): Promise<void> {
  return app.main.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

/** Types an alert at a share of the chart's last price. */
async function type(share: number): Promise<void> {
  const { main } = app;
  const last = app.topic('chartMain').candles.close.at(-1) ?? 0;
  await main.getByLabel('How often it may go off').selectOption('Once');
  await main.getByLabel('Price in ADA for one AMBER').fill((last * (1 + share)).toPrecision(7));
  await main.keyboard.press('Enter');
}

it('makes an alert where the chart is clicked, with a line that moves it and takes it away', async () => {
  const { main } = app;
  const chart = main.getByRole('application', { name: 'Chart of AMBER/ADA' });
  await main.locator('.legend .prices').waitFor();
  const box = await chart.boundingBox();
  if (!box) throw new Error('there is no chart');
  await main.mouse.click(box.x + box.width / 2, box.y + 90, { button: 'right' });
  const menu = main.getByRole('menu', { name: /^Price / });
  const price = (await menu.getAttribute('aria-label'))?.replace('Price ', '') ?? '';
  await lookAt(app, 'alerts-menu', { sizes: SIZES });
  await main.keyboard.press('Escape');
  await main.mouse.click(box.x + box.width / 2, box.y + 90, { button: 'right' });
  await menu.getByRole('menuitem', { name: 'Alert at this price' }).click();
  const [made] = await app.topicWhen('alerts', (list) => list.length === 1);
  expect(made).toMatchObject({ condition: { kind: 'price' }, repeat: 'once', state: 'on' });
  // A second click at the same place may find the axis moved by a tick of the market.
  expect(Math.abs(priceOf(made) / Number(price) - 1)).toBeLessThan(0.05);
  await main.getByRole('tab', { name: /^Alerts/ }).click();
  await table().getByText('Watching').waitFor();
  // The line can be pulled.
  const cursor = (): Promise<string> => chart.evaluate((element) => element.style.cursor);
  await main.mouse.move(box.x + box.width / 3, box.y + 90);
  await eventually('the line', async () => {
    await main.mouse.move(box.x + box.width / 3 + Math.random() * 9, box.y + 90);
    return (await cursor()) === 'ns-resize' ? true : undefined;
  });
  await main.mouse.down();
  await main.mouse.move(box.x + box.width / 3, box.y + 110);
  await main.mouse.move(box.x + box.width / 3, box.y + 130);
  await main.mouse.up();
  await app.topicWhen('alerts', ([alert]) => priceOf(alert) < priceOf(made));
});

it('pauses, watches again, opens a prefilled ticket and deletes from the list', async () => {
  const { main } = app;
  await type(5);
  await table().getByRole('row').nth(2).waitFor();
  const row = table().getByRole('row').nth(1);
  await row.getByRole('button', { name: /^Pause: AMBER/ }).click();
  await row.getByText('Paused').waitFor();
  await lookAt(app, 'alerts-list', { sizes: SIZES });
  await row.getByRole('button', { name: /^Watch again: AMBER/ }).click();
  await row.getByText('Watching').waitFor();
  await row.getByRole('button', { name: /^Limit order at the price: AMBER/ }).click();
  const field = main.getByRole('textbox', { name: /^Limit price/ });
  expect(Number(await field.inputValue())).toBe(priceOf(app.topic('alerts')[0]));
  await deleteAll();
  await main.getByLabel('What to watch for').selectOption('moves');
  await main.getByLabel('Move in percent, up or down').fill('5');
  await main.getByLabel('How often it may go off').selectOption('Each time');
  await lookAt(app, 'alerts-move', { sizes: SIZES });
  await main.keyboard.press('Enter');
  await table().getByRole('cell', { name: 'moves 5 % within 1 hour', exact: true }).waitFor();
  await deleteAll();
  for (const [what, field, figure] of [
    ['trades', 'Volume in ADA of AMBER', '5m'],
    ['has a spread above', 'Spread in percent of AMBER', '40'],
  ] as const) {
    await main.getByLabel('What to watch for').selectOption(what);
    await main.getByLabel(field).fill(figure);
    await main.keyboard.press('Enter');
  }
  await table().getByRole('cell', { name: 'has a spread above 40 %', exact: true }).waitFor();
  await table().getByRole('cell', { name: 'trades 5,000,000 ADA within 1 hour', exact: true }).waitFor();
  await watched();
  await lookAt(app, 'alerts-kinds', { sizes: SIZES });
  await deleteAll();
  await main.getByLabel('What to watch for').selectOption('crosses');
  await main.getByLabel('Price in ADA for one AMBER').fill('nonsense');
  await main.keyboard.press('Enter');
  await main
    .getByText(/nonsense/)
    .first()
    .waitFor();
});

it('makes an alert, or fills in a ticket, from the menu of a token in the list', async () => {
  const { main } = app;
  const row = main.getByRole('list', { name: 'Tokens' }).getByRole('button', { name: /^KELP/ });
  await row.click({ button: 'right' });
  const menu = main.getByRole('menu', { name: 'Actions for KELP' });
  await menu.waitFor();
  await lookAt(app, 'alerts-row-menu', { sizes: SIZES });
  await main.keyboard.press('Escape');
  expect(await row.evaluate((button) => button === document.activeElement)).toBe(true);
  await row.click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Alert on KELP…' }).click();
  const figure = main.getByLabel('Price in ADA for one KELP');
  expect(await figure.evaluate((field) => field === document.activeElement)).toBe(true);
  await row.click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Sell KELP…' }).click();
  await main.getByLabel('Sell, in KELP').waitFor();
  await chooseToken(main, 'AMBER');
});

it('takes alerts and trades in words, and fills in a ticket at most', async () => {
  const { main } = app;
  const say = async (words: string): Promise<void> => {
    await main.keyboard.press('Control+k');
    await main.getByLabel('Command or token').fill(words);
    await main.getByRole('option', { name: /AMBER/ }).first().waitFor();
  };
  await say('alert amber 0.25');
  await lookAt(app, 'alerts-palette', { sizes: SIZES });
  await main.keyboard.press('Enter');
  await app.topicWhen('alerts', ([alert]) => priceOf(alert) === 0.25);
  await table().waitFor();
  await deleteAll();
  await say('buy 100 amber');
  await main.keyboard.press('Enter');
  await eventually('what 100 AMBER cost', async () =>
    Number(await payField(main).inputValue()) > 0 ? true : undefined,
  );
  await say('sell 20 amber');
  await main.keyboard.press('Enter');
  await eventually('the amount', async () =>
    (await payField(main).inputValue()) === '20' ? true : undefined,
  );
  expect(app.topic('trades')).toEqual([]);
  await payField(main).fill('');
});

it('tells once of a price that crosses while the window is hidden', async () => {
  const { main } = app;
  for (const share of [-0.0005, 0.0005]) await type(share);
  await app.topicWhen('alerts', (list) => list.length === 2);
  await watched();
  await hide(true);
  await eventually('a price crosses', async () => {
    if (told().length > 0) return true;
    clock.jump(HIDDEN_TURN_MS);
    await new Promise((done) => setTimeout(done, ASKED_MS));
    return undefined;
  });
  const rows = told().flatMap((notice) => notice.rows);
  expect(new Set(rows).size).toBe(rows.length);
  await hide(false);
  await toasts().first().waitFor();
  expect(await toasts().count()).toBe(told().length);
  await lookAt(app, 'alerts-told', { sizes: SIZES });
  // It stays until it is dismissed, and leads to the list.
  await toasts().first().click();
  await table().getByText('Went off').first().waitFor();
  await main.getByRole('button', { name: /^Notices of orders, plans and alerts/ }).click();
  await main
    .getByText(/^AMBER (rose above|fell below|went)/)
    .first()
    .waitFor();
  await main.keyboard.press('Escape');
});

it('tells at the next start what was missed, once', async () => {
  await deleteAll();
  for (const share of [-0.002, -0.001, 0.001, 0.002]) {
    const before = app.topic('alerts').length;
    await type(share);
    await app.topicWhen('alerts', (list) => list.length === before + 1);
  }
  await watched();
  const left = app.topic('alerts').filter(({ state }) => state === 'on').length;
  expect(left).toBeGreaterThan(0);
  await app.stop();
  await new Promise((done) => setTimeout(done, 10_000));

  await start(20 * 60_000);
  await eventually('what was missed', () => Promise.resolve(told().length > 0 ? true : undefined));
  for (const { kind } of told()) expect(['missed', 'several']).toContain(kind);
  const rows = told().flatMap((notice) => notice.rows);
  await app.main.getByRole('button', { name: /^Notices of orders, plans and alerts, \d+ new/ }).click();
  await app.main
    .getByText(/^(Alert, missed|\d alerts went off)/)
    .first()
    .waitFor();
  await lookAt(app, 'alerts-missed', { sizes: SIZES });
  await app.stop();

  await start(40 * 60_000);
  await app.topicWhen('alerts', (list) =>
    list.every(({ state, checkedAt }) => state !== 'on' || checkedAt !== undefined),
  );
  for (const row of told().flatMap((notice) => notice.rows)) expect(rows).not.toContain(row);
  expect(app.complaints).toEqual([]);
});
