import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskApp } from '../support/desk-app.ts';
import { closeSheet, keysAreHeard, signTrade, startPracticeWallet } from '../support/desk-robot.ts';
import { strangerAddress } from '../support/good-trade.ts';
import { lookAt, lookAtApproval } from '../support/look.ts';
import { startApp } from '../support/shell.ts';

/** A payment from the palette to the chain, and the coins that it leaves: labelled, frozen, and chosen by hand. */

let app: DeskApp;

beforeAll(async () => {
  app = await startApp();
  await startPracticeWallet(app);
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
