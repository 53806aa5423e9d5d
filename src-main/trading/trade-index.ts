import type { Trade } from '#domain/trade.ts';
import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { TradeBook } from './trade-book.ts';

/** Every trade of the journal as it is now, without reading it again: it is read at the first question. */
export class TradeIndex {
  readonly #journal: Journal;
  readonly #trades = new Map<string, Trade>();
  #read = false;

  constructor(journal: Journal, book: TradeBook) {
    this.#journal = journal;
    book.onChange(({ trade }) => {
      if (this.#read) this.#trades.set(trade.id, trade);
    });
  }

  /** The unsigned bytes (hex) of the trade's transaction with this hash. */
  bytesOf(bodyHash: string): string | undefined {
    for (const trade of this.all())
      if (trade.bodyHash === bodyHash) return this.#journal.get(trade.id)?.bytes.unsignedCbor;
    return undefined;
  }

  /** In no particular order; each trade stays the same object until it changes. */
  all(): Iterable<Trade> {
    if (!this.#read) {
      this.#read = true;
      for (const { trade } of this.#journal.all(Number.MAX_SAFE_INTEGER)) this.#trades.set(trade.id, trade);
    }
    return this.#trades.values();
  }
}

/** The cancellations of the journal, by hash: read once at the first question, from then on the book tells. */
export class CancelRecord {
  readonly #journal: Journal;
  readonly #hashes = new Set<string>();
  #read = false;

  constructor(journal: Journal, book: TradeBook) {
    this.#journal = journal;
    book.onChange((entry) => this.#note(entry));
  }

  isCancel(hash: string): boolean {
    if (!this.#read) {
      this.#read = true;
      for (const entry of this.#journal.all(Number.MAX_SAFE_INTEGER)) this.#note(entry);
    }
    return this.#hashes.has(hash);
  }

  #note({ trade }: JournalEntry): void {
    if (trade.kind === 'cancel') this.#hashes.add(trade.bodyHash);
  }
}
