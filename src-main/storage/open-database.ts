import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { removeFile, renameOver } from '../system/held-files.ts';
import { takeLock, type Lock } from '../system/locks.ts';
import { fileFailure, fileReason, isFull, StorageError } from '../ports/storage-trouble.ts';
import { filesAt, heldBack, openSideFiles, rehearsed } from './side-files.ts';

/** A kind of file: its mark in the header, and the steps that made its tables, oldest first. */
export interface Schema {
  /** SQLite `application_id`, so that one kind of file is not taken for another. */
  readonly applicationId: number;
  /** `migrations[n]` leads from version n to n + 1. Never changed once released. */
  readonly migrations: readonly string[];
}

const HEADER = 'SQLite format 3\0';
/** Of our own statements: the tables or the entries are not what they were made as. */
const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
const REASONS: Readonly<Record<number, string>> = {
  [SQLITE_READONLY]: 'it is read-only',
  [SQLITE_IOERR]: 'the disk reports an error',
  [SQLITE_CANTOPEN]: 'it cannot be opened, or its folder is read-only',
};
/** How long another process that holds the file is waited for, in milliseconds. The thread does nothing else meanwhile. */
const OPENING_MS = 2_000;
/** Bytes below which a disk counts as full where SQLite reports no more than an error of the disk. */
const NO_ROOM = 65_536;
/** Bytes up to which a file is checked at each opening; a larger one after a crash, and before it is migrated. */
const ALWAYS_CHECKED = 4_000_000;

/**
 * A database that is open; after a time in which nothing could be written, it is opened again. A file that was removed,
 * renamed or replaced meanwhile could still be written through the open connection, and nobody would ever find what was
 * written: nothing is, until it is back in its place.
 */
export class OpenDatabase {
  readonly #path: string;
  readonly #schema: Schema;
  readonly #waitMs: number;
  /** Of the open connection: see `filesAt`. */
  #files: string;
  #database: DatabaseSync | undefined;

  /** `waitMs`: how long a statement waits for another process that holds the file. */
  constructor(path: string, schema: Schema, database: DatabaseSync, waitMs = OPENING_MS) {
    this.#path = path;
    this.#schema = schema;
    this.#waitMs = waitMs;
    this.#database = waiting(database, waitMs);
    this.#files = filesAt(path);
  }

  /** @throws StorageError when SQLite cannot read. */
  read<T>(work: (database: DatabaseSync) => T): T {
    try {
      return work(this.#current());
    } catch (error) {
      throw this.#asFailure(error);
    }
  }

  /**
   * Runs `work` in one transaction: all of it is on disk, in the file of that name, when this returns, or none.
   * @throws StorageError, with `storage-gone` when the file is no longer in its place
   */
  write(work: (database: DatabaseSync) => void): void {
    this.#mustBeThere();
    try {
      inTransaction(this.#current(), () => work(this.#current()));
    } catch (error) {
      if (!this.#reopened(error)) throw this.#asFailure(error);
      try {
        inTransaction(this.#current(), () => work(this.#current()));
      } catch (again) {
        throw this.#asFailure(again);
      }
    }
    this.#mustBeThere();
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  #mustBeThere(): void {
    let found: string;
    try {
      found = filesAt(this.#path);
    } catch (error) {
      throw this.#asFailure(error);
    }
    if (this.#database && found !== this.#files) throw this.#gone();
  }

  #current(): DatabaseSync {
    if (this.#database) return this.#database;
    const [file] = this.#files.split(' ');
    // A new file in its place would be taken for the one that it was opened as.
    if (!filesAt(this.#path).startsWith(`${file} `)) throw this.#gone();
    const opened = open(this.#path, this.#schema, { waitMs: this.#waitMs });
    if (!opened.ok) throw new StorageError(opened.failure);
    this.#database = opened.value;
    this.#files = filesAt(this.#path);
    return opened.value;
  }

  #gone(): StorageError {
    return new StorageError(failure('storage-gone', { file: basename(this.#path) }));
  }

  /**
   * A connection that was made while the file was read-only stays so. Nothing was written by the refused transaction;
   * this one is closed first, since SQLite shares what it knows of a file between all connections of a process.
   */
  #reopened(error: unknown): boolean {
    if (sqliteCode(error) !== SQLITE_READONLY || !isWritable(this.#path)) return false;
    this.close();
    return true;
  }

  #asFailure(error: unknown): unknown {
    return sqliteCode(error) === undefined ? error : new StorageError(storageFailure(error, this.#path));
  }
}

/**
 * Opens a database whose commits survive a power cut (WAL, `synchronous=FULL`). A file that does not exist is made next
 * to its place and renamed into it, so that a half-made, emptied or damaged file is never taken for a new one. SQLite
 * first completes any work that a crash left unfinished; a file that is then not ours is refused and left unchanged.
 * `waitMs`: see `OpenDatabase`; the opening itself waits longer. Failures: `storage-corrupt`, `storage-newer`,
 * `storage-failed`, `storage-full`, `storage-busy`.
 */
export function openDatabase(path: string, schema: Schema, waitMs?: number): Result<OpenDatabase, Failure> {
  const opened = open(path, schema);
  return opened.ok ? ok(new OpenDatabase(path, schema, opened.value, waitMs)) : opened;
}

/**
 * Opens a database to be read, of this version or an older one, while others may write to it. Nothing is made, mended or
 * migrated, so no lock is needed. `undefined` where there is none. Failures: those of `openDatabase`.
 */
export function readDatabase(path: string, schema: Schema): Result<OpenDatabase | undefined, Failure> {
  try {
    if (!statSync(path, { throwIfNoEntry: false }) && !heldBack(path)) return ok(undefined);
  } catch (error) {
    return failed(storageFailure(error, path));
  }
  const opened = open(path, schema, { readOnly: true });
  return opened.ok ? ok(new OpenDatabase(path, schema, opened.value)) : opened;
}

interface Opening {
  readonly readOnly?: boolean;
  readonly waitMs?: number;
}

function waiting(database: DatabaseSync, waitMs: number): DatabaseSync {
  database.exec(`PRAGMA busy_timeout=${waitMs}`);
  return database;
}

function open(
  path: string,
  schema: Schema,
  { readOnly = false, waitMs = OPENING_MS }: Opening = {},
): Result<DatabaseSync, Failure> {
  const file = basename(path);
  let database: DatabaseSync | undefined;
  try {
    if (!existsSync(path)) {
      // SQLite would take what is left for a part of the new file, or throw it away.
      if (heldBack(path)) return failed(failure('storage-corrupt', { file }));
      create(path, schema);
    }
    if (!readOnly) openSideFiles(path);
    // A reader finds what others are just writing next to the file: that is not a crash.
    const suspect = (!readOnly && heldBack(path)) || statSync(path).size < ALWAYS_CHECKED;
    const whole = (copy: string): boolean => canBeOurs(copy, schema);
    if (!hasHeader(path) && !(heldBack(path) && rehearsed(path, whole)))
      return failed(failure('storage-corrupt', { file }));
    database = new DatabaseSync(path, { timeout: waitMs, readOnly });
    const version = check(database, schema, suspect, readOnly);
    if (version === undefined || version > schema.migrations.length) {
      database.close();
      return failed(failure(version === undefined ? 'storage-corrupt' : 'storage-newer', { file }));
    }
    if (readOnly) return ok(database);
    configure(database);
    migrate(database, schema, version);
    return ok(database);
  } catch (error) {
    database?.close();
    return failed(storageFailure(error, path));
  }
}

/** Translates an error of SQLite or of the file system. */
export function storageFailure(error: unknown, path: string): Failure {
  const file = basename(path);
  const code = sqliteCode(error);
  if (code === undefined) return fileFailure(error, file);
  if (code === SQLITE_BUSY) return failure('storage-busy', { file });
  if ([SQLITE_ERROR, SQLITE_CORRUPT, SQLITE_NOTADB].includes(code))
    return failure('storage-corrupt', { file });
  if (code === SQLITE_FULL || (code === SQLITE_IOERR && hasNoRoom(path)))
    return failure('storage-full', { file });
  return failure('storage-failed', { file, reason: REASONS[code] ?? `SQLite error ${code}` });
}

function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

/** SQLite says of the files besides the database only that the disk failed. */
function hasNoRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < NO_ROOM;
  } catch {
    return false;
  }
}

function isWritable(path: string): boolean {
  try {
    for (const each of [path, dirname(path)]) accessSync(each, constants.W_OK);
    return true;
  } catch {
    return false;
  }
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
  for (const left of [fresh, `${fresh}-journal`, `${fresh}-wal`]) removeFile(left);
  // SQLite would make it readable by all; its own side files get the rights of this one.
  closeSync(openSync(fresh, 'wx', 0o600));
  const database = new DatabaseSync(fresh);
  database.exec(`PRAGMA synchronous=FULL; PRAGMA application_id=${schema.applicationId}`);
  migrate(database, schema, 0);
  database.close();
  syncPath(fresh);
  renameOver(fresh, path);
  syncDirectory(dirname(path));
}

function configure(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode=WAL');
  database.exec('PRAGMA synchronous=FULL; PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON');
  database.exec('PRAGMA foreign_keys=ON');
  // The log and its index are made at the first reading.
  pragma(database, 'schema_version');
}

/**
 * The file's version, or `undefined` when it is damaged or another kind of file. Reading all of a large file takes as
 * long as everything else at the start together, so one that was closed in order is checked by what is read of it.
 */
function check(
  database: DatabaseSync,
  schema: Schema,
  suspect: boolean,
  readOnly = false,
): number | undefined {
  if (pragma(database, 'application_id') !== schema.applicationId) return undefined;
  const version = pragma(database, 'user_version');
  const older = !readOnly && Number(version) < schema.migrations.length;
  if ((suspect || older) && pragma(database, 'quick_check') !== 'ok') return undefined;
  return typeof version === 'number' && version > 0 ? version : undefined;
}

/** Whether a copy, once SQLite has finished what a crash left in it, is a whole file of ours. */
function canBeOurs(copy: string, schema: Schema): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(copy);
    return check(database, schema, true) !== undefined;
  } catch {
    return false;
  } finally {
    database?.close();
  }
}

function migrate(database: DatabaseSync, schema: Schema, from: number): void {
  for (let version = from; version < schema.migrations.length; version += 1) {
    inTransaction(database, () => {
      // Another process may have been faster.
      if (pragma(database, 'user_version') !== version) return;
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

const FILE = 'lock.sqlite';

/**
 * Makes the directory (readable by its owner only) and takes it for this process. The lock is one of the operating
 * system's on a small database, so a process that was killed leaves none behind.
 * Failures: `data-directory-busy`, `data-folder-unusable`, `storage-…`.
 */
export function lockDirectory(directory: string): Result<Lock, Failure> {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return ok(takeLock(join(directory, FILE), 0));
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) return failed(failure('data-directory-busy'));
    if (sqliteCode(error) !== undefined) return failed(storageFailure(error, join(directory, FILE)));
    if (isFull(error)) return failed(fileFailure(error, directory));
    return failed(failure('data-folder-unusable', { folder: directory, reason: fileReason(error) }));
  }
}
