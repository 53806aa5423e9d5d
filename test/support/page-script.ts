import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface PageScript {
  readonly files: number;
  readonly bytes: number;
  readonly compressed: number;
}

/** The script that a built page loads at its start: the one it names, and everything that this imports at once. */
export function scriptOf(page: string): PageScript {
  const seen = new Set<string>();
  const follow = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    // A module loaded later is named in a call, `import(…)`.
    const imported = readFileSync(path, 'utf8').matchAll(
      /\b(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g,
    );
    for (const [, name = ''] of imported) follow(join(dirname(path), name));
  };
  const named = readFileSync(page, 'utf8').matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="([^"]+\.js)"/g);
  for (const [, name = ''] of named) follow(join(dirname(page), name));
  const sources = [...seen].map((path) => readFileSync(path));
  return {
    files: sources.length,
    bytes: sources.reduce((sum, source) => sum + source.length, 0),
    compressed: sources.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0),
  };
}
