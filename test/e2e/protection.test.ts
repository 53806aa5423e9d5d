import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastClick, PASSWORD } from '../support/desk-robot.ts';
import { lookAt, lookAtVault } from '../support/look.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start({ width: 1280, height: 800 });
});
afterAll(() => app.stop());

it('measures a new password while it is typed, and takes a strong one alone', async () => {
  await app.main.getByRole('button', { name: 'Start with a practice wallet' }).click();
  const vault = await app.vault();
  const [first, again] = [vault.getByLabel('Spending password'), vault.getByLabel('Confirm password')];
  const make = vault.getByRole('button', { name: 'Make the wallet' });
  await lookAtVault(app, 'vault-password-empty');
  for (const [password, words] of [
    ['short', 'Too short'],
    ['aaaaaaaaaaaa', 'Guessed at once.'],
    ['Cardano2024!', 'Weak: easily guessed.'],
    ['Summer2024!!', 'Not strong enough yet.'],
  ] as const) {
    await first.fill(password);
    await again.fill(password);
    await vault.getByText(words).waitFor();
    expect(await make.isDisabled(), password).toBe(true);
    if (password === 'Cardano2024!') await lookAtVault(app, 'vault-password-weak');
  }
  await vault.getByText('Add more words that are less common.').waitFor();
  await first.fill(PASSWORD);
  await again.fill(PASSWORD);
  await vault.getByText('Strong.', { exact: true }).waitFor();
  await lookAtVault(app, 'vault-password-strong');
  await lastClick(make);
  await app.vaultGone();
  // The dictionaries came as a script of the window's own, under its policy.
  expect(app.complaints).toEqual([]);
});

it('asks in the vault window before the wallet stays open for longer', async () => {
  const { main } = app;
  await main.getByRole('button', { name: 'Settings' }).click();
  const lock = main.getByRole('radiogroup', { name: 'Lock again after' });
  await lock.getByText('5 min', { exact: true }).click();
  await app.topicWhen('preferences', ({ autoLockMinutes }) => autoLockMinutes === 5);
  await lookAt(app, 'settings');
  await lock.getByText('never', { exact: true }).click();
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'Keep the wallet unlocked for longer' }).waitFor();
  await lookAtVault(app, 'vault-protection');
  expect(app.topic('preferences').autoLockMinutes).toBe(5);
  await vault.getByLabel('Spending password').fill(PASSWORD);
  await lastClick(vault.getByRole('button', { name: 'Change it' }));
  await app.vaultGone();
  await app.topicWhen('preferences', ({ autoLockMinutes }) => autoLockMinutes === 0);
});

it('shows the addresses of a live service in the vault window, and takes them from there', async () => {
  const { main } = app;
  await main.getByRole('tab', { name: 'Service' }).click();
  await main.getByLabel('Main API address').fill('https://api.example.org');
  await main.getByLabel('Charts API address').fill('https://charts.example.org');
  await main
    .getByLabel('Charts stream address')
    .fill('wss://stream-of-candles-with-a-rather-long-name.markets.charts.example.org');
  await main.getByLabel('Ledger back-end address').fill('https://ledger.example.org/api/v0');
  await main.getByRole('button', { name: 'Keep these addresses' }).click();
  const vault = await app.vault();
  await vault.getByText('https://ledger.example.org/api/v0').waitFor();
  await lookAtVault(app, 'vault-addresses');
  await lookAt(app, 'settings-service');
  await lastClick(vault.getByRole('button', { name: 'Add this profile' }));
  await app.vaultGone();
  expect(app.complaints).toEqual([]);
});
