import { join } from 'node:path';
import { failure, type Failure, failureText } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { FileLog } from '../system/file-log.ts';
import type { Log, SmallFiles } from '../ports/system.ts';
import { fileFailure, fileReason, isFull } from '../ports/storage-trouble.ts';
import type { SettingsStore } from '../ports/journal.ts';
import { lockDirectory } from '../storage/open-database.ts';
import { openSettings } from '../storage/sqlite-settings.ts';
import { systemClock } from '../system/clock.ts';
import { closeFolder, type Openness } from '../system/data-folder.ts';
import type { ProfileStore } from '../profile/profile-parts.ts';
import { openCandleCache } from '../storage/candle-cache.ts';
import { claimsFolder, fileClaims } from '../storage/signature-claims.ts';
import { openJournal } from '../storage/sqlite-journal.ts';
import { diskFiles } from '../system/small-files.ts';

/** The parts set up before anything else: the data folder, locked for this process, the log and the settings. */
export interface Foundations {
  readonly folder: string;
  readonly log: Log;
  readonly settings: SettingsStore;
  /** Remarks for the user on how the application was started, one sentence each. */
  readonly remarks: readonly string[];
  close(): void;
}

/** Failures: `data-directory-busy` when another instance runs on the same folder, `data-folder-unusable`, `storage-…`. */
export function layFoundations(folder: string): Result<Foundations, Failure> {
  let openness: Openness | undefined;
  try {
    openness = closeFolder(folder);
  } catch (error) {
    if (isFull(error)) return failed(failure('storage-full', { file: folder }));
    return failed(failure('data-folder-unusable', { folder, reason: fileReason(error) }));
  }
  const lock = lockDirectory(folder);
  if (!lock.ok) return lock;
  const log = new FileLog(join(folder, 'log', 'touchstone.log'), systemClock);
  const unread = (key: string, entries: number): void => log.warn('settings-unread', { key, entries });
  const settings = openSettings(join(folder, 'settings.sqlite'), unread);
  if (!settings.ok) {
    lock.value.release();
    return settings;
  }
  const remarks: string[] = [];
  if (openness !== undefined) {
    log.warn('data-folder-open', { why: openness });
    const { what, advice } = failureText(failure('data-folder-open', { folder, why: openness }));
    remarks.push(`${what} ${advice}`);
  }
  const { damaged } = settings.value;
  if (damaged.length > 0) {
    log.warn('settings-damaged', { keys: damaged.join(', ') });
    const { what, advice } = failureText(failure('settings-damaged', { keys: damaged.join(', ') }));
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

const JOURNAL = 'journal.sqlite';

function profileFolder(dataFolder: string, name: string): string {
  return join(dataFolder, 'profiles', name);
}

/**
 * A profile's own directory below the data folder: its journal, its keystore and its candles. Each replay session
 * has its own ledger, so it also has its own journal, signature claims and candles there. Failures: `storage-…`.
 */
export function openProfileStore(
  dataFolder: string,
  name: string,
  session?: string,
): Result<ProfileStore, Failure> {
  const walletFolder = profileFolder(dataFolder, name);
  const folder = session === undefined ? walletFolder : join(walletFolder, 'sessions', session);
  let walletFiles: SmallFiles;
  try {
    walletFiles = diskFiles(walletFolder);
    if (session !== undefined) diskFiles(folder);
  } catch (error) {
    return failed(fileFailure(error, folder));
  }
  const journalFile = join(folder, JOURNAL);
  const journal = openJournal(journalFile);
  if (!journal.ok) return journal;
  const candles = openCandleCache(join(folder, 'candles.sqlite'));
  return ok({
    journal: journal.value,
    claims: fileClaims(
      session === undefined ? claimsFolder(dataFolder) : join(folder, 'claims'),
      journalFile,
    ),
    walletFiles,
    candles,
    close() {
      candles.close();
      journal.value.close();
    },
  });
}
