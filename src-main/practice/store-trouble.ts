/** The message to the parent process when the world cannot be kept. */
export interface StoreTrouble {
  readonly type: 'trouble';
  readonly kind: 'full' | 'failed';
  /** The file or folder. */
  readonly file: string;
  readonly reason: string;
}

const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a file is where a folder should be',
  EEXIST: 'a file is where a folder should be',
  ENOENT: 'a folder above it is missing',
  EIO: 'the disk reports an error',
};

/** The meaning of an error of the store or of its folder; `undefined` for any other error. */
export function storeTrouble(error: unknown, file: string): StoreTrouble | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  if ('errcode' in error) {
    const sqlite = Number(error.errcode) & 0xff;
    if (sqlite === SQLITE_FULL) return { type: 'trouble', kind: 'full', file, reason: 'the disk is full' };
    const reason = sqlite === SQLITE_IOERR ? 'the disk reports an error' : error.message;
    return { type: 'trouble', kind: 'failed', file, reason };
  }
  if (!('syscall' in error)) return undefined;
  if (FULL.includes(code)) return { type: 'trouble', kind: 'full', file, reason: 'the disk is full' };
  const words = REASONS[code];
  return { type: 'trouble', kind: 'failed', file, reason: words === undefined ? code : `${words}, ${code}` };
}

/** The same as a sentence of the command line, with what to do. */
export function troubleText({ kind, file, reason }: StoreTrouble): string {
  return kind === 'full'
    ? `the disk is full: ${file} could not be written. Free some disk space and start again, or name a folder on another disk with --data.`
    : `${file} cannot be used (${reason}). Make it a folder that you may write to, or name another one with --data.`;
}
