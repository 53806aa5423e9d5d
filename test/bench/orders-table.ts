import { join } from 'node:path';
import { chromium, type CDPSession, type Page } from 'playwright-core';
import { findChromium } from '../../src-main/setup/find-runtime.ts';
import { builtPage } from '../support/built-page.ts';
import type { OrdersBench } from './orders/page.ts';
import { conclude, median, say } from './report.ts';

/**
 * `npm run bench -- orders`: ten thousand orders in the table of the trading window, in Chromium, in times of two
 * things that are measured in the same run: the same steps with a few hundred orders, and a plain table written
 * without any framework. Measured is the page's own work for one step: script, style and layout, in time of its
 * thread, so that other programs' turns on the processor do not count. The longest step fits into a frame. Exit code 1
 * when a target is missed.
 */

const ORDERS = 10_000;
const FEW = 300;
const FRAME_MS = 16;
/** Scrolling costs what the screen shows, however long the list is. */
const MOST_FOR_SCROLL = 1.5;
/** The bound for operations on the whole list, which is 33 times as long. */
const MOST_FOR_LIST = 5;
/** In times of a plain table of a hundred rows. */
const MOST_OF_PLAIN = 1.5;
/** Other programs on the processor only ever add to a step: the shortest of so many runs is its own cost. */
const TRIES = 5;
const WARM_UP = 30;
const MOST_STANDING = 80;
const TEXTS = ['c', 'ca', 'car', 'carb', 'carb s', 'sell exa', 'stop', 'partly', 'no such order', ''];

type Timed = 'scroll' | 'find' | 'sort' | 'change' | 'plain';

/** Each operation in words; the call that does it; and the input of each step. */
const WORK: readonly (readonly [string, Timed, readonly number[] | readonly string[]])[] = [
  ['Scroll by one row', 'scroll', steps(120, 1)],
  ['Scroll by a screen', 'scroll', steps(120, 12)],
  ['Jump by a thousand rows', 'scroll', steps(60, 997)],
  ['Type into the search', 'find', TEXTS],
  ['Sort by a column', 'sort', steps(20, 1)],
  ['A hundred orders change', 'change', steps(30, 1)],
];

function steps(count: number, by: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => (at + 1) * by);
}

const PARTS = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];

/** Milliseconds that the page has worked so far. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.reduce((sum, { name, value }) => sum + (PARTS.includes(name) ? value * 1_000 : 0), 0);
}

/** Milliseconds of each step, up to its picture. */
async function run(
  page: Page,
  session: CDPSession,
  name: Timed,
  given: readonly (number | string)[],
): Promise<number[]> {
  const times: number[] = [];
  for (const value of given) {
    if (name === 'change') await page.evaluate((step) => window.ordersBench.prepare(Number(step)), value);
    const before = await worked(session);
    await page.evaluate(
      async ([method, step]) => {
        const act = window.ordersBench[method as keyof OrdersBench] as (value: unknown) => void;
        act(step);
        await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
      },
      [name, value] as const,
    );
    times.push((await worked(session)) - before);
  }
  return times;
}

/** Each step's shortest time of some runs. */
async function best(
  page: Page,
  session: CDPSession,
  name: Timed,
  given: readonly (number | string)[],
): Promise<readonly number[]> {
  let found = await run(page, session, name, given);
  for (let turn = 1; turn < TRIES; turn += 1) {
    const again = await run(page, session, name, given);
    found = found.map((time, at) => Math.min(time, again[at] ?? time));
  }
  return found.sort((a, b) => a - b);
}

/** Fills the table. Returns what is wrong with what it then shows. */
async function fill(page: Page, orders: number): Promise<readonly string[]> {
  await page.evaluate((count) => window.ordersBench.fill(count), orders);
  const { standing, told } = await page.evaluate(() => window.ordersBench.rows());
  return [
    ...(told === orders ? [] : [`not all of ${orders} orders are in the table`]),
    ...(standing <= MOST_STANDING ? [] : [`${standing} rows in the page`]),
  ];
}

async function measure(page: Page, session: CDPSession): Promise<readonly string[]> {
  await page.evaluate((count) => window.ordersBench.fill(count), FEW);
  await page.getByRole('tab', { name: /^Orders/ }).click();
  await page.getByRole('grid', { name: 'Orders' }).waitFor();
  await page.getByRole('radio', { name: /^All/ }).check({ force: true });
  const missed = [...(await fill(page, FEW))];
  for (const [, name, given] of WORK) await run(page, session, name, given.slice(0, WARM_UP));
  const few: (readonly number[])[] = [];
  for (const [, name, given] of WORK) few.push(await best(page, session, name, given));
  missed.push(...(await fill(page, ORDERS)));
  for (const [, name, given] of WORK) await run(page, session, name, given.slice(0, WARM_UP));
  const plain = median(await best(page, session, 'plain', steps(60, 1)));
  say(
    `Ms with ${FEW} orders, then with ${ORDERS}: median and longest. A plain table takes ${plain.toFixed(2)} ms.`,
  );
  for (const [at, [words, name, given]] of WORK.entries()) {
    const fewer = few[at] ?? [];
    const times = await best(page, session, name, given);
    const ofFew = median(times) / median(fewer);
    const ofPlain = median(times) / plain;
    const most = name === 'scroll' ? MOST_FOR_SCROLL : MOST_FOR_LIST;
    const figures = [median(fewer), fewer.at(-1) ?? 0, median(times), times.at(-1) ?? 0];
    say(
      `${words.padEnd(26)} ${figures.map((ms) => ms.toFixed(2).padStart(8)).join('')}   × ${ofFew.toFixed(2)}   × ${ofPlain.toFixed(2)} of plain`,
    );
    const longest = times.at(-1) ?? 0;
    if (longest > FRAME_MS) missed.push(`${words}: ${longest.toFixed(1)} ms, over ${FRAME_MS}`);
    if (ofFew > most) missed.push(`${words}: ${ofFew.toFixed(1)} × with ${FEW} orders (target ${most})`);
    if (ofPlain > MOST_OF_PLAIN)
      missed.push(`${words}: ${ofPlain.toFixed(1)} × a plain table (target ${MOST_OF_PLAIN})`);
  }
  return missed;
}

async function main(): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium on this machine');
  const site = await builtPage(join(import.meta.dirname, 'orders'));
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage({ viewport: { width: 1_920, height: 1_080 } });
    page.on('pageerror', (error) => process.stderr.write(`${String(error)}\n`));
    await page.goto(site.url);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    conclude(await measure(page, session));
  } finally {
    await browser.close();
    await site.close();
  }
}

await main();
