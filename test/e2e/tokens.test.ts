import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatDecimal, grouped, parseDecimal } from '#domain/decimal.ts';
import { chooseToken, payField, quoteTrade, startPracticeWallet } from '../support/desk-robot.ts';
import { testDialect } from '../support/dialect.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

let app: TouchstoneApp;
let address: string;

beforeAll(async () => {
  app = await TouchstoneApp.start();
  address = await startPracticeWallet(app);
});
afterAll(() => app.stop());

function openPicker(): Promise<void> {
  return app.main.getByRole('button', { name: /^Buy:/ }).click();
}

const picker = (): Locator => app.main.getByRole('dialog');

it('lists what is held, each in its own decimals, before anything is typed', async () => {
  await openPicker();
  const ledger = await app.ledger();
  for (const [unit, quantity] of await ledger.holdings(address)) {
    if (unit === 'lovelace') continue;
    const decimals = await ledger.decimals(unit);
    const option = picker()
      .getByRole('option')
      .filter({ has: app.main.getByTitle(unit, { exact: true }) });
    await option.getByText(formatDecimal(quantity, decimals), { exact: true }).first().waitFor();
  }
  await app.main.keyboard.press('Escape');
});

it('quotes a token taken from the list in its own decimals', async () => {
  const [token] = await (await app.ledger()).tokens('BRASS', true);
  await openPicker();
  const unit = token?.token_id ?? '';
  await picker()
    .getByRole('option')
    .filter({ has: app.main.getByTitle(unit, { exact: true }) })
    .click();
  await payField(app.main).fill('25');
  await app.main.getByRole('button', { name: 'Review trade' }).waitFor();
  const expected = await app.main.getByTestId('expected').locator('.spoken').innerText();
  const decimals = await (await app.ledger()).decimals(unit);
  expect(expected.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals);
  expect(await app.main.getByText('base units', { exact: true }).count()).toBe(0);
});

it('finds a token by ticker in any case, by policy id and by full id', async () => {
  const [token] = await (await app.ledger()).tokens('AMBER', true);
  const unit = token?.token_id ?? '';
  await openPicker();
  for (const query of ['amber', 'AMBER', unit.slice(0, 56), unit]) {
    await picker().getByRole('combobox').fill(query);
    await picker()
      .getByRole('option')
      .filter({ has: app.main.getByTitle(unit, { exact: true }) })
      .waitFor();
  }
  await picker().getByRole('combobox').fill('no such token at all');
  await picker().getByText('No token found.').waitFor();
  await app.main.keyboard.press('Escape');
  await picker().waitFor({ state: 'detached' });
});

it('takes an unverified look-alike only after its id was looked at, once', async () => {
  const ledger = await app.ledger();
  const verified = new Map((await ledger.tokens('a', true)).map((token) => [token.ticker, token.token_id]));
  const lookAlike = (await ledger.tokens('a', false)).find(
    ({ ticker, token_id }) => verified.has(ticker) && verified.get(ticker) !== token_id,
  );
  if (lookAlike === undefined) throw new Error('practice has no look-alike');
  await openPicker();
  await picker().getByRole('combobox').fill(lookAlike.ticker);
  const option = picker()
    .getByRole('option')
    .filter({ has: app.main.getByTitle(lookAlike.token_id, { exact: true }) });
  await option.getByText('other tokens use this ticker').waitFor();
  await option.click();

  const warning = app.main.getByRole('dialog', { name: 'This token is not verified' });
  await warning.getByText('A verified token has the same ticker.').waitFor();
  await warning.getByText(lookAlike.token_id.slice(0, 56)).first().waitFor({ state: 'attached' });
  const trade = warning.getByRole('button', { name: 'Trade this token' });
  expect(await trade.isDisabled()).toBe(true);
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await warning.waitFor({ state: 'detached' });
  expect(app.topic('preferences').acknowledged).toEqual([]);

  await openPicker();
  await picker().getByRole('combobox').fill(lookAlike.ticker);
  await option.click();
  await warning.getByRole('checkbox').check();
  await trade.click();
  await warning.waitFor({ state: 'detached' });
  expect(app.topic('preferences').acknowledged).toEqual([lookAlike.token_id]);
  await app.main.getByRole('button', { name: `Buy: ${lookAlike.ticker}` }).waitFor();
  await app.main.getByRole('region', { name: 'Ticket' }).getByText('unverified').first().waitFor();

  await chooseToken(app.main, 'AMBER');
  await openPicker();
  await picker().getByRole('combobox').fill(lookAlike.ticker);
  await option.click();
  await picker().waitFor({ state: 'detached' });
});

it('gives by exchange what the shares make up: the least, or in the wild what is expected', async () => {
  const [word, total] = testDialect() === 'wild' ? ['about', 'expected'] : ['at least', 'at-least'];
  await quoteTrade(app.main, '2500', 'AMBER');
  const route = app.main.getByRole('table', { name: 'Route by exchange' });
  await route.getByRole('columnheader', { name: `AMBER out, ${word}` }).waitFor();
  const shares = await route.locator('td:last-child .spoken').allInnerTexts();
  const sum = await app.main.getByTestId(total).locator('.spoken').innerText();
  const units = (text: string): bigint => parseDecimal(text, 6) ?? 0n;
  const gap = units(sum) - shares.reduce((all, share) => all + units(share), 0n);
  expect(gap <= BigInt(shares.length) && gap >= -BigInt(shares.length)).toBe(true);
});

it('turns the trade round and pays a token', async () => {
  await quoteTrade(app.main, '25', 'AMBER');
  const expected = await app.main.getByTestId('expected').locator('.spoken').innerText();
  await app.main.getByRole('button', { name: 'Flip the trade' }).click();
  await app.main.getByRole('textbox', { name: 'Sell, in AMBER' }).waitFor();
  expect((await payField(app.main).inputValue()).replaceAll(',', '')).toBe(expected);
  await app.main.getByRole('button', { name: 'Buy: ADA' }).waitFor();
  await app.main.getByRole('button', { name: 'Review trade' }).waitFor();
  const back = await app.main.getByTestId('expected').locator('.spoken').innerText();
  expect(Number(back)).toBeLessThanOrEqual(25);
  expect(Number(back)).toBeGreaterThan(20);
  expect(grouped(back)).toBe(back);
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
