import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plain, startPracticeWallet } from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { lookAt } from '../support/look.ts';
import { faultsOf } from '../support/page-look.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start();
  await startPracticeWallet(app);
});
afterAll(() => app.stop());

const markets = (): Locator => app.main.getByRole('region', { name: 'Markets' });
const rows = (): Locator => markets().getByRole('list', { name: 'Tokens' }).getByRole('listitem');
const tab = (name: string): Locator => app.main.getByRole('tab', { name, exact: true });
const row = (ticker: string): Locator =>
  rows()
    .filter({ has: app.main.getByText(ticker, { exact: true }) })
    .first();
const star = (ticker: string): Locator => row(ticker).getByRole('button', { name: /^Watch / });

/** Names of the rows from top to bottom. */
const names = (): Promise<readonly string[]> => rows().locator('.top .cut').allInnerTexts();
const watched = (): readonly string[] => app.topic('watchLists')[0]?.tokens.map(({ ticker }) => ticker) ?? [];

async function watchedAre(wanted: readonly string[]): Promise<void> {
  await eventually(`the list is ${wanted.join(', ')}`, async () =>
    watched().join() === wanted.join() && (await names()).join() === wanted.join() ? true : undefined,
  );
}

it('shows what trends with liquidity and verification next to the percentage, over each period', async () => {
  await row('AMBER').waitFor();
  for (const period of ['5 m', '30 m', '4 h', '1 d', '1 h']) {
    await markets().getByRole('radio', { name: period, exact: true }).check({ force: true });
    await markets()
      .getByRole('button', { name: `${period}: not sorted` })
      .waitFor();
    await row('AMBER')
      .getByText(/^[+−]|^0/)
      .first()
      .waitFor();
  }
  await row('AMBER').getByTitle('Verified by the service').waitFor();
  await eventually('the pools of AMBER are told', async () =>
    /\d[kM]/.test(await row('AMBER').locator('.liquidity').innerText()) ? true : undefined,
  );
  expect(await faultsOf(app.main)).toEqual([]);
});

it('puts tokens on a watch list with their stars, on rows and next to the chart', async () => {
  await tab('All').click();
  for (const ticker of ['AMBER', 'BRASS', 'TILL']) await star(ticker).click();
  await tab('Watch').click();
  await watchedAre(['AMBER', 'BRASS', 'TILL']);
  await star('BRASS').click();
  await watchedAre(['AMBER', 'TILL']);

  await tab('All').click();
  await row('CART').locator('.go').click();
  await app.main
    .getByRole('region', { name: 'Market', exact: true })
    .getByRole('button', { name: /^Watch CART/ })
    .click();
  await tab('Watch').click();
  await watchedAre(['AMBER', 'TILL', 'CART']);
});

it('shows price, change and the line of a day of what is watched', async () => {
  await eventually('figures of every row', async () => {
    for (const ticker of watched()) {
      const text = await row(ticker).innerText();
      const drawn = await row(ticker).locator('svg path').last().getAttribute('d');
      if (!/\d/.test(text) || !/%/.test(text) || (drawn ?? '').length < 20) return undefined;
    }
    return true;
  });
  expect(await faultsOf(app.main)).toEqual([]);
});

it('orders a watch list by keyboard and by drag, and keeps it', async () => {
  await row('CART').locator('.go').focus();
  await app.main.keyboard.press('Alt+ArrowUp');
  await watchedAre(['AMBER', 'CART', 'TILL']);
  await app.main.getByText('CART is number 2 of 3 on Watched.').waitFor();
  await app.main.keyboard.press('Alt+ArrowUp');
  await watchedAre(['CART', 'AMBER', 'TILL']);

  // A busy browser drops a drag now and then, as a hand does.
  await eventually('the row is dragged to the top', async () => {
    if (watched()[0] !== 'TILL') await row('TILL').dragTo(row('CART'));
    return watched()[0] === 'TILL' ? true : undefined;
  });
  await watchedAre(['TILL', 'CART', 'AMBER']);
  await app.main.reload();
  await watchedAre(['TILL', 'CART', 'AMBER']);
});

it('makes, renames and removes lists', async () => {
  const menu = markets().getByRole('button', { name: 'Watch list' });
  await menu.click();
  await app.main.getByRole('menuitem', { name: 'New list' }).click();
  await app.main.keyboard.type('Thin ones');
  await app.main.keyboard.press('Enter');
  await app.topicWhen('watchLists', (lists) => lists[1]?.name === 'Thin ones');
  await menu.getByText('Thin ones').waitFor();
  await markets().getByText('Nothing is watched here yet.', { exact: false }).waitFor();
  await app.main.keyboard.press('w');
  await app.topicWhen('watchLists', (lists) => lists[1]?.tokens.length === 1);

  await menu.click();
  await app.main.getByRole('menuitem', { name: 'Rename Thin ones' }).click();
  await app.main.keyboard.type('Deep ones');
  await app.main.keyboard.press('Enter');
  await app.topicWhen('watchLists', (lists) => lists[1]?.name === 'Deep ones');
  await menu.click();
  await app.main.getByRole('menuitem', { name: 'Remove Deep ones' }).click();
  await app.topicWhen('watchLists', (lists) => lists.length === 1);
  await watchedAre(['TILL', 'CART', 'AMBER']);
});

it('saves the lists as a file, brings them in beside those there are, and shows other columns', async () => {
  const { main } = app;
  const menu = markets().getByRole('button', { name: 'Watch list' });
  const choose = async (item: string): Promise<void> => {
    await menu.click();
    await main.getByRole('menuitem', { name: item }).click();
  };
  await choose('Export all lists…');
  const said = main.getByText(/^The lists are saved as .*\.json\.$/);
  await said.waitFor();
  const path = join(homedir(), /saved as (Downloads.*)\.$/.exec(await said.innerText())?.[1] ?? '');
  const bring = async (): Promise<void> => {
    const chooser = main.waitForEvent('filechooser');
    await choose('Import lists…');
    await (await chooser).setFiles(path);
  };
  try {
    await bring();
    await main.getByText('One list was added.').waitFor();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version": 1', '"version": 9'));
    await bring();
    await main.getByText(/^This file has no watch lists that can be used: another version of/).waitFor();
  } finally {
    rmSync(path);
  }
  await app.topicWhen('watchLists', ([first, second]) => second?.tokens.length === first?.tokens.length);
  await menu.click();
  await lookAt(app, 'markets-lists-menu', { sizes: [{ width: 1280, height: 800 }] });
  await main.getByRole('menuitem', { name: 'Show 24 h volume' }).click();
  await main.getByRole('menuitem', { name: 'Hide 24 h chart' }).click();
  await markets()
    .getByRole('button', { name: /^Vol 24 h/ })
    .waitFor();
  await rows().locator('.middle').filter({ hasText: /\d/ }).first().waitFor();
  await main.getByRole('menuitem', { name: 'Show Liquidity' }).click();
  await main.keyboard.press('Escape');
  await lookAt(app, 'markets-volume', {
    sizes: [
      { width: 1280, height: 800 },
      { width: 2560, height: 1440 },
    ],
  });
  await main.setViewportSize({ width: 1280, height: 800 });
  // A list of the usual width has room for one of them, a wide one for all.
  const heads = markets().getByRole('group', { name: 'Sort by' });
  await expect.poll(async () => plain(await heads.innerText())).toMatch(/Token\s+Vol 24 h\s+ADA/);
  await main.setViewportSize({ width: 2560, height: 1440 });
  await expect.poll(async () => plain(await heads.innerText())).toMatch(/Token\s+Vol 24 h\s+Liquidity\s+ADA/);
  await main.setViewportSize({ width: 1280, height: 800 });
  await choose('Hide 24 h volume');
  await main.keyboard.press('Escape');
  await choose('Watched (2) (3)');
  await choose('Remove Watched (2)');
  await app.topicWhen('watchLists', (lists) => lists.length === 1);
});

it('sorts by change, the largest first, then the smallest, then as the list is', async () => {
  const changes = async (): Promise<readonly number[]> =>
    (await rows().locator('.change').allInnerTexts()).map((text) =>
      Number(text.replace('−', '-').replace(/[^\d.-]/g, '') || Number.NaN),
    );
  const sort = markets().getByRole('button', { name: /^24 h:/ });
  for (const [direction, told] of [
    [-1, 'largest'],
    [1, 'smallest'],
  ] as const) {
    await sort.click();
    await markets()
      .getByRole('button', { name: `24 h: sorted, ${told} first` })
      .waitFor();
    await eventually(`the ${told} first`, async () => {
      const shown = await changes();
      const sorted = shown.toSorted((a, b) => direction * (a - b));
      return shown.length === 3 && shown.every((value, at) => value === sorted[at]) ? true : undefined;
    });
  }
  await sort.click();
  await watchedAre(['TILL', 'CART', 'AMBER']);
});

it('sets chart and ticket by choosing a token, and keeps it among the recent ones', async () => {
  for (const ticker of ['TILL', 'AMBER']) {
    await row(ticker).locator('.go').click();
    await app.main.getByRole('application', { name: `Chart of ${ticker}/ADA` }).waitFor();
    await app.main.getByRole('button', { name: `Buy: ${ticker} verified` }).waitFor();
  }
  await tab('Recent').click();
  await eventually('the recent ones', async () =>
    (await names()).slice(0, 2).join() === 'AMBER,TILL' ? true : undefined,
  );
  await app.main.keyboard.press('/');
  await app.main.keyboard.type('brass');
  await row('BRASS').waitFor();
  await app.main.keyboard.press('ArrowDown');
  await app.main.keyboard.press('Enter');
  await app.main.getByRole('application', { name: 'Chart of BRASS/ADA' }).waitFor();
  await app.main.locator('#market-search').fill('');
});

it('shows the page of a token: price both ways, day, position, others of the ticker, links as they are', async () => {
  await tab('All').click();
  await row('AMBER').locator('.go').click();
  await tab('Token').click();
  const page = app.main.getByRole('region', { name: 'Token page' });
  const figure = (name: string): Locator =>
    page.locator(`dt:has(:text-is("${name}")) + dd`).locator('.spoken').first();
  const price = await eventually('a price', async () => {
    const [ada, inverse] = [await figure('Price').innerText(), await figure('Inverse').innerText()];
    return /^\d/.test(ada) && /^\d/.test(inverse)
      ? ([parseFloat(ada), parseFloat(inverse)] as const)
      : undefined;
  });
  expect(price[0] * price[1]).toBeCloseTo(1, 2);
  for (const name of ['24 h high', '24 h low', '24 h volume', 'Liquidity'])
    await figure(name).filter({ hasText: /\d/ }).waitFor({ state: 'attached' });
  await page.getByText('unverified').first().waitFor();
  expect(await faultsOf(app.main)).toEqual([]);

  const link = page.getByRole('button', { name: /^https:/ }).first();
  const address = (await link.innerText()).trim();
  await link.click();
  const sheet = app.main.getByRole('dialog', { name: 'Open a link outside Touchstone?' });
  await sheet.getByText(address, { exact: true }).first().waitFor();
  await sheet.getByText(new URL(address).host, { exact: true }).waitFor();
  expect(await faultsOf(app.main)).toEqual([]);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.waitFor({ state: 'detached' });
});

it('keeps a note on each token', async () => {
  const note = (ticker: string): Locator => app.main.getByRole('textbox', { name: `Notes on ${ticker}` });
  await note('AMBER').fill('thin after midnight');
  await row('BRASS').locator('.go').click();
  await note('BRASS').waitFor();
  await eventually('an empty note', async () =>
    (await note('BRASS').isEnabled()) && (await note('BRASS').inputValue()) === '' ? true : undefined,
  );
  await app.main.reload();
  await tab('All').click();
  await row('AMBER').locator('.go').click();
  await tab('Token').click();
  await eventually('the note of AMBER', async () =>
    (await note('AMBER').inputValue()) === 'thin after midnight' ? true : undefined,
  );
});

it('reaches lists, charts and tables from the palette', async () => {
  for (const [typed, then] of [
    ['trends over 4 hours', () => markets().getByRole('button', { name: '4 h: not sorted' }).waitFor()],
    ['show the watch list', () => watchedAre(['TILL', 'CART', 'AMBER'])],
    ['pools and depth', () => app.main.getByRole('table', { name: 'Pools' }).waitFor()],
    ['hollow', () => app.main.getByRole('button', { name: 'Chart type: Hollow candles' }).waitFor()],
    ['limits: show', () => app.main.getByRole('tab', { name: 'Limits', selected: true }).waitFor()],
  ] as const) {
    await app.main.keyboard.press('Control+k');
    await app.main.getByRole('dialog', { name: 'Palette' }).waitFor();
    await app.main.keyboard.type(typed);
    await app.main.keyboard.press('Enter');
    await then();
  }
  await app.main.keyboard.press('Escape');
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
