import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { fileReason, isFileError } from '../ports/storage-trouble.ts';
import type { ChosenFiles, HashedFile } from '../ports/system.ts';

/** Files anywhere on this machine. They are read in chunks: a package is too large to hold in memory. */
export const chosenFiles: ChosenFiles = {
  async readText(path, mostBytes) {
    return guarded(path, async () => {
      const { size } = regular(path);
      if (size > mostBytes) return unreadable(path, 'it is too large to be one');
      const chunks: Buffer[] = [];
      // It may have grown since.
      for await (const chunk of createReadStream(path, { end: mostBytes - 1 })) chunks.push(chunk as Buffer);
      try {
        return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks)));
      } catch {
        return unreadable(path, 'it is not text');
      }
    });
  },
  hash(path) {
    return guarded<HashedFile>(path, async () => {
      regular(path);
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
        size += (chunk as Buffer).length;
        hash.update(chunk as Buffer);
      }
      return ok({ name: basename(path), size, sha256: hash.digest('hex') });
    });
  },
};

/** A pipe or a device never ends, and a folder has no content. */
class NotAFile extends Error {
  override readonly name = 'NotAFile';
}

function regular(path: string): { readonly size: number } {
  const found = statSync(path);
  if (!found.isFile()) throw new NotAFile();
  return found;
}

async function guarded<T>(
  path: string,
  work: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotAFile) return unreadable(path, 'it is not a file');
    if (isFileError(error)) return unreadable(path, fileReason(error));
    throw error;
  }
}

function unreadable(path: string, reason: string): Result<never, Failure> {
  const file = basename(path)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 120);
  return failed(failure('release-file-unreadable', { file, reason }));
}
