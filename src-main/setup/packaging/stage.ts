import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeTree } from '../../disk/held-files.ts';
import type { Contents } from './contents.ts';

/**
 * Lays the contents of an archive out in a folder. All files get one mode, whatever they have here: the archive notes
 * which are executable, and has to be the same wherever it is made.
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
