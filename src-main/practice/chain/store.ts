import { DatabaseSync } from 'node:sqlite';

import type { Block } from './ledger-state.ts';

/** A stored block with its transactions' bytes. */
export interface StoredBlock {
  readonly block: Block;
  readonly transactions: readonly Uint8Array[];
}

/**
 * Where the chain is stored between runs. Every call is durable when it returns, or when the enclosing `atomically`
 * does.
 */
export interface ChainStore {
  atomically(work: () => void): void;
  addToMempool(hash: string, bytes: Uint8Array): void;
  /** Moves the tip. A block with transactions is stored in full, and they leave the mempool. */
  addBlock(stored: StoredBlock): void;
  removeFromMempool(hash: string): void;
  /** All stored blocks, oldest first. */
  blocks(): readonly StoredBlock[];
  tip(): Block | undefined;
  /** Oldest first. */
  mempool(): readonly Uint8Array[];
  note(key: string, value: string): void;
  noted(key: string): string | undefined;
  /** Appends a batch of the market's trades. */
  addTrades(bytes: Uint8Array): void;
  /** Everything saved by `addTrades`, oldest first. */
  trades(): Iterable<Uint8Array>;
  close(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS block (height INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS tx (hash TEXT PRIMARY KEY, height INTEGER NOT NULL, place INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS tx_place ON tx (height, place);
  CREATE TABLE IF NOT EXISTS mempool (arrival INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS note (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS trades (arrival INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
`;
const TIP = 'tip';

/**
 * Opens the store in a file, or in memory for `:memory:`. WAL with full synchronisation: whatever was reported as
 * accepted survives a killed process and a power cut. @throws when the file cannot be opened or is locked by
 * another process.
 */
export function openStore(file: string): ChainStore {
  const database = new DatabaseSync(file, { timeout: 2_000 });
  // The lock is held for the whole run, so that two practice services never share a folder.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  // macOS reports a write as done before the disk has it, unless asked for more.
  database.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;');
  database.exec(SCHEMA);
  const insertBlock = database.prepare('INSERT INTO block (height, json) VALUES (?, ?)');
  const insertTx = database.prepare('INSERT INTO tx (hash, height, place, bytes) VALUES (?, ?, ?, ?)');
  const insertMempool = database.prepare('INSERT INTO mempool (hash, bytes) VALUES (?, ?)');
  const deleteMempool = database.prepare('DELETE FROM mempool WHERE hash = ?');
  const upsertNote = database.prepare(
    'INSERT INTO note (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const insertTrades = database.prepare('INSERT INTO trades (bytes) VALUES (?)');
  const selectNote = database.prepare('SELECT value FROM note WHERE key = ?');
  let inside = false;

  const atomically = (work: () => void): void => {
    if (inside) return work();
    database.exec('BEGIN IMMEDIATE');
    inside = true;
    try {
      work();
      database.exec('COMMIT');
    } catch (error) {
      // A full disk has rolled it back already.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    } finally {
      inside = false;
    }
  };
  const noted = (key: string): string | undefined => selectNote.get(key)?.['value'] as string | undefined;
  const readTip = (): Block | undefined => {
    const json = noted(TIP);
    return json === undefined ? undefined : (JSON.parse(json) as Block);
  };
  return {
    atomically,
    noted,
    tip: readTip,
    note: (key, value) => void upsertNote.run(key, value),
    addTrades: (bytes) => void insertTrades.run(bytes),
    *trades() {
      for (const row of database.prepare('SELECT bytes FROM trades ORDER BY arrival').iterate())
        yield row['bytes'] as Uint8Array;
    },
    addToMempool: (hash, bytes) => void insertMempool.run(hash, bytes),
    removeFromMempool: (hash) => void deleteMempool.run(hash),
    addBlock({ block, transactions }) {
      atomically(() => {
        upsertNote.run(TIP, JSON.stringify(block));
        if (transactions.length === 0) return;
        insertBlock.run(block.height, JSON.stringify(block));
        transactions.forEach((bytes, place) => {
          const hash = block.transactions[place] ?? '';
          insertTx.run(hash, block.height, place, bytes);
          deleteMempool.run(hash);
        });
      });
    },
    blocks() {
      const select = database.prepare('SELECT bytes FROM tx WHERE height = ? ORDER BY place');
      return database
        .prepare('SELECT height, json FROM block ORDER BY height')
        .all()
        .map((row) => ({
          block: JSON.parse(row['json'] as string) as Block,
          transactions: select.all(row['height'] as number).map((item) => item['bytes'] as Uint8Array),
        }));
    },
    mempool: () =>
      database
        .prepare('SELECT bytes FROM mempool ORDER BY arrival')
        .all()
        .map((row) => row['bytes'] as Uint8Array),
    close: () => database.close(),
  };
}
