import { setTimeout as sleep } from 'node:timers/promises';
import { JumpingClock } from '../support/jumping-clock.ts';
import { chooseToken, payField, startPracticeWallet } from '../support/desk-robot.ts';
import { runningPractice } from '../support/practice-host.ts';
import { PracticeProcess } from '../support/practice-process.ts';
import { practiceProxy, type PracticeProxy } from '../support/practice-proxy.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';
import { conclude, say } from './report.ts';

/**
 * `npm run bench -- polling`, on a built project: how many requests a minute the application makes to the service, its
 * charts included and streams apart, with the desk open in Chromium on one pair and an amount in the ticket, while the
 * user is away, and while the page is hidden. Exit code 1 when a target is missed.
 */

const MOST_A_MINUTE = { active: 40, idle: 4, hidden: 1 } as const;
const WARM_UP_MS = 60_000;
const MINUTE_MS = 60_000;
const MINUTES = 3;
const AWAY_MS = 6 * 60_000;

type State = keyof typeof MOST_A_MINUTE;

const practice = await PracticeProcess.start({ blockTime: '2s' });
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
  conclude(missed);
} finally {
  await app.stop();
  await proxy.close();
  await practice.stop();
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
