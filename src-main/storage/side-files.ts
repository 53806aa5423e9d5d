import { chmodSync, copyFileSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { removeTree } from '../system/held-files.ts';

/** Files that SQLite keeps next to a database: its write-ahead log or rollback journal, and the log's index. */
const LOGS = ['-wal', '-journal'];
/** Files that a connection in WAL mode holds open, the database itself included. */
const HELD_OPEN = ['', '-wal', '-shm'];
const OWNER_WRITES = 0o200;

/** Whether something next to the file waits to be brought into it, or taken back. */
export function heldBack(path: string): boolean {
  return LOGS.some((ending) => (statSync(path + ending, { throwIfNoEntry: false })?.size ?? 0) > 0);
}

/**
 * Gives the files that SQLite keeps next to a database the database's own access again: made while it was read-only,
 * they are too, and everything that is written later is refused.
 */
export function openSideFiles(path: string): void {
  const { mode, uid } = statSync(path);
  if ((mode & OWNER_WRITES) === 0) return;
  for (const ending of ['-shm', '-wal']) {
    const side = path + ending;
    const entry = lstatSync(side, { throwIfNoEntry: false });
    if (!entry?.isFile() || entry.uid !== uid || (entry.mode & OWNER_WRITES) !== 0) continue;
    try {
      chmodSync(side, mode & 0o777);
    } catch {
      // Another user's: opening the database says what cannot be done.
    }
  }
}

/**
 * Whether SQLite makes a whole file of a damaged one and the logs next to it, tried on copies: of a file that it does
 * not take for a database, it may throw the log away. @throws the file system's error when there is no room for copies.
 */
export function rehearsed(path: string, isWhole: (copy: string) => boolean): boolean {
  // SQLite removes the log of an empty file unread.
  if (statSync(path).size === 0) return false;
  const folder = `${path}.rehearsal`;
  removeTree(folder);
  mkdirSync(folder, { mode: 0o700 });
  try {
    const copy = join(folder, basename(path));
    for (const ending of ['', ...LOGS])
      if (statSync(path + ending, { throwIfNoEntry: false })) copyFileSync(path + ending, copy + ending);
    return isWhole(copy);
  } finally {
    removeTree(folder);
  }
}

/**
 * Which files are found under the names that a connection works with: the device and number of the database, of its log
 * and of the log's index. The same text as right after the opening means that they are still the ones that are open.
 */
export function filesAt(path: string): string {
  return HELD_OPEN.map((ending) => {
    const found = statSync(path + ending, { throwIfNoEntry: false, bigint: true });
    return found ? `${found.dev}:${found.ino}` : 'none';
  }).join(' ');
}
