import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPracticeWallet } from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { ordersWhen, placeLimit } from '../support/order-robot.ts';
import { lookAt } from '../support/look.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const TICKER = 'AMBER';

let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start();
  await startPracticeWallet(app);
  await app.main
    .getByRole('listitem')
    .filter({ has: app.main.getByText(TICKER, { exact: true }) })
    .filter({ has: app.main.getByTitle('Verified by the service') })
    .first()
    .click();
  await app.main.getByRole('tab', { name: 'Book', exact: true }).click();
});
afterAll(() => app.stop());

const rows = (side: 'Bids' | 'Asks'): Locator =>
  app.main.getByRole('table', { name: side }).locator('tbody tr');
const prices = (side: 'Bids' | 'Asks'): Promise<readonly string[]> =>
  rows(side).locator('button > [aria-hidden]').allInnerTexts();

async function look(name: string): Promise<void> {
  await lookAt(app, name);
  await app.main.setViewportSize({ width: 1280, height: 800 });
}

it('shows resting orders and the depth of pools next to them, labelled which is which', async () => {
  const { main } = app;
  await rows('Bids').nth(3).waitFor();
  await rows('Asks').nth(3).waitFor();
  const { mid, spread } = await app.topicWhen(
    'book',
    (book) => book.orders.bids.length > 0 && book.orders.asks.length > 0 && book.depth.asks.length > 0,
  );
  expect(Number(mid)).toBeGreaterThan(0);
  expect(spread).toBeDefined();
  for (const side of ['Bids', 'Asks']) {
    const heads = await main.getByRole('table', { name: side }).getByRole('columnheader').allInnerTexts();
    expect(heads).toEqual(expect.arrayContaining(['Orders', 'Pools']));
  }
  const [bids, asks] = [await prices('Bids'), await prices('Asks')];
  expect(bids.map(Number)).toEqual(bids.map(Number).toSorted((a, b) => b - a));
  expect(asks.map(Number)).toEqual(asks.map(Number).toSorted((a, b) => a - b));
  expect(new Set(bids).size).toBe(bids.length);
  await main
    .getByRole('img', { name: /^Within 10 % of the middle .* ADA are bid and .* are asked; pools give/ })
    .waitFor();
  await look('book');
});

it('is grouped by the tick that is chosen', async () => {
  const { main } = app;
  const tick = main.getByRole('combobox', { name: 'tick' });
  const many = (await prices('Asks')).length;
  const choices = await tick.locator('option').allInnerTexts();
  await tick.selectOption(choices.at(-1) ?? '');
  const few = await prices('Asks');
  expect(few.length).toBeLessThan(many);
  const step = Number(choices.at(-1));
  for (const price of few)
    expect(Math.abs(Number(price) / step - Math.round(Number(price) / step))).toBeLessThan(1e-6);
  await tick.selectOption('none');
  expect((await prices('Asks')).length).toBeGreaterThanOrEqual(many);
  await tick.selectOption(choices[3] ?? '');
});

it('does not move under the pointer while it is updated, and says that changes wait', async () => {
  const { main } = app;
  const waits = main.getByText(/^\d+ changes? waits?$/);
  await eventually('changes wait', async () => {
    // Again each time: a window that is made ahead takes the pointer away for a moment.
    await rows('Bids').nth(1).hover();
    const held = await prices('Bids');
    const shown = await waits.waitFor({ timeout: 30_000 }).then(
      () => true,
      () => undefined,
    );
    if (shown) expect(await prices('Bids')).toEqual(held);
    return shown;
  });
  await main.getByRole('tab', { name: 'Book', exact: true }).hover();
  await waits.waitFor({ state: 'detached' });
});

it('puts the price of a level into the limit ticket, by click and by key', async () => {
  const { main } = app;
  const level = rows('Bids').nth(2).getByRole('button');
  // From here on the rows stay where they are.
  await level.hover();
  const price = await level.locator('[aria-hidden]').innerText();
  await level.click();
  const field = main.getByRole('textbox', { name: /^Limit price/ });
  await eventually('the ticket has the price', async () =>
    Number(await field.inputValue()) === Number(price) ? true : undefined,
  );
  const ask = rows('Asks').first().getByRole('button');
  await ask.focus();
  const asked = await ask.locator('[aria-hidden]').innerText();
  await main.keyboard.press('Enter');
  await eventually('the ticket has the other price', async () =>
    Number(await field.inputValue()) === Number(asked) ? true : undefined,
  );
});

it('marks the lines in which there is an order of the user', async () => {
  await placeLimit(app, { ticker: TICKER, amount: '500', price: '-4 %' });
  await ordersWhen(app, 'open', 1);
  await app.main.getByRole('tab', { name: 'Book', exact: true }).click();
  await app.topicWhen('book', ({ orders }) => orders.bids.some(({ own }) => own));
  await rows('Bids').filter({ hasText: 'some of it yours' }).first().waitFor();
  await look('book-own');
});

it('is next to the chart in a wide window, asks above bids, and among the tables when it is put there', async () => {
  const { main } = app;
  const size = { width: 1920, height: 1080 };
  await main.setViewportSize(size);
  const column = main.getByRole('region', { name: 'Order book', exact: true });
  await column.waitFor();
  const tab = main.getByRole('tab', { name: 'Book', exact: true });
  expect(await tab.count()).toBe(0);
  await rows('Asks').nth(3).waitFor();
  await column.hover();
  const asks = (await prices('Asks')).map(Number);
  const bids = (await prices('Bids')).map(Number);
  expect([...asks, ...bids]).toEqual([...asks, ...bids].toSorted((a, b) => b - a));
  // The two best prices are in sight without scrolling.
  for (const row of [rows('Asks').last(), rows('Bids').first()])
    expect(
      await row.evaluate((line) => {
        const [at, around] = [line.getBoundingClientRect(), line.closest('.pile')?.getBoundingClientRect()];
        return around !== undefined && at.top >= around.top - 1 && at.bottom <= around.bottom + 1;
      }),
    ).toBe(true);
  await lookAt(app, 'book-column', { sizes: [size, { width: 1600, height: 900 }] });
  await main.setViewportSize(size);

  const best = rows('Asks').last().getByRole('button');
  await best.hover();
  const price = await best.locator('[aria-hidden]').innerText();
  await best.click();
  const field = main.getByRole('textbox', { name: /^Limit price/ });
  await eventually('the ticket has the price', async () =>
    Number(await field.inputValue()) === Number(price) ? true : undefined,
  );

  await column.getByRole('button', { name: 'Put the book among the tables' }).click();
  await column.waitFor({ state: 'detached' });
  expect(await tab.getAttribute('aria-selected')).toBe('true');
  await main.reload();
  await tab.click();
  await main.getByRole('button', { name: 'Put the book next to the chart' }).click();
  await column.waitFor();
  expect(await tab.count()).toBe(0);
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
