// The windows while the system's keychain is held up: they say what they wait for, can be left, and lose nothing.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  agreeToAll,
  lastClick,
  PASSWORD,
  passwordField,
  quoteTrade,
  reviewTrade,
  signButton,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { lookAt, lookAtVault } from '../support/look.ts';
import { callMain } from '../support/page-api.ts';
import { ownKeyring, type OwnKeyring } from '../support/keyring/own-keyring.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const WORDS = /Waiting for your system.s keychain/;
let app: TouchstoneApp;
let keyring: OwnKeyring;
let address: string;

beforeAll(async () => {
  keyring = await ownKeyring();
  Object.assign(process.env, keyring.environment);
  app = await TouchstoneApp.start();
  address = await startPracticeWallet(app);
});
afterEach(() => keyring.resume());
afterAll(async () => {
  await app.stop();
  await keyring.end();
});

/** The wallet opens with its password, and is locked again. */
async function expectToOpen(): Promise<void> {
  await callMain(app.main, 'wallet.openVault', { task: 'unlock' });
  const vault = await app.vault();
  await passwordField(vault).fill(PASSWORD);
  await lastClick(vault.getByRole('button', { name: 'Unlock' }));
  await app.vaultGone();
  expect(await app.topicWhen('wallet', ({ state }) => state === 'unlocked')).toMatchObject({ address });
  await callMain(app.main, 'wallet.lock', {});
  await app.topicWhen('wallet', ({ state }) => state === 'locked');
}

it('the vault window says what it waits for, can be left, and opens the wallet once the keychain answers again', async () => {
  await callMain(app.main, 'wallet.openVault', { task: 'unlock' });
  const vault = await app.vault();
  await passwordField(vault).fill(PASSWORD);
  keyring.suspend();
  await vault.getByRole('button', { name: 'Unlock' }).click();
  await vault.getByText(WORDS).waitFor();
  await lookAtVault(app, 'vault-keychain-suspended');
  await lastClick(vault.getByRole('button', { name: 'Cancel' }));
  await app.vaultGone();
  expect(app.topic('wallet')).toMatchObject({ state: 'locked', address });

  keyring.resume();
  // An abandoned unlock opens nothing, even if the keychain answers later.
  await app.main.waitForTimeout(1_000);
  expect(app.topic('wallet').state).toBe('locked');
  await expectToOpen();
});

it('a change of password that was left leaves the password as it was', async () => {
  const next = 'another battery staple';
  await callMain(app.main, 'wallet.openVault', { task: 'change-password' });
  const vault = await app.vault();
  await vault.getByLabel('Present spending password').fill(PASSWORD);
  await vault.getByLabel('New spending password', { exact: true }).fill(next);
  await vault.getByLabel('Confirm password').fill(next);
  keyring.suspend();
  await vault.getByRole('button', { name: 'Change it' }).click();
  await vault.getByText(WORDS).waitFor();
  await lastClick(vault.getByRole('button', { name: 'Cancel' }));
  await app.vaultGone();
  keyring.resume();
  // The wallet does one thing at a time: this waits until the other one has ended.
  await expectToOpen();
});

it('the approval window says so, too, and signs once when the keychain answers again', async () => {
  await quoteTrade(app.main, '25', 'AMBER');
  const approval = await reviewTrade(app);
  await agreeToAll(approval);
  await passwordField(approval).fill(PASSWORD);
  keyring.suspend();
  await signButton(approval).click();
  await approval.getByText(WORDS).waitFor();
  await lookAt(app, 'approval-keychain-suspended', { page: approval, sizes: [{ width: 520, height: 720 }] });
  expect(app.topic('trades').map(({ state }) => state)).toEqual(['approved']);
  keyring.resume();
  await app.approvalGone();
  await waitUntilFilled(app.main);
  expect(app.topic('trades')).toHaveLength(1);
});
