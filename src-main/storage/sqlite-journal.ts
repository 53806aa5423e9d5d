import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { awaitsConfirmations, FINAL_STATES, type TradeState } from '#domain/trade.ts';
import {
  JournalWriteError,
  type Journal,
  type JournalEntry,
  type JournalStep,
  type ReceiptLink,
  type ReceiptRow,
} from '../ports/journal.ts';
import { decodeEntry, encodeEntry } from './entry-codec.ts';
import { inTransaction, openDatabase, storageFailure, type Schema } from './open-database.ts';

const schema: Schema = {
  applicationId: 0x5453544a,
  migrations: [
    `CREATE TABLE trades (
       ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       state TEXT NOT NULL,
       body_hash TEXT NOT NULL,
       pay_asset TEXT NOT NULL,
       pay_quantity TEXT NOT NULL,
       receive_asset TEXT NOT NULL,
       updated_at INTEGER NOT NULL,
       entry TEXT NOT NULL
     ) STRICT;
     CREATE INDEX trades_by_state ON trades (state);
     CREATE TABLE steps (
       ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
       trade_id TEXT NOT NULL REFERENCES trades (id),
       at INTEGER NOT NULL,
       state TEXT NOT NULL,
       note TEXT NOT NULL
     ) STRICT;
     CREATE INDEX steps_by_trade ON steps (trade_id);`,
    `CREATE TABLE receipts (
       position INTEGER PRIMARY KEY,
       trade_id TEXT NOT NULL REFERENCES trades (id),
       hash TEXT NOT NULL UNIQUE,
       record TEXT NOT NULL
     ) STRICT;
     CREATE INDEX receipts_by_trade ON receipts (trade_id);
     CREATE TRIGGER receipts_are_not_changed BEFORE UPDATE ON receipts
       BEGIN SELECT RAISE(ABORT, 'receipts are never changed'); END;
     CREATE TRIGGER receipts_are_not_deleted BEFORE DELETE ON receipts
       BEGIN SELECT RAISE(ABORT, 'receipts are never deleted'); END;`,
    // What ended before blocks were counted stays as it was reported.
    `ALTER TABLE trades ADD COLUMN unconfirmed INTEGER NOT NULL DEFAULT 0;
     CREATE INDEX trades_unconfirmed ON trades (ordinal) WHERE unconfirmed = 1;`,
    `CREATE TABLE token_decimals (asset TEXT PRIMARY KEY, decimals INTEGER NOT NULL) STRICT;`,
  ],
};

const UPSERT = `INSERT INTO trades (id, state, body_hash, pay_asset, pay_quantity, receive_asset, updated_at, entry,
    unconfirmed)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at, entry = excluded.entry,
    unconfirmed = excluded.unconfirmed`;
const UPDATE = 'UPDATE trades SET entry = ?, unconfirmed = ? WHERE id = ? AND state = ?';
const STEP = 'INSERT INTO steps (trade_id, at, state, note) VALUES (?, ?, ?, ?)';
const RECEIPT = 'INSERT INTO receipts VALUES (?, ?, ?, ?)';
const OPEN = `SELECT entry FROM trades WHERE state NOT IN (${FINAL_STATES.map((state) => `'${state}'`).join(', ')})
  ORDER BY ordinal`;
const UNCONFIRMED = 'SELECT entry FROM trades WHERE unconfirmed = 1 ORDER BY ordinal';

/**
 * Opens the journal of one profile, made when it does not exist yet. Every entry is read once, so that a damaged
 * one is found now and not in the middle of a trade. Failures: those of `openDatabase`.
 */
export function openJournal(path: string): Result<Journal, Failure> {
  const opened = openDatabase(path, schema);
  if (!opened.ok) return opened;
  const journal = new SqliteJournal(opened.value, basename(path));
  try {
    journal.all(Number.MAX_SAFE_INTEGER);
    return ok(journal);
  } catch {
    journal.close();
    return failed(failure('storage-corrupt', { file: basename(path) }));
  }
}

class SqliteJournal implements Journal {
  readonly #database: DatabaseSync;
  readonly #file: string;

  constructor(database: DatabaseSync, file: string) {
    this.#database = database;
    this.#file = file;
  }

  put(entry: JournalEntry, note: string, receipt?: ReceiptRow): void {
    const { trade } = entry;
    if (receipt && receipt.position !== this.nextReceipt().position)
      throw new RangeError('a receipt is added at the end of the chain');
    try {
      inTransaction(this.#database, () => {
        const { pay, receive, updatedAt } = trade;
        this.#database
          .prepare(UPSERT)
          .run(
            trade.id,
            trade.state,
            trade.bodyHash,
            pay.asset,
            String(pay.quantity),
            receive,
            updatedAt,
            encodeEntry(entry),
            Number(awaitsConfirmations(trade)),
          );
        this.#database.prepare(STEP).run(trade.id, updatedAt, trade.state, note);
        if (receipt)
          this.#database.prepare(RECEIPT).run(receipt.position, receipt.tradeId, receipt.hash, receipt.text);
      });
    } catch (error) {
      throw new JournalWriteError(storageFailure(error, this.#file));
    }
  }

  update(entry: JournalEntry): void {
    const { trade } = entry;
    let changed: number | bigint;
    try {
      ({ changes: changed } = this.#database
        .prepare(UPDATE)
        .run(encodeEntry(entry), Number(awaitsConfirmations(trade)), trade.id, trade.state));
    } catch (error) {
      throw new JournalWriteError(storageFailure(error, this.#file));
    }
    if (Number(changed) !== 1) throw new RangeError('only a trade that is kept in that state is updated');
  }

  get(tradeId: string): JournalEntry | undefined {
    const row = this.#database.prepare('SELECT entry FROM trades WHERE id = ?').get(tradeId);
    return row === undefined ? undefined : decodeEntry(String(row['entry']));
  }

  all(limit: number): readonly JournalEntry[] {
    return this.#entries('SELECT entry FROM trades ORDER BY ordinal DESC LIMIT ?', limit);
  }

  open(): readonly JournalEntry[] {
    return this.#entries(OPEN);
  }

  unconfirmed(): readonly JournalEntry[] {
    return this.#entries(UNCONFIRMED);
  }

  steps(tradeId: string): readonly JournalStep[] {
    return this.#database
      .prepare('SELECT at, state, note FROM steps WHERE trade_id = ? ORDER BY ordinal')
      .all(tradeId)
      .map((row) => ({
        tradeId,
        at: epochMs(Number(row['at'])),
        state: row['state'] as TradeState,
        note: String(row['note']),
      }));
  }

  receipts(tradeId?: string): readonly ReceiptRow[] {
    const rows =
      tradeId === undefined
        ? this.#database.prepare('SELECT * FROM receipts ORDER BY position').all()
        : this.#database.prepare('SELECT * FROM receipts WHERE trade_id = ? ORDER BY position').all(tradeId);
    return rows.map((row) => ({
      position: Number(row['position']),
      tradeId: String(row['trade_id']),
      hash: String(row['hash']),
      text: String(row['record']),
    }));
  }

  decimalsOf(token: AssetId): number | undefined {
    const row = this.#database.prepare('SELECT decimals FROM token_decimals WHERE asset = ?').get(token);
    return row === undefined ? undefined : Number(row['decimals']);
  }

  keepDecimals(token: AssetId, decimals: number): void {
    try {
      this.#database.prepare('INSERT OR IGNORE INTO token_decimals VALUES (?, ?)').run(token, decimals);
    } catch (error) {
      throw new JournalWriteError(storageFailure(error, this.#file));
    }
  }

  nextReceipt(): ReceiptLink {
    const last = this.#database
      .prepare('SELECT position, hash FROM receipts ORDER BY position DESC LIMIT 1')
      .get();
    return last === undefined
      ? { position: 0, previous: undefined }
      : { position: Number(last['position']) + 1, previous: String(last['hash']) };
  }

  close(): void {
    this.#database.close();
  }

  #entries(sql: string, ...values: number[]): readonly JournalEntry[] {
    return this.#database
      .prepare(sql)
      .all(...values)
      .map((row) => decodeEntry(String(row['entry'])));
  }
}
