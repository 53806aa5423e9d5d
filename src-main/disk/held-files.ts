import { renameSync, rmSync } from 'node:fs';

/** What is done to paths, and how one waits in between; tests bring a disk that refuses. */
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

/** How Windows says that another program has a file open: a scanner of viruses, an index, a browser that is ending. */
const HELD = ['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY'];
/** Milliseconds between the tries: those programs are done within a few of them. */
const PAUSES = [5, 10, 20, 40, 80, 160, 320];

export interface Trying {
  readonly platform?: NodeJS.Platform;
  readonly disk?: Disk;
}

/** Renames over whatever is there; on Windows again for a while where another program holds one of the two. @throws the file system's error */
export function renameOver(from: string, to: string, trying: Trying = {}): void {
  insist((on) => on.rename(from, to), trying);
}

/** Removes a file, if there is one, with the same patience. @throws the file system's error */
export function removeFile(path: string, trying: Trying = {}): void {
  insist((on) => on.remove(path), trying);
}

/**
 * Removes a folder of things that nobody misses, as far as that can be done. Returns whether it is gone: what is left is no
 * reason to end, or not to start.
 */
export function removeTree(path: string, trying: Trying = {}): boolean {
  try {
    insist((on) => on.removeTree(path), trying);
    return true;
  } catch {
    return false;
  }
}

/** Elsewhere these errors are about rights, and stay. */
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
