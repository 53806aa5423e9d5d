import { epochMs, type EpochMs } from '#domain/time.ts';
import type { Clock } from '../../src-main/ports/system.ts';
import { systemClock } from '../../src-main/system/clock.ts';

/** The machine's clock, which can be moved on: whoever sleeps meanwhile wakes up when his time has passed by it. */
export class JumpingClock implements Clock {
  #ahead = 0;
  #jump = new AbortController();

  now(): EpochMs {
    return epochMs(systemClock.now() + this.#ahead);
  }

  monotonic(): number {
    return systemClock.monotonic() + this.#ahead;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const due = this.monotonic() + ms;
    while (signal?.aborted !== true) {
      const left = due - this.monotonic();
      if (left <= 0) return;
      const { signal: jumped } = this.#jump;
      const woken = signal ? AbortSignal.any([signal, jumped]) : jumped;
      await systemClock.sleep(left, woken);
    }
  }

  jump(ms: number): void {
    this.#ahead += ms;
    const before = this.#jump;
    this.#jump = new AbortController();
    before.abort();
  }
}
