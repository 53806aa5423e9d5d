import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { removeFile } from '../system/held-files.ts';
import type { SignatureClaims } from '../ports/journal.ts';

/** Milliseconds after which a claim is removed: services build transactions that are valid for hours. */
const KEPT_MS = 7 * 86_400_000;
const HASH = /^[0-9a-f]{64}$/;

/** Where the claims of a data folder are: those of both the application and the command line. */
export function claimsFolder(dataFolder: string): string {
  return join(dataFolder, 'signed');
}

/**
 * Claims as one small file for each transaction in a folder that every journal of this machine shares. `journal` says
 * where the trades of these claims are recorded. A folder that cannot be written holds no claim of anybody, and stops
 * no trade: what was signed is in the journal all the same.
 */
export function fileClaims(folder: string, journal: string): SignatureClaims {
  const pathOf = (bodyHash: string): string => join(folder, bodyHash);
  const textOf = (tradeId: string): string => JSON.stringify({ journal, tradeId });
  return {
    claim(bodyHash, tradeId): Result<undefined, Failure> {
      forgetOld(folder);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        // The system makes sure that of two processes only one makes the file.
        const file = openSync(pathOf(bodyHash), 'wx', 0o600);
        try {
          writeFileSync(file, textOf(tradeId));
        } catch {
          // A claim cut off by a full disk would hold the transaction with no valid holder.
          removeFile(pathOf(bodyHash));
        } finally {
          closeSync(file);
        }
        return ok(undefined);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return ok(undefined);
        const held = readText(pathOf(bodyHash));
        if (held === textOf(tradeId)) return ok(undefined);
        const holder = journalIn(held);
        return failed(failure('signed-elsewhere', holder === undefined ? {} : { journal: holder }));
      }
    },
    release(bodyHash, tradeId): void {
      if (readText(pathOf(bodyHash)) === textOf(tradeId)) removeFile(pathOf(bodyHash));
    },
  };
}

/** The journal that records the trade which signs a transaction; `undefined` where no claim says so. */
export function claimedJournal(folder: string, bodyHash: string): string | undefined {
  return HASH.test(bodyHash) ? journalIn(readText(join(folder, bodyHash))) : undefined;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The journal that a claim names; `undefined` where it was cut off while it was written. */
function journalIn(held: string | undefined): string | undefined {
  try {
    const { journal } = JSON.parse(held ?? '{}') as { readonly journal?: unknown };
    return typeof journal === 'string' ? journal : undefined;
  } catch {
    return undefined;
  }
}

function forgetOld(folder: string): void {
  try {
    const since = Date.now() - KEPT_MS;
    for (const name of readdirSync(folder).filter((each) => HASH.test(each)))
      if (statSync(join(folder, name)).mtimeMs < since) removeFile(join(folder, name));
  } catch {
    // No folder yet, or another process was faster.
  }
}
