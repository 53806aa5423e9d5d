import type { EpochMs } from '#domain/time.ts';
import { epochMs } from '#domain/time.ts';
import type { Clock } from '../ports/clock.ts';
import type { SecretBytes } from './secret-bytes.ts';

const MINUTE = 60_000;
/** How often the end is looked for at least: a machine that slept may have passed it. */
const LONGEST_WAIT = 15_000;

/**
 * A secret held for a limited time: a decrypted key, or the password for a set of transactions. It ends when its minutes are over by either clock (the monotonic one
 * stands still while the machine sleeps, the other can be set), or when nobody touched the application for long.
 */
export class UnlockPeriod {
  readonly #clock: Clock;
  readonly #key: SecretBytes;
  readonly #end: number;
  readonly #stop = new AbortController();
  /** When it ends at the latest, as shown. */
  readonly until: EpochMs;
  #lastTouch: number;
  #idleMinutes: number;

  /** `idleMinutes` of 0 turns the end by idleness off. */
  constructor(clock: Clock, key: SecretBytes, minutes: number, idleMinutes: number) {
    this.#clock = clock;
    this.#key = key;
    this.#end = clock.monotonic() + minutes * MINUTE;
    this.until = epochMs(clock.now() + minutes * MINUTE);
    this.#lastTouch = clock.monotonic();
    this.#idleMinutes = idleMinutes;
  }

  get over(): boolean {
    return this.#left() <= 0 || this.#clock.now() >= this.until;
  }

  /** The secret; `undefined` once the period is over or was ended. */
  key(): SecretBytes | undefined {
    return this.over || this.#stop.signal.aborted ? undefined : this.#key;
  }

  touch(): void {
    if (!this.over) this.#lastTouch = this.#clock.monotonic();
  }

  setIdleMinutes(minutes: number): void {
    this.#idleMinutes = minutes;
  }

  /** Wipes the secret. */
  end(): void {
    this.#stop.abort();
    this.#key.wipe();
  }

  /** Resolves when the period is over or was ended. */
  async finished(): Promise<void> {
    while (!this.#stop.signal.aborted && !this.over)
      await this.#clock.sleep(Math.min(Math.max(this.#left(), 1), LONGEST_WAIT), this.#stop.signal);
  }

  #left(): number {
    const idleEnd =
      this.#idleMinutes === 0 ? Number.POSITIVE_INFINITY : this.#lastTouch + this.#idleMinutes * MINUTE;
    return Math.min(this.#end, idleEnd) - this.#clock.monotonic();
  }
}
