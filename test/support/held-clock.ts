import { epochMs, type EpochMs } from '#domain/time.ts';
import type { Clock } from '../../src-main/ports/system.ts';
import { systemClock } from '../../src-main/system/clock.ts';

/** The machine's clock, whose wall hand can be set ahead and whose other hand can be held still. */
export class HeldClock implements Clock {
  /** Milliseconds by which the wall clock is ahead. */
  ahead = 0;
  #held: number | undefined;

  now(): EpochMs {
    return epochMs(systemClock.now() + this.ahead);
  }

  monotonic(): number {
    return this.#held ?? systemClock.monotonic();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }

  /** Holds the monotonic clock still, at a whole millisecond: sums of fractions would be off by a hair. */
  hold(): void {
    this.#held = Math.ceil(this.monotonic());
  }

  /** Moves the held clock on. */
  advance(ms: number): void {
    this.#held = this.monotonic() + ms;
  }

  release(): void {
    this.#held = undefined;
  }
}
