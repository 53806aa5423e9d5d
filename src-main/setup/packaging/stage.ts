import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeTree } from '../../system/held-files.ts';
import type { Contents } from './contents.ts';

/**
 * Writes an archive's contents to a folder. All files get the same mode, whatever they have here: the archive records
 * which are executable, and must be identical wherever it is made.
 */
export function stage(folder: string, contents: Contents): void {
  if (!removeTree(folder)) throw new Error(`${folder} is in use, and what is left in it would be packaged`);
  for (const [path, content] of contents) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    if ('from' in content) copyFileSync(content.from, to);
    else writeFileSync(to, content.text);
    chmodSync(to, 0o644);
  }
}
