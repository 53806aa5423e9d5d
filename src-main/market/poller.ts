import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { Clock } from '../ports/clock.ts';

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
