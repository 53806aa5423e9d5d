import * as v from 'valibot';
import { plainName } from '#contract/codec.ts';
import { watchListsFile } from '#contract/markets.ts';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { type OwnFile, readOwnFile, writeOwnFile } from '../../gate/own-file.ts';

/** Bytes of a file: twenty full lists of two hundred tokens each fit. */
export const MOST_WATCH_LIST_BYTES = 1_048_576;
export const WATCH_LISTS_FILE = 'touchstone-watch-lists.json';

const FILE: OwnFile<typeof watchListsFile> = {
  format: 'touchstone-watch-lists',
  noun: 'a file of watch lists',
  schema: watchListsFile,
};

/** A list as a file has it: without the id that only this machine knows. */
export interface NamedTokens {
  readonly name: string;
  readonly tokens: readonly AssetId[];
}

/** Watch lists as the text of a file. */
export function writeWatchLists(lists: readonly NamedTokens[]): string {
  return writeOwnFile(FILE, {
    // Early versions took any name; a file holds none that hides something.
    lists: lists.map(({ name, tokens }) => ({ name: v.is(plainName, name) ? name : 'List', tokens })),
  });
}

/** Reads watch lists from the text of a file. Failure: `watch-list-file-unreadable`, with where it differs. */
export function readWatchLists(text: string): Result<readonly NamedTokens[], Failure> {
  const read = readOwnFile(text, FILE);
  if (!read.ok) return failed(failure('watch-list-file-unreadable', { reason: read.failure }));
  return ok(
    read.value.lists.map(({ name, tokens }) => ({
      name,
      tokens: tokens
        .map(parseAssetId)
        .filter((id) => id !== undefined)
        .filter((id) => id !== ADA),
    })),
  );
}
