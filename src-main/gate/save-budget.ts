import { failure, type Failure } from '#domain/failure.ts';
import type { Clock } from '../ports/clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** More than anybody saves by hand; a page that saves by itself must not fill the disk. */
const LIMITS = [
  { within: MINUTE, files: 10, bytes: 50_000_000 },
  { within: DAY, files: 200, bytes: 500_000_000 },
] as const;

/** How much the trading window may have saved to disk. */
export class SaveBudget {
  readonly #clock: Clock;
  #saved: readonly { readonly at: number; readonly bytes: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a file that is about to be saved, or says why it may not be: `saving-paused`. */
  spend(bytes: number): Failure | undefined {
    const now = this.#clock.monotonic();
    this.#saved = this.#saved.filter(({ at }) => now - at < DAY);
    for (const limit of LIMITS) {
      const recent = this.#saved.filter(({ at }) => now - at < limit.within);
      const spent = recent.reduce((sum, file) => sum + file.bytes, 0);
      if (recent.length < limit.files && spent + bytes <= limit.bytes) continue;
      const until = (recent[0]?.at ?? now) + limit.within;
      return failure('saving-paused', { minutes: Math.max(1, Math.ceil((until - now) / MINUTE)) });
    }
    this.#saved = [...this.#saved, { at: now, bytes }];
    return undefined;
  }
}
