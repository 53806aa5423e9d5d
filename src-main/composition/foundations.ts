import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../src-preload/domain/failure.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import { FileLog } from '../log/file-log.ts';
import type { Log } from '../ports/log.ts';
import type { SettingsStore } from '../ports/settings.ts';
import { lockDirectory } from '../storage/directory-lock.ts';
import { openSettings } from '../storage/sqlite-settings.ts';
import { systemClock } from '../system/clock.ts';

/** What stands before anything else: the data folder taken for this process, the log and the settings. */
export interface Foundations {
  readonly folder: string;
  readonly log: Log;
  readonly settings: SettingsStore;
  close(): void;
}

/** Failures: `data-directory-busy` when another instance runs on the same folder, `storage-…`. */
export function layFoundations(folder: string): Result<Foundations, Failure> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(folder);
  if (!lock.ok) return lock;
  const settings = openSettings(join(folder, 'settings.sqlite'));
  if (!settings.ok) {
    lock.value.release();
    return settings;
  }
  return ok({
    folder,
    log: new FileLog(join(folder, 'log', 'touchstone.log'), systemClock),
    settings: settings.value,
    close() {
      settings.value.close();
      lock.value.release();
    },
  });
}
