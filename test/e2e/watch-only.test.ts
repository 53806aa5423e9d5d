import { rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { funded, lastClick, plain, quoteTrade, reviewTrade } from '../support/desk-robot.ts';
import { lookAt, lookAtVault } from '../support/look.ts';
import { practiceWallet } from '../support/practice-wallet.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';
import { jsonWithoutNetwork } from '../support/without-network.ts';

const SEED = 992;
const { address } = practiceWallet(SEED);
const other = practiceWallet(SEED + 1).address;
const folder = temporaryDirectory();
let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start();
});
afterAll(async () => {
  await app.stop();
  folder.remove();
});

it('watches a wallet after its address was compared', async () => {
  await app.main.getByRole('button', { name: 'Watch an address' }).click();
  const vault = await app.vault();
  const field = vault.getByLabel('Address, public key of the account, or native script');
  const next = vault.getByRole('button', { name: 'Show the address' });
  expect(await next.isDisabled()).toBe(true);
  await field.fill('acct_xvk1nothing');
  await next.click();
  await vault.getByText(/^This is neither an address nor the public key of an account/).waitFor();
  await lookAtVault(app, 'watch-a-wallet');
  // Broken over lines, as it was copied; and a second one.
  await field.fill(`${address.slice(0, 40)}\n${address.slice(40)}\n${other}`);
  await next.click();
  await vault.getByText(address, { exact: true }).waitFor();
  await vault.getByText(other, { exact: true }).waitFor();
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
  const cut = (text: string): string => `${text.slice(0, 14)}…${text.slice(-8)}`;
  expect((await app.main.getByRole('menuitem').allInnerTexts()).map(plain)).toEqual([
    'Receive',
    'Send',
    'Coins and labels',
    'Fund with play money',
    `Trades with ${cut(address)}`,
    `Trade with ${cut(other)}`,
    'Stop watching',
  ]);
  await lookAt(app, 'watch-only-menu');
  await app.main.getByRole('menuitem', { name: `Trade with ${cut(other)}` }).click();
  await app.topicWhen('wallet', (now) => now.address === other);
  await wallet.click();
  await app.main.getByRole('menuitem', { name: `Trade with ${cut(address)}` }).click();
  await app.topicWhen('wallet', (now) => now.address === address);
  await wallet.click();
  await app.main.getByRole('menuitem', { name: 'Fund with play money' }).click();
  expect(await funded(app)).toBe(address);
  await lookAt(app, 'watch-only');
});

it('inspects a trade in full, and has nothing to sign it with', async () => {
  await quoteTrade(app.main, '25', 'AMBER');
  const approval = await reviewTrade(app);
  await approval.getByText('You send 25 ADA.').first().waitFor();
  await approval
    .getByText(
      'This wallet is watch-only: its key is not on this computer. Export it to be signed where the key is.',
    )
    .waitFor();
  expect(await approval.getByRole('button', { name: 'Sign', exact: true }).count()).toBe(0);
  expect(await approval.getByRole('textbox').count()).toBe(0);
  await lookAt(app, 'watch-only-approval', { page: approval, sizes: [{ width: 760, height: 860 }] });
  await lastClick(approval.getByRole('button', { name: 'Cancel' }));
  await app.topicWhen('trades', ([trade]) => trade?.state === 'discarded');
});

it('exports a trade, and sends it when its signatures are back', async () => {
  await quoteTrade(app.main, '25', 'AMBER');
  const approval = await reviewTrade(app);
  await lastClick(approval.getByRole('button', { name: 'Export' }));
  await app.topicWhen('trades', ([trade]) => trade?.state === 'exported');
  const [trade] = app.topic('trades');
  const bundle = join(homedir(), 'Downloads', `touchstone-${trade?.bodyHash.slice(0, 16) ?? ''}-bundle.json`);
  const { main } = app;
  const sheet = main.getByTestId('signed-elsewhere');
  await sheet.getByText(trade?.exported ?? 'nothing').waitFor();
  await lookAt(app, 'exported-trade');
  // A device that signs by codes finds its keys only by an account's public key.
  await sheet.getByRole('button', { name: 'Show the bundle as codes' }).click();
  await sheet.getByText('A device that signs by codes').click();
  await sheet.getByLabel('Fingerprint of the device’s master key').fill('1250b6bc');
  await sheet.getByText('The bundle does not say where the keys are, so no device can find them.').waitFor();
  await lookAt(app, 'exported-to-a-device');
  await sheet.getByRole('button', { name: 'Hide the codes' }).click();

  const words = join(folder.path, 'words.txt');
  writeFileSync(words, entropyToMnemonic(new Uint8Array(32).fill(SEED), wordlist));
  const { json } = await jsonWithoutNetwork(
    [
      ...['offline', 'sign', '--bundle', bundle, '--mnemonic-file', words],
      ...['--out', join(folder.path, 'witness.json'), '--yes', '--accept', 'O3,V16,V3,P7'],
    ],
    folder.path,
  );
  rmSync(bundle);
  const [first = '', second = ''] = json['witnesses'] as string[];
  expect(json['fingerprint']).toBe(trade?.exported);
  const picker = sheet.getByLabel('Files of signatures');
  await picker.setInputFiles(first);
  await sheet.getByText('1 of 2 signatures are here. They are kept.').waitFor();
  await lookAt(app, 'exported-trade-half');
  await picker.setInputFiles(second);
  await app.topicWhen('trades', ([one]) => one?.state === 'filled');
  await main.getByText('by the exchange’s own transaction').waitFor();
  await main.getByRole('button', { name: 'Close' }).last().click();
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
