import { readdirSync, readFileSync, rmSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mainTable } from '#contract/index.ts';
import {
  agreeToAll,
  funded,
  lastClick,
  passwordField,
  quoteTrade,
  reviewTrade,
  signTrade,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { callApproval } from '../support/page-api.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const FIRST_PASSWORD = 'first canary password';
const SECOND_PASSWORD = 'second canary password';
const API_KEY = 'canary-api-key-4be1';
const WORDS = 24;

let app: TouchstoneApp;
let words: readonly string[] = [];
let address = '';
let backup = '';
/** Every message of a topic, as it goes to the trading window. */
const told: string[] = [];
/** The trading window's whole document at telling moments. */
const drawn: string[] = [];

beforeAll(async () => {
  app = await TouchstoneApp.start();
  for (const [name, { kind }] of Object.entries(mainTable))
    if (kind === 'topic')
      app.composition.gates.main.subscribe(name, ({ value }) => told.push(JSON.stringify(value)));
});
afterAll(() => app.stop());

async function draw(): Promise<void> {
  drawn.push(await app.main.content());
}

/** Opens the vault window by an entry of the wallet's menu. */
async function fromMenu(entry: string): Promise<Page> {
  await app.main.getByRole('button', { name: /^Wallet/ }).click();
  await app.main.getByRole('menuitem', { name: entry }).click();
  return app.vault();
}

async function typeNewPassword(vault: Page, password: string): Promise<void> {
  await vault.getByLabel(/^(New s|S)pending password$/).fill(password);
  await vault.getByLabel('Confirm password').fill(password);
}

async function removeWallet(password: string): Promise<void> {
  const vault = await fromMenu('Remove this wallet');
  const remove = vault.getByRole('button', { name: 'Remove the wallet' });
  await vault.getByLabel('Spending password', { exact: true }).fill(password);
  expect(await remove.isDisabled()).toBe(true);
  await vault.getByRole('checkbox').check();
  await lastClick(remove);
  await app.vaultGone();
  await app.topicWhen('wallet', ({ state }) => state === 'none');
}

/** Tries the password of the unlock page until it is looked at and not put off; answers what the page says. */
async function tryPassword(vault: Page, password: string): Promise<string> {
  const notice = vault.getByRole('alert').locator('.what');
  return eventually('a try that is not put off', async () => {
    await vault.getByLabel('Spending password', { exact: true }).fill(password);
    await vault.getByRole('button', { name: /^Unlock for/ }).click();
    const text = await notice.innerText();
    return text.startsWith('Wait ') ? undefined : text;
  });
}

it('makes a wallet with 24 words, which must be proven', async () => {
  await app.main.getByRole('button', { name: 'Create one with recovery words' }).click();
  const vault = await app.vault();
  await vault.getByRole('button', { name: 'Show the words' }).click();
  const list = vault.getByRole('list', { name: 'Recovery words' });
  await list.waitFor();
  words = await list.locator('.word').allInnerTexts();
  expect(words).toHaveLength(WORDS);
  await draw();
  await vault.getByRole('button', { name: 'I wrote them down' }).click();
  await vault.getByRole('heading', { name: 'Show that you have them' }).waitFor();
  const fields = vault.getByRole('textbox', { name: /^Word \d+$/ });
  const labels = await vault
    .locator('label')
    .filter({ hasText: /^Word \d+$/ })
    .allInnerTexts();
  const asked = labels.map((label) => Number(label.replace('Word ', '')));
  expect(asked.length).toBeGreaterThan(1);
  const make = vault.getByRole('button', { name: 'Make the wallet' });

  for (const [index, position] of asked.entries())
    await fields.nth(index).fill(index === 0 ? 'wrong' : (words[position - 1] ?? ''));
  await typeNewPassword(vault, 'short');
  expect(await make.isDisabled()).toBe(true);
  await typeNewPassword(vault, FIRST_PASSWORD);
  await make.click();
  await vault.getByText('The words do not match the ones shown.').waitFor();
  expect(app.topic('wallet').state).toBe('none');

  await fields.nth(0).fill(` ${(words[(asked[0] ?? 0) - 1] ?? '').toUpperCase()} `);
  await lastClick(make);
  await app.vaultGone();
  address = await funded(app);
  expect(address).toMatch(/^addr_test1/);
  await draw();
});

it('saves an encrypted backup and says where', async () => {
  const vault = await fromMenu('Save an encrypted backup');
  await vault.getByLabel('Spending password', { exact: true }).fill(FIRST_PASSWORD);
  await vault.getByRole('button', { name: 'Save the file' }).click();
  const said = await vault.getByText(/^The backup is saved as /).innerText();
  // Main alone knows where the folder is.
  const path = join(homedir(), said.replace(/^The backup is saved as (.*)\.$/, '$1'));
  expect(dirname(path)).toBe(join(homedir(), 'Downloads'));
  expect(basename(path)).toMatch(/^touchstone-practice-wallet.*\.json$/);
  expect(lstatSync(path).mode & 0o077).toBe(0);
  backup = readFileSync(path, 'utf8');
  rmSync(path);
  expect(backup).toContain(address);
  await lastClick(vault.getByRole('button', { name: 'Close' }));
  await app.vaultGone();
});

it('puts off the next try for longer and longer after wrong passwords', async () => {
  const vault = await fromMenu('Unlock for 15 min');
  const unlock = vault.getByRole('button', { name: /^Unlock for/ });
  const seconds: number[] = [];
  // A slow machine lets a part of each delay pass by itself: the third is long enough in any case.
  for (let tries = 0; tries < 3 && (seconds.at(-1) ?? 0) < 2; tries += 1) {
    expect(await tryPassword(vault, 'not the password')).toBe('The password is not right.');
    await unlock.click();
    const notice = await vault.getByRole('alert').locator('.what').innerText();
    seconds.push(Number(/Wait (\d+)/.exec(notice)?.[1] ?? 0));
  }
  expect(seconds.at(-1)).toBeGreaterThanOrEqual(2);
  expect(app.topic('wallet').state).toBe('locked');
  await eventually('the right password is taken in the end', async () => {
    const field = vault.getByLabel('Spending password', { exact: true });
    if (vault.isClosed() || app.topic('wallet').state === 'unlocked') return true;
    await field.fill(FIRST_PASSWORD, { timeout: 5_000 }).catch(() => undefined);
    await unlock.click({ timeout: 5_000 }).catch(() => undefined);
    return undefined;
  });
  await app.vaultGone();
  const { unlockedUntil } = app.topic('wallet');
  expect(unlockedUntil).toBeGreaterThan(Date.now());
});

it('signs without a password while it is unlocked, and asks again once locked', async () => {
  await quoteTrade(app.main, '25', 'AMBER');
  const unlocked = await reviewTrade(app);
  // The price may have moved since the quote.
  await agreeToAll(unlocked);
  await unlocked.getByText('Your password is not asked for: the wallet is unlocked.').waitFor();
  expect(await passwordField(unlocked).count()).toBe(0);
  await signTrade(unlocked);
  await waitUntilFilled(app.main);
  await app.approvalGone();
  await app.main.keyboard.press('Escape');

  await quoteTrade(app.main, '25', 'AMBER');
  const left = await reviewTrade(app);
  await app.composition.app.main.calls['wallet.lock']({});
  // An unlock that ends takes with it what it would have let through; its window stays, empty, until the user closes it.
  await left.getByText(/^The wallet was locked, or trades with another address/).waitFor();
  await lastClick(left.getByRole('button', { name: 'Close' }));
  await app.approvalGone();
  await app.topicWhen('wallet', ({ state }) => state === 'locked');
  await app.main.getByText('Trade cancelled. Nothing was signed.').waitFor();

  await quoteTrade(app.main, '25', 'AMBER');
  const locked = await reviewTrade(app);
  await passwordField(locked).fill(FIRST_PASSWORD);
  await draw();
  // A message of the wrong form is noted in the log, without what it held.
  const { bodyHash } = app.topic('trades')[0] ?? { bodyHash: '' };
  const consents: string[] = [];
  const agreement = {
    bodyHash,
    summaryHash: bodyHash,
    agreementHash: bodyHash,
    consents,
    worse: false,
    password: FIRST_PASSWORD,
  };
  const surplus = { ...agreement, phrase: words.join(' ') };
  const REFUSED = { ok: false, failure: { code: 'request-refused' } };
  expect(await callApproval(locked, 'approval.approve', surplus)).toMatchObject(REFUSED);
  // Other figures than those shown are signed by nothing.
  expect(await callApproval(locked, 'approval.approve', agreement)).toMatchObject({
    ok: false,
    failure: { code: 'inspection-blocked' },
  });
  await lastClick(locked.getByRole('button', { name: 'Cancel' }));
  await app.approvalGone();
  await app.topicWhen('trades', ([trade]) => trade?.state === 'discarded');
});

it('changes the password with the right present one only', async () => {
  const vault = await fromMenu('Change password');
  const present = vault.getByLabel('Present spending password');
  const change = vault.getByRole('button', { name: 'Change it' });
  await typeNewPassword(vault, SECOND_PASSWORD);
  await present.fill('not the password');
  await change.click();
  await vault.getByText('The password is not right.').waitFor();
  await eventually('the right password is taken in the end', async () => {
    if (vault.isClosed()) return true;
    await present.fill(FIRST_PASSWORD, { timeout: 5_000 }).catch(() => undefined);
    await change.click({ timeout: 5_000 }).catch(() => undefined);
    return undefined;
  });
  await app.vaultGone();
});

it('imports the words again after comparing the first address', async () => {
  await removeWallet(SECOND_PASSWORD);
  await draw();
  await app.main.getByRole('button', { name: 'Import words' }).click();
  const vault = await app.vault();
  const field = vault.getByLabel('Recovery words, in order');
  const next = vault.getByRole('button', { name: 'Show the address' });
  await field.fill(words.slice(1).join(' '));
  await vault.getByText(`${WORDS - 1} words.`).waitFor();
  expect(await next.isDisabled()).toBe(true);
  await field.fill([...words].reverse().join(' '));
  await next.click();
  await vault.getByText(/^These are not valid recovery words/).waitFor();
  await field.fill(`  ${words.join('\n').toUpperCase()} `);
  await next.click();
  await vault.getByText(address, { exact: true }).waitFor();
  await typeNewPassword(vault, SECOND_PASSWORD);
  await lastClick(vault.getByRole('button', { name: 'Keep this wallet' }));
  await app.vaultGone();
  await app.topicWhen('wallet', (wallet) => wallet.address === address);
  await draw();
});

it('restores the backup with the password that it was saved under', async () => {
  await removeWallet(SECOND_PASSWORD);
  await app.main.getByRole('button', { name: 'Restore a backup' }).click();
  const vault = await app.vault();
  const file = vault.getByLabel('Backup file');
  const password = vault.getByLabel('Spending password of the backup');
  const restore = vault.getByRole('button', { name: 'Restore' });
  const choose = (text: string): Promise<void> =>
    file.setInputFiles({ name: 'backup.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await choose('{"not":"a backup"}');
  await password.fill(FIRST_PASSWORD);
  await restore.click();
  await vault.getByText('This is not a Touchstone backup, or it is damaged.').waitFor();
  await choose(backup);
  await lastClick(restore);
  await app.vaultGone();
  await app.topicWhen('wallet', (wallet) => wallet.address === address);
});

it('connects a live service at safe addresses only, with a key that no window shows again', async () => {
  const { main } = app;
  await main.getByRole('button', { name: 'Settings' }).click();
  const settings = main.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Service' }).click();
  const fill = async (mainAddress: string): Promise<void> => {
    await settings.getByLabel('Main API address').fill(mainAddress);
    // Nothing listens at these: the test needs no network.
    await settings.getByLabel('Charts API address').fill('https://localhost:1');
    await settings.getByLabel('Charts stream address').fill('wss://localhost:1');
    await settings.getByLabel('Ledger back-end address').fill('https://localhost:1/api/v0');
  };
  const refused = [
    ['http://api.example.org', 'plain http is allowed on this machine only'],
    ['https://user@api.example.org', 'it has a user name'],
    ['ftp://api.example.org', 'it does not start with https://'],
    ['https://192.0.2.7', 'it names a number in place of a host'],
    ['https://api.example.org/v1?key=1', 'it has a query or a fragment'],
  ] as const;
  for (const [mainAddress, reason] of refused) {
    await fill(mainAddress);
    await settings.getByRole('button', { name: 'Keep these addresses' }).click();
    await settings.getByText(`The address cannot be used: ${reason}.`).waitFor();
  }
  await fill('https://localhost:1');
  await settings.getByRole('button', { name: 'Keep these addresses' }).click();
  const asking = await app.vault();
  await asking.getByText('wss://localhost:1', { exact: true }).waitFor();
  expect(app.topic('profile').mode).toBe('practice');
  await lastClick(asking.getByRole('button', { name: 'Add this profile' }));
  await app.vaultGone();
  await settings.getByRole('radio', { name: 'Live' }).check({ force: true });
  await app.topicWhen('profile', ({ mode }) => mode === 'live');
  expect(app.topic('profile').hasApiKey).toBe(false);
  expect(app.topic('wallet').state).toBe('none');
  await main.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });

  await main.getByRole('button', { name: 'Settings' }).click();
  await settings.getByRole('tab', { name: 'Service' }).click();
  await settings.getByRole('button', { name: 'Enter the API key' }).click();
  const vault = await app.vault();
  await vault.getByText('localhost:1', { exact: true }).waitFor();
  const key = vault.getByLabel('API key of the service');
  await key.fill('with a blank');
  await vault.getByRole('button', { name: 'Keep it' }).click();
  await vault.getByText(/^The API key has characters that no key has/).waitFor();
  await key.fill(API_KEY);
  await lastClick(vault.getByRole('button', { name: 'Keep it' }));
  await app.vaultGone();
  await app.topicWhen('profile', ({ hasApiKey }) => hasApiKey);
  await settings.getByRole('button', { name: 'Replace the API key' }).waitFor();
  await draw();

  await settings.getByRole('radio', { name: /^Practice/ }).check({ force: true });
  await app.topicWhen('profile', ({ mode, service }) => mode === 'practice' && service === 'ready');
  await app.topicWhen('wallet', (wallet) => wallet.address === address);
});

it('let no word, password or key reach the trading window, its topics, the log or any file', async () => {
  await draw();
  const neighbours = words.slice(1).map((word, index) => [words[index] ?? '', word] as const);
  const secrets = [
    FIRST_PASSWORD,
    SECOND_PASSWORD,
    API_KEY,
    ...neighbours.flatMap(([one, other]) => [`${one} ${other}`, `"${one}","${other}"`]),
  ];
  const files = filesBelow(app.folder);
  expect(files.some((path) => path.endsWith('touchstone.log'))).toBe(true);
  const places = [...told, ...drawn, ...files.map((path) => readFileSync(path).toString('latin1'))];
  expect(told.length).toBeGreaterThan(10);
  expect(secrets.filter((secret) => places.some((text) => text.includes(secret)))).toEqual([]);
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile());
}
