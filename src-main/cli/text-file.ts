import { closeSync, existsSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { required, type Values } from './options.ts';
import { UsageError } from './terminal.ts';

/** Words, passwords and backups are short; whatever is longer is another file. */
const MOST_BYTES = 256 * 1024;

/** The text of the file that an option names, without a byte order mark. @throws UsageError that never quotes it. */
export function readTextFile(
  values: Values,
  option: string,
  what: string,
  mostBytes: number = MOST_BYTES,
): string {
  const path = required(values, option, what);
  const bytes = readBytes(path, option, mostBytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below, like text of another encoding that happens to be readable.
  }
  throw new UsageError(`--${option}: ${resolve(path)} is not plain text in UTF-8`);
}

/** The first line of that file, without its line end: editors end lines, with LF or CR LF. @throws UsageError */
export function firstLine(values: Values, option: string, what: string): string {
  const [line = ''] = readTextFile(values, option, what).split(/\r?\n|\r/);
  if (line === '') throw new UsageError(`--${option}: the first line of the file is empty`);
  return line;
}

/** @throws UsageError when there is such a file, so that this is told before any work. */
export function checkNew(path: string, option = 'out'): void {
  if (existsSync(path)) throw existing(path, option);
}

/** Makes a file that did not exist, for its owner's eyes only: an old one could hold the only copy of other keys. */
export function writeNewFile(path: string, content: string, option = 'out'): void {
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = codeOf(error);
    throw code === 'EEXIST'
      ? existing(path, option)
      : new UsageError(`--${option}: ${resolve(path)} cannot be written (${code})`);
  }
}

function existing(path: string, option: string): UsageError {
  return new UsageError(
    `--${option}: ${resolve(path)} exists already and is never overwritten; name a new file`,
  );
}

function readBytes(path: string, option: string, mostBytes: number): Uint8Array {
  const buffer = Buffer.alloc(mostBytes + 1);
  let length = 0;
  try {
    const file = openSync(path, 'r');
    try {
      for (let count = -1; count !== 0 && length < buffer.length; length += count)
        count = readSync(file, buffer, length, buffer.length - length, null);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new UsageError(`--${option}: ${resolve(path)} cannot be read (${codeOf(error)})`);
  }
  if (length > mostBytes) throw new UsageError(`--${option}: ${resolve(path)} is too large`);
  return buffer.subarray(0, length);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
