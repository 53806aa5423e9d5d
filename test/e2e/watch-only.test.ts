import { afterAll, beforeAll, expect, it } from 'vitest';
import { funded, lastClick, quoteTrade, reviewTrade } from '../support/desk-robot.ts';
import { lookAt, lookAtVault } from '../support/look.ts';
import { practiceWallet } from '../support/practice-wallet.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const { address } = practiceWallet(992);
let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start();
});
afterAll(() => app.stop());

it('watches a wallet after its address was compared', async () => {
  await app.main.getByRole('button', { name: 'Watch an address' }).click();
  const vault = await app.vault();
  const field = vault.getByLabel('Address, or public key of the account');
  const next = vault.getByRole('button', { name: 'Show the address' });
  expect(await next.isDisabled()).toBe(true);
  await field.fill('acct_xvk1nothing');
  await next.click();
  await vault.getByText(/^This is no address and no public key of an account/).waitFor();
  await lookAtVault(app, 'watch-a-wallet');
  await field.fill(`${address.slice(0, 40)}\n${address.slice(40)}`);
  await next.click();
  await vault.getByText(address, { exact: true }).waitFor();
  await lookAtVault(app, 'watch-a-wallet-address');
  await lastClick(vault.getByRole('button', { name: 'Watch this wallet' }));
  await app.vaultGone();
  await app.topicWhen('wallet', ({ state }) => state === 'watching');
});

it('shows it as watch-only, with what it holds', async () => {
  const wallet = app.main.getByRole('button', { name: /^Wallet/ });
  await wallet.getByText('Watch-only').waitFor();
  await wallet.click();
  await app.main.getByText('Watch-only: its key is elsewhere, and nothing can be signed here.').waitFor();
  expect(await app.main.getByRole('menuitem').allInnerTexts()).toEqual([
    'Receive',
    'Fund with play money',
    'Stop watching',
  ]);
  await app.main.getByRole('menuitem', { name: 'Fund with play money' }).click();
  expect(await funded(app)).toBe(address);
  await lookAt(app, 'watch-only');
});

it('inspects a trade in full, and has nothing to sign it with', async () => {
  await quoteTrade(app.main, '25', 'AMBER');
  const approval = await reviewTrade(app);
  await approval.getByText('You send 25 ADA.').first().waitFor();
  await approval
    .getByText('This wallet is watch-only: its key is not on this computer, so nothing can be signed here.')
    .waitFor();
  expect(await approval.getByRole('button', { name: 'Sign', exact: true }).count()).toBe(0);
  expect(await approval.getByRole('textbox').count()).toBe(0);
  await lookAt(app, 'watch-only-approval', { page: approval, sizes: [{ width: 760, height: 860 }] });
  await lastClick(approval.getByRole('button', { name: 'Close' }));
  await app.topicWhen('trades', ([trade]) => trade?.state === 'discarded');
});

it('ends when it is asked to, and there is no wallet again', async () => {
  await app.main.getByRole('button', { name: /^Wallet/ }).click();
  await app.main.getByRole('menuitem', { name: 'Stop watching' }).click();
  const vault = await app.vault();
  await vault.getByText(address, { exact: true }).waitFor();
  await lookAtVault(app, 'stop-watching');
  await lastClick(vault.getByRole('button', { name: 'Stop watching' }));
  await app.vaultGone();
  await app.main.getByRole('button', { name: 'Start with a practice wallet' }).waitFor();
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
