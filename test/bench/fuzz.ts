import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { oneByteBases, type Fate } from '../support/one-byte/one-byte.ts';
import type { FuzzReport, FuzzTask } from './fuzz-messages.ts';

/**
 * `npm run bench:fuzz [-- --count N --seed N --workers N]`: single bytes of good transactions, practice's and real
 * ones, changed at random. Exit code 1 when a change that could cost the owner passes.
 */

const SAY_EVERY_MS = 10_000;

interface Options {
  readonly count: number;
  readonly seed: number;
  readonly workers: number;
}

function readOptions(): Options {
  const given = process.argv.slice(2);
  const value = (name: string, otherwise: number): number => {
    const at = given.indexOf(name);
    const number = at === -1 ? otherwise : Number(given[at + 1]);
    if (Number.isSafeInteger(number) && number > 0) return number;
    process.stderr.write(`${name} takes a number above zero.\n`);
    return process.exit(2);
  };
  return {
    count: value('--count', 1_000_000),
    seed: value('--seed', randomInt(1, 2 ** 31)),
    workers: value('--workers', availableParallelism()),
  };
}

const started = performance.now();
const totals: Record<Fate, number> = { refused: 0, asked: 0, harmless: 0, through: 0 };
const through: string[] = [];
let saidAt = started;

function done(): number {
  return totals.refused + totals.asked + totals.harmless + totals.through;
}

function add({ counts, through: more }: FuzzReport, count: number): void {
  for (const fate of Object.keys(totals) as Fate[]) totals[fate] += counts[fate];
  for (const one of more) {
    through.push(one);
    say(`THROUGH ${one}`);
  }
  const now = performance.now();
  if (now - saidAt < SAY_EVERY_MS) return;
  saidAt = now;
  const perSecond = Math.round((1000 * done()) / (now - started));
  say(`${done()} of ${count}, ${perSecond} a second`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function run({ seed, count }: FuzzTask, whole: number): Promise<void> {
  const worker = new Worker(new URL('fuzz-worker.ts', import.meta.url), { workerData: { seed, count } });
  worker.on('message', (report: FuzzReport) => add(report, whole));
  const [code] = (await once(worker, 'exit')) as [number];
  if (code !== 0) throw new Error(`a worker ended with code ${code}`);
}

async function main({ count, seed, workers }: Options): Promise<void> {
  say(`${count} changes of ${oneByteBases().length} transactions, seed ${seed}, ${workers} workers`);
  const shares = Array.from(
    { length: workers },
    (_, index) => Math.floor(((index + 1) * count) / workers) - Math.floor((index * count) / workers),
  );
  await Promise.all(shares.map((share, index) => run({ seed: seed + index * 7_919, count: share }, count)));
  const seconds = Math.round((performance.now() - started) / 1000);
  say(
    `${done()} changes in ${seconds} s: refused ${totals.refused}, asked ${totals.asked}, harmless ${totals.harmless}, THROUGH=${totals.through}`,
  );
  process.exitCode = totals.through === 0 && done() === count ? 0 : 1;
}

await main(readOptions());
