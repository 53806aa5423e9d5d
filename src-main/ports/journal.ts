import type { Failure } from '../../src-preload/domain/failure.ts';
import type { Trade } from '../../src-preload/domain/trade.ts';
import type { EpochMs } from '../../src-preload/domain/time.ts';
import type { OutputRef } from './ledger.ts';

/** What the journal keeps beside the trade as shown: the bytes. Hex; never a key, never a password. */
export interface TradeBytes {
  readonly unsignedCbor: string;
  /** Bech32 address that was the buyer: what the orders pay to it counts as received. */
  readonly owner: string;
  /** Outputs that the transaction spends: when another transaction spends one, ours is dead. */
  readonly inputs: readonly OutputRef[];
  /** Key hashes (hex) that must sign: the account's, and others'. */
  readonly ownSigners: readonly string[];
  readonly foreignSigners: readonly string[];
  /** First slot in which the transaction is no longer valid; absent when it has no end. */
  readonly validUntilSlot?: number;
  /** Our CIP-30 witness set. From the moment that this is kept, the transaction may reach the chain. */
  readonly witnessSet?: string;
  readonly signedCbor?: string;
  /** Evidence: what the service answered when it changed the transaction after we had signed. */
  readonly serviceAnswer?: string;
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

/** Thrown by `put` when the record could not be made durable: whatever was to follow must not happen. */
export class JournalWriteError extends Error {
  override readonly name = 'JournalWriteError';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/**
 * The durable record of trades. `put` returns only after the entry is on disk (fsync), so that the next call to
 * the outside may be made. One entry per trade; every `put` also appends a step.
 */
export interface Journal {
  /** @throws JournalWriteError when the disk is full or the file cannot be written. */
  put(entry: JournalEntry, note: string): void;
  get(tradeId: string): JournalEntry | undefined;
  /** Newest first. */
  all(limit: number): readonly JournalEntry[];
  /** Entries whose state is not final, oldest first. */
  open(): readonly JournalEntry[];
  steps(tradeId: string): readonly JournalStep[];
  close(): void;
}
