import type { Fate } from '../support/one-byte/one-byte.ts';

/** What one worker is to do. */
export interface FuzzTask {
  readonly seed: number;
  readonly count: number;
}

/** What it did since it last said so. */
export interface FuzzReport {
  readonly counts: Readonly<Record<Fate, number>>;
  /** Changes that got through, in words. */
  readonly through: readonly string[];
}
