import { parentPort, workerData } from 'node:worker_threads';

import { oneByteBases, type Fate } from '../support/one-byte/one-byte.ts';
import { beginning } from '../support/thief/beginning.ts';
import { explore, plainest, storyOf } from '../support/thief/explore.ts';
import type { FuzzReport, FuzzTask, ThiefReport } from './fuzz-messages.ts';

const REPORT_EVERY = 2_000;

/** The next of a sequence of 32-bit numbers that a seed gives (Mulberry32); good enough to spread bytes. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function changeBytes({ seed, count }: FuzzTask): void {
  const next = numbers(seed);
  const bases = oneByteBases();
  let counts: Record<Fate, number> = { refused: 0, asked: 0, harmless: 0, through: 0 };
  let through: string[] = [];
  const report = (): void => {
    parentPort?.postMessage({ counts, through } satisfies FuzzReport);
    counts = { refused: 0, asked: 0, harmless: 0, through: 0 };
    through = [];
  };
  for (let done = 1; done <= count; done += 1) {
    const base = bases[next() % bases.length];
    if (!base) throw new Error('there is no base');
    const at = next() % base.length;
    const change = 1 + (next() % 255);
    const fate = base.fate(at, change);
    counts[fate] += 1;
    if (fate === 'through')
      through.push(
        `${base.base.name}: byte ${at} ^ ${change} (${base.costly(base.changed(at, change)) ?? ''})`,
      );
    if (done % REPORT_EVERY === 0) report();
  }
  report();
}

/** The thief's tries. Successful ones are reported once all are over, reduced to the claims that they needed. */
async function steal({ seed, count }: FuzzTask): Promise<void> {
  const begun = await beginning();
  let judged = 0;
  const report = (found: ThiefReport['found']): void => {
    parentPort?.postMessage({ judged, found } satisfies ThiefReport);
    judged = 0;
  };
  const { findings } = await explore({ seed, count }, begun, (more) => {
    judged += more;
    if (judged >= REPORT_EVERY) report([]);
  });
  for (const [name, { what }] of findings) {
    const { outcome } = await plainest(what, begun);
    report([{ name, story: storyOf(outcome), lost: outcome.lost }]);
  }
  report([]);
}

const task = workerData as FuzzTask;
if (task.what === 'bytes') changeBytes(task);
else await steal(task);
