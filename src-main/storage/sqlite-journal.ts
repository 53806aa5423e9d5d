import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { FillAudit, MarketAtDecision } from '#domain/fill-audit.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import {
  awaitsConfirmations,
  FINAL_STATES,
  TRADE_STATES,
  type Trade,
  type TradeState,
} from '#domain/trade.ts';
import {
  JournalWriteError,
  type Journal,
  type JournalEntry,
  type JournalPage,
  type JournalStep,
  type ReceiptLink,
  type ReceiptRow,
  type WrittenToken,
} from '../ports/journal.ts';
import { isRenamed } from '#domain/words/names.ts';
import type { JournalNote } from '#domain/sentences/journal.ts';
import { StorageError } from '../ports/storage-trouble.ts';
import { decodeDecision, decodeFillAudit, encodeDecision, encodeFillAudit } from './audit-codec.ts';
import { decodeEntry, decodeNote, decodeTrade, encodeEntry, encodeNote } from './entry-codec.ts';
import { openDatabase, readDatabase, type OpenDatabase, type Schema } from './open-database.ts';

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
       entry TEXT NOT NULL,
       unconfirmed INTEGER NOT NULL DEFAULT 0
     ) STRICT;
     CREATE INDEX trades_by_state ON trades (state);
     CREATE INDEX trades_by_hash ON trades (body_hash);
     CREATE INDEX trades_unconfirmed ON trades (ordinal) WHERE unconfirmed = 1;
     CREATE INDEX trades_of_plans ON trades (ordinal) WHERE json_extract(entry, '$.trade.kind') = 'dca';
     CREATE TABLE steps (
       ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
       trade_id TEXT NOT NULL REFERENCES trades (id),
       at INTEGER NOT NULL,
       state TEXT NOT NULL,
       note TEXT NOT NULL
     ) STRICT;
     CREATE INDEX steps_by_trade ON steps (trade_id);
     CREATE TABLE receipts (
       position INTEGER PRIMARY KEY,
       trade_id TEXT NOT NULL REFERENCES trades (id),
       hash TEXT NOT NULL UNIQUE,
       record TEXT NOT NULL
     ) STRICT;
     CREATE INDEX receipts_by_trade ON receipts (trade_id);
     CREATE TRIGGER receipts_are_not_changed BEFORE UPDATE ON receipts
       BEGIN SELECT RAISE(ABORT, 'receipts are never changed'); END;
     CREATE TRIGGER receipts_are_not_deleted BEFORE DELETE ON receipts
       BEGIN SELECT RAISE(ABORT, 'receipts are never deleted'); END;
     CREATE TABLE token_decimals (
       asset TEXT PRIMARY KEY,
       decimals INTEGER NOT NULL,
       ticker TEXT NOT NULL,
       agreed INTEGER NOT NULL
     ) STRICT;
     CREATE TABLE fill_audits (
       trade_id TEXT PRIMARY KEY REFERENCES trades (id),
       decision TEXT,
       audit TEXT
     ) STRICT;`,
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
const DECISION = `INSERT INTO fill_audits (trade_id, decision) VALUES (?, ?)
  ON CONFLICT (trade_id) DO UPDATE SET decision = excluded.decision`;
const FILL_AUDIT = `INSERT INTO fill_audits (trade_id, audit) VALUES (?, ?)
  ON CONFLICT (trade_id) DO UPDATE SET audit = excluded.audit`;
const WRITTEN = `INSERT INTO token_decimals (asset, decimals, ticker, agreed) VALUES (?, ?, ?, ?)
  ON CONFLICT (asset) DO UPDATE SET ticker = iif(ticker = '', excluded.ticker, ticker),
    agreed = iif((ticker = '') = (excluded.ticker = ''), max(agreed, excluded.agreed),
      iif(ticker = '', excluded.agreed, agreed))`;
const RENAMED = 'UPDATE token_decimals SET ticker = ?, agreed = ? WHERE asset = ?';
/** By name, so that SQLite looks them up in its index and does not read what has ended. */
const OPEN_STATES = TRADE_STATES.filter((state) => !FINAL_STATES.includes(state));
const OPEN = `SELECT entry FROM trades WHERE state IN (${OPEN_STATES.map((state) => `'${state}'`).join(', ')})
  ORDER BY ordinal`;
const UNCONFIRMED = 'SELECT entry FROM trades WHERE unconfirmed = 1 ORDER BY ordinal';
const PLANS = `SELECT entry FROM trades WHERE json_extract(entry, '$.trade.kind') = 'dca' ORDER BY ordinal`;
const PAGE = 'SELECT ordinal, entry FROM trades WHERE ordinal < ? ORDER BY ordinal DESC LIMIT ?';
/** As with the settings, main's loop waits for no other program: whoever writes tries again (`whenFree`). */
const WAIT_MS = 0;
/** The newest entries that are read at the opening: those that are shown first. */
const NEWEST = 200;

/**
 * Opens the journal of one profile, creating it if it does not exist yet. The entries of trades in progress and those
 * shown first are read once, so that a damaged entry is found now and not in the middle of a trade; the others are
 * decoded on demand. Failures: those of `openDatabase`.
 */
export function openJournal(path: string): Result<Journal, Failure> {
  const opened = openDatabase(path, schema, WAIT_MS);
  if (!opened.ok) return opened;
  const journal = new SqliteJournal(opened.value, basename(path));
  try {
    journal.all(NEWEST);
    journal.open();
    journal.unconfirmed();
    return ok(journal);
  } catch (error) {
    journal.close();
    return failed(
      error instanceof StorageError ? error.failure : failure('storage-corrupt', { file: basename(path) }),
    );
  }
}

/**
 * Opens a journal for reading, of this version or an older one, without changing anything in it. `undefined` where
 * there is none. Damage is found by the caller who reads on to the end. Failures: those of `openDatabase`.
 */
export function readJournal(path: string): Result<JournalReader | undefined, Failure> {
  const opened = readDatabase(path, schema);
  if (!opened.ok) return opened;
  return ok(opened.value && new JournalReader(opened.value, basename(path)));
}

/** Entries that are in memory as text at once. */
const READ_AT_ONCE = 200;
const KIND = "json_extract(entry, '$.trade.kind')";

/** A journal that is read while others may write to it. Its lists are newest first, and throw StorageError in the middle, too. */
export class JournalReader {
  readonly #database: OpenDatabase;
  readonly #file: string;

  constructor(database: OpenDatabase, file: string) {
    this.#database = database;
    this.#file = file;
  }

  /** The trades alone, of these kinds or of all: each entry's bytes take many times as much. */
  *trades(kinds: readonly Trade['kind'][] = []): Iterable<Trade> {
    // An entry without a kind is damaged, and must not be passed over.
    const list = kinds.map((kind) => `'${kind}'`).join(', ');
    const wanted = kinds.length === 0 ? '' : `AND (${KIND} IN (${list}) OR ${KIND} IS NULL)`;
    yield* this.#list(`json_extract(entry, '$.trade')`, wanted, decodeTrade);
  }

  entries(): Iterable<JournalEntry> {
    return this.#list('entry', '', decodeEntry);
  }

  close(): void {
    this.#database.close();
  }

  *#list<Item>(column: string, wanted: string, decode: (text: string) => Item): Iterable<Item> {
    const sql = `SELECT ordinal, ${column} AS text FROM trades WHERE ordinal < ? ${wanted}
      ORDER BY ordinal DESC LIMIT ${READ_AT_ONCE}`;
    for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined;) {
      const last: number = before;
      const rows = this.#database.read((database) => database.prepare(sql).all(last));
      for (const row of rows) yield decoded(() => decode(String(row['text'])), this.#file);
      before = rows.length < READ_AT_ONCE ? undefined : Number(rows.at(-1)?.['ordinal']);
    }
  }
}

/** @throws StorageError when the entry was changed by something else than this program. */
function decoded<Item>(decode: () => Item, file: string): Item {
  try {
    return decode();
  } catch {
    throw new StorageError(failure('storage-corrupt', { file }));
  }
}

class SqliteJournal implements Journal {
  readonly #database: OpenDatabase;
  readonly #file: string;

  constructor(database: OpenDatabase, file: string) {
    this.#database = database;
    this.#file = file;
  }

  put(entry: JournalEntry, note: JournalNote, receipt?: ReceiptRow): void {
    const { trade } = entry;
    if (receipt && receipt.position !== this.nextReceipt().position)
      throw new RangeError('a receipt is added at the end of the chain');
    this.#write((database) => {
      const { pay, receive, updatedAt } = trade;
      database
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
      database.prepare(STEP).run(trade.id, updatedAt, trade.state, encodeNote(note));
      if (receipt)
        database.prepare(RECEIPT).run(receipt.position, receipt.tradeId, receipt.hash, receipt.text);
    });
  }

  update(entry: JournalEntry): void {
    const { trade } = entry;
    let changed = 0;
    this.#write((database) => {
      const { changes } = database
        .prepare(UPDATE)
        .run(encodeEntry(entry), Number(awaitsConfirmations(trade)), trade.id, trade.state);
      changed = Number(changes);
    });
    if (changed !== 1) throw new RangeError('only a trade that is kept in that state is updated');
  }

  get(tradeId: string): JournalEntry | undefined {
    return this.#entries('SELECT entry FROM trades WHERE id = ?', tradeId)[0];
  }

  all(limit: number): readonly JournalEntry[] {
    return this.#entries('SELECT entry FROM trades ORDER BY ordinal DESC LIMIT ?', limit);
  }

  page(size: number, before = Number.MAX_SAFE_INTEGER): JournalPage {
    const rows = this.#rows(PAGE, before, size);
    const last = rows.at(-1);
    return {
      entries: rows.map((row) => this.#decode(row)),
      next: last === undefined || rows.length < size ? undefined : Number(last['ordinal']),
    };
  }

  byHash(bodyHash: string): readonly JournalEntry[] {
    return this.#entries('SELECT entry FROM trades WHERE body_hash = ? ORDER BY ordinal', bodyHash);
  }

  open(): readonly JournalEntry[] {
    return this.#entries(OPEN);
  }

  unconfirmed(): readonly JournalEntry[] {
    return this.#entries(UNCONFIRMED);
  }

  plans(): readonly JournalEntry[] {
    return this.#entries(PLANS);
  }

  steps(tradeId: string): readonly JournalStep[] {
    return this.#rows('SELECT at, state, note FROM steps WHERE trade_id = ? ORDER BY ordinal', tradeId).map(
      (row) => ({
        tradeId,
        at: epochMs(Number(row['at'])),
        state: row['state'] as TradeState,
        note: decodeNote(String(row['note'])),
      }),
    );
  }

  receipts(tradeId?: string): readonly ReceiptRow[] {
    const rows =
      tradeId === undefined
        ? this.#rows('SELECT * FROM receipts ORDER BY position')
        : this.#rows('SELECT * FROM receipts WHERE trade_id = ? ORDER BY position', tradeId);
    return rows.map((row) => ({
      position: Number(row['position']),
      tradeId: String(row['trade_id']),
      hash: String(row['hash']),
      text: String(row['record']),
    }));
  }

  decision(tradeId: string): MarketAtDecision | undefined {
    return decodeDecision(this.#audited(tradeId)['decision']);
  }

  keepDecision(tradeId: string, decision: MarketAtDecision): void {
    this.#write((database) => void database.prepare(DECISION).run(tradeId, encodeDecision(decision)));
  }

  fillAudit(tradeId: string): FillAudit | undefined {
    return decodeFillAudit(this.#audited(tradeId)['audit']);
  }

  keepFillAudit(tradeId: string, audit: FillAudit, receipts: readonly ReceiptRow[] = []): void {
    const next = this.nextReceipt().position;
    if (receipts.some(({ position }, at) => position !== next + at))
      throw new RangeError('a receipt is added at the end of the chain');
    const text = encodeFillAudit(audit);
    // The one before it can be read, and would be lost.
    if (!decodeFillAudit(text)) throw new JournalWriteError(failure('fill-audit-unreadable'));
    this.#write((database) => {
      database.prepare(FILL_AUDIT).run(tradeId, text);
      for (const { position, tradeId: of, hash, text } of receipts)
        database.prepare(RECEIPT).run(position, of, hash, text);
    });
  }

  writtenAs(token: AssetId): WrittenToken | undefined {
    const [row] = this.#rows('SELECT decimals, ticker, agreed FROM token_decimals WHERE asset = ?', token);
    if (row === undefined) return undefined;
    return {
      decimals: Number(row['decimals']),
      ticker: String(row['ticker']),
      agreed: Number(row['agreed']) === 1,
    };
  }

  keepWritten(token: AssetId, { decimals, ticker, agreed }: WrittenToken, renames = false): void {
    // Most tokens are known: what is only read can be done without room on the disk.
    const entry = this.writtenAs(token);
    if (renames && entry && isRenamed(entry.ticker, ticker)) {
      this.#write((database) => void database.prepare(RENAMED).run(ticker, Number(agreed), token));
      return;
    }
    if (entry && (entry.ticker !== '' || ticker === '') && (entry.agreed || !agreed)) return;
    this.#write((database) => {
      database.prepare(WRITTEN).run(token, decimals, ticker, Number(agreed));
    });
  }

  namedTokens(): ReadonlyMap<AssetId, string> {
    const rows = this.#rows(
      `SELECT asset, ticker FROM token_decimals WHERE ticker <> '' ORDER BY agreed DESC, rowid`,
    );
    return new Map(rows.map((row) => [String(row['asset']) as AssetId, String(row['ticker'])]));
  }

  nextReceipt(): ReceiptLink {
    const [last] = this.#rows('SELECT position, hash FROM receipts ORDER BY position DESC LIMIT 1');
    return last === undefined
      ? { position: 0, previous: undefined }
      : { position: Number(last['position']) + 1, previous: String(last['hash']) };
  }

  close(): void {
    this.#database.close();
  }

  #audited(tradeId: string): Row {
    return this.#rows('SELECT decision, audit FROM fill_audits WHERE trade_id = ?', tradeId)[0] ?? {};
  }

  #write(work: (database: DatabaseSync) => void): void {
    try {
      this.#database.write(work);
    } catch (error) {
      throw error instanceof StorageError ? new JournalWriteError(error.failure) : error;
    }
  }

  #entries(sql: string, ...values: (number | string)[]): readonly JournalEntry[] {
    return this.#rows(sql, ...values).map((row) => this.#decode(row));
  }

  #rows(sql: string, ...values: (number | string)[]): readonly Row[] {
    return this.#database.read((database) => database.prepare(sql).all(...values));
  }

  #decode(row: Row): JournalEntry {
    return decoded(() => decodeEntry(String(row['entry'])), this.#file);
  }
}

type Row = Readonly<Record<string, unknown>>;
