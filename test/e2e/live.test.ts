// From practice to a live service: the steps of "Trade for real", each tested on the spot, against a practice service of
// another process; where the secrets live; and a read-only look at an address of somebody else.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeSheet, lastClick, plain } from '../support/desk-robot.ts';
import { lookAt } from '../support/look.ts';
import { callMain } from '../support/page-api.ts';
import { PracticeProcess } from '../support/practice-process.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';
import { WORDS } from '../support/wallet-bench.ts';

const PASSWORD = 'canary password of the live wallet';
const API_KEY = 'live-canary-key-77d2';

let app: TouchstoneApp;
let service: PracticeProcess;
let stranger = '';

beforeAll(async () => {
  [app, service] = await Promise.all([
    TouchstoneApp.start(),
    PracticeProcess.start({ apiKey: API_KEY, dialect: 'spec' }),
  ]);
  const headers = { 'X-Partner-Id': API_KEY };
  const found = await fetch(`${service.endpoints.baseUrl}/swap/tokens?query=amber`, { headers });
  const [amber] = (await found.json()) as { token_id: string }[];
  const orders = await fetch(`${service.endpoints.baseUrl}/swap/limit_orders/ADA/${amber?.token_id}`, {
    headers,
  });
  stranger = ((await orders.json()) as { user_address: string }[])[0]?.user_address ?? '';
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});

const sheet = (): Locator => app.main.getByRole('dialog', { name: 'Trade for real' });
const step = (name: string, state: string): Locator =>
  sheet().locator(`[data-step="${name}"][data-state="${state}"][aria-busy="false"]`);

it('leads from the first screen to the addresses, which the vault window asks about', async () => {
  const { main } = app;
  await main.getByRole('button', { name: 'Trade for real' }).click();
  await step('addresses', 'now').waitFor();
  await sheet().getByRole('radio', { name: 'preprod' }).check({ force: true });
  await sheet().getByLabel('Main API address').fill('http://api.example.org');
  await sheet().getByLabel('Charts API address').fill(service.chartsUrl);
  await sheet().getByLabel('Ledger back-end address', { exact: true }).fill(service.endpoints.ledgerUrl);
  await lookAt(app, 'live-0-addresses');
  await sheet().getByRole('button', { name: 'Keep these addresses' }).click();
  await sheet().getByText('The address cannot be used: plain http').waitFor();
  await sheet().getByLabel('Main API address').fill(service.endpoints.baseUrl);
  await sheet().getByRole('button', { name: 'Keep these addresses' }).click();
  const vault = await app.vault();
  await lastClick(vault.getByRole('button', { name: 'Add this profile' }));
  await app.vaultGone();
  // The profile that the user agreed to is opened, and the steps continue in it.
  await app.topicWhen('profile', ({ mode, name }) => mode === 'live' && name === 'Live');
  await step('addresses', 'done').waitFor();
  await step('api-key', 'now').waitFor();
});

it('tests the key and the ledger on the spot', async () => {
  await sheet().getByRole('button', { name: 'Enter the API key' }).click();
  const vault = await app.vault();
  await vault.getByLabel('API key of the service').fill(API_KEY);
  await lastClick(vault.getByRole('button', { name: 'Keep it' }));
  await app.vaultGone();
  await step('api-key', 'done').getByText('The API key is accepted.').waitFor();
  await step('ledger', 'done').getByText('It is on preprod, as this profile is.').waitFor();
  await step('ledger-key', 'done').waitFor();
  await step('wallet', 'now').waitFor();
});

it('ends with a wallet, and everything is ready', async () => {
  await sheet().getByRole('button', { name: 'Import words' }).click();
  const vault = await app.vault();
  await vault.getByLabel('Recovery words, in order').fill(WORDS);
  await vault.getByRole('button', { name: 'Show the address' }).click();
  await vault.getByLabel(/^(New s|S)pending password$/).fill(PASSWORD);
  await vault.getByLabel('Confirm password').fill(PASSWORD);
  await lastClick(vault.getByRole('button', { name: 'Keep this wallet' }));
  await app.vaultGone();
  await step('wallet', 'done').waitFor();
  await lookAt(app, 'live-1-ready');
  await sheet().getByRole('button', { name: 'Start trading' }).click();
  await app.main.getByRole('region', { name: 'Market', exact: true }).waitFor();
});

it('looks at an address of somebody else, marked and without a way to cancel', async () => {
  const { main } = app;
  await main.getByRole('tab', { name: /^Orders/ }).click();
  await main.getByRole('button', { name: 'Look at an address' }).click();
  const dialog = main.getByRole('dialog', { name: 'Look at an address' });
  await dialog.getByLabel('Address').fill(stranger.replace('addr_test1', 'addr1'));
  await dialog.getByRole('button', { name: 'Look', exact: true }).click();
  await dialog.getByText(/^This is not an address that orders can belong to/).waitFor();
  await dialog.getByLabel('Address').fill(stranger);
  await dialog.getByRole('button', { name: 'Look', exact: true }).click();
  const banner = main.getByRole('note', { name: 'Read-only look' });
  await banner.waitFor();
  const rows = main.getByRole('grid', { name: 'Orders' }).getByRole('row').filter({ hasText: 'AMBER' });
  await rows.first().waitFor();
  await lookAt(app, 'live-2-look');
  expect(await main.getByRole('button', { name: /^Cancel: / }).count()).toBe(0);
  await rows.first().click();
  const order = main.getByRole('dialog').last();
  await order.getByText('not the one that trades').waitFor();
  expect(plain(await order.locator('.sentence').innerText())).toMatch(/^Its owner (offers|offered|paid) /);
  expect(await order.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
  await closeSheet(main);
  expect(app.topic('notices').list).toEqual([]);

  await banner.getByRole('button', { name: 'Leave the look' }).click();
  await banner.waitFor({ state: 'detached' });
  await main.getByText('No orders yet.').waitFor();
});

it('says where each secret lives, tests it, and deletes it in the vault window', async () => {
  const { main } = app;
  await main.getByRole('button', { name: 'Settings' }).click();
  const settings = main.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Secrets' }).click();
  const apiKey = settings.getByRole('region', { name: 'API key of the service' });
  await apiKey.getByText('Stored', { exact: true }).waitFor();
  await apiKey.getByRole('button', { name: 'Test' }).click();
  await apiKey.getByText('The API key is accepted.').waitFor();
  await lookAt(app, 'live-3-secrets');
  await apiKey.getByRole('button', { name: 'Delete' }).click();
  const vault = await app.vault();
  await vault.getByLabel('Spending password').fill(PASSWORD);
  await lastClick(vault.getByRole('button', { name: 'Delete it' }));
  await app.vaultGone();
  await apiKey.getByText('None', { exact: true }).waitFor();
  expect(app.topic('profile')).toMatchObject({ service: 'not-configured', hasApiKey: false });
  expect(await main.content()).not.toContain(API_KEY);
});

it('comes back from practice to the profile where it was left', async () => {
  const { main } = app;
  await closeSheet(main);
  await callMain(main, 'profile.switch', { profile: 'practice' });
  await app.topicWhen('profile', ({ mode, service: state }) => mode === 'practice' && state === 'ready');
  await main.getByRole('button', { name: 'Settings' }).click();
  await main
    .getByRole('dialog', { name: 'Settings' })
    .getByRole('button', { name: 'Trade for real' })
    .click();
  // Of the profile that was left nothing is shown.
  await step('addresses', 'now').waitFor();
  expect(await sheet().getByText('The API key is accepted.').count()).toBe(0);
  await lookAt(app, 'live-4-again');
  await sheet().getByRole('button', { name: 'Open Live (preprod testnet)' }).click();
  await step('addresses', 'done').waitFor();
  await step('api-key', 'now').waitFor();
  await step('wallet', 'done').waitFor();
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
