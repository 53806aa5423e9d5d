import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { _electron as electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mainTable } from '#contract/index.ts';
import { childEnvironment } from '../../src-main/system/environment.ts';
import { findElectron } from '../../src-main/setup/find-runtime.ts';
import {
  lastClick,
  PASSWORD,
  passwordField,
  quoteTrade,
  sentencesOf,
  signTrade,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { callMain } from '../support/page-api.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { hearComplaints } from '../support/complaints.ts';

/** Runs only where Electron's runtime is installed: the runner leaves this folder out elsewhere. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Chromium's own sandbox does not start for root. */
const AS_ROOT = process.getuid?.() === 0;

const data = temporaryDirectory();
const settings = temporaryDirectory();
const complaints: string[] = [];
let application: ElectronApplication;
let main: Page;

function environment(): Record<string, string> {
  const variables = childEnvironment({
    TOUCHSTONE_DATA: data.path,
    // Where Electron keeps its own files, the lock of the single instance among them.
    XDG_CONFIG_HOME: settings.path,
    // Needed by this test's driver to start Electron, and by root.
    TOUCHSTONE_ALLOW_SWITCHES: 'inspect,remote-debugging-port,no-sandbox',
  });
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const ARGUMENTS = [...(AS_ROOT ? ['--no-sandbox'] : []), PROJECT];

beforeAll(async () => {
  const executablePath = findElectron();
  if (executablePath === undefined) throw new Error("Electron's runtime is not installed");
  application = await electron.launch({ executablePath, args: ARGUMENTS, env: environment() });
  application.on('window', (page) => {
    hearComplaints(page, complaints);
  });
  main = await application.firstWindow();
});

afterAll(async () => {
  await application.close();
  data.remove();
  settings.remove();
});

function sidePage(name: 'vault' | 'approval'): Page | undefined {
  return application.windows().find((page) => page.url().endsWith(`/${name}.html`) && !page.isClosed());
}

const opens = (name: 'vault' | 'approval'): Promise<Page> =>
  eventually(`the ${name} window opens`, () => Promise.resolve(sidePage(name)));

const goes = (name: 'vault' | 'approval'): Promise<true> =>
  eventually(`the ${name} window goes`, () => Promise.resolve(sidePage(name) ? undefined : true));

it('trades from the welcome page to filled', async () => {
  await main.getByText('The practice market runs on this computer.').waitFor();
  expect(await main.title()).toBe('Touchstone · PRACTICE');
  await main.getByRole('button', { name: 'Start with a practice wallet' }).click();
  const making = await opens('vault');
  await passwordField(making).fill(PASSWORD);
  await making.getByLabel('Confirm password').fill(PASSWORD);
  await lastClick(making.getByRole('button', { name: 'Make the wallet' }));
  await goes('vault');
  await main
    .getByRole('button', { name: /^Wallet/ })
    .getByText('10,000.00')
    .first()
    .waitFor();

  await quoteTrade(main, '25', 'AMBER');
  await main.getByRole('button', { name: 'Review trade' }).click();
  const approval = await opens('approval');
  await sentencesOf(approval).getByText('You send 25 ADA.').waitFor();
  await signTrade(approval);
  await waitUntilFilled(main);
  await goes('approval');
  await main.keyboard.press('Escape');
});

it('gives the page its table, nothing of Node and no way out', async () => {
  expect(await callMain(main, 'app.about', {})).toMatchObject({ ok: true, value: { shell: 'electron' } });
  const seen = await main.evaluate(async () => {
    const holder = globalThis as unknown as Record<string, unknown>;
    const api = holder['touchstone'] as Record<'call' | 'on', Record<string, unknown>>;
    const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:9' }] });
    const candidates: string[] = [];
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate !== null && candidate.candidate !== '') candidates.push(candidate.candidate);
    });
    connection.createDataChannel('out');
    await connection.setLocalDescription(await connection.createOffer());
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (connection.iceGatheringState === 'complete') resolve();
      };
      connection.addEventListener('icegatheringstatechange', look);
      look();
    });
    return {
      origin: location.origin,
      names: [...Object.keys(api.call), ...Object.keys(api.on)].sort(),
      node: ['process', 'require', 'module', 'Buffer', 'global', 'electron'].filter((name) => name in holder),
      fetched: await fetch('https://example.org').then(
        () => 'fetched',
        () => 'blocked',
      ),
      popup: open('https://example.org') === null ? 'blocked' : 'opened',
      candidates,
    };
  });
  expect(seen).toEqual({
    origin: 'app://touchstone',
    names: Object.keys(mainTable).sort(),
    node: [],
    fetched: 'blocked',
    popup: 'blocked',
    candidates: [],
  });
  expect(application.windows()).toHaveLength(1);
});

it('runs once for a user: a second start gives way', async () => {
  const second = spawn(findElectron() ?? '', ARGUMENTS, { env: environment(), stdio: 'ignore' });
  const [code] = (await once(second, 'exit')) as [number | null];
  expect(code).toBe(0);
  expect(await callMain(main, 'app.about', {})).toMatchObject({ ok: true });
});

it('had nothing to complain of but what was tried on purpose', () => {
  expect(complaints.filter((text) => !text.includes('example.org'))).toEqual([]);
});
