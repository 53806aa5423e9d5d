import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { Clock } from './system.ts';

/** Thrown where something could not be kept, or read back: whatever depended on it must not happen. */
export class StorageError extends Error {
  override readonly name: string = 'StorageError';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Milliseconds between two tries to write to a file that another program holds, and how many tries there are. */
const AGAIN_MS = 200;
const TRIES = 10;

/** Whether a file could not be written because another program was just writing to it. */
function isHeld(error: unknown): boolean {
  return error instanceof StorageError && error.failure.code === 'storage-busy';
}

/**
 * Does what writes to a file, and tries again for two seconds while another program holds it; meanwhile everything else
 * continues. A write that was refused has changed nothing. @throws what the last try threw
 */
export async function whenFree<T>(write: () => T | Promise<T>, clock: Pick<Clock, 'sleep'>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await write();
    } catch (error) {
      if (!isHeld(error) || tries >= TRIES) throw error;
      await clock.sleep(AGAIN_MS);
    }
}

/** A file that cannot be written or read ends the work before anything that depends on it. */
export async function orStorageFailure<T>(
  work: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageError) return failed(error.failure);
    throw error;
  }
}

/** No space, no quota left, or the file would pass the size that it may have. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a file is where a folder should be',
  EEXIST: 'a file is where a folder should be',
  EISDIR: 'a folder is where a file should be',
  ENOENT: 'a folder above it is missing',
  EBUSY: 'another program uses it',
  EIO: 'the disk reports an error',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead in a circle',
  ENOSPC: 'there is no room left',
  EDQUOT: 'there is no room left',
  EFBIG: 'it would be too large for the disk',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

/** Whether an error of the file system says that there is no room. */
export function isFull(error: unknown): boolean {
  return FULL.includes(codeOf(error));
}

/** Whether an error comes from the file system. */
export function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** Why a file or folder cannot be used, in words, with the system's own code. */
export function fileReason(error: unknown): string {
  return reasonOf(codeOf(error));
}

/** The same for the system's code alone. */
export function reasonOf(code: string): string {
  const words = REASONS[code];
  return words === undefined ? code : `${words}, ${code}`;
}

/** An error of the file system as a failure: `storage-full`, else `storage-failed`. `file` names the file to the user. */
export function fileFailure(error: unknown, file: string): Failure {
  return isFull(error)
    ? failure('storage-full', { file })
    : failure('storage-failed', { file, reason: fileReason(error) });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
