import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { childEnvironment } from '../../src-main/system/environment.ts';
import { findChromium } from '../../src-main/setup/find-runtime.ts';
import type { DeskApp } from '../support/desk-app.ts';
import type { AppOrders, AppWords } from '../support/app-process.ts';
import {
  hasBeenSent,
  quoteTrade,
  reviewTrade,
  signTrade,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';
import { startApp, testShell } from '../support/shell.ts';
import { ShippedApp } from '../support/shipped-app.ts';

const TICKER = 'AMBER';
const APP_PROCESS = fileURLToPath(new URL('../support/app-process.ts', import.meta.url));
const SHIPPED = fileURLToPath(new URL('../../out/main/chromium.js', import.meta.url));

const temporary = temporaryDirectories();
let app: DeskApp | undefined;

afterEach(async () => {
  await app?.stop();
  app = undefined;
});

/** Runs the application until it is killed in the middle of a trade. */
async function killedInTheMiddle(orders: AppOrders): Promise<AppWords> {
  const child = spawn(process.execPath, [APP_PROCESS, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [, signal]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null, string | null]>,
  ]);
  expect(signal).toBe('SIGKILL');
  const words = JSON.parse(output) as AppWords;
  await eventually('practice ends with the application', () =>
    Promise.resolve(isRunning(words.practicePid) ? undefined : true),
  );
  return words;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts the application as `npm start` does, and kills it once it is up. */
async function startAndKillShipped(folder: string): Promise<void> {
  if (testShell() === 'harness') {
    const shipped = ShippedApp.start({ folder });
    await shipped.main();
    shipped.kill();
    await shipped.ended();
    return;
  }
  const child = spawn(process.execPath, [SHIPPED, '--browser', findChromium() ?? '', '--headless'], {
    env: childEnvironment({ TOUCHSTONE_DATA: folder }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const part of child.stderr) {
    said += String(part);
    if (said.includes('Touchstone runs without a window.')) break;
  }
  expect(said).toContain('Touchstone runs without a window.');
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

it('loses no trade and sends none twice when the whole application is killed after sending', async () => {
  const folder = temporary();
  const { address, bodyHash } = await killedInTheMiddle({ folder, ticker: TICKER, dieAt: 'submitted' });
  await startAndKillShipped(folder);

  app = await startApp({ folder });
  await app.main.getByRole('button', { name: /^Open trade:/ }).click();
  await waitUntilFilled(app.main);
  const told = app.main.getByRole('dialog', { name: 'Trade' });
  await told.getByText('You paid 25').waitFor();
  expect((await app.now('trades')).map((trade) => trade.bodyHash)).toEqual([bodyHash]);
  expect((await app.now('wallet')).address).toBe(address);
  expect(await (await app.ledger()).sentBy(address)).toEqual([bodyHash]);
  expect(app.complaints).toEqual([]);
});

it('sends nothing when it is killed before the signature, and trades on', async () => {
  const folder = temporary();
  const { address } = await killedInTheMiddle({ folder, ticker: TICKER, dieAt: 'built' });

  app = await startApp({ folder });
  await app.main.getByText('No trades yet.').waitFor();
  expect((await app.now('trades')).map(({ state }) => state)).toEqual(['discarded']);
  expect(await (await app.ledger()).sentBy(address)).toEqual([]);
  await quoteTrade(app.main, '25', TICKER);
  await signTrade(await reviewTrade(app));
  await waitUntilFilled(app.main);
  expect(await (await app.ledger()).sentBy(address)).toHaveLength(1);
});

it('fills a trade once when the exchange is killed with the order on its way', async () => {
  app = await startApp({ practiceOptions: ['--seed', '7', '--block-time', '2s'] });
  const address = await startPracticeWallet(app);
  await quoteTrade(app.main, '25', TICKER);
  const signing = signTrade(await reviewTrade(app));
  // A block may come before the page hears that it was sent.
  await app.topicWhen('trades', ([trade]) => trade !== undefined && hasBeenSent(trade.state));
  app.killPractice();
  await signing;
  await app.topicWhen('profile', ({ service }) => service !== 'ready');
  await waitUntilFilled(app.main);
  const [trade] = await app.now('trades');
  expect(await (await app.ledger()).sentBy(address)).toEqual([trade?.bodyHash]);
});
