import type { AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import type { FillAudit, MarketAtDecision } from '#domain/fill-audit.ts';
import type { Trade } from '#domain/trade.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Result } from '#domain/result.ts';
import type { JournalNote } from '#domain/sentences/journal.ts';
import type { OutputRef } from './ledger.ts';
import { StorageError } from './storage-trouble.ts';

/** The bytes that the journal keeps besides the trade as shown. Hex; never a key, never a password. */
export interface TradeBytes {
  readonly unsignedCbor: string;
  /** The subject that it was built for: the quote's id, for instance. Absent in entries of older versions. */
  readonly subject?: string;
  /** Bech32 address that was the buyer: what the orders pay to it counts as received. */
  readonly owner: string;
  /** Outputs that the transaction spends: when another transaction spends one, ours is dead. */
  readonly inputs: readonly OutputRef[];
  /** Key hashes (hex) that must sign: the account's, and others'. */
  readonly ownSigners: readonly string[];
  readonly foreignSigners: readonly string[];
  /** The agreement that the user was asked for, as canonical JSON. Absent in entries of older versions. */
  readonly agreement?: string;
  /** First slot in which the transaction is no longer valid; absent when it has no end. */
  readonly validUntilSlot?: number;
  /** The text of the bundle that it was handed out in, until its signatures are here. */
  readonly bundle?: string;
  /** CIP-30 witness set of the signatures that came back while others of ours are missing. */
  readonly gathered?: string;
  /** Our CIP-30 witness set. From the moment that this is kept, the transaction may reach the chain. */
  readonly witnessSet?: string;
  readonly signedCbor?: string;
  /** The worth of the trade when it was built, lovelace; absent when it was not known. */
  readonly worth?: bigint;
  /** Bech32 addresses that it pays besides its orders and the account's own. */
  readonly recipients?: readonly string[];
  /** Hashes (hex) of the scripts that lock its orders. */
  readonly orderScripts?: readonly string[];
  /** Evidence: what the service answered when it changed the transaction after we had signed. */
  readonly serviceAnswer?: string;
  /**
   * Seed of the key that signs this trade's receipt records and nothing else; no funds depend on it. Kept until the
   * receipt is complete or the trade is over.
   */
  readonly receiptSeed?: string;
  /** Seed of the key that signs the records of this trade's fills and nothing else. It is kept, as fills come later. */
  readonly addendumSeed?: string;
}

export interface JournalEntry {
  readonly trade: Trade;
  readonly bytes: TradeBytes;
}

/** A part of the journal, newest first; `next` names where the following part begins, and is absent after the last. */
export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  readonly next: number | undefined;
}

/** One step of a trade as it was recorded, oldest first. */
export interface JournalStep {
  readonly tradeId: string;
  readonly at: EpochMs;
  readonly state: Trade['state'];
  /** Absent where another version wrote it. */
  readonly note: JournalNote | undefined;
}

/** Where a receipt's next record comes in the chain of this journal. */
export interface ReceiptLink {
  /** From 0, without gaps. */
  readonly position: number;
  /** Hash of the record before it; `undefined` for the first. */
  readonly previous: string | undefined;
}

/** One record of a trade's receipt as it is kept: signed text that is never changed. */
export interface ReceiptRow {
  readonly position: number;
  readonly tradeId: string;
  /** SHA-256 (hex) of what the record says. */
  readonly hash: string;
  /** Canonical JSON. */
  readonly text: string;
}

/** How amounts of a token are written. */
export interface WrittenToken {
  readonly decimals: number;
  /** Empty as long as nobody but the service calls it by one, and the user has agreed to none. */
  readonly ticker: string;
  /** Whether the user agreed to a transaction that moves it, by that ticker or, where it has none, by its id. */
  readonly agreed: boolean;
}

/** Thrown by `put` when the record could not be made durable: whatever was to follow must not happen. */
export class JournalWriteError extends StorageError {
  override readonly name = 'JournalWriteError';
}

/**
 * The durable record of trades. `put` returns only after the entry is on disk (fsync), so that the next call to
 * the outside may be made. One entry per trade; every `put` also appends a step. Whatever reads throws StorageError when
 * the file cannot be read or an entry is damaged.
 */
export interface Journal {
  /**
   * `receipt` is kept in the same step, or neither is. @throws JournalWriteError when the disk is full or the file
   * cannot be written, RangeError when the receipt's record is not the chain's next one.
   */
  put(entry: JournalEntry, note: JournalNote, receipt?: ReceiptRow): void;
  /**
   * Replaces what is kept of a trade, without a step: for counts, not for moves. @throws JournalWriteError, RangeError
   * when the trade is not in the journal in that state.
   */
  update(entry: JournalEntry): void;
  get(tradeId: string): JournalEntry | undefined;
  /** Newest first. */
  all(limit: number): readonly JournalEntry[];
  /** Entries that were first kept before the one that `before` names (the newest when absent), newest first. */
  page(size: number, before?: number): JournalPage;
  /** Entries with this transaction: more than one where a service answered two requests with the same bytes. */
  byHash(bodyHash: string): readonly JournalEntry[];
  /** Entries whose state is not final, oldest first. */
  open(): readonly JournalEntry[];
  /** Entries that ended on chain and are not confirmed yet, oldest first. */
  unconfirmed(): readonly JournalEntry[];
  /** Entries of recurring orders, oldest first. */
  plans(): readonly JournalEntry[];
  steps(tradeId: string): readonly JournalStep[];
  /** Records of one trade's receipt, or of all, in the order of the chain. */
  receipts(tradeId?: string): readonly ReceiptRow[];
  /** A trade's market as seen at the decision; `undefined` if there was none, or none that can be read. */
  decision(tradeId: string): MarketAtDecision | undefined;
  /** @throws JournalWriteError */
  keepDecision(tradeId: string, decision: MarketAtDecision): void;
  /** The audit of a trade's fills; `undefined` if there is none, or none that this version can read: it can be made again. */
  fillAudit(tradeId: string): FillAudit | undefined;
  /**
   * Replaces the one before it. Changes nothing of the trade, which may be confirmed by now. `receipts` are kept in the same
   * step. @throws JournalWriteError, with `fill-audit-unreadable` when the audit could not be read back; RangeError when they
   * are not the chain's next records.
   */
  keepFillAudit(tradeId: string, audit: FillAudit, receipts?: readonly ReceiptRow[]): void;
  /** How a token was written when it was first seen here; `undefined` when it never was. */
  writtenAs(token: AssetId): WrittenToken | undefined;
  /**
   * Keeps how a token is written that is seen for the first time: its decimals then, its ticker as soon as it has one.
   * Later ones change nothing, unless the user has just agreed to another ticker in place of that one (`renames`).
   * @throws JournalWriteError
   */
  keepWritten(token: AssetId, written: WrittenToken, renames?: boolean): void;
  /** Tokens with a ticker that was kept, those that the user agreed to before all others. */
  namedTokens(): ReadonlyMap<AssetId, string>;
  /** The place of the next record. */
  nextReceipt(): ReceiptLink;
  close(): void;
}

/** Small durable values by key (JSON), never a secret. Writes are on disk when `set` returns; else it throws StorageError. */
export interface SettingsStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  /** Takes note of how much of a key's value is kept without being understood. */
  unread?(key: string, entries: number): void;
}

/**
 * Which trade on this machine signs which transaction. A builder can answer two commands with the same bytes; whoever
 * signs them twice has one trade on chain and two in the journals.
 */
export interface SignatureClaims {
  /** Takes a transaction for a trade, once and for all until `release`. Failure: `signed-elsewhere`. */
  claim(bodyHash: string, tradeId: string): Result<undefined, Failure>;
  /** The trade did not sign it after all. */
  release(bodyHash: string, tradeId: string): void;
}
