import { join } from 'node:path';
import { failure, failureText, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { FileLog } from '../log/file-log.ts';
import type { Log } from '../ports/log.ts';
import type { SettingsStore } from '../ports/settings.ts';
import { lockDirectory } from '../storage/directory-lock.ts';
import { openSettings } from '../storage/sqlite-settings.ts';
import { systemClock } from '../system/clock.ts';
import { closeFolder, type Openness } from '../system/private-folder.ts';

/** What stands before anything else: the data folder taken for this process, the log and the settings. */
export interface Foundations {
  readonly folder: string;
  readonly log: Log;
  readonly settings: SettingsStore;
  /** What the user should know about how the application could be started, one sentence each. */
  readonly remarks: readonly string[];
  close(): void;
}

/** Failures: `data-directory-busy` when another instance runs on the same folder, `storage-…`. */
export function layFoundations(folder: string): Result<Foundations, Failure> {
  let openness: Openness | undefined;
  try {
    openness = closeFolder(folder);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return failed(failure('storage-failed', { file: folder, reason }));
  }
  const lock = lockDirectory(folder);
  if (!lock.ok) return lock;
  const settings = openSettings(join(folder, 'settings.sqlite'));
  if (!settings.ok) {
    lock.value.release();
    return settings;
  }
  const log = new FileLog(join(folder, 'log', 'touchstone.log'), systemClock);
  const remarks: string[] = [];
  if (openness !== undefined) {
    log.warn('data-folder-open', { why: openness });
    const { what, advice } = failureText(failure('data-folder-open', { folder, why: openness }));
    remarks.push(`${what} ${advice}`);
  }
  return ok({
    folder,
    log,
    settings: settings.value,
    remarks,
    close() {
      settings.value.close();
      lock.value.release();
    },
  });
}
