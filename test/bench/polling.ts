import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultyPractice, faultsFile, LIST_FAULTS, pollsUntil } from '../support/faulty-practice.ts';
import { JumpingClock } from '../support/jumping-clock.ts';
import { chooseToken, payField, startPracticeWallet } from '../support/desk-robot.ts';
import { callMain } from '../support/page-api.ts';
import { runningPractice } from '../support/practice-host.ts';
import { PracticeProcess } from '../support/practice-process.ts';
import { practiceProxy, type PracticeProxy } from '../support/practice-proxy.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';
import { until } from '../support/trader.ts';
import { conclude, say } from './report.ts';
import { MINUTE_MS } from '#domain/time.ts';

/**
 * `npm run bench -- polling`, on a built project: how many requests a minute the application makes to the service, its
 * charts included and streams apart, with the desk open in Chromium on one pair and an amount in the ticket, while the
 * user is away, and while the page is hidden; and for each fault of a list, how many polls pass between its end and
 * the list's recovery. Exit code 1 when a target is missed.
 */

const MOST_A_MINUTE = { active: 40, idle: 4, hidden: 1 } as const;
const WARM_UP_MS = 60_000;
const MINUTES = 3;
const AWAY_MS = 6 * 60_000;
const PLANS = '/dca/*';
/** Longer than the longest pause between two polls of a list that fails. */
const LONG_MS = 60_000 * 8 + 1_000;
const MOST_POLLS = 2;

type State = keyof typeof MOST_A_MINUTE;

const folder = mkdtempSync(join(tmpdir(), 'touchstone-polling-'));
const practice = await PracticeProcess.start({ blockTime: '2s', faults: faultsFile(folder) });
const faults = new FaultyPractice(practice.endpoints.baseUrl);
const proxy = await practiceProxy(practice.endpoints);
const clock = new JumpingClock();
const app = await TouchstoneApp.start({
  headless: true,
  width: 1600,
  height: 900,
  clock,
  practice: runningPractice(proxy.endpoints, {
    chartsUrl: `${proxy.endpoints.baseUrl}/candles`,
    // The stream goes past the proxy: only requests are counted.
    chartsWsUrl: practice.chartsUrl.replace('http', 'ws'),
  }),
});
const missed: string[] = [];
try {
  await startPracticeWallet(app);
  await chooseToken(app.main, 'AMBER');
  await payField(app.main).fill('25');
  await sleep(WARM_UP_MS);
  await measure('active');

  clock.jump(AWAY_MS);
  await app.main.evaluate((ms) => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + ms;
  }, AWAY_MS);
  await measure('idle');

  await app.main.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await measure('hidden');

  await app.main.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await recoveries();
  conclude(missed);
} finally {
  await app.stop();
  await proxy.close();
  await practice.stop();
  rmSync(folder, { recursive: true });
}
// The keychain helper would otherwise keep the process alive.
process.exit();

async function recoveries(): Promise<void> {
  say('polls from the end of a fault to recovery, for each fault');
  const counts = new Map<number, string[]>();
  for (const { name, fault } of LIST_FAULTS) {
    const failed = (): boolean => app.topic('dcaPlans').failure !== undefined;
    await faults.make({ path: PLANS, fault });
    await callMain(app.main, 'dca.refresh', {});
    await until(() => Promise.resolve(failed()));
    await faults.mend(PLANS);
    const polls = await pollsUntil(
      () => !failed(),
      faults,
      () => {
        // In this order: the user is back when the time has passed, and not away for all of it.
        clock.jump(LONG_MS);
        app.composition.app.userActed();
      },
    );
    counts.set(polls, [...(counts.get(polls) ?? []), name]);
    if (failed() || polls > MOST_POLLS) missed.push(`${name}: ${polls} polls`);
  }
  for (const [polls, names] of counts) say(`    ${polls} after ${names.join(', ')}`);
}

async function measure(state: State): Promise<void> {
  const minutes: number[] = [];
  const paths = new Map<string, number>();
  for (let minute = 0; minute < MINUTES; minute += 1) {
    proxy.interfere();
    await sleep(MINUTE_MS);
    const seen = serviceRequests(proxy);
    minutes.push(seen.length);
    for (const path of seen) paths.set(path, (paths.get(path) ?? 0) + 1);
  }
  const most = Math.max(...minutes);
  say(`${state}: ${minutes.join(', ')} requests a minute (at most ${MOST_A_MINUTE[state]})`);
  for (const [path, count] of [...paths].sort((left, right) => right[1] - left[1]))
    say(`    ${String(count).padStart(4)}  ${path}`);
  if (most > MOST_A_MINUTE[state]) missed.push(`${state}: ${most} requests in a minute`);
}

/** The paths of the requests to the service, without what they are about. */
function serviceRequests(from: PracticeProxy): readonly string[] {
  return from
    .seen('/')
    .map(({ url }) => url.split('?')[0] ?? '')
    .filter((path) => !path.startsWith('/ledger/'))
    .map((path) => path.replaceAll(/\/(?:[0-9a-f]{56,}|addr_test1\w+)/g, '/…'));
}
