// A data folder as an older version left it, with one live profile.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { layFoundations, openProfileStore } from '../../../src-main/app/foundations.ts';
import { placeOf } from '../../../src-main/app/folder-names.ts';
import { PolicyStore } from '../../../src-main/features/vault/policy-store.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { memoryFiles } from '../../../src-main/system/small-files.ts';
import { Wallet } from '../../../src-main/wallet/wallet.ts';
import { ADA } from '#domain/asset.ts';
import { ok } from '#domain/result.ts';
import { journalEntry, SOME_TOKEN } from '../../support/journal-entry.ts';
import { addProfile, agreeOnceRead, nowhere, termsNowhere } from '../../support/live-profile.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';
import { CHEAP, PASSWORD, TestKeychain, WORDS } from '../../support/wallet-bench.ts';

const folder = temporaryDirectory();
const secrets = new TestKeychain();
const apps: TestApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
  folder.remove();
});

/** Data that an older version kept under `live-<network>`. Returns the wallet's address. */
async function leave(network: 'preprod' | 'mainnet', words: string): Promise<string> {
  const profile = `live-${network}`;
  const store = must(openProfileStore(folder.path, profile));
  const files = store.walletFiles;
  const around = { files, sessionFiles: memoryFiles(), secrets, clock: systemClock, random: systemRandom };
  const wallet = await Wallet.open({ ...around, network, profile, cost: CHEAP });
  must(await wallet.import(words, PASSWORD));
  const policy = new PolicyStore({ place: placeOf(folder.path), profile, files, secrets });
  must(
    await policy.change({ slippageBps: 77, verifiedOnly: true, expert: false }, () =>
      Promise.resolve(ok(undefined)),
    ),
  );
  store.journal.put(journalEntry({ id: `trade-of-${network}`, state: 'discarded' }), 'discarded');
  store.close();
  wallet.close();
  return must(wallet.address(0));
}

it('loses no wallet, journal, limit, list or key, and is open as it was', async () => {
  const address = await leave('preprod', WORDS);
  const mainnet = await leave(
    'mainnet',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
  );
  const laid = must(layFoundations(folder.path));
  laid.settings.set('live', nowhere);
  laid.settings.set('profile.mode', 'live');
  const lists = [{ id: 'first', name: 'From before', tokens: [ADA, SOME_TOKEN] }];
  laid.settings.set('markets.live-preprod', { lists, recent: [] });
  laid.settings.set('exchanges.learned', ['LEARNEDCODE']);
  laid.close();
  const key = { host: 'api.example.org and charts.example.org', key: 'a-key-from-before' };
  await secrets.set(`live/${placeOf(folder.path)}/api-key`, JSON.stringify(key));

  const app = await startTestApp(folder.path, { secrets });
  apps.push(app);
  const profile = await app.main.topicWhen('profile', ({ hasApiKey }) => hasApiKey);
  expect(profile).toMatchObject({ mode: 'live', name: 'Live', network: 'preprod', service: 'ready' });
  expect(profile.exchanges.map(({ code }) => code)).toContain('LEARNEDCODE');
  expect(profile.profiles).toMatchObject([{ id: profile.id, name: 'Live', host: 'api.example.org' }]);
  expect(app.main.topic('wallet').address).toBe(address);
  await app.main.topicWhen('trades', (trades) => trades.some(({ id }) => id === 'trade-of-preprod'));
  const { limits } = await app.main.topicWhen('limits', (view) => view.limits !== undefined);
  expect(limits).toEqual({ slippageBps: 77, verifiedOnly: true, expert: false });
  expect(app.main.topic('watchLists').map(({ name }) => name)).toEqual(['From before']);

  // The other network's wallet has no addresses any more: the first profile added there has it.
  must(
    await app.main.call('profile.add', {
      ...termsNowhere,
      name: 'Main',
      addresses: { ...nowhere, network: 'mainnet' },
    }),
  );
  const { task } = await app.vault.topicWhen('task', (view) => view.task.kind === 'profile-add');
  expect(task).toMatchObject({ takesOver: true });
  must(await agreeOnceRead(app.vault));
  const heir = (await app.main.topicWhen('profile', ({ profiles }) => profiles.length === 2)).profiles[1];
  must(await app.main.call('profile.switch', { profile: heir?.id ?? '' }));
  await app.main.topicWhen('wallet', (wallet) => wallet.address === mainnet);
  await app.main.topicWhen('trades', (trades) => trades.some(({ id }) => id === 'trade-of-mainnet'));
  // The key was the other one's.
  expect(app.main.topic('profile').hasApiKey).toBe(false);

  const fresh = await addProfile(app, { name: 'Fresh' });
  must(await app.main.call('profile.switch', { profile: fresh }));
  const opened = await app.main.topicWhen('profile', ({ id }) => id === fresh);
  expect(opened.exchanges.map(({ code }) => code)).not.toContain('LEARNEDCODE');
  await app.main.topicWhen('wallet', ({ state }) => state === 'none');
  await app.main.topicWhen('trades', (trades) => trades.length === 0);

  await app.close();
  apps.pop();
  const again = await startTestApp(folder.path, { secrets });
  apps.push(again);
  expect(again.main.topic('profile')).toMatchObject({ id: fresh, name: 'Fresh' });
  expect(again.main.topic('profile').profiles.map(({ name }) => name)).toEqual(['Live', 'Main', 'Fresh']);
  expect(readdirSync(join(folder.path, 'profiles')).sort()).toEqual([
    'live-mainnet',
    'live-preprod',
    `live-preprod-${fresh}`,
  ]);
});
