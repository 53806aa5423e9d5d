/**
 * Small files of one directory, each read and written whole. Names are `[a-z0-9.-]`.
 * I/O errors are thrown as Node's own (`code`: ENOSPC, EACCES…); callers translate them at their edge.
 */
export interface SmallFiles {
  /** `undefined` when there is no such file. */
  read(name: string): Uint8Array | undefined;
  /** Returns after the whole content is on disk under its name: a crash leaves the old file or the new one. */
  write(name: string, content: Uint8Array): void;
  /** Returns after the removal is on disk. Nothing happens when there is no such file. */
  remove(name: string): void;
}
