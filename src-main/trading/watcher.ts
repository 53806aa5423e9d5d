import type { Failure } from '../../src-preload/domain/failure.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { followOnce } from './follower.ts';
import type { SubmissionParts } from './submission.ts';
import { isCommitted } from './trade-machine.ts';

const LONGEST_PAUSE_MS = 60_000;

export interface WatcherOptions {
  /** Milliseconds between two looks at the chain. */
  readonly pollMs: number;
  readonly log: Log;
}

/**
 * Follows every open trade until it ends. At the start it clears away what was never signed: a trade left open
 * before its signature existed cannot reach the chain. What was signed is resumed from its state, by hash.
 */
export class Watcher {
  readonly #parts: SubmissionParts;
  readonly #clock: Clock;
  readonly #pollMs: number;
  readonly #log: Log;
  #stopped = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> | undefined;

  constructor(parts: SubmissionParts, clock: Clock, { pollMs, log }: WatcherOptions) {
    this.#parts = parts;
    this.#clock = clock;
    this.#pollMs = pollMs;
    this.#log = log;
  }

  start(): void {
    if (this.#running) return;
    this.#stopped = new AbortController();
    this.#clearUnsigned();
    this.#running = this.#run(this.#stopped.signal);
  }

  /** Looks at once instead of at the next turn. */
  poke(): void {
    this.#wake.abort();
  }

  /** Resolves when the last call has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#wake.abort();
    await this.#running;
    this.#running = undefined;
  }

  #clearUnsigned(): void {
    const { book } = this.#parts;
    for (const entry of book.openEntries())
      if (!isCommitted(entry)) book.record(entry, 'discarded', 'left open before it was signed');
  }

  async #run(stopped: AbortSignal): Promise<void> {
    let troubles = 0;
    while (!stopped.aborted) {
      this.#wake = new AbortController();
      const failureMet = await this.#lookOnce(stopped);
      troubles = failureMet === undefined ? 0 : troubles + 1;
      const pause = Math.min(this.#pollMs * 2 ** Math.min(troubles, 10), LONGEST_PAUSE_MS);
      await this.#clock.sleep(pause, AbortSignal.any([stopped, this.#wake.signal]));
    }
  }

  async #lookOnce(stopped: AbortSignal): Promise<Failure | undefined> {
    const { book } = this.#parts;
    for (const { trade } of book.openEntries()) {
      if (stopped.aborted) return undefined;
      if (book.isBusy(trade.id)) continue;
      const look = async (): Promise<Result<unknown, Failure>> => {
        const entry = book.get(trade.id);
        if (!entry || !isCommitted(entry)) return ok(undefined);
        return followOnce(entry, this.#parts, this.#clock.now(), stopped);
      };
      const result = await book.exclusively(trade.id, look, 'watcher');
      if (!result.ok && result.failure.code !== 'trade-busy' && !stopped.aborted) {
        this.#log.warn('watch-failed', { code: result.failure.code });
        return result.failure;
      }
    }
    return undefined;
  }
}
