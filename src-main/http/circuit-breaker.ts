import type { Clock } from '../ports/clock.ts';

export interface BreakerLimits {
  /** Failures in a row after which calls are refused at once. */
  readonly failures: number;
  /** For how long, in ms; then one call is let through to try. */
  readonly pauseMs: number;
}

/** Stops calling a host that keeps failing, and tries again with a single call after a pause. */
export class CircuitBreaker {
  readonly #limits: BreakerLimits;
  readonly #clock: Clock;
  #failures = 0;
  #openUntil = 0;
  #trying = false;

  constructor(limits: BreakerLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Asks to make a call: 0 lets it through, else the ms to wait. Every call let through must end in `succeeded`,
   * `failed` or `abandoned`.
   */
  ask(): number {
    if (this.#failures < this.#limits.failures) return 0;
    const left = this.#openUntil - this.#clock.monotonic();
    if (left > 0) return left;
    if (this.#trying) return this.#limits.pauseMs;
    this.#trying = true;
    return 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#trying = false;
  }

  failed(): void {
    this.#failures += 1;
    this.#trying = false;
    if (this.#failures >= this.#limits.failures) {
      this.#openUntil = this.#clock.monotonic() + this.#limits.pauseMs;
    }
  }

  /** The call was given up by the user: it says nothing about the host. */
  abandoned(): void {
    this.#trying = false;
  }
}
