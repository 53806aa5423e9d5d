import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { journalNote } from '#domain/sentences/journal.ts';
import { readTrades } from '../../../src-main/cli/orders.ts';
import { openJournal, readJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { codeOf, must } from '../../support/trader.ts';

const temporary = temporaryDirectories();

/** Trades whose transactions are large: 250 of them make it larger than journals that are checked at each opening. */
function journalOf(count: number, path = join(temporary(), 'journal.sqlite')): string {
  const journal = must(openJournal(path));
  for (let at = 0; at < count; at += 1)
    journal.put(
      journalEntry({ id: `trade-${at}` }, { signedCbor: 'ab'.repeat(10_000) }),
      journalNote('built'),
    );
  journal.close();
  return path;
}

function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** Overwrites a page in the middle of the file, where trades of the past are. */
function damagePage(path: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4_096, 0xa5), 0, 4_096, Math.floor(statSync(path).size / 8_192) * 4_096);
  closeSync(file);
}

describe('a journal that is only read', () => {
  let large: Buffer;

  beforeAll(() => {
    large = readFileSync(journalOf(250));
  });

  it('is read whole, page by page, newest first, and what is wanted of it is kept', () => {
    const path = journalOf(230);
    const before = readFileSync(path);
    const all = must(readTrades(path)).map(({ id }) => id);
    expect(all).toEqual(Array.from({ length: 230 }, (_, at) => `trade-${229 - at}`));
    expect(must(readTrades(path, 'swap', 'dca'))).toHaveLength(230);
    expect(must(readTrades(path, 'cancel'))).toEqual([]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('that is not there holds nothing, and is not made', () => {
    const path = join(temporary(), 'none', 'journal.sqlite');
    expect(readTrades(path)).toEqual({ ok: true, value: [] });
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('is read beside the one who writes to it', () => {
    const path = journalOf(1);
    const journal = must(openJournal(path));
    journal.put(journalEntry({ id: 'new' }), journalNote('built'));
    expect(must(readTrades(path)).map(({ id }) => id)).toEqual(['new', 'trade-0']);
    journal.put(journalEntry({ id: 'newer' }), journalNote('built'));
    journal.close();
  });

  it.each<[string, string, (path: string) => void]>([
    ['cut', 'storage-corrupt', (path) => truncateSync(path, 8_192)],
    ['emptied', 'storage-corrupt', (path) => truncateSync(path, 0)],
    ['with a damaged page', 'storage-corrupt', damagePage],
    ['of another kind', 'storage-corrupt', (path) => execute(path, 'PRAGMA application_id=7')],
    ['of a newer version', 'storage-newer', (path) => execute(path, 'PRAGMA user_version=99')],
    [
      'with one changed entry of long ago',
      'storage-corrupt',
      (path) => execute(path, "UPDATE trades SET entry = '{}' WHERE ordinal = 3"),
    ],
  ])('%s is refused as a whole: %s', (_how, code, damage) => {
    const path = join(temporary(), 'journal.sqlite');
    writeFileSync(path, large);
    damage(path);
    expect(codeOf(readTrades(path))).toBe(code);
    expect(codeOf(readTrades(path, 'cancel'))).toBe(code);
  });

  it('after a crash of its writer shows what was kept', () => {
    const path = join(temporary(), 'journal.sqlite');
    const entry = fileURLToPath(new URL('../../support/journal-process.ts', import.meta.url));
    const steps = [['open'], ['put', 'first'], ['put', 'second'], ['die']];
    spawnSync(process.execPath, [entry, path, JSON.stringify(steps)]);
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    const reader = must(readJournal(path));
    expect([...(reader?.trades() ?? [])].map(({ id }) => id)).toEqual(['second', 'first']);
    reader?.close();
  });
});
