import { join } from 'node:path';
import type { Failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import type { OfflineRecord } from '../features/offline/offline-desk.ts';
import { readSignedBefore, type SignedRecord } from '../offline/signed-before.ts';
import { fileFailure, isFileError } from '../ports/storage-trouble.ts';
import type { SmallFiles } from '../ports/system.ts';

/** Names the wallet of a computer without a network among those of the profiles. Its keys are the same on every network. */
export const PROFILE = 'offline';
const FILE = 'signed.json';
const UNREADABLE = 'signed.unreadable.json';

/** Where that computer keeps its wallet, and what it signed. */
export function offlineFolder(dataFolder: string): string {
  return join(dataFolder, 'profiles', PROFILE);
}

/** The record of this computer's signatures, shared by the windows and the command line. */
export function fileRecord(files: SmallFiles): OfflineRecord {
  const signedIn = (content: Uint8Array | undefined): SignedRecord =>
    readSignedBefore(content === undefined ? undefined : new TextDecoder().decode(content));
  return {
    read() {
      try {
        return signedIn(files.read(FILE));
      } catch (error) {
        if (isFileError(error)) return 'unreadable';
        throw error;
      }
    },
    change(next) {
      let trouble: Failure | undefined;
      try {
        const before = files.read(FILE);
        // Damaged, or of a newer version: it is replaced, and kept in case it is missed.
        if (before && signedIn(before) === 'unreadable') files.write(UNREADABLE, before);
        files.change(FILE, (content) => {
          const text = next(signedIn(content));
          if (text.ok) return new TextEncoder().encode(text.value);
          trouble = text.failure;
          return content;
        });
        return trouble ? failed(trouble) : ok(undefined);
      } catch (error) {
        if (isFileError(error)) return failed(fileFailure(error, FILE));
        throw error;
      }
    },
  };
}
