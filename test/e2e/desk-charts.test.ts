import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MainTable } from '#contract/index.ts';
import type { InputOf } from '#contract/table.ts';
import { currentValue } from '../support/current-value.ts';
import { quoteTrade, startPracticeWallet } from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { lookAt } from '../support/look.ts';
import { callChart, callMain } from '../support/page-api.ts';
import { faultsOf } from '../support/page-look.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const folder = temporaryDirectory();
let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start({ folder: folder.path });
  await startPracticeWallet(app);
  await quoteTrade(app.main, '25', 'AMBER');
  await app.main.keyboard.press('Escape');
});
afterAll(async () => {
  await app.stop();
  folder.remove();
});

const place = (nth: number): Locator => app.main.getByRole('group', { name: new RegExp(`^Chart ${nth} of`) });
const picture = (nth: number): Locator => place(nth).getByRole('application');
const shows = (nth: number, pair: string): Promise<void> =>
  place(nth)
    .getByRole('application', { name: `Chart of ${pair}` })
    .waitFor();
const pick = (token: string): Promise<void> =>
  app.main.locator('[data-token]').filter({ hasText: token }).first().click();

async function arrange(name: string): Promise<void> {
  await app.main.getByRole('button', { name: /^Charts and workspaces: / }).click();
  await app.main.getByRole('menuitem', { name }).click();
}

async function link(nth: number, item: string): Promise<void> {
  await place(nth)
    .getByRole('button', { name: /^Link with other charts/ })
    .click();
  await app.main.getByRole('menuitem', { name: item }).click();
}

it('shows four charts, each with its own token and period; the ticket follows the active one', async () => {
  await arrange('Four charts, 2 × 2');
  for (const nth of [1, 2, 3, 4]) await shows(nth, 'AMBER/ADA');
  await picture(2).click();
  await pick('KELP');
  await shows(2, 'KELP/ADA');
  await shows(1, 'AMBER/ADA');
  await app.main.keyboard.press('2');
  await app.topicWhen('chartSecond', (view) => view?.pair?.period === '1min' && view.state === 'live');
  await app.topicWhen('chartMain', (view) => view?.pair?.period === '15min');
  await app.main.getByRole('region', { name: 'Ticket' }).getByText('KELP').first().waitFor();
  // Tab passes through without taking the ticket along; a key that means the chart does.
  const isActive = async (nth: number): Promise<boolean> =>
    (await place(nth).getAttribute('data-active')) === 'true';
  await picture(1).focus();
  await app.main.keyboard.press('Tab');
  await app.main.keyboard.press('Shift+Tab');
  expect([await isActive(1), await isActive(2)]).toEqual([false, true]);
  await app.main.keyboard.press('ArrowLeft');
  await eventually('the chart is the active one', async () => ((await isActive(1)) ? true : undefined));
  await picture(2).focus();
  await app.main.keyboard.press('1');
  await app.topicWhen('chartSecond', (view) => view?.pair?.period === '20s' && view.state === 'live');
  await app.main.keyboard.press('2');
  await app.topicWhen('chartSecond', (view) => view?.pair?.period === '1min' && view.state === 'live');
  await app.topicWhen('chartMain', (view) => view?.pair?.period === '15min');
  await picture(1).click();
  await app.main.getByRole('region', { name: 'Ticket' }).getByText('AMBER').first().waitFor();
  await app.main
    .getByRole('region', { name: 'Market' })
    .getByRole('heading', { name: /^AMBER/ })
    .waitFor();
});

it('couples the token and the crosshair of charts that have the same link mark', async () => {
  await link(1, 'Link A');
  await link(3, 'Link A');
  await picture(1).click();
  await pick('KELP');
  await shows(1, 'KELP/ADA');
  await shows(3, 'KELP/ADA');
  await shows(4, 'AMBER/ADA');
  const high = place(3).locator('.legend [title="high"]');
  const box = await picture(1).boundingBox();
  if (box === null) throw new Error('the chart is not on the page');
  const seen = new Set<string>();
  await eventually('the crosshair of the linked chart goes along', async () => {
    for (let x = 40; x < box.width - 90; x += 6) {
      await app.main.mouse.move(box.x + x, box.y + box.height / 2);
      const [led, following] = await Promise.all([
        place(1).locator('.legend [title="high"]').innerText(),
        high.innerText(),
      ]);
      expect(following).toBe(led);
      seen.add(following);
    }
    return seen.size > 3 ? true : undefined;
  });
  await link(3, 'Not linked');
  await picture(1).click();
  await pick('AMBER');
  await shows(1, 'AMBER/ADA');
  await shows(3, 'KELP/ADA');
});

it('fills the window with the active chart, asks for no other meanwhile, and loses nothing', async () => {
  await picture(2).focus();
  await app.main.keyboard.press('Home');
  const before = await place(2).boundingBox();
  await picture(1).click();
  await app.main.keyboard.press('f');
  await picture(2).waitFor({ state: 'hidden' });
  for (const topic of ['chartSecond', 'chartThird', 'chartFourth'] as const)
    await app.topicWhen(topic, (view) => view?.state === 'idle');
  await app.topicWhen('chartMain', (view) => view?.state === 'live');
  await lookAt(app, 'chart-full', {
    sizes: [
      { width: 1280, height: 800 },
      { width: 2560, height: 1440 },
    ],
  });
  await app.main.setViewportSize({ width: 1280, height: 800 });
  await app.main.keyboard.press('Escape');
  await picture(2).waitFor();
  for (const topic of ['chartSecond', 'chartThird', 'chartFourth'] as const)
    await app.topicWhen(topic, (view) => view?.state === 'live');
  expect(await place(2).boundingBox()).toEqual(before);
  expect(await place(1).getAttribute('data-active')).toBe('true');
});

it('looks right from 1280 to 3840, dark and light', async () => {
  await lookAt(app, 'four-charts', {
    sizes: [
      { width: 1280, height: 800 },
      { width: 1920, height: 1080 },
      { width: 2560, height: 1440 },
      { width: 3840, height: 2160 },
    ],
  });
  await app.main.setViewportSize({ width: 1280, height: 800 });
});

it('divides the room between the charts as the user wants, by keys and by pointer', async () => {
  const across = app.main.getByRole('separator', { name: 'Width of the first charts' });
  const value = async (): Promise<number> => Number(await across.getAttribute('aria-valuenow'));
  // The window was larger a moment ago.
  await expect.poll(async () => Number(await across.getAttribute('aria-valuemax'))).toBeLessThan(1280);
  const before = await value();
  await across.focus();
  await app.main.keyboard.press('Shift+ArrowRight');
  await expect.poll(value).toBe(before + 64);
  await app.main.keyboard.press('Enter');
  await expect.poll(value).toBe(before);
  const down = app.main.getByRole('separator', { name: 'Height of the first charts' });
  await down.focus();
  await app.main.keyboard.press('ArrowDown');
  await eventually('it is written', async () => {
    const kept = await callMain(app.main, 'notebook.read', { kind: 'chart', of: 'desk' });
    return kept.ok && /"down":0\.5\d/.test(kept.value.text) ? true : undefined;
  });
});

it('is as it was after the page was loaded again', async () => {
  await app.main.reload();
  await shows(1, 'AMBER/ADA');
  await shows(2, 'KELP/ADA');
  await shows(3, 'KELP/ADA');
  await app.topicWhen('chartSecond', (view) => view?.pair?.period === '1min' && view.state === 'live');
  expect(await faultsOf(app.main)).toEqual([]);
  await arrange('One chart');
  await app.topicWhen('chartFourth', (view) => view?.state === 'idle');
  await app.main.getByRole('application', { name: 'Chart of AMBER/ADA' }).waitFor();
});

it('saves the desk under a name, and goes back to it', async () => {
  const { main } = app;
  const sheet = main.getByRole('dialog', { name: 'Workspaces' });
  const openSheet = async (): Promise<void> => {
    await main.getByRole('button', { name: /^Charts and workspaces: / }).click();
    await main.getByRole('menuitem', { name: 'Workspaces…' }).click();
    await sheet.waitFor();
  };
  await arrange('Four charts, 2 × 2');
  await shows(4, 'AMBER/ADA');
  await openSheet();
  await sheet.getByText('None saved yet.').waitFor();
  await sheet.getByRole('textbox', { name: 'Name of the workspace' }).fill('Four at once');
  await main.keyboard.press('Enter');
  await sheet.getByText('Saved as Four at once.').waitFor();
  await sheet.getByText('Four charts, 2 × 2 · AMBER, KELP').waitFor();
  await lookAt(app, 'workspaces', { sizes: [{ width: 1280, height: 800 }] });
  await main.keyboard.press('Escape');
  await arrange('One chart');
  await picture(1).waitFor({ state: 'detached' });
  await main.getByRole('application').focus();
  await main.keyboard.press('7');
  await pick('HUSD');
  await main.getByRole('application', { name: 'Chart of HUSD/ADA' }).waitFor();
  await main.keyboard.press('Control+k');
  await main.getByLabel('Command or token').fill('switch to four at once');
  await main.keyboard.press('Enter');
  await shows(1, 'AMBER/ADA');
  await shows(2, 'KELP/ADA');
  await app.topicWhen('chartMain', (view) => view?.pair?.period === '15min' && view.state === 'live');
  await app.topicWhen('chartSecond', (view) => view?.pair?.period === '1min' && view.state === 'live');

  // Out as a file and in again, beside the first; and what is no workspace says so.
  await openSheet();
  await sheet.getByRole('button', { name: 'Export Four at once' }).click();
  const said = main.getByText(/^Four at once saved as .*\.json\.$/);
  await said.waitFor();
  const path = join(homedir(), /saved as (Downloads.*)\.$/.exec(await said.innerText())?.[1] ?? '');
  const bring = async (file: string): Promise<void> => {
    const chooser = main.waitForEvent('filechooser');
    await sheet.getByRole('button', { name: 'Import a file…' }).click();
    await (await chooser).setFiles(file);
  };
  try {
    await bring(path);
    await sheet.getByText('Imported as Four at once (2).').waitFor();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"four"', '"nine"'));
    await bring(path);
    await sheet
      .getByText('This file is not a workspace that can be used: setup.layout is not as it should be.')
      .waitFor();
  } finally {
    rmSync(path);
  }
  await sheet.getByRole('button', { name: 'Rename Four at once (2)' }).click();
  await sheet.getByRole('textbox', { name: 'New name' }).fill('Brought');
  await main.keyboard.press('Enter');
  await sheet.getByText('Four at once (2) is now called Brought.').waitFor();
  await sheet.getByRole('button', { name: 'Delete Brought…' }).click();
  await sheet.getByRole('button', { name: 'Delete Brought', exact: true }).click();
  await sheet.getByText('Brought was deleted.').waitFor();
  await main.keyboard.press('Escape');
  await arrange('One chart');
});

it('fits a window that is zoomed to 200 %', async () => {
  await arrange('Four charts, 2 × 2');
  // A screen of 1920 or 1600 pixels has half of them.
  for (const width of [960, 800]) {
    await app.main.setViewportSize({ width, height: 540 });
    expect(await faultsOf(app.main)).toEqual([]);
    const beyond = await app.main.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const bars = [...document.querySelectorAll<HTMLElement>('[role=toolbar]')];
      return [scrollWidth - clientWidth, ...bars.map((bar) => bar.scrollWidth - bar.clientWidth)];
    });
    expect([width, ...beyond]).toEqual([width, 0, 0, 0, 0, 0]);
  }
  await app.main.setViewportSize({ width: 1280, height: 800 });
});

/** How many drawings of AMBER main has. */
async function drawn(): Promise<number> {
  const amber = app.topic('chartSecond').pair;
  if (amber === undefined) throw new Error('nobody watches the second chart');
  const kept = await callMain(app.main, 'drawings.read', { base: amber.base, quote: amber.quote });
  return kept.ok ? kept.value.drawings.length : -1;
}

/** The desk's content for the second chart, which is in a window of its own. */
const shownThere = () => currentValue(app.composition.app.charts.second.topics.shown);
const show = (input: InputOf<MainTable, 'chartWindow.show'>) =>
  app.composition.app.main.calls['chartWindow.show'](input);

const plot = (page: Page): Locator => page.getByRole('application', { name: 'Chart of AMBER/ADA' });
const drawingsOn = (page: Page | Locator): Locator =>
  page.getByRole('button', { name: 'Remove all drawings' });
const isElsewhere = (nth: number): Locator => place(nth).getByTestId('chart-elsewhere');

it('moves a chart to its own window, where it lives, draws and has its keys', async () => {
  // Wide enough for the drawing tools of both.
  await app.main.setViewportSize({ width: 1920, height: 1080 });
  await arrange('Two charts side by side');
  await picture(2).click();
  await pick('AMBER');
  await shows(2, 'AMBER/ADA');
  await app.main.keyboard.press('2');
  await place(2).getByRole('button', { name: 'Scale, time and colours' }).click();
  await app.main.getByRole('menuitem', { name: 'Move to a separate window' }).click();
  const page = await app.chart('second');
  await plot(page).waitFor();
  await isElsewhere(2).getByText('The chart of AMBER/ADA is in a separate window.').waitFor();
  await app.topicWhen('chartSecond', (view) => view?.state === 'live' && view.pair?.period === '1min');
  await app.topicWhen('chartMain', (view) => view?.state === 'live');
  await eventually('its title', async () =>
    (await page.title()) === 'AMBER/ADA · 1m — Touchstone' ? true : undefined,
  );
  const last = (): Promise<string> => page.locator('.legend .prices').innerText();
  await plot(page).click({ position: { x: 300, y: 200 } });
  await page.keyboard.press('1');
  await app.topicWhen('chartSecond', (view) => view?.state === 'live' && view.pair?.period === '20s');
  await page.mouse.move(5, 5);
  const before = await last();
  await eventually('its last candle moves', async () => ((await last()) === before ? undefined : true));
  await page.getByRole('button', { name: 'Horizontal line' }).click();
  await plot(page).click({ position: { x: 300, y: 200 } });
  await eventually('the drawing is kept', async () => ((await drawn()) === 1 ? true : undefined));
  // A chart of the same pair on the desk draws, too: neither removes what the other drew.
  await picture(1).click();
  await pick('AMBER');
  await shows(1, 'AMBER/ADA');
  await eventually('the drawing is there, too', async () =>
    (await drawingsOn(place(1)).isEnabled()) ? true : undefined,
  );
  await app.main.keyboard.press('Alt+h');
  await picture(1).click({ position: { x: 200, y: 150 } });
  await eventually('both are kept', async () => ((await drawn()) === 2 ? true : undefined));
  await page.keyboard.press('Control+z');
  await eventually('what the window drew is undone, and nothing else', async () =>
    (await drawn()) === 1 && (await drawingsOn(page).isEnabled()) ? true : undefined,
  );
  // The first Escape deselects.
  await page.keyboard.press('Escape');
  // Keys during composition, as in Japanese, are no commands.
  await plot(page).dispatchEvent('keydown', { key: 'f', isComposing: true });
  expect(await page.getByRole('button', { name: 'Full screen', pressed: false }).isVisible()).toBe(true);
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Leave full screen', pressed: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Full screen', pressed: false }).waitFor();
  await page.keyboard.press('Control+Shift+z');
  await eventually('and is back', async () => ((await drawn()) === 2 ? true : undefined));
});

it('keeps the focus where it is when only the label of its pair changes', async () => {
  const page = await app.chart('second');
  const { pair, ...shown } = shownThere();
  if (pair === undefined) throw new Error('the window shows no pair');
  const button = page.getByRole('button', { name: 'Picture of the chart' });
  await button.focus();
  const other = page.getByRole('application', { name: 'Chart of RENAMED/ADA' });
  await eventually('the other label is there', async () => {
    await show({ slot: 'second', shown: { ...shown, pair: { ...pair, label: 'RENAMED/ADA' } } });
    return (await other.isVisible()) || undefined;
  });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await show({ slot: 'second', shown: { ...shown, pair } });
  await plot(page).waitFor();
});

it('asks the desk for an order at a price, which it prefills as if it had been asked there', async () => {
  const page = await app.chart('second');
  await plot(page).click({ button: 'right', position: { x: 320, y: 220 } });
  const menu = page.getByRole('menu');
  const price = (await menu.getAttribute('aria-label'))?.replace('Price ', '') ?? '';
  await menu.getByRole('menuitem', { name: 'Buy at this price' }).click();
  const field = app.main.getByRole('textbox', { name: /^Limit price/ });
  await eventually('the ticket has the price', async () =>
    (await field.inputValue()) === price ? true : undefined,
  );
  await app.main.getByRole('region', { name: 'Ticket' }).getByText('AMBER').first().waitFor();
  expect(await place(2).getAttribute('data-active')).toBe('true');
  // The price that is being entered is a line there, which follows the ticket.
  const isLine = (at: number): Promise<void> =>
    eventually(`a line at ${at}`, () =>
      Promise.resolve(
        shownThere().lines.some(({ kind, price: drawnAt }) => kind === 'draft' && drawnAt === at) ||
          undefined,
      ),
    ).then(() => undefined);
  await isLine(Number(price));
  const higher = (Number(price) * 1.1).toPrecision(4);
  await field.fill(higher);
  await isLine(Number(higher));
  await page.bringToFront();
  await app.main.keyboard.press('Escape');
});

it('leaves the desk alone once the user has gone on to work there', async () => {
  const page = await app.chart('second');
  const view = await app.topicWhen('chartSecond', (now) => now?.pair !== undefined);
  const pair = { base: view?.pair?.base ?? '', quote: 'ADA' };
  const ask = async (): Promise<boolean> =>
    (await callChart(page, 'desk.ask', { pair, what: { kind: 'activate' } })).ok;
  await plot(page).press('ArrowLeft');
  expect(await ask()).toBe(true);
  await app.main.getByRole('textbox', { name: /^Limit price/ }).press('End');
  expect(await ask()).toBe(false);
});

it('offers no copy of its picture in its window, whose page may not write that', async () => {
  const page = await app.chart('second');
  await page.getByRole('button', { name: 'Picture of the chart' }).click();
  await page.getByRole('menuitem', { name: /^Save/ }).waitFor();
  expect(await page.getByRole('menuitem').count()).toBe(1);
  await page.keyboard.press('Escape');
});

it('looks right in its window, dark and light, in English and in German', async () => {
  const page = await app.chart('second');
  await page.keyboard.press('Escape');
  await page.keyboard.press('4');
  await app.topicWhen('chartSecond', (view) => view?.state === 'live' && view.pair?.period === '15min');
  await plot(page).blur();
  await lookAt(app, 'chart-window', { page });
  // A page that asks for another language is reloaded before the answer, so the test asks main itself.
  const speak = app.composition.app.main.calls['preferences.set'];
  await speak({ language: 'de' });
  await page.getByRole('button', { name: 'Ins Handelsfenster zurückholen' }).waitFor();
  await lookAt(app, 'chart-window-german', { page, sizes: [{ width: 1280, height: 800 }], themes: ['dark'] });
  await app.main.locator('html[lang=de]').waitFor();
  await app.main.getByText('Der Chart von AMBER/ADA ist in einem eigenen Fenster.').waitFor();
  await lookAt(app, 'chart-elsewhere-german', { sizes: [{ width: 1280, height: 800 }], themes: ['dark'] });
  await speak({ language: 'en' });
  await page.getByRole('button', { name: 'Bring back to the desk' }).waitFor();
  await app.main.getByRole('button', { name: /^Charts and workspaces: / }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

it('is in its window again after a restart, and comes back with what was drawn', async () => {
  const { complaints } = app;
  await app.stop();
  expect(complaints).toEqual([]);
  app = await TouchstoneApp.start({ folder: folder.path, width: 1920, height: 1080 });
  const page = await app.chart('second');
  await plot(page).waitFor();
  await app.topicWhen('chartSecond', (view) => view?.state === 'live' && view.pair?.period === '15min');
  await eventually('its drawings', async () => ((await drawingsOn(page).isEnabled()) ? true : undefined));
  await page.getByRole('button', { name: 'Bring back to the desk' }).click();
  await eventually('its window is closed', () => Promise.resolve(page.isClosed() || undefined));
  await shows(2, 'AMBER/ADA');
  await isElsewhere(2).waitFor({ state: 'detached' });
  await app.topicWhen('chartSecond', (view) => view?.state === 'live' && view.pair?.period === '15min');
  await eventually('the drawings are on the desk', async () =>
    (await drawingsOn(place(2)).isEnabled()) && (await drawn()) === 2 ? true : undefined,
  );
  // Closing the window by its frame brings the chart back, too.
  await picture(2).click();
  expect(await place(2).getAttribute('data-active')).toBe('true');
  await app.main.keyboard.press('Control+k');
  await app.main.getByLabel('Command or token').fill('separate window');
  await app.main.keyboard.press('Enter');
  const again = await app.chart('second');
  await plot(again).waitFor();
  await again.close();
  await app.topicWhen('chartWindows', ({ slots }) => slots.length === 0);
  await shows(2, 'AMBER/ADA');
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
