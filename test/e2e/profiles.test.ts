// A live profile from its adding to its deletion, through the windows. Nothing answers at its addresses.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastClick } from '../support/desk-robot.ts';
import { wear } from '../support/at-rest.ts';
import { lookAt, lookAtVault } from '../support/look.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start();
});
afterAll(() => app.stop());

const settings = () => app.main.getByRole('dialog', { name: 'Settings' });
const agree = async (button: string): Promise<void> => {
  await lastClick((await app.vault()).getByRole('button', { name: button }));
  await app.vaultGone();
};
/** The stripe at the top of a window. */
const frame = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const styled = [...document.querySelectorAll('.profile-edge')].map((edge) => getComputedStyle(edge));
    return styled
      .map(({ backgroundColor, backgroundImage }) => `${backgroundColor} ${backgroundImage}`)
      .join();
  });

async function addProfile(name: string, colour: string, network: string): Promise<void> {
  const sheet = settings();
  const another = sheet.getByRole('button', { name: 'Add a profile' });
  if ((await another.count()) > 0) await another.click();
  await sheet.getByLabel('Name of the profile').last().fill(name);
  await sheet.getByLabel('Colour').last().selectOption(colour);
  await sheet.getByRole('radio', { name: network }).check({ force: true });
  for (const [label, scheme] of [
    ['Main API address', 'https'],
    ['Charts API address', 'https'],
    ['Charts stream address', 'wss'],
    ['Ledger back-end address', 'https'],
  ] as const)
    await sheet.getByLabel(label).last().fill(`${scheme}://localhost:1`);
  await sheet.getByRole('button', { name: 'Keep these addresses' }).click();
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'Add a live profile' }).waitFor();
  await vault.getByRole('definition').getByText(network, { exact: true }).waitFor();
  expect(await vault.title()).toBe(`Touchstone vault · ${name} · ${network}`);
  if (network === 'mainnet') await lookAtVault(app, 'vault-profile-add');
  await agree('Add this profile');
  await sheet.getByRole('radio', { name }).waitFor({ state: 'attached' });
}

it('adds, tells apart, switches, changes and deletes live profiles', async () => {
  const { main } = app;
  await wear(app, main, 'dark');
  const practiceFrame = await frame(main);
  expect(await main.title()).toBe('Touchstone · PRACTICE');
  await main.getByRole('button', { name: 'Settings' }).click();
  await settings().getByRole('tab', { name: 'Service' }).click();
  await addProfile('Savings', 'violet', 'mainnet');
  expect(app.topic('profile').mode).toBe('practice');
  await addProfile('Trials', 'cyan', 'preprod testnet');
  await lookAt(app, 'settings-profiles');

  await settings().getByRole('radio', { name: 'Savings' }).check({ force: true });
  await app.topicWhen('profile', ({ name }) => name === 'Savings');
  await main.getByTitle('Savings · mainnet').waitFor();
  await expect.poll(() => main.title()).toBe('Touchstone · Savings · mainnet');
  const savingsFrame = await frame(main);
  expect(savingsFrame).not.toBe(practiceFrame);
  await settings().waitFor({ state: 'detached' });
  await lookAt(app, 'profile-without-wallet');

  await main.keyboard.press('Control+k');
  await main.getByRole('combobox').fill('Switch to Trials');
  await main.keyboard.press('Enter');
  await app.topicWhen('profile', ({ name }) => name === 'Trials');
  await expect.poll(() => main.title()).toBe('Touchstone · Trials · preprod testnet');
  expect([practiceFrame, savingsFrame]).not.toContain(await frame(main));

  await main.getByRole('button', { name: 'Settings' }).click();
  await settings().getByRole('tab', { name: 'Service' }).click();
  await settings().getByLabel('Name of the profile').fill('savings');
  await settings().getByRole('button', { name: 'Keep the changes' }).click();
  await settings().getByText('There is already a profile named "savings".').waitFor();
  await settings().getByLabel('Name of the profile').fill('Rehearsal');
  await settings().getByRole('button', { name: 'Keep the changes' }).click();
  const vault = await app.vault();
  await vault.getByText('now Trials').waitFor();
  expect(await frame(vault)).toBe(await frame(main));
  await agree('Keep the changes');
  await expect.poll(() => main.title()).toBe('Touchstone · Rehearsal · preprod testnet');

  await settings().getByRole('button', { name: 'Delete this profile' }).click();
  await (await app.vault()).getByText(/profiles\/live-preprod-[a-z0-9]{8};/).waitFor();
  await lookAtVault(app, 'vault-profile-delete');
  await agree('Delete this profile');
  await app.topicWhen('profile', ({ mode, service }) => mode === 'practice' && service === 'ready');
  await expect.poll(() => main.title()).toBe('Touchstone · PRACTICE');
  await wear(app, main, 'dark');
  expect(await frame(main)).toBe(practiceFrame);
  await main.getByRole('button', { name: 'Settings' }).click();
  await settings().getByRole('tab', { name: 'Service' }).click();
  await settings().getByRole('radio', { name: 'Savings' }).waitFor({ state: 'attached' });
  await expect.poll(() => settings().getByRole('radio').count()).toBe(3);
  expect(app.complaints).toEqual([]);
});
