import type { Fate } from '../support/one-byte/one-byte.ts';

/** The task of one worker. */
export interface FuzzTask {
  readonly what: FuzzPart;
  readonly seed: number;
  readonly count: number;
}

/** `bytes`: single bytes of good transactions. `thief`: lies, and the transactions that take the most under them. */
export type FuzzPart = 'bytes' | 'thief';

/** Progress since its last report. */
export interface FuzzReport {
  readonly counts: Readonly<Record<Fate, number>>;
  /** Changes that got through, in words. */
  readonly through: readonly string[];
}

export interface ThiefReport {
  /** Transactions judged since it last said so. */
  readonly judged: number;
  /** Runs that lost more than the agreement: what a finding is known by, and how it came about. */
  readonly found: readonly { readonly name: string; readonly story: string; readonly lost: bigint }[];
}
