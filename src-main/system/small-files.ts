import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile, renameOver } from '../disk/held-files.ts';
import type { SmallFiles } from '../ports/system.ts';

/** Files of a directory on disk, which is made when it is missing; only the user can read them. */
export function diskFiles(directory: string): SmallFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = (name: string): string => join(directory, checkedName(name));
  return {
    read(name) {
      try {
        return new Uint8Array(readFileSync(path(name)));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    write(name, content) {
      const temporary = `${path(name)}.new`;
      writeDurably(temporary, content);
      renameOver(temporary, path(name));
      syncDirectory(directory);
    },
    remove(name) {
      removeFile(path(name));
      syncDirectory(directory);
    },
  };
}

/** Files that live as long as the process: for sessions without a keychain. Content is copied in and out. */
export function memoryFiles(): SmallFiles {
  const files = new Map<string, Uint8Array>();
  return {
    read: (name) => files.get(checkedName(name))?.slice(),
    write: (name, content) => void files.set(checkedName(name), content.slice()),
    remove: (name) => void files.delete(checkedName(name)),
  };
}

function checkedName(name: string): string {
  if (!/^[a-z0-9][a-z0-9.-]*$/.test(name) || name.endsWith('.new'))
    throw new RangeError('a file name has [a-z0-9.-] only');
  return name;
}

function writeDurably(path: string, content: Uint8Array): void {
  // What a crash left behind may belong to another mode or be a link: never written through.
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
