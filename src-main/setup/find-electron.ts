import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packageFolder = fileURLToPath(new URL('../../node_modules/electron/', import.meta.url));

/**
 * Absolute path of Electron's runtime, or `undefined` where it has not been fetched. Only looks: asking the
 * package itself would start a download.
 */
export function findElectron(folder: string = packageFolder): string | undefined {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(program) ? program : undefined;
}
