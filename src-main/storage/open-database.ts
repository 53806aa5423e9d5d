import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';

/** A kind of file: its mark in the header, and the steps that made its tables, oldest first. */
export interface Schema {
  /** SQLite `application_id`, so that one kind of file is not taken for another. */
  readonly applicationId: number;
  /** `migrations[n]` leads from version n to n + 1. Never changed once released. */
  readonly migrations: readonly string[];
}

const HEADER = 'SQLite format 3\0';
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/**
 * Opens a database whose commits survive a power cut (WAL, `synchronous=FULL`). A file that does not exist is
 * made next to its place and renamed into it, so that a half-made, emptied or damaged file is never taken for a
 * new one. Failures: `storage-corrupt`, `storage-newer`, `storage-failed`, `data-directory-busy`.
 */
export function openDatabase(path: string, schema: Schema): Result<DatabaseSync, Failure> {
  const file = basename(path);
  let database: DatabaseSync | undefined;
  try {
    if (!existsSync(path)) {
      if (existsSync(`${path}-wal`)) return failed(failure('storage-corrupt', { file }));
      create(path, schema);
    }
    if (!hasHeader(path)) return failed(failure('storage-corrupt', { file }));
    database = new DatabaseSync(path, { timeout: 2_000 });
    const version = check(database, schema);
    if (version === undefined || version > schema.migrations.length) {
      database.close();
      return failed(failure(version === undefined ? 'storage-corrupt' : 'storage-newer', { file }));
    }
    configure(database);
    migrate(database, schema, version);
    return ok(database);
  } catch (error) {
    database?.close();
    return failed(storageFailure(error, file));
  }
}

/** Translates an error of SQLite or of the file system. */
export function storageFailure(error: unknown, file: string): Failure {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  if (code === SQLITE_BUSY) return failure('data-directory-busy');
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) return failure('storage-corrupt', { file });
  const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return failure('storage-failed', { file, reason: code === undefined ? reason : `SQLite error ${code}` });
}

/** Runs `work` in one transaction: all of it is on disk when this returns, or none of it. */
export function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function create(path: string, schema: Schema): void {
  const fresh = `${path}.new`;
  for (const left of [fresh, `${fresh}-journal`, `${fresh}-wal`]) rmSync(left, { force: true });
  // SQLite would make it readable by all; its own side files get the rights of this one.
  closeSync(openSync(fresh, 'wx', 0o600));
  const database = new DatabaseSync(fresh);
  database.exec(`PRAGMA synchronous=FULL; PRAGMA application_id=${schema.applicationId}`);
  migrate(database, schema, 0);
  database.close();
  syncPath(fresh);
  renameSync(fresh, path);
  syncDirectory(dirname(path));
}

function configure(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode=WAL');
  database.exec('PRAGMA synchronous=FULL; PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON');
  database.exec('PRAGMA foreign_keys=ON');
}

/** The file's version, or `undefined` when it is damaged or another kind of file. */
function check(database: DatabaseSync, schema: Schema): number | undefined {
  if (pragma(database, 'application_id') !== schema.applicationId) return undefined;
  if (pragma(database, 'quick_check') !== 'ok') return undefined;
  const version = pragma(database, 'user_version');
  return typeof version === 'number' && version > 0 ? version : undefined;
}

function migrate(database: DatabaseSync, schema: Schema, from: number): void {
  for (let version = from; version < schema.migrations.length; version += 1) {
    inTransaction(database, () => {
      database.exec(schema.migrations[version] ?? '');
      database.exec(`PRAGMA user_version=${version + 1}`);
    });
  }
}

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

function hasHeader(path: string): boolean {
  if (statSync(path).size < 512) return false;
  const start = Buffer.alloc(HEADER.length);
  const descriptor = openSync(path, 'r');
  try {
    readSync(descriptor, start, 0, start.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start.toString('latin1') === HEADER;
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a rename durable. Windows has no such call and needs none. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A data directory that this process alone may write to. */
interface DirectoryLock {
  release(): void;
}

const FILE = 'lock.sqlite';

/**
 * Makes the directory (readable by its owner only) and takes it for this process. The lock is one of the operating
 * system's on a small database, so a process that was killed leaves none behind.
 * Failures: `data-directory-busy`, `storage-failed`.
 */
export function lockDirectory(directory: string): Result<DirectoryLock, Failure> {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    database = new DatabaseSync(join(directory, FILE), { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    const held = database;
    return ok({ release: () => held.close() });
  } catch (error) {
    database?.close();
    return failed(storageFailure(error, FILE));
  }
}
