import type { Clock, Random } from '../ports/system.ts';

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

  /** Waits for its turn and returns the function that gives the place back; `undefined` when aborted. */
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

  /** Takes a token and returns the ms to wait until it is available. */
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

  /** The user gave up the call, or nothing depends on it: its outcome does not count. */
  abandoned(): void {
    this.#trying = false;
  }
}

/** Extra attempts of a read-only call. */
export const EXTRA_ATTEMPTS = 2;

const FIRST_DELAY_MS = 250;
const LONGEST_RETRY_AFTER_MS = 60_000;
const PASSING = new Set([429, 502, 503, 504]);

/** True for the states of a server that another attempt may outlast. */
export function isPassingStatus(status: number): boolean {
  return PASSING.has(status);
}

/** Ms before the attempt after `attempt` (0 for the first): doubling, spread evenly over 0.5 to 1.5 of itself. */
export function retryDelay(attempt: number, random: Random): number {
  const [byte = 0] = random.bytes(1);
  return Math.round(FIRST_DELAY_MS * 2 ** attempt * (0.5 + byte / 255));
}

/**
 * Ms that a `Retry-After` header asks for (seconds or an HTTP date, RFC 9110 §10.2.3), at most 60 s; `undefined`
 * when there is none or it cannot be read.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const plain = header.trim();
  const ms = /^\d{1,9}$/.test(plain) ? Number(plain) * 1000 : Date.parse(plain) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS);
}
