import type { Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { SettingsStore } from '../ports/journal.ts';
import { StorageError } from '../ports/storage-trouble.ts';
import { openDatabase, type OpenDatabase, type Schema } from './open-database.ts';

const schema: Schema = {
  applicationId: 0x54535447,
  migrations: ['CREATE TABLE settings (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT'],
};

/**
 * Main's loop stands still while SQLite waits for another program, such as a database browser, and settings change with
 * every window that moves: a change that meets a lock is refused at once, and nothing claims that it was kept.
 */
const WAIT_MS = 0;

export interface OpenSettings extends SettingsStore {
  /** Keys whose values were damaged at the opening. */
  readonly damaged: readonly string[];
  close(): void;
}

/**
 * Settings in their own file. A damaged value costs itself alone: it is read as the text that it is, which nobody
 * understands, and kept under `<key>.damaged` when another takes its place. `unread`: see `SettingsStore`. Failures: those of `openDatabase`.
 */
export function openSettings(path: string, unread?: SettingsStore['unread']): Result<OpenSettings, Failure> {
  const opened = openDatabase(path, schema, WAIT_MS);
  if (!opened.ok) return opened;
  try {
    return ok(new SqliteSettings(opened.value, unread));
  } catch (error) {
    opened.value.close();
    if (error instanceof StorageError) return failed(error.failure);
    throw error;
  }
}

const SET_ASIDE = `INSERT INTO settings SELECT key || '.damaged', json FROM settings WHERE key = ?
  ON CONFLICT (key) DO UPDATE SET json = excluded.json`;

class SqliteSettings implements OpenSettings {
  readonly damaged: readonly string[];
  readonly unread?: NonNullable<SettingsStore['unread']>;
  readonly #database: OpenDatabase;

  constructor(database: OpenDatabase, unread: SettingsStore['unread']) {
    this.#database = database;
    if (unread) this.unread = unread;
    const rows = database.read((file) => file.prepare('SELECT key, json FROM settings ORDER BY key').all());
    this.damaged = rows
      .filter((row) => isDamaged(row['json']))
      .map((row) => String(row['key']))
      .filter((key) => !key.endsWith('.damaged'));
  }

  get(key: string): unknown {
    const row = this.#database.read((database) =>
      database.prepare('SELECT json FROM settings WHERE key = ?').get(key),
    );
    if (row === undefined) return undefined;
    const text = String(row['json']);
    return isDamaged(text) ? text : JSON.parse(text);
  }

  /** `undefined` removes the key. @throws StorageError */
  set(key: string, value: unknown): void {
    this.#database.write((database) => {
      const before = database.prepare('SELECT json FROM settings WHERE key = ?').get(key);
      if (before !== undefined && isDamaged(before['json'])) database.prepare(SET_ASIDE).run(key);
      if (value === undefined) database.prepare('DELETE FROM settings WHERE key = ?').run(key);
      else
        database
          .prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET json = excluded.json')
          .run(key, JSON.stringify(value));
    });
  }

  close(): void {
    this.#database.close();
  }
}

function isDamaged(json: unknown): boolean {
  try {
    JSON.parse(String(json));
    return false;
  } catch {
    return true;
  }
}
