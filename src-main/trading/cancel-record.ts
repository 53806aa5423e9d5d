import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { TradeBook } from './trade-book.ts';

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
