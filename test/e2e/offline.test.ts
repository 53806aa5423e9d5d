// A second Touchstone without a network signs what the first one exported: by file, and by codes.
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { verifyReceipts } from '../../src-main/receipt/verify-receipt.ts';
import { closeSheet, funded, lastClick, quoteTrade, reviewTrade, signTrade } from '../support/desk-robot.ts';
import { lookAt, lookAtApproval, lookAtVault } from '../support/look.ts';
import { OfflineTouchstone } from '../support/offline-touchstone.ts';
import { practiceProofScripts } from '../support/proving.ts';
import type { SignerWords } from '../support/offline-signer.ts';
import { practiceWallet } from '../support/practice-wallet.ts';
import { StartedApp } from '../support/started-app.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';
import { MAY_CUT, runWithoutNetwork, UNSHARE } from '../support/without-network.ts';

const SEED = 771;
const { address } = practiceWallet(SEED);
const words = entropyToMnemonic(new Uint8Array(32).fill(SEED), wordlist);
const strangeWords = entropyToMnemonic(new Uint8Array(32).fill(SEED + 1), wordlist);
const folder = temporaryDirectory();
let online: TouchstoneApp;
let offline: OfflineTouchstone;

beforeAll(async () => {
  online = await TouchstoneApp.start();
  await online.main.getByRole('button', { name: 'Watch an address' }).click();
  const vault = await online.vault();
  await vault.getByLabel('Address, public key of the account, or native script').fill(address);
  await vault.getByRole('button', { name: 'Show the address' }).click();
  await lastClick(vault.getByRole('button', { name: 'Watch this wallet' }));
  await online.vaultGone();
  await online.main.getByRole('button', { name: /^Wallet/ }).click();
  await online.main.getByRole('menuitem', { name: 'Fund with play money' }).click();
  await funded(online);
  offline = await OfflineTouchstone.start();
});
afterAll(async () => {
  await offline.stop();
  await online.stop();
  folder.remove();
});

/** Has a swap built and exported. Answers its fingerprint and the path of its bundle, which is moved. */
async function exported(amount: string): Promise<{ readonly fingerprint: string; readonly bundle: string }> {
  await quoteTrade(online.main, amount, 'AMBER');
  const approval = await reviewTrade(online);
  await lastClick(approval.getByRole('button', { name: 'Export' }));
  await online.topicWhen('trades', ([trade]) => trade?.state === 'exported');
  const [trade] = online.topic('trades');
  const saved = join(homedir(), 'Downloads', `touchstone-${trade?.bodyHash.slice(0, 16) ?? ''}-bundle.json`);
  const bundle = join(folder.path, `bundle-${amount}.json`);
  writeFileSync(bundle, readFileSync(saved));
  rmSync(saved);
  return { fingerprint: trade?.exported ?? '', bundle };
}

function receiptFiles(): readonly string[] {
  return readdirSync(join(homedir(), 'Downloads')).filter((name) => name.endsWith('-receipt.json'));
}

async function bring(text: string, look?: string): Promise<void> {
  await offline.main.getByRole('button', { name: 'Bring keys for this bundle' }).click();
  const vault = await offline.vault();
  await vault.getByLabel('Recovery words, in order').fill(text);
  await vault.getByRole('button', { name: 'Look at these keys' }).click();
  const use = vault.getByRole('button', { name: 'Use these keys' });
  await use.waitFor();
  if (look !== undefined) await lookAtVault(offline, look);
}

it('opens, makes nothing but itself known, and keeps its look', async () => {
  await offline.main.getByText('Offline: this Touchstone makes no network call').waitFor();
  await lookAt(offline, 'offline-empty');
  await offline.main.getByRole('checkbox', { name: 'Always start offline' }).check();
  await offline.deskWhen((desk) => desk.startsOffline);
  await offline.main.getByRole('checkbox', { name: 'Always start offline' }).uncheck();
  await offline.deskWhen((desk) => !desk.startsOffline);
});

it('is what starts from now on where the settings of the trading window say so', async () => {
  await online.main.getByRole('button', { name: 'Settings' }).click();
  const settings = online.main.getByRole('dialog', { name: 'Settings' });
  const start = settings.getByRole('radiogroup', { name: 'Start Touchstone' });
  await start.getByText('Offline', { exact: true }).click();
  await online.topicWhen('preferences', ({ startOffline }) => startOffline);
  await start.scrollIntoViewIfNeeded();
  await lookAt(online, 'settings-start-offline');
  await start.getByText('To trade', { exact: true }).click();
  await online.topicWhen('preferences', ({ startOffline }) => !startOffline);
  await closeSheet(online.main);
});

it('refuses anything that is not a bundle, in words', async () => {
  const wrong = join(folder.path, 'wrong.json');
  writeFileSync(wrong, '{"format":"touchstone-offline-bundle"}');
  await offline.main.getByLabel('Bundle', { exact: true }).setInputFiles(wrong);
  await offline.main.getByText(/^The bundle cannot be read/).waitFor();
});

it('proves a bundle, signs it with keys that were brought, and the online side sends it', async () => {
  const { fingerprint, bundle } = await exported('25');
  const { main } = offline;
  await main.getByLabel('Bundle', { exact: true }).setInputFiles(bundle);
  await main.getByText(fingerprint).waitFor();
  await main.getByText('You send 25 ADA.').waitFor();
  await main.getByText(/so far only the bundle says which keys are the wallet’s/).waitFor();
  await lookAt(offline, 'offline-bundle');

  await bring(strangeWords, 'offline-keys-wrong');
  const vault = await offline.vault();
  await vault.getByText('None of these keys belongs to that wallet.').waitFor();
  expect(await vault.getByRole('button', { name: 'Use these keys' }).isDisabled()).toBe(true);
  await lastClick(vault.getByRole('button', { name: 'Cancel' }));
  await offline.gone('vault');

  await bring(words, 'offline-keys');
  await lastClick((await offline.vault()).getByRole('button', { name: 'Use these keys' }));
  await offline.deskWhen((desk) => desk.once?.address === address);
  await offline.gone('vault');
  await main.getByText('Judged by the keys that you brought.').waitFor();

  await main.getByRole('button', { name: 'Check it and sign' }).click();
  const approval = await offline.approval();
  await approval.getByText('You send 25 ADA.').first().waitFor();
  await lookAtApproval(offline, approval, 'offline-approval');
  await signTrade(approval);
  const { signed, once } = await offline.deskWhen((desk) => desk.signed !== undefined);
  expect(signed).toMatchObject({ fingerprint, signatures: 2 });
  // Overwritten as soon as they have signed.
  expect(once).toBeUndefined();
  await main.getByText('One code holds all of it.').waitFor();
  await lookAt(offline, 'offline-signed');

  const before = new Set(receiptFiles());
  await main.getByRole('button', { name: 'Save the receipt' }).click();
  await main.getByText(/^Saved to .*receipt/).waitFor();
  const [receipt = ''] = receiptFiles().filter((name) => !before.has(name));
  const kept = join(homedir(), 'Downloads', receipt);
  const verdict = verifyReceipts(readFileSync(kept, 'utf8'), { scripts: () => practiceProofScripts });
  expect(verdict).toMatchObject({ ok: true, value: { valid: true } });
  rmSync(kept);

  const picture = join(folder.path, 'signatures.png');
  await main.getByLabel('The signatures as a code').screenshot({ path: picture });
  const sheet = online.main.getByTestId('signed-elsewhere');
  await sheet.getByLabel('Pictures of signatures').setInputFiles(picture);
  await online.topicWhen('trades', ([one]) => one?.state === 'filled');
  await closeSheet(online.main);
  await main.getByRole('button', { name: 'Dismiss' }).click();
});

it('reads a bundle from pictures of codes, in any order and with a third of them lost', async () => {
  const { fingerprint, bundle } = await exported('26');
  const sheet = online.main.getByTestId('signed-elsewhere');
  await sheet.getByRole('button', { name: 'Show the bundle as codes' }).click();
  await sheet.getByText(/^Code \d+ of \d+/).waitFor();
  await lookAt(online, 'exported-codes');
  await sheet.getByText('Dense', { exact: true }).click();
  await sheet.getByText(/^These codes are .*dense/).waitFor();
  await sheet.getByText('Large', { exact: true }).click();
  const code = sheet.getByLabel('The bundle as animated codes');
  await expect.poll(async () => (await code.boundingBox())?.width).toBeGreaterThan(480);
  // A code that is stretched cannot be read.
  const box = await code.boundingBox();
  expect(box && Math.abs(box.width - box.height)).toBeLessThan(1);
  await lookAt(online, 'exported-codes-large');

  const frames = join(folder.path, 'frames');
  mkdirSync(frames);
  rmSync(frames, { recursive: true });
  expect((await runWithoutNetwork(['frames', '--bundle', bundle, '--out', frames], folder.path)).code).toBe(
    0,
  );
  const pictures = readdirSync(frames)
    .sort()
    .filter((_, at) => at % 3 !== 0)
    .reverse()
    .map((name) => join(frames, name));
  const picker = offline.main.getByLabel('Pictures of codes');
  // Fewer than it takes, whichever they are.
  await picker.setInputFiles(pictures.slice(0, 2));
  await offline.main.getByTestId('frames').waitFor();
  await lookAt(offline, 'offline-frames');
  await picker.setInputFiles(pictures.slice(2));
  await offline.deskWhen((desk) => desk.bundle?.fingerprint === fingerprint);
  await offline.main.getByRole('button', { name: 'Dismiss' }).click();
  await closeSheet(online.main);
});

it.runIf(process.platform === 'linux' && MAY_CUT)(
  'signs in a process that has no network interface, and makes no socket',
  async () => {
    const { fingerprint, bundle } = await exported('27');
    const entry = fileURLToPath(new URL('../support/offline-signer.ts', import.meta.url));
    const said = await new Promise<SignerWords>((resolve, reject) => {
      execFile(
        'unshare',
        [...UNSHARE, process.execPath, entry, JSON.stringify({ bundle, words })],
        { env: { ...process.env, HOME: folder.path, DBUS_SESSION_BUS_ADDRESS: 'disabled:' } },
        (error, stdout, stderr) => {
          if (error) reject(new Error(stderr.slice(-2_000), { cause: error }));
          else resolve(JSON.parse(stdout) as SignerWords);
        },
      );
    });
    expect(said).toMatchObject({ fingerprint, interfaces: [], sockets: [], tried: [], complaints: [] });
    const sheet = online.main.getByTestId('signed-elsewhere');
    await sheet.getByLabel('Files of signatures').setInputFiles(join(folder.path, said.saved));
    await online.topicWhen('trades', ([one]) => one?.state === 'filled');
    await closeSheet(online.main);
  },
);

it.runIf(process.platform === 'linux' && MAY_CUT)(
  'starts by its command without a network interface, with no other process of its own',
  async () => {
    const app = StartedApp.start({
      byStart: true,
      switches: ['--offline'],
      through: ['unshare', ...UNSHARE],
    });
    try {
      await app.ready();
      const own = commandsIn(readlinkSync(`/proc/${app.child.pid ?? 0}/ns/net`));
      expect(own.filter((command) => command.includes('--type=renderer'))).not.toEqual([]);
      expect(own.filter((command) => /practice\.js|--remote-debugging-port/.test(command))).toEqual([]);
      // Whichever process made them, including the browser's own: none listens, and none is connected.
      for (const kind of ['tcp', 'tcp6'])
        expect(socketsIn(readFileSync(`/proc/${app.child.pid ?? 0}/net/${kind}`, 'utf8'))).toEqual([]);
      const log = join(app.folder, 'log', 'touchstone.log');
      if (existsSync(log)) expect(readFileSync(log, 'utf8')).not.toContain('network-tried');
    } finally {
      await app.close();
    }
  },
);

/** The sockets of a network namespace, one per line, after the header of the kernel's table. */
function socketsIn(table: string): readonly string[] {
  return table.trim().split('\n').slice(1);
}

/** Commands of the processes in a network namespace. */
function commandsIn(namespace: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (readlinkSync(`/proc/${pid}/ns/net`) !== namespace) return [];
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

it('gave neither browser anything to complain of', () => {
  expect(offline.complaints).toEqual([]);
  expect(online.complaints).toEqual([]);
});
