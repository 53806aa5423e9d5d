import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { build } from 'vite';

import { findChromium } from '../../../src-main/setup/find-runtime.ts';
import { conclude, median, say } from '../report.ts';
import type { BenchPage, Times } from './page.ts';

/**
 * `npm run bench -- chart`: the chart beside a bare canvas, lightweight-charts and KLineChart, in one Chromium in one run,
 * at three sizes.
 * Script time is measured with frames run by hand, so that what is compared is work and not the wait for a screen.
 * Exit code 1 when a target is missed.
 */

const LIBRARIES = ['own-chart', 'raw-canvas', 'lightweight-chart', 'kline-chart'] as const;
type Library = (typeof LIBRARIES)[number];
const SIZES = [10_000] as const;
const ROUNDS = 3;
const MOST_OF_LIGHTWEIGHT = 1.5;
/** The goals beside a bare canvas, at the largest size. */
const MOST_OF_RAW = { firstPaint: 1.5, pan: 2 } as const;
const MOST_FRAME_MS = 16;
const FRAME_SECONDS = 2;
const FRAME_TRIES = 5;
const SOAK_HOURS = 8;
const MOST_SOAK_BYTES = 1_000_000;

interface Row extends Times {
  readonly library: Library;
  readonly size: number;
  readonly firstPaint: number;
  /** Bytes that the chart with its candles holds. */
  readonly heap: number;
}

const folder = mkdtempSync(join(tmpdir(), 'chart-bench-'));

async function bundle(library: Library): Promise<string> {
  await build({
    root: resolve(import.meta.dirname, '../../..'),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(folder, library),
      minify: true,
      lib: {
        entry: join(import.meta.dirname, `${library}.ts`),
        formats: ['iife'],
        name: 'bundle',
        fileName: () => 'bundle.js',
      },
    },
  });
  return readFileSync(join(folder, library, 'bundle.js'), 'utf8');
}

/** Frames are kept back and run by hand while `manual` is set; their durations are reported. */
function holdFrames(): void {
  const real = window.requestAnimationFrame.bind(window);
  let waiting: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => {
    if (window.benchFrames.manual) return waiting.push(callback);
    return real((time) => {
      const start = performance.now();
      callback(time);
      spent += performance.now() - start;
    });
  };
  let spent = 0;
  window.benchFrames = {
    manual: false,
    run() {
      const now = waiting;
      waiting = [];
      for (const callback of now) callback(performance.now());
      const took = spent;
      spent = 0;
      return took;
    },
  };
}

async function open(browser: Browser, script: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
  page.on('pageerror', (error) => process.stderr.write(`${String(error)}\n`));
  await page.addInitScript(holdFrames);
  await page.goto('about:blank');
  await page.addScriptTag({ content: script });
  return page;
}

/** Bytes in use: objects, typed arrays and what the page holds. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const usage: Readonly<Record<string, number>> = { ...(await session.send('Runtime.getHeapUsage')) };
  return (usage['usedSize'] ?? 0) + (usage['backingStorageSize'] ?? 0) + (usage['embedderHeapUsedSize'] ?? 0);
}

async function call<Name extends keyof BenchPage>(
  page: Page,
  name: Name,
  argument: number,
): Promise<Awaited<ReturnType<BenchPage[Name]>>> {
  const answer = await page.evaluate<unknown, [string, number]>(
    ([method, value]) => window.bench[method as keyof BenchPage](value),
    [name, argument],
  );
  return answer as Awaited<ReturnType<BenchPage[Name]>>;
}

/** All libraries in turn, again and again, so that what else the machine does meets each of them. */
async function measure(
  browser: Browser,
  scripts: ReadonlyMap<Library, string>,
  size: number,
): Promise<readonly Row[]> {
  const rounds: Row[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const library of LIBRARIES) {
      const page = await open(browser, scripts.get(library) ?? '');
      const session = await page.context().newCDPSession(page);
      const before = await heapOf(session);
      await call(page, 'prepare', size);
      const firstPaint = await call(page, 'firstPaint', size);
      const heap = (await heapOf(session)) - before;
      const times = await call(page, 'times', size > 10_000 ? 4 : 16);
      rounds.push({ library, size, firstPaint, heap, ...times });
      await page.close();
    }
  }
  return LIBRARIES.map((library) => {
    const of = (column: Column): number =>
      median(rounds.filter((row) => row.library === library).map((row) => row[column]));
    return {
      library,
      size,
      tick: of('tick'),
      firstPaint: of('firstPaint'),
      pan: of('pan'),
      zoom: of('zoom'),
      heap: of('heap'),
    };
  });
}

const COLUMNS = ['tick', 'firstPaint', 'pan', 'zoom', 'heap'] as const;
type Column = (typeof COLUMNS)[number];

function line(cells: readonly string[]): string {
  return cells.map((cell, at) => (at < 2 ? cell.padEnd(19) : cell.padStart(16))).join('');
}

function figure(row: Row, column: Column, own: Row): string {
  const text = column === 'heap' ? `${(row.heap / 1e6).toFixed(2)} MB` : `${row[column].toFixed(2)} ms`;
  return row === own ? text : `${text} ×${(row[column] / own[column]).toFixed(1)}`;
}

/** Sentences about what was not reached at a size. */
function missed(rows: readonly Row[]): readonly string[] {
  const own = rows.find(({ library }) => library === 'own-chart');
  if (own === undefined) return ['this chart was not measured'];
  return rows.flatMap((row) => {
    if (row === own) return [];
    if (row.library === 'raw-canvas') return missedRaw(own, row);
    const behind = (['tick', 'firstPaint', 'heap'] as const).filter((column) => own[column] > row[column]);
    const slow = (['pan', 'zoom'] as const).filter(
      (column) =>
        row.library === 'lightweight-chart' && own[column] > Math.max(0.1, row[column]) * MOST_OF_LIGHTWEIGHT,
    );
    return [...behind, ...slow].map((column) => `${column} at ${row.size} behind ${row.library}`);
  });
}

/** How many times a bare canvas this chart takes. */
function missedRaw(own: Row, raw: Row): readonly string[] {
  if (own.size !== Math.max(...SIZES)) return [];
  return (['firstPaint', 'pan'] as const).flatMap((column) => {
    const times = own[column] / raw[column];
    say(`${column} at ${own.size}: ${times.toFixed(2)} × a bare canvas (at most ${MOST_OF_RAW[column]})`);
    return times > MOST_OF_RAW[column]
      ? [`${column} at ${own.size} is over ${MOST_OF_RAW[column]} × a bare canvas`]
      : [];
  });
}

/** Another program's turn on the processor only ever adds to a frame: a run that was disturbed is made again. */
async function smoothness(browser: Browser, script: string): Promise<readonly string[]> {
  for (let turn = 1; ; turn += 1) {
    const page = await open(browser, script);
    await call(page, 'prepare', 100_000);
    await call(page, 'firstPaint', 100_000);
    const { count, longest, late } = await call(page, 'frames', FRAME_SECONDS);
    await page.close();
    say(
      `Panning with 20 ticks a second at 100000: ${count} frames, longest ${longest.toFixed(1)} ms of script, ${late} over ${MOST_FRAME_MS} ms`,
    );
    if (late === 0) return [];
    if (turn === FRAME_TRIES) return [`${late} frames over ${MOST_FRAME_MS} ms`];
  }
}

async function soak(browser: Browser, script: string): Promise<number> {
  const page = await open(browser, script);
  const session = await page.context().newCDPSession(page);
  await call(page, 'prepare', 10_000);
  await call(page, 'firstPaint', 10_000);
  await call(page, 'hours', 1);
  const before = await heapOf(session);
  await call(page, 'hours', SOAK_HOURS);
  const after = await heapOf(session);
  await page.close();
  return after - before;
}

async function main(): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium on this machine');
  const scripts = new Map<Library, string>();
  for (const library of LIBRARIES) scripts.set(library, await bundle(library));
  const browser = await chromium.launch({ executablePath });
  const failures: string[] = [];
  try {
    say('Milliseconds of script, medians; × tells how many times ours. Candles, volume and two averages.');
    say(line(['candles', 'library', ...COLUMNS]));
    for (const size of SIZES) {
      const rows = await measure(browser, scripts, size);
      const own = rows[0];
      if (own === undefined) continue;
      for (const row of rows) {
        say(line([String(size), row.library, ...COLUMNS.map((column) => figure(row, column, own))]));
      }
      failures.push(...missed(rows));
    }
    const script = scripts.get('own-chart') ?? '';
    failures.push(...(await smoothness(browser, script)));
    const grown = await soak(browser, script);
    say(`${SOAK_HOURS} hours of ticks: the heap grew by ${(grown / 1e6).toFixed(2)} MB`);
    if (grown > MOST_SOAK_BYTES) failures.push('the heap grew');
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  conclude(failures);
}

await main();
