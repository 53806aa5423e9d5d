import { renameSync, rmSync } from 'node:fs';

/** The operations on paths, and the wait in between; tests pass a disk that refuses. */
export interface Disk {
  rename(from: string, to: string): void;
  remove(path: string): void;
  removeTree(path: string): void;
  wait(ms: number): void;
}

const disk: Disk = {
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  removeTree: (path) => rmSync(path, { recursive: true, force: true }),
  wait: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/** How Windows reports that another program has a file open: a virus scanner, an indexer, a browser that is exiting. */
const HELD = ['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY'];
/** Milliseconds between attempts: those programs are usually done within the first few. */
const PAUSES = [5, 10, 20, 40, 80, 160, 320];

export interface Trying {
  readonly platform?: NodeJS.Platform;
  readonly disk?: Disk;
}

/**
 * Renames over an existing file; on Windows it keeps trying for a while if another program has one of the two open.
 * @throws the file system's error
 */
export function renameOver(from: string, to: string, trying: Trying = {}): void {
  insist((on) => on.rename(from, to), trying);
}

/** Removes a file if it exists, with the same retries. @throws the file system's error */
export function removeFile(path: string, trying: Trying = {}): void {
  insist((on) => on.remove(path), trying);
}

/**
 * Removes a folder of disposable files as far as possible. Returns whether it is gone; leftovers are no reason to stop,
 * or not to start.
 */
export function removeTree(path: string, trying: Trying = {}): boolean {
  try {
    insist((on) => on.removeTree(path), trying);
    return true;
  } catch {
    return false;
  }
}

/** On other systems these errors mean missing permissions, and stay. */
function insist(work: (on: Disk) => void, { platform = process.platform, disk: on = disk }: Trying): void {
  for (const pause of platform === 'win32' ? PAUSES : []) {
    try {
      work(on);
      return;
    } catch (error) {
      if (!HELD.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      on.wait(pause);
    }
  }
  work(on);
}
