import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mainTable } from '#contract/index.ts';
import { parseKeystore } from '../../src-main/wallet/keystore-format.ts';
import { KEYSTORE_COST } from '../../src-main/wallet/keystore.ts';
import {
  quoteTrade,
  reviewTrade,
  sentencesOf,
  signTrade,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { HarnessApp } from '../support/harness-app.ts';
import { textWithoutKeys } from '../support/input-method.ts';
import { callMain } from '../support/page-api.ts';
import { ShippedApp } from '../support/shipped-app.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { must } from '../support/trader.ts';

/**
 * The files that ship for Electron, `out/main/index.js` and everything it loads, unchanged, with the harness in place
 * of Electron (see `docs/ELECTRON.md`). The test files for both shells run there too, separately: `npm run test:shell`.
 */

const folder = temporaryDirectory();
let app: HarnessApp;

beforeAll(async () => {
  app = await HarnessApp.start({ folder: folder.path });
});
afterAll(async () => {
  await app.stop();
  folder.remove();
});

it('trades from the built bundle to filled, with both helpers as utility processes', async () => {
  expect(await callMain(app.main, 'app.about', {})).toMatchObject({ ok: true, value: { shell: 'electron' } });
  expect(await app.main.title()).toBe('Touchstone · PRACTICE');
  await startPracticeWallet(app);
  await quoteTrade(app.main, '25', 'AMBER');
  const approval = await reviewTrade(app);
  await sentencesOf(approval).getByText('You send 25 ADA.').waitFor();
  // Text for the approval window that comes without keys, which Electron does not have main keep from a page.
  expect(await textWithoutKeys(app.main)).toEqual(['', '', '', '']);
  await signTrade(approval);
  await waitUntilFilled(app.main);
  await app.approvalGone();
  const helpers = app.shipped.all('helper').map(({ entry }) => entry);
  expect(new Set(helpers)).toEqual(new Set(['keychain.js', 'practice.js']));
  // Only tests may use a cheaper key derivation.
  const keystore = readFileSync(join(folder.path, 'profiles', 'practice', 'keystore'));
  expect(must(parseKeystore(keystore)).header.cost).toEqual(KEYSTORE_COST);
});

it('gives the page its table, frozen, nothing of Node and no way out', async () => {
  const seen = await app.main.evaluate(async () => {
    const holder = globalThis as unknown as Record<string, unknown>;
    const api = holder['touchstone'] as Record<'call' | 'on', Record<string, unknown>>;
    const asked = await Promise.all(
      (['geolocation', 'notifications', 'camera', 'midi'] as PermissionName[]).map(
        async (name) => (await navigator.permissions.query({ name })).state,
      ),
    );
    const popup = open('https://example.org');
    const late = performance.now() + 20_000;
    while (popup !== null && !popup.closed && performance.now() < late)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return {
      names: [...Object.keys(api.call), ...Object.keys(api.on)].sort(),
      frozen: [api, api.call, api.on].every((part) => Object.isFrozen(part)),
      node: ['process', 'require', 'module', 'Buffer', 'global', 'electron'].filter((name) => name in holder),
      fetched: await fetch('https://example.org').then(
        () => 'fetched',
        () => 'blocked',
      ),
      // The harness cannot refuse to open it, so it is closed before it loads anything.
      popup: popup?.closed === false ? 'opened' : 'blocked',
      asked,
    };
  });
  expect(seen).toEqual({
    names: Object.keys(mainTable).sort(),
    frozen: true,
    node: [],
    fetched: 'blocked',
    popup: 'blocked',
    asked: ['denied', 'denied', 'denied', 'denied'],
  });
});

it('serves the top frame of its own page alone, whatever a renderer sends', async () => {
  const send = (from: 'page' | 'frame', args: readonly unknown[]): Promise<unknown> =>
    app.shipped.ask({ ask: 'send-below', window: 1, from, kind: 'invoke', channel: 'touchstone:call', args });
  await app.main.evaluate(() => document.body.append(document.createElement('iframe')));
  expect(await send('page', ['app.about', {}])).toMatchObject({ ok: true });
  expect(await send('frame', ['app.about', {}])).toMatchObject({
    ok: false,
    failure: { code: 'request-refused' },
  });
  expect(await send('page', ['approval.cancel', {}])).toMatchObject({ ok: false });
});

it('runs once for a data folder: a second start gives way and brings the first one forward', async () => {
  const second = ShippedApp.start({ folder: folder.path });
  expect(await second.ended()).toBe(0);
  expect(second.all('window')).toEqual([]);
  expect(await callMain(app.main, 'app.about', {})).toMatchObject({ ok: true });
});

it('loads the page again after its renderer has crashed, and says so', async () => {
  await app.shipped.ask({ ask: 'crash', window: 1 });
  const { text } = await app.shipped.toldWhen('dialog', ({ kind }) => kind === 'message');
  expect(text).toContain('The window stopped working and was loaded again.');
  app.shipped.lookAgain();
  const main = await eventually('the page answers again', async () => {
    const found = (await app.shipped.pages()).main;
    const about = await found?.evaluate(() => 'touchstone' in globalThis).catch(() => undefined);
    return about === true ? found : undefined;
  });
  await main.getByRole('heading', { name: 'Touchstone' }).waitFor();
});

it('ends with work pending when its window is closed, and its helpers with it', async () => {
  const pids = app.shipped.all('helper').map(({ pid }) => pid);
  await app.shipped.ask({ ask: 'close', window: 1 });
  expect(await app.shipped.ended()).toBe(0);
  await eventually('the helpers have ended', () =>
    Promise.resolve(pids.some((pid) => isRunning(pid)) ? undefined : true),
  );
  expect(app.shipped.all('not-provided')).toEqual([]);
  expect(app.shipped.said).toBe('');
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
