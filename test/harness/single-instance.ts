import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The message of a second start to the first. */
export interface SecondStart {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
}

/**
 * docs/api/app.md, "app.requestSingleInstanceLock([additionalData])": one instance for each `userData`. Chromium keeps
 * a link with the process's number there; a link whose process has gone is taken over. Returns whether this is the only
 * instance.
 */
export function takeLock(userData: string, onSecond: (start: SecondStart) => void): boolean {
  const lock = join(userData, 'SingletonLock');
  const starts = join(userData, 'SecondStarts');
  mkdirSync(starts, { recursive: true });
  while (!link(lock)) {
    const holder = Number(readHolder(lock));
    if (holder > 0 && isAlive(holder)) {
      const start: SecondStart = { argv: process.argv, workingDirectory: process.cwd() };
      const path = join(starts, randomUUID());
      writeFileSync(`${path}.part`, JSON.stringify(start));
      renameSync(`${path}.part`, `${path}.json`);
      return false;
    }
    rmSync(lock, { force: true });
  }
  process.on('exit', () => rmSync(lock, { force: true }));
  for (const name of readdirSync(starts)) rmSync(join(starts, name), { force: true });
  watch(starts, { persistent: false }, () => {
    for (const name of readdirSync(starts).filter((found) => found.endsWith('.json'))) {
      const path = join(starts, name);
      const start = JSON.parse(readFileSync(path, 'utf8')) as SecondStart;
      rmSync(path, { force: true });
      onSecond(start);
    }
  });
  return true;
}

function link(lock: string): boolean {
  try {
    symlinkSync(String(process.pid), lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(lock: string): string {
  try {
    return readlinkSync(lock);
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
