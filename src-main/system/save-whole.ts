import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { removeFile, renameOver } from './held-files.ts';

/**
 * Writes a new file that only its owner can read; one that could not be written whole is removed. @throws the file
 * system's error: `EEXIST` where the name is taken.
 */
export function saveNew(path: string, content: string | Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } catch (error) {
    removeFile(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** The same in place of whatever is there, which stays as it is when there is no room. @throws the file system's error */
export function saveOver(path: string, content: string | Uint8Array): void {
  const part = `${path}.part`;
  removeFile(part);
  saveNew(part, content);
  renameOver(part, path);
}
