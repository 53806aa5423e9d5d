import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { Trade, TradeState } from '#domain/trade.ts';
import type { JournalNote } from '#domain/sentences/journal.ts';
import type { Clock } from '../ports/system.ts';
import type { Journal, JournalEntry, JournalStep, ReceiptLink, ReceiptRow } from '../ports/journal.ts';
import { StorageError, whenFree } from '../ports/storage-trouble.ts';
import { isCommitted, step, withDepth, type Changes } from './trade-machine.ts';

/** Called right after each durable step and each answer from outside, by name; tests stop the process there. */
export type Checkpoint = (name: string) => void;

/** Writes a receipt's record for its place in the chain. */
export type WriteReceipt = (link: ReceiptLink) => ReceiptRow;

/** Who works on a trade: the user's own call, or the watcher's look at the chain. */
export type Worker = 'user' | 'watcher';

/** The trades of a profile: every step goes through `record`, which returns once it is on disk. */
export class TradeBook {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #listeners = new Set<(entry: JournalEntry) => void>();
  readonly #busy = new Map<string, { readonly by: Worker; readonly done: Promise<void> }>();

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** Makes a trade durable for the first time. */
  open(entry: JournalEntry, note: JournalNote): JournalEntry {
    if (this.#journal.get(entry.trade.id)) throw new RangeError('this trade is in the journal already');
    return this.#put(entry, note);
  }

  /**
   * One step of a trade, with the receipt's record that it brings about. @throws RangeError for an illegal move,
   * JournalWriteError when it is not on disk.
   */
  record(
    entry: JournalEntry,
    to: TradeState,
    note: JournalNote,
    changes: Changes = {},
    receipt?: WriteReceipt,
  ): JournalEntry {
    return this.#put(step(entry, to, this.#clock.now(), changes), note, receipt);
  }

  /**
   * How deep a trade's end is, in blocks; kept without a step. @throws RangeError for a trade that has not ended on
   * chain or is confirmed already, JournalWriteError when it is not on disk.
   */
  countDepth(entry: JournalEntry, confirmations: number, wanted: number): JournalEntry {
    const next = withDepth(entry, confirmations, wanted);
    this.#journal.update(next);
    this.#notify(next);
    return next;
  }

  /** Does what records a step, and tries again for a while where another program holds the journal. */
  whenFree<T>(work: () => T | Promise<T>): Promise<T> {
    return whenFree(work, this.#clock);
  }

  get(tradeId: string): JournalEntry | undefined {
    return this.#journal.get(tradeId);
  }

  openEntries(): readonly JournalEntry[] {
    return this.#journal.open();
  }

  /** Trades that ended on chain and could still be undone by a rollback. */
  unconfirmedEntries(): readonly JournalEntry[] {
    return this.#journal.unconfirmed();
  }

  trades(limit: number): readonly Trade[] {
    return this.#journal.all(limit).map((entry) => entry.trade);
  }

  steps(tradeId: string): readonly JournalStep[] {
    return this.#journal.steps(tradeId);
  }

  /** Records of one trade's receipt, or of all, in the order of the chain. */
  receipts(tradeId?: string): readonly ReceiptRow[] {
    return this.#journal.receipts(tradeId);
  }

  isBusy(tradeId: string): boolean {
    return this.#busy.has(tradeId);
  }

  /** Calls the listener after each step and each count of depth with what is on disk now. Answers the function that ends it. */
  onChange(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Runs work on one trade with nobody else at it. The user waits for the watcher's look to end, and for nobody
   * else. Failures: `trade-busy`, the failure of a journal that cannot be written, and those of the work.
   */
  async exclusively<T>(
    tradeId: string,
    work: () => Promise<Result<T, Failure>>,
    by: Worker = 'user',
  ): Promise<Result<T, Failure>> {
    for (let holder = this.#busy.get(tradeId); holder; holder = this.#busy.get(tradeId)) {
      if (by === 'watcher' || holder.by === 'user') return failed(failure('trade-busy'));
      await holder.done;
    }
    let end = (): void => undefined;
    this.#busy.set(tradeId, { by, done: new Promise((resolve) => (end = resolve)) });
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageError) return failed(this.#afterSigning(tradeId, error.failure));
      throw error;
    } finally {
      this.#busy.delete(tradeId);
      end();
    }
  }

  /** Resolves when nobody works on any trade. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all([...this.#busy.values()].map(({ done }) => done));
  }

  #put(entry: JournalEntry, note: JournalNote, receipt?: WriteReceipt): JournalEntry {
    this.#journal.put(entry, note, receipt?.(this.#journal.nextReceipt()));
    this.#notify(entry);
    return entry;
  }

  /** Where signatures exist, the bytes may reach the chain although the step could not be recorded. */
  #afterSigning(tradeId: string, failure: Failure): Failure {
    try {
      const entry = this.#journal.get(tradeId);
      return entry && isCommitted(entry) ? { ...failure, data: { ...failure.data, signed: true } } : failure;
    } catch {
      return failure;
    }
  }

  #notify(entry: JournalEntry): void {
    for (const listener of [...this.#listeners]) listener(entry);
  }
}
