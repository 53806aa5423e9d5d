import type { Clock } from '../ports/clock.ts';

export interface RateLimits {
  /** Calls under way at once. */
  readonly concurrency: number;
  /** Sustained starts per second. */
  readonly perSecond: number;
  /** Starts that may come at once after a quiet time. */
  readonly burst: number;
}

/**
 * Holds back calls to one host: so many at once, so many a second (a token bucket), and none before the time that
 * the host named itself. First come, first served.
 */
export class RateGate {
  readonly #limits: RateLimits;
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Monotonic ms at which the bucket would be full again. */
  #bucketFullAt = 0;
  #pausedUntil = 0;

  constructor(limits: RateLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Monotonic milliseconds until a host-imposed pause ends; 0 when there is none. */
  pauseLeft(): number {
    return Math.max(0, this.#pausedUntil - this.#clock.monotonic());
  }

  /** Starts no call for the next `ms`. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.monotonic() + ms);
  }

  /** Waits for its turn and answers the function that gives the place back; answers `undefined` when aborted. */
  async enter(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (!(await this.#takePlace(signal))) return undefined;
    let held = true;
    const leave = (): void => {
      if (held) this.#givePlace();
      held = false;
    };
    let wait = this.#reserve();
    while (wait > 0 && !signal.aborted) {
      await this.#clock.sleep(wait, signal);
      wait = this.pauseLeft();
    }
    if (!signal.aborted) return leave;
    leave();
    return undefined;
  }

  /** Takes a token and answers the ms to wait until it is there. */
  #reserve(): number {
    const now = this.#clock.monotonic();
    const interval = 1000 / this.#limits.perSecond;
    this.#bucketFullAt = Math.max(this.#bucketFullAt, now) + interval;
    return Math.max(this.#bucketFullAt - now - this.#limits.burst * interval, this.pauseLeft());
  }

  async #takePlace(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#running < this.#limits.concurrency) {
      this.#running += 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const turn = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(true);
    };
    const giveUp = (): void => {
      this.#waiting.splice(this.#waiting.indexOf(turn), 1);
      resolve(false);
    };
    this.#waiting.push(turn);
    signal.addEventListener('abort', giveUp, { once: true });
    return promise;
  }

  /** The place passes straight to the next in line, so that no newcomer slips in between. */
  #givePlace(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
