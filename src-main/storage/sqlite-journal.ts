import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import { epochMs } from '../../src-preload/domain/time.ts';
import { FINAL_STATES, type TradeState } from '../../src-preload/domain/trade.ts';
import { JournalWriteError, type Journal, type JournalEntry, type JournalStep } from '../ports/journal.ts';
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
  ],
};

const UPSERT = `INSERT INTO trades (id, state, body_hash, pay_asset, pay_quantity, receive_asset, updated_at, entry)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at, entry = excluded.entry`;
const STEP = 'INSERT INTO steps (trade_id, at, state, note) VALUES (?, ?, ?, ?)';
const OPEN = `SELECT entry FROM trades WHERE state NOT IN (${FINAL_STATES.map((state) => `'${state}'`).join(', ')})
  ORDER BY ordinal`;

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

  put(entry: JournalEntry, note: string): void {
    const { trade } = entry;
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
          );
        this.#database.prepare(STEP).run(trade.id, updatedAt, trade.state, note);
      });
    } catch (error) {
      throw new JournalWriteError(storageFailure(error, this.#file));
    }
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
