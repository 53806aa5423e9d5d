// A live service that fails, in the real window. The service is practice's own, with its table of faults.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastClick } from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { FaultyPractice, faultsFile } from '../support/faulty-practice.ts';
import { JumpingClock } from '../support/jumping-clock.ts';
import { lookAt } from '../support/look.ts';
import { callMain } from '../support/page-api.ts';
import { PracticeProcess } from '../support/practice-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { practiceProxy, type PracticeProxy } from '../support/practice-proxy.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';
import { MINUTE_MS } from '#domain/time.ts';

const KEY = 'practice-test-key';
const SERVICE = ['/swap/*', '/stats/*', '/dca/*', '/external_stats/*'];

const folder = temporaryDirectory();
const clock = new JumpingClock();
/** How far the ledger back-end's clock is ahead of everyone's, ms. */
let clockOff = 0;
let practice: PracticeProcess;
let ledger: PracticeProxy;
let faults: FaultyPractice;
let app: TouchstoneApp;

beforeAll(async () => {
  practice = await PracticeProcess.start({ apiKey: KEY, faults: faultsFile(folder.path) });
  faults = new FaultyPractice(practice.endpoints.baseUrl);
  ledger = await practiceProxy(practice.endpoints);
  ledger.interfere(async (_request, forward) => {
    const { status, body } = await forward();
    return (response) => {
      const date = new Date(Date.now() + clockOff).toUTCString();
      response.writeHead(status, { 'content-type': 'application/json', date }).end(body);
    };
  });
  app = await TouchstoneApp.start({ clock });
  const { baseUrl } = practice.endpoints;
  const { ledgerUrl } = ledger.endpoints;
  const { chartsUrl } = practice;
  await callMain(app.main, 'profile.add', {
    name: 'Faulty',
    colour: 'blue',
    addresses: {
      network: 'preprod',
      baseUrl,
      chartsUrl,
      chartsWsUrl: chartsUrl.replace('http', 'ws'),
      ledgerUrl,
    },
    excluded: [],
  });
  await lastClick((await app.vault()).getByRole('button', { name: 'Add this profile' }));
  await app.vaultGone();
  const { profiles } = await app.topicWhen('profile', (view) => view.profiles.length > 0);
  await callMain(app.main, 'profile.switch', { profile: profiles[0]?.id ?? '' });
  await callMain(app.main, 'wallet.openVault', { task: 'api-key' });
  await enterKey();
  await app.main.getByRole('button', { name: 'Look around first' }).click();
  await row().click();
  await passes(0);
});
afterAll(async () => {
  await app.stop();
  await ledger.close();
  await practice.stop();
  folder.remove();
});

const row = (): Locator =>
  app.main
    .getByRole('region', { name: 'Markets' })
    .getByRole('list', { name: 'Tokens' })
    .getByRole('listitem')
    .filter({ has: app.main.getByText('AMBER', { exact: true }) })
    .first();
const price = (): Locator => row().locator('.price');
const market = (): Locator => app.main.getByRole('region', { name: 'Market', exact: true });
const banner = (): Locator => market().getByText('The service refused the API key.');

async function enterKey(): Promise<void> {
  const vault = await app.vault();
  await vault.getByLabel('API key of the service').fill(KEY);
  await lastClick(vault.getByRole('button', { name: 'Keep it' }));
  await app.vaultGone();
  await app.topicWhen('profile', ({ service }) => service === 'ready');
}

/** Time passes for the application and its page alike, while the user is there. */
async function passes(ms: number): Promise<void> {
  await app.main.evaluate((ahead) => {
    const before = Date.now.bind(Date);
    Date.now = () => before() + ahead;
  }, ms);
  await app.main.mouse.move(400 + Math.random() * 50, 300);
  app.composition.app.userActed();
  clock.jump(ms);
}

async function isFresh(): Promise<void> {
  await eventually('the price of AMBER is fresh', async () =>
    /\d/.test(await price().innerText()) && (await price().getAttribute('title')) === null ? true : undefined,
  );
}

it('dims what grows old while the service fails, says its age, and recovers by itself', async () => {
  await isFresh();
  const shown = await price().innerText();
  await faults.make(
    ...SERVICE.map((path) => ({ path, fault: { kind: 'status', status: 500, body: 'html' } })),
  );
  await passes(6 * MINUTE_MS);
  await eventually('the price says its age', async () =>
    /^\d+.min old$/.test((await price().getAttribute('title')) ?? '') ? true : undefined,
  );
  expect(await price().innerText()).toBe(shown);
  expect(await price().evaluate((span) => span.classList.contains('faint'))).toBe(true);
  expect(await banner().count()).toBe(0);
  await lookAt(app, 'fault-old-figures');
  await faults.mend(...SERVICE);
  // The longest pause after failures.
  await passes(3 * MINUTE_MS);
  await passes(3 * MINUTE_MS);
  await isFresh();
});

it('stops asking when the key is refused, with one banner whose one button leads to the key', async () => {
  await faults.make(...SERVICE.map((path) => ({ path, fault: { kind: 'key-revoked' } })));
  await passes(2 * MINUTE_MS);
  await banner().waitFor();
  // Calls under way may still be refused; after them nothing is asked, however much time passes.
  let asked = -1;
  let quiet = 0;
  await eventually('nothing is asked any more', async () => {
    await passes(2 * MINUTE_MS);
    const before = asked;
    asked = await faults.met();
    quiet = asked === before ? quiet + 1 : 0;
    return quiet === 3 ? true : undefined;
  });
  await eventually('the price says its age', async () =>
    (await price().getAttribute('title')) === null ? undefined : true,
  );
  expect(await banner().count()).toBe(1);
  const buttons = market()
    .locator('.place', { hasText: 'The service refused the API key.' })
    .getByRole('button');
  expect(await buttons.allInnerTexts()).toEqual(['Enter the API key']);
  await lookAt(app, 'fault-key-refused');

  await faults.mend(...SERVICE);
  await buttons.click();
  await enterKey();
  await banner().waitFor({ state: 'detached' });
  await isFresh();
  expect(await faults.met()).toBeGreaterThan(0);
});

it('tells that this machine’s clock is off, until it is put away or set right', async () => {
  const told = market().getByRole('alert').filter({ hasText: 'behind the ledger back-end' });
  const light = app.main
    .getByRole('group', { name: 'Connections' })
    .getByRole('img', { name: /behind the ledger back-end.* \(waiting\)/ });
  expect(await light.count()).toBe(0);
  clockOff = 5 * MINUTE_MS;
  // It is checked every ten minutes, and every minute while something is odd.
  await passes(11 * MINUTE_MS);
  await passes(0);
  await told
    .filter({ hasText: /This machine's clock is (?:299|300|301) seconds behind the ledger back-end's\./ })
    .filter({ hasText: 'Set the clock: how long a transaction is valid is judged by it.' })
    .waitFor();
  await lookAt(app, 'fault-clock-off');
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await told.waitFor({ state: 'detached' });
  await light.waitFor();
  clockOff = 0;
  await passes(MINUTE_MS);
  await passes(0);
  await light.waitFor({ state: 'detached' });
  expect(await told.count()).toBe(0);
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
