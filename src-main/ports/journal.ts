import type { Trade } from '../../src-preload/domain/trade.ts';
import type { EpochMs } from '../../src-preload/domain/time.ts';

/**
 * What the journal keeps beside the trade as shown: the bytes. Hex; never a key, never a password.
 * `resolved` inputs are kept so that a restart can explain the trade without asking again.
 */
export interface TradeBytes {
  readonly unsignedCbor: string;
  readonly witnessSet?: string;
  readonly signedCbor?: string;
}

export interface JournalEntry {
  readonly trade: Trade;
  readonly bytes: TradeBytes;
}

/** One step of a trade as it was recorded, oldest first. */
export interface JournalStep {
  readonly tradeId: string;
  readonly at: EpochMs;
  readonly state: Trade['state'];
  readonly note: string;
}

/**
 * The durable record of trades. `put` returns only after the entry is on disk (fsync), so that the next call to
 * the outside may be made. One entry per trade; every `put` also appends a step.
 */
export interface Journal {
  put(entry: JournalEntry, note: string): void;
  get(tradeId: string): JournalEntry | undefined;
  /** Newest first. */
  all(limit: number): readonly JournalEntry[];
  /** Entries whose state is not final. */
  open(): readonly JournalEntry[];
  steps(tradeId: string): readonly JournalStep[];
  close(): void;
}
