import { epochMs, type EpochMs } from '#domain/time.ts';
import type { Clock } from '../../src-main/ports/system.ts';

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is moved; its two hands can be moved apart. */
export class ManualClock implements Clock {
  #wall: number;
  #monotonic = 0;
  #sleepers: readonly Sleeper[] = [];

  constructor(wall = Date.UTC(2026, 10, 21)) {
    this.#wall = wall;
  }

  now(): EpochMs {
    return epochMs(this.#wall);
  }

  monotonic(): number {
    return this.#monotonic;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#sleepers = [...this.#sleepers, { due: this.#monotonic + ms, wake: resolve }];
      signal?.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Lets time pass, waking sleepers in their order; each may go to sleep again within the span. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    for (;;) {
      const next = this.#sleepers.toSorted((left, right) => left.due - right.due)[0];
      if (!next || next.due > end) break;
      this.#sleepers = this.#sleepers.filter((sleeper) => sleeper !== next);
      this.#move(Math.max(next.due, this.#monotonic));
      next.wake();
      await settled();
    }
    this.#move(end);
    await settled();
  }

  /** Sets the wall clock, as a user or a time server may; the monotonic clock does not notice. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  #move(to: number): void {
    this.#wall += to - this.#monotonic;
    this.#monotonic = to;
  }
}

/** Lets promise callbacks run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
