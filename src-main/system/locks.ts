import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A lock that this process holds. */
export interface Lock {
  release(): void;
}

/**
 * Takes a lock of the operating system's on a small file of its own, which is made for its owner alone. A process that
 * was killed leaves none behind. `waitMs`: how long another holder is waited for; the calling thread does nothing else
 * meanwhile.
 * @throws SQLite's error (`errcode` 5 while somebody else holds it), or the file system's
 */
export function takeLock(file: string, waitMs: number): Lock {
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    // Nothing is ever written, so a full disk locks like any other.
    database.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  return { release: () => database.close() };
}
