import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { buildIfStale } from '../../../src-main/setup/build.ts';
import { findChromium } from '../../../src-main/setup/find-runtime.ts';
import { launchOptions } from '../../../src-main/shell/chromium/launch-options.ts';
import { isSuperuser } from '../../../src-main/system/processes.ts';
import { KEYSTORE_COST } from '../../../src-main/wallet/keystore.ts';
import { startPracticeWallet } from '../../support/desk-robot.ts';
import { scriptOf } from '../../support/page-script.ts';
import { project } from '../../support/tool.ts';
import { TouchstoneApp } from '../../support/touchstone-app.ts';
import { TestKeychain, WORDS } from '../../support/wallet-bench.ts';
import { conclude, median, say } from '../report.ts';
import { tradeTimes, type TradeTimes } from './trade-times.ts';

/**
 * `npm run bench -- start [--minutes 5] [--rounds 3]`, its second half: how long the app takes from launch to a usable
 * desk and to the first live price, compared with a bare window of the same browser in the same run; how long a market
 * swap takes at each step, and how many keys and clicks; the memory of the app's processes after a while; and the sizes
 * of its scripts. The first start creates practice's world; later ones find it, and a wallet. The app and the bare window
 * take turns, so that other load on the machine affects both. Exit code 1 if a later start takes more than two and a half
 * times as long as the bare window, a review more than a quarter of it, or a script is too large.
 */

const MOST_TIMES = 2.5;
/** From the press of Review to a readable approval, in bare windows. */
const MOST_REVIEW_TIMES = 0.25;
const MOST_PRELOAD_BYTES = 40_000;
const MOST_SCRIPT_BYTES = 300_000;
/** ECharts, which comes with the first chart. */
const MOST_CHART_BYTES = 180_000;
const WAIT_MS = 120_000;
/** Keeps a wallet from one start to the next, whatever keychain this machine has. */
const secrets = new TestKeychain();

interface Launch {
  /** Milliseconds until the desk accepts an amount and shows its market. */
  readonly usable: number;
  /** Until the chart says that its prices are live. */
  readonly live: number;
}

/** A window of the browser with the app's own switches, showing a single word. */
async function bareWindow(executable: string): Promise<number> {
  const profile = mkdtempSync(join(tmpdir(), 'touchstone-bare-'));
  const begun = performance.now();
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions({
      executable,
      headless: false,
      bounds: { width: 1280, height: 800 },
      patienceMs: WAIT_MS,
      sandboxed: !isSuperuser(),
    }),
    viewport: null,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setContent('<p>Touchstone');
  await page.getByText('Touchstone').waitFor();
  const took = performance.now() - begun;
  await context.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  return took;
}

/** Waits until the element is visible, checking every frame; a locator only polls at 20, 70, 170, 270 and 770 ms. */
async function appears(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector(wanted)?.checkVisibility(), selector, {
    timeout: WAIT_MS,
    polling: 'raf',
  });
}

/** Starts the app, and measures until it is usable and until its prices are live. */
async function launch(
  folder: string,
  keep: (app: TouchstoneApp) => Promise<void> = async () => undefined,
): Promise<Launch> {
  const begun = performance.now();
  const app = await TouchstoneApp.start({ folder, secrets });
  try {
    await appears(app.main, '#ticket-pay');
    const usable = performance.now() - begun;
    await appears(app.main, '.light.live');
    const live = performance.now() - begun;
    await keep(app);
    return { usable, live };
  } finally {
    await app.stop();
  }
}

/** The very first start, which creates practice's world, until its first page is usable; then it gets a wallet. */
async function firstLaunch(folder: string): Promise<number> {
  const begun = performance.now();
  const app = await TouchstoneApp.start({ folder, secrets });
  try {
    await app.main
      .getByRole('button', { name: 'Start with a practice wallet' })
      .waitFor({ timeout: WAIT_MS });
    const took = performance.now() - begun;
    const { main, vault } = app.composition.app;
    await main.calls['wallet.openVault']({ task: 'import' });
    const made = await vault.calls['vault.import']({
      phrase: WORDS,
      password: 'juniper cobalt ladder mitten',
    });
    if (!made.ok) throw new Error(made.failure.code);
    await app.main.getByText('live', { exact: true }).first().waitFor({ timeout: WAIT_MS });
    return took;
  } finally {
    await app.stop();
  }
}

async function tradesOnNewDesk(): Promise<TradeTimes> {
  const app = await TouchstoneApp.start({ secrets: new TestKeychain(), walletCost: KEYSTORE_COST });
  try {
    await startPracticeWallet(app);
    return await tradeTimes(app);
  } finally {
    await app.stop();
  }
}

interface Process {
  readonly name: string;
  /** Its memory in megabytes, with shared memory divided among the processes that share it. */
  readonly megabytes: number;
}

/** This process, which contains the app's main, and its descendants; on Linux. */
function processes(): readonly Process[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [pid, /^PPid:\t(\d+)$/m.exec(readProc(pid, 'status'))?.[1]]),
  );
  const isOurs = (pid: string | undefined): boolean =>
    pid === String(process.pid) || (pid !== undefined && pid !== '0' && isOurs(parents.get(pid)));
  return [...parents.keys()].filter(isOurs).map((pid) => ({
    name: nameOf(readProc(pid, 'cmdline')),
    megabytes: Number(/^Pss:\s+(\d+)/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0) / 1_024,
  }));
}

/** Chromium separates its arguments with spaces once it runs. */
function nameOf(command: string): string {
  const words = command.split(/[\0 ]/);
  const type = words.find((word) => word.startsWith('--type='))?.slice('--type='.length);
  if (type !== undefined) return `browser: ${type}`;
  const script = words.find((word) => /\.(js|ts)$/.test(word));
  if (script !== undefined) return basename(script);
  return command.includes('--user-data-dir') ? 'browser' : basename(words[0] ?? '');
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return '';
  }
}

async function tellMemory(minutes: number): Promise<void> {
  if (process.platform !== 'linux') return say('memory: told on Linux alone');
  await new Promise((resolve) => setTimeout(resolve, minutes * 60_000));
  const all = [...processes()].sort((left, right) => right.megabytes - left.megabytes);
  say(`memory after ${minutes} min (launch.ts is the app’s main, with this benchmark’s driver in it):`);
  for (const { name, megabytes } of all.filter(({ megabytes: held }) => held >= 1))
    say(`  ${megabytes.toFixed(0).padStart(5)} MB  ${name}`);
  say(
    `  ${all
      .reduce((sum, { megabytes }) => sum + megabytes, 0)
      .toFixed(0)
      .padStart(5)} MB  together`,
  );
}

/** Reports the sizes of the scripts that the pages load; returns those that are too large. */
function tellSizes(): readonly string[] {
  const missed: string[] = [];
  for (const name of readdirSync(join(project, 'out/preload'))) {
    const { size } = statSync(join(project, 'out/preload', name));
    say(`${name}: ${(size / 1_000).toFixed(1)} kB (at most ${MOST_PRELOAD_BYTES / 1_000})`);
    if (size > MOST_PRELOAD_BYTES) missed.push(`${name} has ${size} bytes`);
  }
  const renderer = join(project, 'out/renderer');
  for (const name of readdirSync(renderer).filter((each) => each.endsWith('.html'))) {
    const { files, bytes, compressed } = scriptOf(join(renderer, name));
    say(
      `${name}: ${files} scripts, ${(bytes / 1_000).toFixed(0)} kB, compressed ${(compressed / 1_000).toFixed(0)} kB (at most ${MOST_SCRIPT_BYTES / 1_000})`,
    );
    if (compressed > MOST_SCRIPT_BYTES) missed.push(`the script of ${name} has ${compressed} bytes`);
  }
  for (const name of readdirSync(join(renderer, 'assets')).filter((each) => /^echarts-.*\.js$/.test(each))) {
    const source = readFileSync(join(renderer, 'assets', name));
    const compressed = gzipSync(source, { level: 9 }).length;
    say(
      `with the first chart, ${name}: ${(source.length / 1_000).toFixed(0)} kB, compressed ${(compressed / 1_000).toFixed(0)} kB (at most ${MOST_CHART_BYTES / 1_000})`,
    );
    if (compressed > MOST_CHART_BYTES) missed.push(`ECharts has ${compressed} bytes`);
  }
  return missed;
}

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' } },
});
const executable = findChromium();
if (executable === undefined) throw new Error('there is no Chromium on this machine');
await buildIfStale(say);
const missed = [...tellSizes()];
const root = mkdtempSync(join(tmpdir(), 'touchstone-bench-launch-'));
try {
  // The very first window would measure the disk.
  await bareWindow(executable);
  const folder = join(root, 'data');
  const first = await firstLaunch(folder);
  const bare: number[] = [];
  const later: Launch[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    bare.push(await bareWindow(executable));
    later.push(await launch(folder));
  }
  const window = median(bare);
  const usable = median(later.map((one) => one.usable));
  const live = median(later.map((one) => one.live));
  const times = (ms: number): string => `${ms.toFixed(0)} ms, ${(ms / window).toFixed(2)} bare windows`;
  say(`a bare window: ${window.toFixed(0)} ms`);
  say(`first start, to its first page: ${times(first)}`);
  say(`later start: usable ${times(usable)}; live ${times(live)}`);
  const trades = await tradesOnNewDesk();
  say('a market swap, with blocks of 0.5 s:');
  say(`  last key of the amount to its quote: ${times(trades.quote)}`);
  say(`  Review to a readable approval: ${times(trades.review)} (at most ${MOST_REVIEW_TIMES})`);
  say(`  the first one of a session: ${times(trades.firstReview)}`);
  say(`  Sign to filled: ${times(trades.filled)}`);
  say(
    `  from amount to signature: ${trades.keys} keys and a password, or ${trades.clicks} clicks and a password`,
  );
  if (trades.review > MOST_REVIEW_TIMES * window) missed.push(`a review takes ${times(trades.review)}`);
  if (Number(values.minutes) > 0) await launch(folder, () => tellMemory(Number(values.minutes)));
  const words = `a usable desk takes ${(usable / window).toFixed(2)} bare windows (at most ${MOST_TIMES})`;
  if (usable > MOST_TIMES * window) missed.push(words);
  conclude(missed, words);
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
