// A two-of-three wallet: watched, traded with, and signed on two machines, one of them in windows.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { funded, lastClick, quoteTrade, reviewTrade, signTrade } from '../support/desk-robot.ts';
import { lookAt, lookAtApproval, lookAtVault } from '../support/look.ts';
import { OfflineTouchstone } from '../support/offline-touchstone.ts';
import { coSigner, sharedWallet } from '../support/several-signers.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';
import { jsonWithoutNetwork, MAY_CUT } from '../support/without-network.ts';

const signers = [coSigner(41), coSigner(42), coSigner(43)];
const wallet = sharedWallet(2, signers);
const folder = temporaryDirectory();
let online: TouchstoneApp;

beforeAll(async () => {
  online = await TouchstoneApp.start();
});
afterAll(async () => {
  await online.stop();
  folder.remove();
});

it('shows the address and who signs before the wallet is watched', async () => {
  await online.main.getByRole('button', { name: 'Watch an address' }).click();
  const vault = await online.vault();
  const field = vault.getByLabel('Address, public key of the account, or native script');
  await field.fill(wallet.json.replace('"required":2', '"required":0'));
  await vault.getByRole('button', { name: 'Show the address' }).click();
  await vault.getByText(/The script cannot be used: it can be spent from without any signature/).waitFor();
  await field.fill(wallet.json);
  await vault.getByRole('button', { name: 'Show the address' }).click();
  await vault.getByText('At least 2 of these 3:').waitFor();
  for (const { hash } of signers) await vault.getByText(hash).waitFor();
  await lookAtVault(online, 'watch-script');
  await lastClick(vault.getByRole('button', { name: 'Watch this wallet' }));
  await online.vaultGone();
  expect(online.topic('wallet')).toMatchObject({ address: wallet.address, shared: true });
  await online.main.getByRole('button', { name: /^Wallet/ }).click();
  await lookAt(online, 'wallet-of-several');
  await online.main.getByRole('menuitem', { name: 'Fund with play money' }).click();
  await funded(online);
});

it.runIf(process.platform === 'linux' && MAY_CUT)(
  'is signed by two of three on their own machines, in any order, and filled',
  async () => {
    await quoteTrade(online.main, '25', 'AMBER');
    const approval = await reviewTrade(online);
    await lookAt(online, 'approval-of-several', { page: approval, sizes: [{ width: 720, height: 860 }] });
    await lastClick(approval.getByRole('button', { name: 'Export' }));
    await online.topicWhen('trades', ([trade]) => trade?.state === 'exported');
    const [trade] = online.topic('trades');
    const name = `touchstone-${trade?.bodyHash.slice(0, 16) ?? ''}-bundle.json`;
    const bundle = join(folder.path, 'bundle.json');
    writeFileSync(bundle, readFileSync(join(homedir(), 'Downloads', name)));
    rmSync(join(homedir(), 'Downloads', name));
    const keyFiles = signers.map(({ skey }, at) => {
      const path = join(folder.path, `${at}.skey`);
      writeFileSync(path, skey);
      return path;
    });

    // The third signs on the command line.
    const witness = join(folder.path, 'third.json');
    const { json } = await jsonWithoutNetwork(
      ['offline', 'sign', '--bundle', bundle, '--skey', keyFiles[2] ?? '', '--out', witness, '--yes'].concat(
        '--accept',
        'O1,O3,V16,V3,P7,P4,P10,V12',
      ),
      folder.path,
    );
    expect(json['witnesses']).toEqual([witness]);
    const sheet = online.main.getByTestId('signed-elsewhere');
    await sheet.getByLabel('Files of signatures').setInputFiles(witness);
    await sheet.getByText('1 of 2 signatures are here. They are kept.').waitFor();
    await lookAt(online, 'one-of-two-signed');

    // The first signs in the offline windows.
    const offline = await OfflineTouchstone.start();
    try {
      await offline.main.getByLabel('Bundle', { exact: true }).setInputFiles(bundle);
      await offline.main.getByText(trade?.exported ?? '').waitFor();
      await lookAt(offline, 'offline-bundle-of-several');
      await offline.main.getByRole('button', { name: 'Bring keys for this bundle' }).click();
      const vault = await offline.vault();
      await vault.getByText('Key files').click();
      await vault.getByLabel(/^Payment key/).setInputFiles(keyFiles[0] ?? '');
      await vault.getByRole('button', { name: 'Look at these keys' }).click();
      await vault.getByText('A key of that wallet is among them.').waitFor();
      await lastClick(vault.getByRole('button', { name: 'Use these keys' }));
      await offline.gone('vault');
      await offline.main.getByRole('button', { name: 'Check it and sign' }).click();
      const signing = await offline.approval();
      await signing
        .getByText(/Several sign for this wallet: its script names 3 keys, 1 of them here/)
        .waitFor();
      await lookAtApproval(offline, signing, 'offline-approval-of-several');
      await signTrade(signing);
      const { signed } = await offline.deskWhen((desk) => desk.signed !== undefined);
      expect(signed).toMatchObject({ fingerprint: trade?.exported, signatures: 1 });
      const picture = join(folder.path, 'signature.png');
      await offline.main.getByText('One code holds all of it.').waitFor();
      await offline.main.getByLabel('The signatures as a code').screenshot({ path: picture });
      await sheet.getByLabel('Pictures of signatures').setInputFiles(picture);
      await online.topicWhen('trades', ([one]) => one?.state === 'filled');
      expect(offline.complaints).toEqual([]);
    } finally {
      await offline.stop();
    }
  },
);

it('gave the browser nothing to complain of', () => {
  expect(online.complaints).toEqual([]);
});
