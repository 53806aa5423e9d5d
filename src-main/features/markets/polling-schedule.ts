import { keepNewest } from '#domain/newest.ts';
import type { Clock } from '../../ports/clock.ts';

/** Something to ask for again and again. */
export interface PolledJob {
  /** One job a key. */
  readonly key: string;
  readonly everyMs: number;
  /** Answers whether it went well; it is asked more rarely while it does not. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
}

interface Turn {
  readonly startedAt: number;
  readonly troubles: number;
}

const NEVER: Turn = { startedAt: Number.NEGATIVE_INFINITY, troubles: 0 };
const LONGEST_SLEEP_MS = 60_000;
const MOST_SLOWED = 8;
const MOST_REMEMBERED = 2_000;

/**
 * One schedule for all that is polled, within a budget of requests: the job that is most overdue for its own rhythm
 * goes first, and among equals the one named first. Too small a budget makes everything slower, and starves nothing.
 */
export class PollingSchedule {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #stopped = new AbortController();
  readonly #turns = new Map<string, Turn>();
  #jobs: readonly PolledJob[] = [];
  #paused = false;
  #wake = new AbortController();

  constructor(clock: Clock, requestsPerMinute: number) {
    this.#clock = clock;
    this.#everyMs = 60_000 / requestsPerMinute;
    void this.#run();
  }

  /** What is asked for from now on, the most important first. */
  set(jobs: readonly PolledJob[], paused: boolean): void {
    this.#jobs = jobs;
    this.#paused = paused;
    this.#wake.abort();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const next = this.#next();
      if (typeof next === 'number') {
        this.#wake = new AbortController();
        const woken = AbortSignal.any([signal, this.#wake.signal]);
        await this.#clock.sleep(Math.min(next, LONGEST_SLEEP_MS), woken);
        continue;
      }
      const troubles = this.#turns.get(next.key)?.troubles ?? 0;
      this.#remember(next.key, troubles);
      const well = await next.run(signal);
      this.#remember(next.key, well ? 0 : troubles + 1);
      await this.#clock.sleep(this.#everyMs, signal);
    }
  }

  /** The job whose turn it is, or ms until the next one is due. */
  #next(): PolledJob | number {
    if (this.#paused) return Number.POSITIVE_INFINITY;
    const now = this.#clock.monotonic();
    let best: { readonly job: PolledJob; readonly overdue: number } | undefined;
    let soonest = Number.POSITIVE_INFINITY;
    for (const job of this.#jobs) {
      const { startedAt, troubles } = this.#turns.get(job.key) ?? NEVER;
      const every = job.everyMs * Math.min(2 ** troubles, MOST_SLOWED);
      const wait = startedAt + every - now;
      const overdue = (now - startedAt) / every;
      soonest = Math.min(soonest, wait);
      if (wait <= 0 && (!best || overdue > best.overdue)) best = { job, overdue };
    }
    return best?.job ?? soonest;
  }

  #remember(key: string, troubles: number): void {
    keepNewest(this.#turns, key, { startedAt: this.#clock.monotonic(), troubles }, MOST_REMEMBERED);
  }
}
