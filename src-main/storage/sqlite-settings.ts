import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { SettingsStore } from '../ports/journal.ts';
import { openDatabase, type OpenDatabase, type Schema } from './open-database.ts';

const schema: Schema = {
  applicationId: 0x54535447,
  migrations: ['CREATE TABLE settings (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT'],
};

export interface OpenSettings extends SettingsStore {
  close(): void;
}

/** Settings in their own file. Failures: those of `openDatabase`. */
export function openSettings(path: string): Result<OpenSettings, Failure> {
  const opened = openDatabase(path, schema);
  return opened.ok ? ok(new SqliteSettings(opened.value)) : opened;
}

class SqliteSettings implements OpenSettings {
  readonly #database: OpenDatabase;

  constructor(database: OpenDatabase) {
    this.#database = database;
  }

  get(key: string): unknown {
    const row = this.#database.read((database) =>
      database.prepare('SELECT json FROM settings WHERE key = ?').get(key),
    );
    return row === undefined ? undefined : JSON.parse(String(row['json']));
  }

  /** `undefined` removes the key. @throws StorageError */
  set(key: string, value: unknown): void {
    this.#database.write((database) => {
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
