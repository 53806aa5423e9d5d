import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  PRACTICE_PACKAGE,
  practiceRelease,
  practiceReleaseKey,
  type ReleaseKind,
} from '../../src-main/practice/api/releases.ts';
import type { ReleaseChannel } from '../../src-main/release/channel.ts';
import { project } from '../support/tool.ts';
import { PracticeCommand } from '../support/practice-command.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { must } from '../support/trader.ts';

const PAGES = 'https://releases.touchstone.example/';
const temporaryDirectory = temporaryDirectories();
const running: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).toReversed()) await each.stop();
});

/** The channel of a practice that serves this manifest. */
async function channelOf(kind: ReleaseKind): Promise<ReleaseChannel> {
  const practice = new PracticeCommand(['--port', '0', '--release', kind]);
  running.push({ stop: () => practice.stop('SIGTERM') });
  const { releases_url: address, release_key: publicKey } = await practice.ready;
  if (address === undefined || publicKey === undefined) throw new Error('practice serves no release');
  return { address, pages: PAGES, keys: [{ id: 'practice', publicKey }] };
}

async function appOn(releases: ReleaseChannel | undefined, folder: string): Promise<TestApp> {
  const test = await startTestApp(folder, releases === undefined ? {} : { releases });
  running.push({ stop: () => test.close() });
  return test;
}

/** Stops the instance started last. */
async function end(): Promise<void> {
  await running.pop()?.stop();
}

/** Switches the news on, and returns the result of the first request. */
async function newsOf(test: TestApp) {
  must(await test.main.call('preferences.set', { newsOfReleases: true }));
  const { news } = await test.main.topicWhen('releases', (value) =>
    ['current', 'newer', 'refused'].includes(value.news.state),
  );
  return news;
}

describe('news of releases', () => {
  test('are off until they are switched on, and then a notice with the notes and a page', async () => {
    const test = await appOn(await channelOf('good'), temporaryDirectory());
    expect(test.main.topic('releases')).toMatchObject({ version: '0.1.0', news: { state: 'off' } });
    const news = await newsOf(test);
    expect(news).toMatchObject({
      state: 'newer',
      release: { version: '99.1.0', page: `${PAGES}99.1.0/`, dismissed: false, overdue: false },
    });
    expect(test.windows.opened).toEqual([]);
    must(await test.main.call('releases.openPage', { version: '99.1.0' }));
    expect(test.windows.opened).toEqual([`${PAGES}99.1.0/`]);
    expect(await test.main.call('releases.openPage', { version: '99.2.0' })).toMatchObject({
      failure: { code: 'release-unknown' },
    });
    must(await test.main.call('releases.dismiss', { version: '99.1.0' }));
    await test.main.topicWhen('releases', (value) => value.news.release?.dismissed === true);
    must(await test.main.call('preferences.set', { newsOfReleases: false }));
    await test.main.topicWhen('releases', (value) => value.news.state === 'off');
  });

  test.each<[ReleaseKind, string]>([
    ['altered', 'release-altered-manifest'],
    ['expired', 'release-expired'],
    ['downgraded', 'release-downgrade'],
    ['unsigned', 'release-unsigned'],
    ['other-key', 'release-altered-manifest'],
    ['other-product', 'release-other-product'],
    ['ahead', 'release-clock'],
    ['page-elsewhere', 'release-page-elsewhere'],
    ['huge', 'release-unreachable'],
  ])('that are %s are refused in words, and no notice', async (kind, code) => {
    const test = await appOn(await channelOf(kind), temporaryDirectory());
    const news = await newsOf(test);
    expect(news).toMatchObject({ state: 'refused', failure: { code } });
    expect(news.release).toBeUndefined();
  });

  test('that went back are refused after a restart: what was seen stays', async () => {
    const folder = temporaryDirectory();
    const channel = await channelOf('good');
    expect((await newsOf(await appOn(channel, folder))).state).toBe('newer');
    await end();
    // A mirror that holds the newer one back: this one was signed a moment before the one already seen.
    const test = await appOn(channel, folder);
    await test.main.topicWhen('releases', ({ news }) => news.state === 'newer');
    must(await test.main.call('preferences.set', { newsOfReleases: false }));
    const earlier = join(folder, 'earlier.json');
    writeFileSync(earlier, JSON.stringify(practiceRelease('good', Date.now() - 3_600_000)));
    const file = join(folder, PRACTICE_PACKAGE.name);
    writeFileSync(file, PRACTICE_PACKAGE.bytes);
    test.windows.choices.push(earlier, file);
    must(await test.main.call('releases.choose', { what: 'manifest' }));
    must(await test.main.call('releases.choose', { what: 'file' }));
    const { check } = await test.main.topicWhen('releases', (value) => value.check.state === 'refused');
    expect(check.failure?.code).toBe('release-goes-back');
  });

  test('are asked of nobody by the build as it ships, before it has an address; practice’s key is none of its keys', async () => {
    const channel = await channelOf('good');
    const test = await appOn(undefined, temporaryDirectory());
    const { keys, host } = test.main.topic('releases');
    const fingerprints = keys.map(({ fingerprint }) => fingerprint);
    if (host === undefined)
      expect(await newsOf(test)).toMatchObject({ failure: { code: 'release-address-missing' } });
    await end();
    const trusting = await appOn(channel, temporaryDirectory());
    const [practice] = trusting.main.topic('releases').keys;
    expect(practice?.id).toBe('practice');
    expect(fingerprints).not.toContain(practice?.fingerprint);
  });
});

test('what is sent is a request for one address, and nothing about whoever asks; a redirect is not followed', async () => {
  const met: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    met.push(request);
    response.writeHead(302, { location: '/elsewhere.json', 'set-cookie': 'a=b' }).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  running.push({ stop: () => new Promise((resolve) => server.close(resolve)) });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/touchstone-release.json`;
  const test = await appOn({ ...(await channelOf('good')), address }, temporaryDirectory());
  expect(await newsOf(test)).toMatchObject({
    failure: { code: 'release-unreachable', data: { reason: 'it sends elsewhere, which is not followed' } },
  });
  expect(met.map(({ method, url }) => [method, url])).toEqual([['GET', '/touchstone-release.json']]);
  const { host, connection, ...headers } = met[0]?.headers ?? {};
  expect([host, connection]).toEqual([new URL(address).host, 'keep-alive']);
  expect(headers).toEqual({
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
    'user-agent': 'Touchstone',
  });
});

test('the built app holds practice’s key nowhere, and neither root names another channel', () => {
  const built = join(project, 'out/main');
  for (const name of readdirSync(built).filter((each) => each.endsWith('.js')))
    expect(readFileSync(join(built, name), 'utf8')).not.toContain(practiceReleaseKey.publicKey);
  expect(readFileSync(join(project, 'resources/releases.json'), 'utf8')).not.toContain(
    practiceReleaseKey.publicKey,
  );
  for (const root of ['index.ts', 'chromium.ts', 'starting.ts'])
    expect(readFileSync(join(project, 'src-main', root), 'utf8')).not.toMatch(/\breleases?\b/);
});

describe('the check of a downloaded file', () => {
  test('tells the page names and words, and neither a path nor a byte', async () => {
    const folder = temporaryDirectory();
    const test = await appOn(await channelOf('good'), folder);
    const manifest = join(folder, 'touchstone-release.json');
    writeFileSync(manifest, JSON.stringify(practiceRelease('good', Date.now())));
    const file = join(folder, PRACTICE_PACKAGE.name);
    writeFileSync(file, PRACTICE_PACKAGE.bytes);
    test.windows.choices.push(undefined, file, manifest);
    must(await test.main.call('releases.choose', { what: 'file' }));
    expect(test.main.topic('releases').check).toEqual({ state: 'open' });
    must(await test.main.call('releases.choose', { what: 'file' }));
    must(await test.main.call('releases.choose', { what: 'manifest' }));
    const { check } = await test.main.topicWhen('releases', (value) => value.check.state === 'good');
    expect(check).toMatchObject({ manifest: 'touchstone-release.json', file: PRACTICE_PACKAGE.name });
    expect(check.words?.[0]).toMatch(/^Good: this is Touchstone-99\.1\.0-linux-x64\.AppImage /);

    const bytes = Buffer.from(PRACTICE_PACKAGE.bytes);
    bytes[0] = 0;
    writeFileSync(file, bytes);
    test.windows.choices.push(file);
    must(await test.main.call('releases.choose', { what: 'file' }));
    const altered = await test.main.topicWhen('releases', (value) => value.check.state === 'refused');
    expect(altered.check.failure?.code).toBe('release-file-altered');
    must(await test.main.call('releases.clear', {}));
    await test.main.topicWhen('releases', (value) => value.check.file === undefined);
    expect(test.main.received.join('\n')).not.toContain(folder);
  });
});
