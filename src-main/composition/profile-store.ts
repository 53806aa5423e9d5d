import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../src-preload/domain/failure.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import type { ProfileStore } from '../app/app-parts.ts';
import { openJournal } from '../storage/sqlite-journal.ts';
import { diskFiles } from '../system/small-files.ts';

/** A profile's own directory below the data folder: its journal and its keystore. Failures: `storage-…`. */
export function openProfileStore(dataFolder: string, name: string): Result<ProfileStore, Failure> {
  const folder = join(dataFolder, 'profiles', name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const journal = openJournal(join(folder, 'journal.sqlite'));
  if (!journal.ok) return journal;
  return ok({
    journal: journal.value,
    walletFiles: diskFiles(folder),
    close: () => journal.value.close(),
  });
}
