import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extractFile, getRawHeader, uncache, type DirectoryRecord } from '@electron/asar';
import type { Contents } from './contents.ts';

/** A file in an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly size: number;
  /** Whether it is stored beside the archive, which then only names it. */
  readonly outside: boolean;
  readonly executable: boolean;
}

/** All files named in an archive, in its order. */
export function archivedFiles(archive: string): readonly ArchivedFile[] {
  return filesOf(getRawHeader(archive).header as DirectoryRecord, '');
}

function filesOf(directory: DirectoryRecord, folder: string): ArchivedFile[] {
  return Object.entries(directory.files).flatMap(([name, entry]) => {
    const path = `${folder}${name}`;
    if ('files' in entry) return filesOf(entry, `${path}/`);
    if ('link' in entry) throw new Error(`the archive has a link, ${path}`);
    return [
      { path, size: entry.size, outside: entry.unpacked === true, executable: entry.executable === true },
    ];
  });
}

/**
 * SHA-256 of the header, which contains the hash of every file. It is embedded in a binary, which recognises its
 * archive by it.
 */
export function headerHash(archive: string): string {
  return createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
}

export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The gate: throws unless an archive is, file by file and byte by byte, what it should contain. */
export function requireContents(archive: string, contents: Contents): void {
  // A second package made in the same process may have its archive at the same path.
  uncache(archive);
  const found = archivedFiles(archive);
  const wanted = [...contents.keys()].toSorted();
  const names = found.map(({ path }) => path).toSorted();
  const wrong = [...new Set([...wanted, ...names])].filter(
    (path) => !wanted.includes(path) || !names.includes(path),
  );
  if (wrong.length > 0)
    throw new Error(
      `missing or unexpected in the archive: ${wrong.length} files, such as ${wrong.slice(0, 5).join(', ')}`,
    );
  for (const { path, outside, executable } of found) {
    if (outside !== path.endsWith('.node')) throw new Error(`${path} is on the wrong side of the archive`);
    if (executable) throw new Error(`${path} is executable`);
    const content = contents.get(path);
    if (content === undefined) continue;
    const bytes = outside
      ? readFileSync(join(`${archive}.unpacked`, path))
      : extractFile(archive, join(path));
    const source = 'from' in content ? readFileSync(content.from) : Buffer.from(content.text);
    if (!bytes.equals(source)) throw new Error(`${path} is not in the archive as it was`);
  }
}
