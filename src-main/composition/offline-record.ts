import { join } from 'node:path';
import { ok } from '#domain/result.ts';
import { failed } from '#domain/result.ts';
import type { OfflineRecord } from '../features/offline/offline-desk.ts';
import { readSignedBefore } from '../offline/signed-before.ts';
import { fileFailure, isFileError } from '../ports/storage-trouble.ts';
import type { SmallFiles } from '../ports/system.ts';

/** Names the wallet of a computer without a network among those of the profiles. Its keys are the same on every network. */
export const PROFILE = 'offline';
const FILE = 'signed.json';

/** Where that computer keeps its wallet, and what it signed. */
export function offlineFolder(dataFolder: string): string {
  return join(dataFolder, 'profiles', PROFILE);
}

/** What was signed on this computer, in the windows as on the command line. */
export function fileRecord(files: SmallFiles): OfflineRecord {
  return {
    read() {
      try {
        const kept = files.read(FILE);
        return readSignedBefore(kept === undefined ? undefined : new TextDecoder().decode(kept));
      } catch (error) {
        if (isFileError(error)) return 'unreadable';
        throw error;
      }
    },
    write(text) {
      try {
        files.write(FILE, new TextEncoder().encode(text));
        return ok(undefined);
      } catch (error) {
        if (isFileError(error)) return failed(fileFailure(error, FILE));
        throw error;
      }
    },
  };
}
