import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { ProfileStore } from '../profile/app-parts.ts';
import { openCandleCache } from '../storage/candle-cache.ts';
import { claimsFolder, fileClaims } from '../storage/signature-claims.ts';
import { openJournal } from '../storage/sqlite-journal.ts';
import { diskFiles } from '../system/small-files.ts';

/**
 * Names a data folder in the keychain by its path as it was given. What a link leads to does not count: whoever can
 * write files could then give the folder another name, under which the keychain knows nothing of its limits.
 */
export function placeOf(dataFolder: string): string {
  return createHash('sha256').update(resolve(dataFolder)).digest('hex').slice(0, 16);
}

/** A profile's own directory below the data folder: its journal, its keystore and its candles. Failures: `storage-…`. */
export function openProfileStore(dataFolder: string, name: string): Result<ProfileStore, Failure> {
  const folder = join(dataFolder, 'profiles', name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const journalFile = join(folder, 'journal.sqlite');
  const journal = openJournal(journalFile);
  if (!journal.ok) return journal;
  const candles = openCandleCache(join(folder, 'candles.sqlite'));
  return ok({
    journal: journal.value,
    claims: fileClaims(claimsFolder(dataFolder), journalFile),
    walletFiles: diskFiles(folder),
    candles,
    close() {
      candles.close();
      journal.value.close();
    },
  });
}
