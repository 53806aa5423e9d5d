import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Directories that vanish after the tests: resources that a file opened for all of them use theirs until then. */
export function temporaryDirectories(): () => string {
  const made: string[] = [];
  afterAll(() => {
    for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
  });
  return () => {
    const directory = mkdtempSync(join(tmpdir(), 'touchstone-'));
    made.push(directory);
    return directory;
  };
}

/** One directory for a whole file of tests, which removes it itself. */
export function temporaryDirectory(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
