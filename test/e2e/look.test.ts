import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  acceptButton,
  lastClick,
  quoteTrade,
  reviewTrade,
  signInVault,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { faultsOf } from '../support/page-look.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const SCREENSHOTS = fileURLToPath(new URL('../../artifacts/screenshots/', import.meta.url));
const THEMES = ['dark', 'light'] as const;
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

let app: TouchstoneApp;

beforeAll(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  app = await TouchstoneApp.start({ width: 1920, height: 1080 });
  // Once more with the console listened to from the very first line.
  await app.main.reload();
});
afterAll(() => app.stop());

async function wear(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await app.main.evaluate(async (wanted) => {
    const { touchstone } = globalThis as unknown as {
      touchstone: { call: Record<string, (input: unknown) => Promise<unknown>> };
    };
    await touchstone.call['preferences.set']?.({ theme: wanted });
  }, theme);
  await page.locator(`html[data-theme="${theme}"]`).waitFor();
}

/** Looks at the trading window in both themes and at both sizes. */
async function look(name: string, saved: 'saved' | 'not saved'): Promise<void> {
  const faults: string[] = [];
  for (const size of SIZES) {
    await app.main.setViewportSize(size);
    for (const theme of THEMES) {
      await wear(app.main, theme);
      const shot = `${name}-${theme}-${size.width}x${size.height}`;
      if (saved === 'saved')
        await app.main.screenshot({ path: join(SCREENSHOTS, `${shot}.png`), animations: 'disabled' });
      faults.push(...(await faultsOf(app.main)).map((fault) => `${shot}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
}

async function lookAtVault(name: string): Promise<void> {
  const vault = await app.vault();
  const faults: string[] = [];
  for (const theme of THEMES) {
    await wear(vault, theme);
    const shot = `${name}-${theme}`;
    await vault.screenshot({ path: join(SCREENSHOTS, `${shot}.png`), animations: 'disabled' });
    faults.push(...(await faultsOf(vault)).map((fault) => `${shot}: ${fault}`));
  }
  expect(faults).toEqual([]);
}

it('shows the welcome page', async () => {
  await app.main.getByText('The practice market runs on this computer.').waitFor();
  await look('welcome', 'saved');
});

it('shows the making of a wallet', async () => {
  await app.main.getByRole('button', { name: 'Create one with recovery words' }).click();
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'New wallet' }).waitFor();
  await lookAtVault('vault-create');
  await vault.getByRole('button', { name: 'Show the words' }).click();
  await vault.getByRole('list', { name: 'Recovery words' }).waitFor();
  await lookAtVault('vault-words');
  await lastClick(vault.getByRole('button', { name: 'Cancel' }));
  await app.vaultGone();
});

it('shows the desk with a quote', async () => {
  await startPracticeWallet(app);
  await quoteTrade(app.main, '2500', 'AMBER');
  await app.main.getByRole('table', { name: 'Pools' }).first().waitFor();
  await look('desk', 'saved');
});

it('shows the token picker', async () => {
  await app.main.getByRole('button', { name: /^You get:/ }).click();
  await app.main.getByRole('option').nth(3).waitFor();
  await look('picker', 'saved');
  await app.main.getByRole('dialog').getByRole('combobox').fill('am');
  await app.main.getByRole('option').first().waitFor();
  await look('picker-search', 'not saved');
  await app.main.keyboard.press('Escape');
});

it('shows the settings', async () => {
  await app.main.getByRole('button', { name: 'Settings' }).click();
  await look('settings', 'saved');
  await app.main.getByRole('tab', { name: 'Service' }).click();
  await look('settings-service', 'saved');
  await app.main.keyboard.press('Escape');
});

it('shows the balances', async () => {
  await app.main.getByRole('tab', { name: 'Balances' }).click();
  await app.main.getByRole('table', { name: 'Balances' }).waitFor();
  await look('balances', 'saved');
  await app.main.getByRole('tab', { name: /^Activity/ }).click();
});

it('shows the confirm sheet, the signing and the progress to filled', async () => {
  await reviewTrade(app.main);
  await look('confirm', 'saved');
  await acceptButton(app.main).click();
  await (await app.vault()).getByRole('heading', { name: 'Sign this trade' }).waitFor();
  await lookAtVault('vault-sign');
  await signInVault(app);
  await waitUntilFilled(app.main);
  await look('filled', 'saved');
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
