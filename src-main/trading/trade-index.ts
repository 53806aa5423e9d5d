import type { Failure } from '#domain/failure.ts';
import type { Trade } from '#domain/trade.ts';
import type { Journal, JournalEntry, JournalPage } from '../ports/journal.ts';
import { StorageError } from '../ports/storage-trouble.ts';
import { breath, SLICE } from './slices.ts';
import type { TradeBook } from './trade-book.ts';

const PAUSE_MS = 10;
/** A report comes after so many entries, since whoever lists them then looks at all. */
const REPORTED = 5_000;
/** Milliseconds that windows and clients have for themselves before the past is read. */
const BEFORE_MS = 1_000;
/** The newest trades that are listed from the first on. */
const NEWEST = 200;

/**
 * Reads every entry of the journal once, newest first, for all who need the past: in slices in the background, or at
 * once for whoever cannot wait. A trade that changes meanwhile is reported by the book as well.
 */
export class JournalPass {
  readonly #journal: Journal;
  readonly #sinks: ((entry: JournalEntry) => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #toTell: ((why: Failure) => void)[] = [];
  #next: number | undefined;
  #done = false;
  #stopped = false;
  #failure: Failure | undefined;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Why the past cannot be read to its end. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** Whether nothing more is read. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Calls the listener once the past was read to its end: at once, where it was. */
  onDone(listener: () => void): void {
    if (this.#done) listener();
    else this.#waiting.push(listener);
  }

  /** Calls the listener once it is known that the past cannot be read to its end: at once, where it is. */
  onFailure(listener: (why: Failure) => void): void {
    if (this.#failure) listener(this.#failure);
    else this.#toTell.push(listener);
  }

  /** Something of the past cannot be read. The first one counts. */
  fail(why: Failure): void {
    if (this.#failure) return;
    this.#failure = why;
    for (const tell of this.#toTell.splice(0)) tell(why);
  }

  /** Registers who is given each entry; before the pass begins. */
  feed(sink: (entry: JournalEntry) => void): void {
    this.#sinks.push(sink);
  }

  /** Reads what is left. @throws StorageError when the file cannot be read or an entry is damaged. */
  finish(): void {
    while (!this.#done) this.#slice();
  }

  /** Reads what is left while others are served in between; less when stopped. @throws StorageError as `finish` */
  async rest(): Promise<void> {
    while (!this.#done && !this.#stopped) {
      this.#slice();
      await breath();
    }
  }

  /** Reads on in the background, and calls `onPart` now and then and at the end. Resolves at the end, or when stopped. */
  async run(onPart: () => void): Promise<void> {
    let read = 0;
    await pause(BEFORE_MS);
    while (!this.#done && !this.#stopped) {
      try {
        read += this.#slice();
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        break;
      }
      if (read >= REPORTED && !this.#done) {
        read = 0;
        onPart();
      }
      await pause(PAUSE_MS);
    }
    if (!this.#stopped) onPart();
  }

  stop(): void {
    this.#stopped = true;
  }

  #slice(): number {
    const { entries, next } = this.#page();
    for (const entry of entries) for (const sink of this.#sinks) sink(entry);
    this.#next = next;
    this.#done = next === undefined;
    if (this.#done) for (const listener of this.#waiting.splice(0)) listener();
    return entries.length;
  }

  #page(): JournalPage {
    try {
      return this.#journal.page(SLICE, this.#next);
    } catch (error) {
      if (error instanceof StorageError) this.fail(error.failure);
      throw error;
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

/** The trades of the journal as they are now. */
export class TradeIndex {
  readonly #journal: Journal;
  readonly #pass: JournalPass;
  readonly #trades = new Map<string, Trade>();
  #begun = false;

  constructor(journal: Journal, book: TradeBook, pass: JournalPass) {
    this.#journal = journal;
    this.#pass = pass;
    book.onChange(({ trade }) => this.#trades.set(trade.id, trade));
    // A trade that the book has reported is at least as recent, and its object stays the same.
    pass.feed(({ trade }) => this.#add(trade));
  }

  /** The unsigned bytes (hex) of the trade's transaction with this hash. */
  bytesOf(bodyHash: string): string | undefined {
    return this.#journal.byHash(bodyHash)[0]?.bytes.unsignedCbor;
  }

  /** Every trade, in no particular order; each stays the same object until it changes. @throws StorageError */
  all(): Iterable<Trade> {
    this.#pass.finish();
    return this.#trades.values();
  }

  /**
   * The trades read so far. From the start they include all trades in progress, all recurring orders and the newest
   * ones.
   */
  listed(): Iterable<Trade> {
    if (!this.#begun) {
      this.#begun = true;
      const journal = this.#journal;
      const live = [...journal.open(), ...journal.unconfirmed(), ...journal.plans()];
      for (const { trade } of [...live, ...journal.all(NEWEST)]) this.#add(trade);
    }
    return this.#trades.values();
  }

  /** Whether the transaction with this hash is a cancellation of ours. */
  isCancel(hash: string): boolean {
    return this.#journal.byHash(hash).some(({ trade }) => trade.kind === 'cancel');
  }

  #add(trade: Trade): void {
    if (!this.#trades.has(trade.id)) this.#trades.set(trade.id, trade);
  }
}
