// Practice and two live profiles, each with separate servers: the requests at each server, and the data that each
// profile left on disk.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LiveAddressesView } from '#contract/profile.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { openProfileStore } from '../../../src-main/app/foundations.ts';
import { placeOf } from '../../../src-main/app/folder-names.ts';
import { eventually } from '../../support/eventually.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { addProfile, agreeOnceRead, termsNowhere } from '../../support/live-profile.ts';
import {
  type LoopbackServer,
  loopbackServer,
  reply,
  type SeenRequest,
} from '../../support/loopback-server.ts';
import { runningPractice } from '../../support/practice-host.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { practiceProxy, type PracticeProxy } from '../../support/practice-proxy.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { codeOf, must } from '../../support/trader.ts';
import { TestKeychain, WORDS } from '../../support/wallet-bench.ts';

const folder = temporaryDirectory();
const secrets = new TestKeychain();
const other = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const PRACTICE_PASSWORD = 'canary password of practice';
const PRACTICE_KEY = 'canary-practice-key';
let practice: PracticeProcess;
let proxy: PracticeProxy;
let test: TestApp;

/** A live profile, its server, and all that is secret or its own. */
interface Side {
  readonly name: string;
  readonly network: LiveAddressesView['network'];
  readonly magic: number;
  readonly words: string;
  readonly password: string;
  readonly keys: readonly [service: string, ledger: string];
  server: LoopbackServer;
  id: string;
  address: string;
}

const sides = {
  a: {
    name: 'Side A',
    network: 'preprod',
    magic: 1,
    words: WORDS,
    password: 'canary password of side a',
    keys: ['canary-service-key-of-a', 'canary-ledger-key-of-a'],
  },
  b: {
    name: 'Side B',
    network: 'mainnet',
    magic: 764_824_073,
    words: other,
    password: 'canary password of side b',
    keys: ['canary-service-key-of-b', 'canary-ledger-key-of-b'],
  },
} as unknown as Record<'a' | 'b', Side>;
const { a, b } = sides;

beforeAll(async () => {
  for (const side of [a, b]) {
    side.server = await loopbackServer((response, { url }) => {
      const genesis = url.endsWith('/genesis');
      reply(response, JSON.stringify(genesis ? { network_magic: side.magic } : {}), genesis ? 200 : 404);
    });
  }
  practice = await PracticeProcess.start({ apiKey: PRACTICE_KEY });
  proxy = await practiceProxy(practice.endpoints);
  const charts = {
    chartsUrl: `${proxy.endpoints.baseUrl}/candles`,
    chartsWsUrl: practice.chartsUrl.replace('http', 'ws'),
  };
  test = await startTestApp(folder.path, { secrets, practice: runningPractice(proxy.endpoints, charts) });
  await test.main.topicWhen('profile', ({ service }) => service === 'ready');
});
afterAll(async () => {
  await test.close();
  await Promise.all([a.server.close(), b.server.close(), proxy.close()]);
  await practice.stop();
  folder.remove();
});

const store = ({ network, id }: Side): string => join(folder.path, 'profiles', `live-${network}-${id}`);
/** The search term of this profile alone. */
const wordOf = ({ name }: Side): string => name.replace(' ', '').toLowerCase();
const textOf = (seen: readonly SeenRequest[]): string =>
  JSON.stringify(seen.map(({ url, headers, body }) => [url, headers, body.toString()]));
const seenBy = ({ server }: Side): string => textOf(server.seen);

/**
 * How many requests each server has seen, once none is still arriving: a connection that was closed with a request on its way
 * is accepted later on a busy machine.
 */
async function arrived(): Promise<readonly [number, number]> {
  const seen = (): readonly [number, number] => [a.server.seen.length, b.server.seen.length];
  let before = seen();
  for (let still = 0; still < 3;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = seen();
    still = now.every((count, at) => count === before[at]) ? still + 1 : 0;
    before = now;
  }
  return before;
}

/** Adds, opens and uses a profile: its keys, a wallet, a list, its limits and what it asks. */
async function use(side: Side): Promise<void> {
  const { url } = side.server;
  const addresses = {
    network: side.network,
    baseUrl: url,
    chartsUrl: url,
    chartsWsUrl: url.replace('http', 'ws'),
    ledgerUrl: `${url}/ledger`,
  };
  side.id = await addProfile(test, { ...termsNowhere, name: side.name, addresses });
  must(await test.main.call('profile.switch', { profile: side.id }));
  await test.main.topicWhen('profile', ({ id }) => id === side.id);
  const { wallet, lists } = { wallet: test.main.topic('wallet'), lists: test.main.topic('watchLists') };
  expect([wallet.state, lists.map(({ name }) => name)]).toEqual(['none', ['Watched']]);
  must(await test.main.call('wallet.openVault', { task: 'import' }));
  must(await test.vault.call('vault.import', { phrase: side.words, password: side.password }));
  side.address = (await test.main.topicWhen('wallet', ({ address }) => address !== undefined)).address ?? '';
  for (const [index, task] of (['api-key', 'ledger-key'] as const).entries()) {
    must(await test.main.call('wallet.openVault', { task }));
    must(await test.vault.call('vault.setKey', { key: side.keys[index] ?? '' }));
  }
  await test.main.topicWhen('profile', ({ service }) => service === 'ready');
  must(await test.main.call('watchLists.create', { name: `List of ${side.name}` }));
  must(await test.main.call('wallet.openVault', { task: 'policy' }));
  const limits = { slippageBps: side === a ? 111 : 222, verifiedOnly: false, expert: false };
  must(await test.vault.call('vault.setPolicy', { password: side.password, limits }));
  await test.main.call('tokens.search', { query: wordOf(side), verifiedOnly: false });
  await test.main.call('balance.refresh', {});
  await eventually('its server saw both keys', () =>
    Promise.resolve(side.keys.every((key) => seenBy(side).includes(key)) ? true : undefined),
  );
}

it('practice, one profile, the other, and back: each server sees its own key, wallet and words alone', async () => {
  must(await test.main.call('wallet.openVault', { task: 'quick-practice' }));
  must(await test.vault.call('vault.quickPractice', { password: PRACTICE_PASSWORD }));
  await test.main.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
  const { address: practiceAddress = '' } = test.main.topic('wallet');
  expect(textOf(proxy.seen('/'))).toContain(practiceAddress);
  expect([a.server.connections(), b.server.connections()]).toEqual([0, 0]);
  await use(a);
  expect(b.server.connections()).toBe(0);
  // From here on practice is closed.
  const before = proxy.seen('/').length;
  const left = await (async () => {
    await use(b);
    return a.server.seen.length;
  })();
  await test.main.call('balance.refresh', {});
  expect(proxy.seen('/')).toHaveLength(before);
  must(await test.main.call('profile.switch', { profile: 'practice' }));
  await test.main.topicWhen('profile', ({ mode, service }) => mode === 'practice' && service === 'ready');
  const [afterA, afterB] = await arrived();
  must(await test.main.call('tokens.search', { query: 'amber', verifiedOnly: true }));
  expect(test.main.topic('wallet').address).toBe(practiceAddress);
  // The polls of whoever was not closed would be due several times over.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect([a.server.seen.length, b.server.seen.length]).toEqual([afterA, afterB]);
  expect(afterA).toBe(left);

  for (const [own, foreign] of [
    [a, b],
    [b, a],
  ] as const) {
    const seen = seenBy(own);
    for (const trace of [...foreign.keys, foreign.address, wordOf(foreign), foreign.password])
      expect(seen).not.toContain(trace);
    for (const trace of [practiceAddress, PRACTICE_KEY, PRACTICE_PASSWORD]) expect(seen).not.toContain(trace);
    expect(seen).not.toContain(own.password);
    expect(seen).toContain(wordOf(own));
  }
  const practised = textOf(proxy.seen('/'));
  expect(practised).not.toContain(PRACTICE_PASSWORD);
  for (const side of [a, b])
    for (const trace of [...side.keys, side.address, wordOf(side), side.password])
      expect(practised).not.toContain(trace);
  expect([a.address.startsWith('addr_test1'), b.address.startsWith('addr1')]).toEqual([true, true]);
});

it('a key typed for one profile is not kept for another that is opened meanwhile', async () => {
  must(await test.main.call('profile.switch', { profile: a.id }));
  const switching = test.main.call('profile.switch', { profile: b.id });
  const opened = await test.main.call('wallet.openVault', { task: 'api-key' });
  must(await switching);
  const kept = await test.vault.call('vault.setKey', { key: 'canary-service-key-of-nobody' });
  expect([opened.ok, kept.ok]).toEqual([true, false]);
  await test.main.call('balance.refresh', {});
  expect(seenBy(a) + seenBy(b)).not.toContain('canary-service-key-of-nobody');
  must(await test.main.call('profile.switch', { profile: 'practice' }));
});

it('what is opened for the next profile, while its keys are still being read, stays open', async () => {
  must(await test.main.call('profile.switch', { profile: a.id }));
  let [asking, opened] = [false, false];
  secrets.late = async () => {
    if (asking || opened) return;
    asking = true;
    // It is refused until the profile is there.
    opened = (await test.main.call('wallet.openVault', { task: 'api-key' })).ok;
    asking = false;
  };
  must(await test.main.call('profile.switch', { profile: b.id }));
  secrets.late = () => undefined;
  expect(opened).toBe(true);
  expect(test.vault.topic('task').task).toEqual({ kind: 'api-key', host: new URL(b.server.url).host });
  must(await test.vault.call('vault.setKey', { key: b.keys[0] }));
});

it('keeps journal, keystore, limits and lists of each apart', async () => {
  const folders = readdirSync(join(folder.path, 'profiles')).sort();
  expect(folders).toEqual([`live-mainnet-${b.id}`, `live-preprod-${a.id}`, 'practice']);
  const keystores = [a, b].map((side) => {
    const files = readdirSync(store(side));
    expect(files).toEqual(expect.arrayContaining(['journal.sqlite', 'limits.json']));
    return files
      .filter((name) => name.startsWith('keystore'))
      .map((name) => readFileSync(join(store(side), name)));
  });
  expect(keystores.map((files) => files.length > 0)).toEqual([true, true]);
  expect(keystores[0]).not.toEqual(keystores[1]);
  for (const side of [a, b]) {
    must(await test.main.call('profile.switch', { profile: side.id }));
    await test.main.topicWhen('wallet', ({ address }) => address === side.address);
    expect(test.main.topic('profile')).toMatchObject({ name: side.name, network: side.network });
    const lists = await test.main.topicWhen('watchLists', (all) => all.length === 2);
    expect(lists.map(({ name }) => name)).toEqual(['Watched', `List of ${side.name}`]);
    const { limits } = await test.main.topicWhen('limits', (view) => view.limits !== undefined);
    expect(limits?.slippageBps).toBe(side === a ? 111 : 222);
    must(await test.main.call('wallet.openVault', { task: 'unlock' }));
    const { profile } = await test.vault.topicWhen('task', ({ task }) => task.kind === 'unlock');
    expect(profile).toEqual({ name: side.name, colour: 'blue', network: side.network });
    const foreign = side === a ? b.password : a.password;
    expect(codeOf(await test.vault.call('vault.unlock', { password: foreign, minutes: 5 }))).toBe(
      'wrong-password',
    );
    must(await test.vault.call('vault.cancel', {}));
  }
});

it('says why a profile cannot be deleted, and deletes it with its keys and without its journal', async () => {
  expect(test.main.topic('profile').id).toBe(b.id);
  expect(codeOf(await test.main.call('profile.delete', { id: b.id }))).toBe('profile-has-wallet');
  expect(codeOf(await test.main.call('profile.delete', { id: a.id }))).toBe('live-profile-closed');
  expect(codeOf(await test.main.call('profile.delete', { id: 'aaaaaaaa' }))).toBe('profile-unknown');
  must(await test.main.call('wallet.openVault', { task: 'remove' }));
  // The wrong password of before has to be waited out.
  await eventually('the wallet is removed', async () =>
    (await test.vault.call('vault.remove', { password: b.password })).ok ? true : undefined,
  );
  must(await test.main.call('profile.delete', { id: b.id }));
  const { task } = await test.vault.topicWhen('task', (view) => view.task.kind === 'profile-delete');
  expect(task).toMatchObject({ now: { name: 'Side B' }, kept: `profiles/live-mainnet-${b.id}` });
  must(await agreeOnceRead(test.vault));
  const after = await test.main.topicWhen('profile', ({ mode }) => mode === 'practice');
  expect(after.profiles.map(({ name }) => name)).toEqual(['Side A']);
  expect([...secrets.values.keys()].filter((name) => name.includes(b.id))).toEqual([]);
  expect(secrets.values.has(`live/${placeOf(folder.path)}/${a.id}/api-key`)).toBe(true);
  expect(existsSync(join(store(b), 'journal.sqlite'))).toBe(true);
  expect(codeOf(await test.main.call('profile.switch', { profile: b.id }))).toBe('profile-unknown');
  expect(test.main.topic('profile').mode).toBe('practice');
});

it('deletes no profile while a trade of it is open', async () => {
  const id = await addProfile(test, { name: 'Trading' });
  const kept = must(openProfileStore(folder.path, `live-preprod-${id}`));
  kept.journal.put(journalEntry({ id: 'resting', state: 'placed' }), journalNote('placed'));
  kept.close();
  must(await test.main.call('profile.switch', { profile: id }));
  await test.main.topicWhen('profile', (view) => view.id === id);
  expect(await test.main.call('profile.delete', { id })).toMatchObject({
    failure: { code: 'profile-has-open-trades', data: { count: 1 } },
  });
});

it('keeps a profile whose keys the keychain does not let go', async () => {
  const id = await addProfile(test, { name: 'Held' });
  must(await test.main.call('profile.switch', { profile: id }));
  await test.main.topicWhen('profile', (view) => view.id === id);
  must(await test.main.call('profile.delete', { id }));
  secrets.trouble = { status: 'timeout' };
  expect(codeOf(await agreeOnceRead(test.vault))).toBe('keychain-refused');
  secrets.trouble = undefined;
  expect(test.main.topic('profile')).toMatchObject({ id, name: 'Held' });
  must(await agreeOnceRead(test.vault));
  await test.main.topicWhen('profile', ({ mode }) => mode === 'practice');
});

it('takes a renamed profile into all windows at once, and a file of it in without its limits', async () => {
  must(await test.main.call('profile.switch', { profile: a.id }));
  await test.main.topicWhen('profile', ({ id }) => id === a.id);
  must(await test.main.call('profile.export', {}));
  const file = test.windows.saved.at(-1)?.text ?? '';
  for (const secret of [...a.keys, a.password, a.address]) expect(file).not.toContain(secret);
  expect(codeOf(await test.main.call('profile.import', { text: file }))).toBe('profile-name-taken');
  const withKey = JSON.stringify({ ...(JSON.parse(file) as object), apiKey: 'x' });
  expect(codeOf(await test.main.call('profile.import', { text: withKey, name: 'Key' }))).toBe(
    'profile-file-malformed',
  );
  const elsewhere = file.replaceAll(a.server.url, 'http://api.evil.example');
  expect(codeOf(await test.main.call('profile.import', { text: elsewhere, name: 'Evil' }))).toBe(
    'service-address-refused',
  );
  must(await test.main.call('profile.import', { text: file, name: 'Copy' }));
  const { task } = await test.vault.topicWhen('task', (view) => view.task.kind === 'profile-add');
  expect(task).toMatchObject({
    wanted: { name: 'Copy', addresses: { baseUrl: a.server.url, network: 'preprod' } },
    limits: { file: { slippageBps: 111 }, here: { slippageBps: 5_000 } },
  });
  must(await agreeOnceRead(test.vault));
  const { profiles } = await test.main.topicWhen('profile', (view) =>
    view.profiles.some(({ name }) => name === 'Copy'),
  );
  const copy = profiles.find(({ name }) => name === 'Copy')?.id ?? '';

  must(await test.main.call('profile.change', { id: a.id, name: 'Side A, renamed', colour: 'pink' }));
  await eventually('the password is taken', async () =>
    (await test.vault.call('vault.agreeToProfile', { password: a.password })).ok ? true : undefined,
  );
  await test.main.topicWhen('profile', ({ name, colour }) => name === 'Side A, renamed' && colour === 'pink');
  await test.vault.topicWhen('task', ({ profile }) => profile.name === 'Side A, renamed');
  must(await test.main.call('profile.switch', { profile: copy }));
  await test.main.topicWhen('profile', ({ id }) => id === copy);
  expect(test.main.topic('profile').hasApiKey).toBe(false);
  expect(test.main.topic('wallet').state).toBe('none');
  const { limits } = await test.main.topicWhen('limits', (view) => view.limits !== undefined);
  expect(limits?.slippageBps).toBe(5_000);
});

it('is asked about profiles by no message that means another place', async () => {
  for (const id of [
    '../x',
    '..',
    'practice',
    'AAAAAAAA',
    'aaaaaaa',
    'aaaaaaaaa',
    '',
    'aaaa/aaa',
    '__proto__',
  ])
    for (const call of ['profile.change', 'profile.delete'] as const)
      expect(codeOf(await test.main.call(call, { id }))).toBe('request-refused');
  for (const profile of ['../x', '', 'Practice', 'live', '__proto__'])
    expect(codeOf(await test.main.call('profile.switch', { profile }))).toBe('request-refused');
  const more = { ...termsNowhere, name: 'More', apiKey: 'x' };
  expect(codeOf(await test.main.call('profile.add', more))).toBe('request-refused');
  const amber = { ...termsNowhere, colour: 'amber' } as unknown as typeof termsNowhere;
  expect(codeOf(await test.main.call('profile.add', amber))).toBe('request-refused');
  expect(codeOf(await test.main.call('profile.add', { ...termsNowhere, name: 'A\u202eB' }))).toBe(
    'profile-name-refused',
  );
  expect(codeOf(await test.main.call('profile.import', { text: 'x'.repeat(16_385) }))).toBe(
    'request-refused',
  );
});
