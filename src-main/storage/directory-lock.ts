import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { storageFailure } from './open-database.ts';

/** A data directory that this process alone may write to. */
export interface DirectoryLock {
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
