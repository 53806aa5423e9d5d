import { join } from 'node:path';
import { quantity, valueOf } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { TradeState } from '#domain/trade.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { JournalEntry } from '../../src-main/ports/journal.ts';
import type { ChainOutput, ChainTx } from '../../src-main/ports/ledger.ts';
import type { Clock } from '../../src-main/ports/system.ts';
import { openJournal } from '../../src-main/storage/sqlite-journal.ts';
import { TradeBook } from '../../src-main/trading/trade-book.ts';
import { journalEntry, SOME_TOKEN } from './journal-entry.ts';
import { ScriptedLedger } from './scripted-ledger.ts';
import { must } from './trader.ts';

export const OWN = '11'.repeat(32);
export const FILL = '33'.repeat(32);
export const OTHER_FILL = '44'.repeat(32);
export const WANTED = 15;

/** One trade with one order, of at least 990, on a chain that drops and takes blocks as the test says. */
export class Reorganised {
  readonly ledger = new ScriptedLedger();
  readonly book: TradeBook;
  readonly parts;
  readonly #close: () => void;

  constructor(
    folder: string,
    clock: Clock,
    state: TradeState = 'submitted',
    bytes: Partial<JournalEntry['bytes']> = {},
  ) {
    const journal = must(openJournal(join(folder, 'journal.sqlite')));
    this.book = new TradeBook(journal, clock);
    this.#close = () => journal.close();
    const { ledger, book } = this;
    ledger.height = 100;
    this.parts = {
      book,
      ledger,
      network: 'preprod',
      confirmations: WANTED,
      checkpoint: () => undefined,
    } as const;
    book.open(
      journalEntry({ state, bodyHash: OWN }, { witnessSet: 'a1', signedCbor: '84', ...bytes }),
      journalNote('built'),
    );
  }

  get entry(): JournalEntry {
    const entry = this.book.get('trade-1');
    if (!entry) throw new Error('the trade is lost');
    return entry;
  }

  /** Our transaction enters the chain in the newest block. */
  place(): void {
    this.#enter(this.#own());
  }

  /** A transaction of the exchange's spends our order in the newest block and pays so much. */
  fill(hash = FILL, pays = 1_000n): void {
    this.ledger.chain.set(OWN, this.#own(hash));
    const value = valueOf({ asset: SOME_TOKEN, quantity: quantity(pays) });
    const payment = { txHash: hash, index: 0, address: 'addr_test1owner', value };
    this.#enter({ hash, inputs: [], outputs: [payment] });
  }

  /** The block with the exchange's transaction is dropped. */
  dropFill(hash = FILL): void {
    this.ledger.chain.delete(hash);
    if (this.ledger.chain.has(OWN)) this.ledger.chain.set(OWN, this.#own());
  }

  /** The block with our transaction is dropped, and so all that followed. */
  dropAll(): void {
    this.ledger.chain.clear();
  }

  /** So many empty blocks more; fewer when negative. */
  blocks(count: number): void {
    this.ledger.height += count;
  }

  close(): void {
    this.#close();
  }

  #enter(transaction: ChainTx): void {
    this.ledger.chain.set(transaction.hash, transaction);
    this.ledger.heights.set(transaction.hash, this.ledger.height);
  }

  #own(spentBy?: string): ChainTx {
    const order: ChainOutput = {
      txHash: OWN,
      index: 0,
      address: 'addr_test1script',
      value: valueOf({ asset: ADA, quantity: quantity(25_000_000n) }),
      ...(spentBy === undefined ? {} : { spentBy }),
    };
    return { hash: OWN, inputs: [], outputs: [order] };
  }
}
