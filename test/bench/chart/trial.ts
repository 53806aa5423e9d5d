import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

import { findChromium } from '../../../src-main/setup/find-runtime.ts';
import { conclude, median, say } from '../report.ts';
import { BenchPage, bundle } from './bench-page.ts';
import { figuresOf, heading, LIBRARIES, type Library, type Row, rowText, type Values } from './figures.ts';
import { lateOf, missedAt, missedFrames, missedSoak } from './goals.ts';
import type { RivalPage } from './page.ts';
import type { ScenePage } from './scenes.ts';

/**
 * `npm run bench -- chart`: the chart, lightweight-charts and KLineChart, and a bare canvas for orientation, in one Chromium
 * in one run, at three sizes; then this chart with everything on, four of them, and hours of ticks.
 * Script time is measured with frames run by hand, so that what is compared is work and not the wait for a screen.
 * Exit code 1 when a goal is missed.
 */

const SIZES = [10_000] as const;
const ROUNDS = 2;
const SCENE_CANDLES = 100_000;
const SCENE_SECONDS = 3;
const SCENE_TRIES = 2;
const SOAK_CANDLES = 10_000;
const SOAK_HOURS = 0.01;

const SCENES = [
  {
    name: 'everything on, panned with 20 ticks a second',
    viewport: { width: 1_280, height: 800 },
    build: 'everything',
    run: 'pan',
  },
  {
    name: 'four charts at 1920 × 1080 with 20 ticks a second each',
    viewport: { width: 1_920, height: 1_080 },
    build: 'four',
    run: 'watch',
  },
] as const;

/** All libraries in turn, again and again, so that what else the machine does meets each of them. */
async function measure(
  browser: Browser,
  scripts: ReadonlyMap<Library, string>,
  size: number,
): Promise<readonly Row[]> {
  const pages = new Map(LIBRARIES.map((library): [Library, Values[]] => [library, []]));
  const inTurn = async (act: (library: Library, script: string) => Promise<void>): Promise<void> => {
    for (const [library, script] of scripts)
      await act(library, script).catch((cause: unknown) => {
        throw new Error(`${library} at ${size}`, { cause });
      });
  };
  await inTurn((_, script) => prove(browser, script, size));
  for (let round = 0; round < ROUNDS; round += 1)
    await inTurn(async (library, script) => {
      pages.get(library)?.push(await valuesOf(browser, script, size));
    });
  return LIBRARIES.map((library) => ({ library, size, figures: figuresOf(pages.get(library) ?? []) }));
}

async function prove(browser: Browser, script: string, size: number): Promise<void> {
  const page = await BenchPage.open<RivalPage>(browser, script);
  await page.call('prepare', size);
  await page.call('prove');
  await page.close();
}

async function valuesOf(browser: Browser, script: string, size: number): Promise<Values> {
  const page = await BenchPage.open<RivalPage>(browser, script);
  const before = await page.heap();
  await page.call('prepare', size);
  const firstPaint = [await page.call('firstPaint')];
  const heap = [(await page.heap()) - before];
  const times = await page.call('times');
  await page.close();
  return { firstPaint, ...times, heap };
}

/** Another program's turn on the processor only ever adds to a frame: a run that was disturbed is made again. */
async function frames(
  browser: Browser,
  script: string,
  { name, viewport, build, run }: (typeof SCENES)[number],
): Promise<readonly string[]> {
  for (let turn = 1; ; turn += 1) {
    const page = await BenchPage.open<ScenePage>(browser, script, viewport);
    await page.call(build, SCENE_CANDLES);
    const found = await page.call(run, SCENE_SECONDS);
    await page.close();
    const rate = Math.round(found.length / SCENE_SECONDS);
    const [middle, longest] = [median(found), Math.max(...found)].map((figure) => figure.toFixed(1));
    say(
      `${name}: ${rate} frames a second, ${middle} ms of script, longest ${longest}, ${lateOf(found)} too long`,
    );
    if (lateOf(found) === 0 || turn === SCENE_TRIES) return missedFrames(name, found);
  }
}

/** Bytes that hours of ticks add to the heap. */
async function soak(browser: Browser, script: string): Promise<number> {
  const page = await BenchPage.open<RivalPage>(browser, script);
  await page.call('prepare', SOAK_CANDLES);
  await page.call('firstPaint');
  await page.call('hours', 1);
  const before = await page.objects();
  await page.call('hours', SOAK_HOURS);
  const after = await page.objects();
  await page.close();
  return after - before;
}

async function main(): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'chart-bench-'));
  const browser = await chromium.launch({ executablePath });
  const failures: string[] = [];
  try {
    const scripts = new Map<Library, string>();
    for (const library of LIBRARIES) scripts.set(library, await bundle(library, folder));
    say(
      'Milliseconds of script: median, 95th percentile, and × how many times our median. Candles, volume and two averages.',
    );
    say(heading());
    for (const size of SIZES) {
      const rows = await measure(browser, scripts, size);
      for (const row of rows) say(rowText(row, rows[0] ?? row));
      failures.push(...missedAt(rows));
    }
    const scenes = await bundle('scenes', folder);
    for (const scene of SCENES) failures.push(...(await frames(browser, scenes, scene)));
    const grown = await soak(browser, scripts.get('own-chart') ?? '');
    say(`${SOAK_HOURS} hours of ticks: the heap grew by ${(grown / 1e6).toFixed(2)} MB`);
    failures.push(...missedSoak(grown));
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  conclude(failures);
}

await main();
