import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { keepNewest } from '#domain/newest.ts';
import type { Clock } from '../ports/system.ts';

const LONGEST_PAUSE_MS = 5 * 60_000;

export interface PollerOptions {
  readonly clock: Clock;
  /** Milliseconds between two calls; longer after failures. */
  readonly everyMs: number;
  /** One call; it ends when the signal is aborted. */
  readonly call: (signal: AbortSignal) => Promise<Result<unknown, Failure>>;
}

/** Repeats a call until it is stopped, one at a time, more slowly while it fails. */
export class Poller {
  readonly #options: PollerOptions;
  #stopped = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#running) return;
    this.#stopped = new AbortController();
    this.#running = this.#run(this.#stopped.signal);
  }

  /** Calls again at once. */
  poke(): void {
    this.#wake.abort();
  }

  /** Aborts the call under way and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
    this.#running = undefined;
  }

  async #run(stopped: AbortSignal): Promise<void> {
    const { clock, everyMs, call } = this.#options;
    let troubles = 0;
    while (!stopped.aborted) {
      this.#wake = new AbortController();
      const result = await call(stopped);
      troubles = result.ok ? 0 : troubles + 1;
      const pause = Math.min(everyMs * 2 ** Math.min(troubles, 8), LONGEST_PAUSE_MS);
      await clock.sleep(pause, AbortSignal.any([stopped, this.#wake.signal]));
    }
  }
}

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

  /** What is requested from now on, the most important first. */
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
