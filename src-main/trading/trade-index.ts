import type { Trade } from '#domain/trade.ts';
import type { Journal } from '../ports/journal.ts';
import type { TradeBook } from './trade-book.ts';

/** Every trade of the journal as it is now: the journal is read once, at the first question. */
export class TradeIndex {
  readonly #journal: Journal;
  readonly #trades = new Map<string, Trade>();
  readonly #cancellations = new Set<string>();
  #read = false;

  constructor(journal: Journal, book: TradeBook) {
    this.#journal = journal;
    book.onChange(({ trade }) => {
      if (this.#read) this.#note(trade);
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
    this.#readOnce();
    return this.#trades.values();
  }

  /** Whether the transaction with this hash is a cancellation of ours. */
  isCancel(hash: string): boolean {
    this.#readOnce();
    return this.#cancellations.has(hash);
  }

  #readOnce(): void {
    if (this.#read) return;
    this.#read = true;
    for (const { trade } of this.#journal.all(Number.MAX_SAFE_INTEGER)) this.#note(trade);
  }

  #note(trade: Trade): void {
    this.#trades.set(trade.id, trade);
    if (trade.kind === 'cancel') this.#cancellations.add(trade.bodyHash);
  }
}
