import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import {
  closeSheet,
  lastClick,
  reviewFails,
  PASSWORD,
  passwordField,
  quoteTrade,
  reviewTrade,
  signButton,
  signTrade,
  startPracticeWallet,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { faultsOf } from '../support/page-look.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const TICKER = 'AMBER';
const temporary = temporaryDirectories();
let app: TouchstoneApp;

afterEach(() => app.stop());

async function openLimits(): Promise<Locator> {
  await app.main.getByRole('button', { name: 'Settings', exact: true }).click();
  const sheet = app.main.getByRole('dialog', { name: 'Settings' });
  await sheet.getByRole('tab', { name: 'Limits' }).click();
  return sheet;
}

/** Types limits and a password in the vault window and waits until it closes by itself. */
async function setLimits(sheet: Locator, perTrade: string): Promise<void> {
  await sheet.getByRole('button', { name: 'Change limits…' }).click();
  const vault = await app.vault();
  await vault.getByLabel('Most per trade, ADA').fill(perTrade);
  expect(await faultsOf(vault)).toEqual([]);
  await passwordField(vault).fill('another password');
  await vault.getByRole('button', { name: 'Set the limits' }).click();
  await vault.getByText('The password is not right.').waitFor();
  await passwordField(vault).fill(PASSWORD);
  // The next try is delayed after a wrong one.
  await eventually('the limits are set', async () => {
    if (vault.isClosed()) return true;
    const button = vault.getByRole('button', { name: 'Set the limits' });
    await lastClick(button);
    return undefined;
  });
  await app.vaultGone();
}

it('limits are set with the password alone, block what lies outside, and a changed file of them ends trading until they are set again', async () => {
  const folder = temporary();
  app = await TouchstoneApp.start({ folder });
  await startPracticeWallet(app);
  let sheet = await openLimits();
  await sheet.getByText('no limit').first().waitFor();
  expect(await faultsOf(app.main)).toEqual([]);
  await setLimits(sheet, '20');
  await sheet.getByText('20\u00a0ADA').waitFor();
  expect(app.topic('limits').limits).toMatchObject({ perTrade: '20000000' });
  await closeSheet(app.main);

  await quoteTrade(app.main, '25', TICKER);
  const blocked = await reviewTrade(app);
  await blocked.getByText('The trade is worth 25 ADA; your limit for one trade is 20 ADA.').waitFor();
  expect(await signButton(blocked).count()).toBe(0);
  await lastClick(blocked.getByRole('button', { name: 'Close' }));
  await app.approvalGone();
  await closeSheet(app.main);

  await quoteTrade(app.main, '15', TICKER);
  const allowed = await reviewTrade(app);
  await signTrade(allowed);
  await app.topicWhen('trades', ([newest]) => newest?.state === 'filled');

  await app.stop();
  const file = join(folder, 'profiles', 'practice', 'limits.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"20000000"', '"90000000"'));
  app = await TouchstoneApp.start({ folder });
  await app.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
  await app.topicWhen('limits', ({ failure }) => failure?.code === 'limits-changed');
  await quoteTrade(app.main, '25', TICKER);
  await reviewFails(app, 'Review trade', /Your trading limits were changed or removed/);
  await closeSheet(app.main);

  sheet = await openLimits();
  await sheet.getByText('Your trading limits were changed or removed').waitFor();
  await setLimits(sheet, '30');
  await sheet.getByText('30\u00a0ADA').waitFor();
  await closeSheet(app.main);
  await quoteTrade(app.main, '26', TICKER);
  const again = await reviewTrade(app);
  await signButton(again).waitFor();
  await lastClick(again.getByRole('button', { name: 'Cancel' }));
});
