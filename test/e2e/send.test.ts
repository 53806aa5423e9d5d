import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskApp } from '../support/desk-app.ts';
import {
  closeSheet,
  funded,
  keysAreHeard,
  lastClick,
  PASSWORD,
  quoteTrade,
  signTrade,
} from '../support/desk-robot.ts';
import { strangerAddress } from '../support/good-trade.ts';
import { lookAt, lookAtApproval } from '../support/look.ts';
import { practiceWallet } from '../support/practice-wallet.ts';
import { startApp } from '../support/shell.ts';

/**
 * A payment from the palette to the chain; funds at another address of the wallet, found and gathered; and the
 * remaining coins: labelled, frozen, and chosen by hand.
 */

const SEED = 61;
let app: DeskApp;

beforeAll(async () => {
  app = await startApp();
  // Of words that are known here, so that another of its addresses can be paid.
  await app.main.getByRole('button', { name: 'Import words' }).click();
  const vault = await app.vault();
  await vault
    .getByLabel('Recovery words, in order')
    .fill(entropyToMnemonic(new Uint8Array(32).fill(SEED), wordlist));
  await vault.getByRole('button', { name: 'Show the address' }).click();
  await vault.getByLabel('New spending password', { exact: true }).fill(PASSWORD);
  await vault.getByLabel('Confirm password').fill(PASSWORD);
  await lastClick(vault.getByRole('button', { name: 'Keep this wallet' }));
  await app.vaultGone();
  await app.main.getByRole('button', { name: /^Wallet/ }).click();
  await app.main.getByRole('menuitem', { name: 'Fund with play money' }).click();
  await funded(app);
});
afterAll(() => app.stop());

const sheet = (main: Page) => main.getByRole('dialog', { name: 'Send' });
const quote = (main: Page) => main.getByTestId('send-quote');

it('sends ADA: the approval shows the whole address from the bytes, and the payment arrives', async () => {
  const { main } = app;
  await main.keyboard.press('Control+k');
  await main.keyboard.type('send ada');
  await main.keyboard.press('Enter');
  await sheet(main).getByRole('textbox', { name: 'To' }).fill(strangerAddress.slice(0, -2));
  await sheet(main).getByRole('textbox', { name: 'ADA' }).fill('25');
  await sheet(main)
    .getByText(/^Nothing can be sent to this address/)
    .waitFor();
  await lookAt(app, 'send-wrong-address');
  await sheet(main).getByRole('textbox', { name: 'To' }).fill(strangerAddress);
  await main.locator('[data-testid="send-quote"][data-state="known"]').waitFor();
  expect(await quote(main).innerText()).toContain('25');
  await sheet(main).getByText('You have never sent anything to this address from here.').waitFor();
  await lookAt(app, 'send-sheet');
  await sheet(main).getByRole('button', { name: 'Review payment' }).click();
  const approval = await app.approval();
  const shown = approval.getByTestId('approval-payment');
  await shown.waitFor();
  expect((await shown.locator('[data-address]').innerText()).replaceAll(/\s/g, '')).toBe(strangerAddress);
  expect(await shown.innerText()).toContain('Send 25 ADA to');
  await lookAtApproval(app, approval, 'send-approval');
  await signTrade(approval);
  await app.approvalGone();
  await main.locator('[data-testid="payment-phase"][data-phase="over"]').waitFor({ timeout: 60_000 });
  await lookAt(app, 'send-done');
  const trades = await app.topicWhen('trades', (all) => all.some(({ kind }) => kind === 'send'));
  expect(trades.find(({ kind }) => kind === 'send')?.send?.to).toBe(strangerAddress);
  await sheet(main).getByRole('button', { name: 'Its transaction' }).click();
  await main.getByRole('dialog', { name: 'Payment' }).getByText(strangerAddress).waitFor();
  await lookAt(app, 'send-trade');
  await closeSheet(main);
});

it('finds what is at another address of its words, says so at the ticket, and gathers it', async () => {
  const { main } = app;
  const second = practiceWallet(SEED, 1).address;
  await keysAreHeard(main);
  await main.keyboard.press('Control+k');
  await main.keyboard.type('send ada');
  await main.keyboard.press('Enter');
  await sheet(main).getByRole('textbox', { name: 'To' }).fill(second);
  await sheet(main).getByRole('textbox', { name: 'ADA' }).fill('300');
  await pay();
  await main.getByRole('tab', { name: 'Balances' }).click();
  const places = main.getByTestId('places');
  await keysAreHeard(main);
  await main.keyboard.press('Control+k');
  await main.keyboard.type('refresh balance');
  await main.keyboard.press('Enter');
  await places.getByText('This is spread over 2 addresses.').click();
  await places.getByText('300.000000').waitFor();
  await lookAt(app, 'balances-several-addresses');
  await quoteTrade(main, '25', 'AMBER');
  await main.getByText('(300 elsewhere)').waitFor();
  await main.getByRole('button', { name: /^Wallet/ }).click();
  await main
    .getByRole('menuitem', { name: `Trade with ${second.slice(0, 14)}…${second.slice(-8)}` })
    .waitFor();
  await main.keyboard.press('Escape');
  await places.getByRole('button', { name: 'Gather at the address that trades' }).click();
  await sheet(main).getByText('Only from addresses that do not trade.').waitFor();
  await main.locator('[data-testid="send-quote"][data-state="known"]').waitFor();
  await lookAt(app, 'gather');
  await pay();
  await places.waitFor({ state: 'detached' });
});

/** Has the payment of the sheet built and signed, and waits until the chain has it. */
async function pay(): Promise<void> {
  const { main } = app;
  await sheet(main).getByRole('button', { name: 'Review payment' }).click();
  const approval = await app.approval();
  await approval.getByTestId('approval-payment').waitFor();
  await signTrade(approval);
  await app.approvalGone();
  await main.locator('[data-testid="payment-phase"][data-phase="over"]').waitFor({ timeout: 60_000 });
  await closeSheet(main);
}

it('labels and freezes a coin, which the next payment leaves alone', async () => {
  const { main } = app;
  await keysAreHeard(main);
  await main.keyboard.press('Control+k');
  await main.keyboard.type('coins');
  await main.getByRole('option', { name: /^Coins: list/ }).click();
  const coins = main.getByRole('dialog', { name: 'Coins' });
  const label = coins.getByRole('textbox', { name: /^Label of/ }).first();
  await label.fill('savings');
  await label.press('Tab');
  await coins
    .getByRole('button', { name: /^Freeze/ })
    .first()
    .click();
  await coins.getByRole('button', { name: /^Unfreeze/ }).waitFor();
  await coins.getByRole('searchbox').fill('savings');
  await coins.getByRole('checkbox').waitFor();
  expect(await coins.getByRole('checkbox').isDisabled()).toBe(true);
  await lookAt(app, 'coins-sheet');
  await coins.getByRole('searchbox').fill('');
  await coins.getByRole('button', { name: 'Send', exact: true }).click();
  await sheet(main).getByRole('textbox', { name: 'To' }).fill(strangerAddress);
  await sheet(main).getByRole('button', { name: 'max' }).first().click();
  const known = quote(main).and(main.locator('[data-state="known"]'));
  const trouble = sheet(main).getByText(/do not hold enough/);
  await known.or(trouble).first().waitFor();
  await closeSheet(main);
});
