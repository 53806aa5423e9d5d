import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile, renameOver } from './held-files.ts';
import { takeLock, type Lock } from './locks.ts';
import type { SmallFiles } from '../ports/system.ts';

/** Files of a directory on disk, which is made when it is missing; only the user can read them. */
export function diskFiles(directory: string): SmallFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = (name: string): string => join(directory, checkedName(name));
  const read = (name: string): Uint8Array | undefined => {
    try {
      return new Uint8Array(readFileSync(path(name)));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  const write = (name: string, content: Uint8Array): void => {
    const temporary = `${path(name)}.new`;
    writeDurably(temporary, content);
    renameOver(temporary, path(name));
    syncDirectory(directory);
  };
  const remove = (name: string): void => {
    removeFile(path(name));
    syncDirectory(directory);
  };
  return {
    read,
    write: (name, content) => alone(directory, () => write(name, content)),
    change: (name, next) =>
      alone(directory, () => {
        const before = read(name);
        const content = next(before);
        if (content === before) return;
        if (content === undefined) remove(name);
        else write(name, content);
      }),
    remove: (name) => alone(directory, () => remove(name)),
  };
}

const LOCK = '.lock';
/** Milliseconds for which another process may hold a directory: each holds it for one small file. */
const PATIENCE_MS = 20_000;

/** Runs `work` while no other process writes into the directory. @throws Node's own errors, EBUSY after `PATIENCE_MS` */
function alone(directory: string, work: () => void): void {
  const lock = lockOf(join(directory, LOCK));
  try {
    work();
  } finally {
    lock.release();
  }
}

const SQLITE_BUSY = 5;

function lockOf(file: string): Lock {
  try {
    return takeLock(file, PATIENCE_MS);
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    const code = (Number(error.errcode) & 0xff) === SQLITE_BUSY ? 'EBUSY' : 'EIO';
    throw Object.assign(new Error(`${code}: ${error.message}`), { code, syscall: 'lock', path: file });
  }
}

/** Files that live as long as the process: for sessions without a keychain. Content is copied in and out. */
export function memoryFiles(): SmallFiles {
  const files = new Map<string, Uint8Array>();
  return {
    read: (name) => files.get(checkedName(name))?.slice(),
    write: (name, content) => void files.set(checkedName(name), content.slice()),
    change(name, next) {
      const content = next(files.get(checkedName(name))?.slice());
      if (content === undefined) files.delete(name);
      else files.set(name, content.slice());
    },
    remove: (name) => void files.delete(checkedName(name)),
  };
}

function checkedName(name: string): string {
  if (!/^[a-z0-9][a-z0-9.-]*$/.test(name) || name.endsWith('.new'))
    throw new RangeError('a file name has [a-z0-9.-] only');
  return name;
}

function writeDurably(path: string, content: Uint8Array): void {
  // A file left behind by a crash may have another mode or be a link: never write through it.
  removeFile(path);
  const file = openSync(path, 'wx', 0o600);
  try {
    // A full disk reports a short count without an error; the next call then fails.
    for (let at = 0; at < content.length;) at += writeSync(file, content, at, content.length - at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a rename or removal durable. Windows cannot open directories and does not need it. */
function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
