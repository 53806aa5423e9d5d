import type { EpochMs } from '#domain/time.ts';
import type { Tip } from '../ports/ledger.ts';

/** Milliseconds for which a shorter chain than the last one seen is taken for a back-end that lags behind. */
const PATIENCE_MS = 120_000;

/**
 * When to look at what only a new block can change: once a block at most. A chain is replaced by a longer one only,
 * so an answer from a shorter chain than the last says that the back-end lags; it counts when it stays so.
 */
export class BlockPace {
  #seen: Pick<Tip, 'hash' | 'height'> | undefined;
  #behindSince: EpochMs | undefined;

  /** Whether this tip calls for a look; the same tip does so once. */
  isDue({ hash, height }: Tip, now: EpochMs): boolean {
    const seen = this.#seen;
    if (seen?.hash === hash) {
      this.#behindSince = undefined;
      return false;
    }
    if (seen !== undefined && height <= seen.height) {
      this.#behindSince ??= now;
      if (now - this.#behindSince < PATIENCE_MS) return false;
    }
    this.#seen = { hash, height };
    this.#behindSince = undefined;
    return true;
  }
}
