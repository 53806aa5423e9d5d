import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { oneByteBases, type Fate } from '../support/one-byte/one-byte.ts';
import type { FuzzPart, FuzzReport, FuzzTask, ThiefReport } from './fuzz-messages.ts';

/**
 * `npm run bench:fuzz [-- --count N --seed N --workers N --only bytes|thief]`: single bytes of good transactions,
 * practice's and real ones, changed at random; and as many transactions of the greedy thief's. Exit code 1 when a change
 * that could cost the owner passes, or when the thief gets more than the agreement.
 */

const SAY_EVERY_MS = 10_000;

interface Options {
  readonly count: number;
  readonly seed: number;
  readonly workers: number;
  readonly parts: readonly FuzzPart[];
}

const PARTS: readonly FuzzPart[] = ['bytes', 'thief'];

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
    parts: readParts(given),
  };
}

function readParts(given: readonly string[]): readonly FuzzPart[] {
  const at = given.indexOf('--only');
  const parts = PARTS.filter((part) => at === -1 || part === given[at + 1]);
  if (parts.length > 0) return parts;
  process.stderr.write(`--only takes ${PARTS.join(' or ')}.\n`);
  return process.exit(2);
}

let started = performance.now();
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

const findings = new Map<string, ThiefReport['found'][number]>();
let judged = 0;

function addThief({ judged: more, found }: ThiefReport, count: number): void {
  judged += more;
  for (const one of found) if (one.lost > (findings.get(one.name)?.lost ?? 0n)) findings.set(one.name, one);
  const now = performance.now();
  if (now - saidAt < SAY_EVERY_MS) return;
  saidAt = now;
  say(`${judged} of ${count}, ${Math.round((1000 * judged) / (now - started))} a second`);
}

async function run(task: FuzzTask, whole: number): Promise<void> {
  const worker = new Worker(new URL('fuzz-worker.ts', import.meta.url), { workerData: task });
  worker.on('message', (report: FuzzReport | ThiefReport) =>
    'judged' in report ? addThief(report, whole) : add(report, whole),
  );
  const [code] = (await once(worker, 'exit')) as [number];
  if (code !== 0) throw new Error(`a worker ended with code ${code}`);
}

/** Divides the work over the workers, and waits for all of them. Answers the seconds that it took. */
async function share(what: FuzzPart, { count, seed, workers }: Options): Promise<number> {
  started = performance.now();
  const shares = Array.from(
    { length: workers },
    (_, index) => Math.floor(((index + 1) * count) / workers) - Math.floor((index * count) / workers),
  );
  await Promise.all(
    shares.map((part, index) => run({ what, seed: seed + index * 7_919, count: part }, count)),
  );
  return Math.round((performance.now() - started) / 1000);
}

async function changeBytes(options: Options): Promise<boolean> {
  const { count, seed, workers } = options;
  say(`${count} changes of ${oneByteBases().length} transactions, seed ${seed}, ${workers} workers`);
  const seconds = await share('bytes', options);
  say(
    `${done()} changes in ${seconds} s: refused ${totals.refused}, asked ${totals.asked}, harmless ${totals.harmless}, THROUGH=${totals.through}`,
  );
  return totals.through === 0 && done() === count;
}

async function steal(options: Options): Promise<boolean> {
  const { count, seed, workers } = options;
  say(`${count} transactions of the greedy thief's, seed ${seed}, ${workers} workers`);
  const seconds = await share('thief', options);
  const sorted = [...findings.values()].toSorted((left, right) => (left.lost < right.lost ? 1 : -1));
  for (const { name, story } of sorted) say(`\nTAKEN ${name}\n${story}`);
  say(`\n${judged} transactions judged in ${seconds} s: TAKEN=${findings.size}`);
  return findings.size === 0 && judged >= count;
}

async function main(options: Options): Promise<void> {
  const good: boolean[] = [];
  for (const part of options.parts)
    good.push(await (part === 'bytes' ? changeBytes(options) : steal(options)));
  process.exitCode = good.every((one) => one) ? 0 : 1;
}

await main(readOptions());
