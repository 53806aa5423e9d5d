import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { failure, type Failure } from '#domain/failure.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { StorageError } from '../../../src-main/ports/storage-trouble.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { JournalPass, TradeIndex } from '../../../src-main/trading/trade-index.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const DAMAGED = failure('storage-corrupt', { file: 'journal.sqlite' });

/** Damaged after it was opened, so that its size does not matter. */
function indexOver() {
  const path = join(temporary(), 'journal.sqlite');
  const journal = must(openJournal(path));
  for (let at = 0; at < 60; at += 1)
    journal.put(journalEntry({ id: `trade-${at}`, state: 'discarded' }), journalNote('built'));
  const file = new DatabaseSync(path);
  file.exec("UPDATE trades SET entry = '{}' WHERE ordinal = 3");
  file.close();
  const book = new TradeBook(journal, systemClock);
  const pass = new JournalPass(journal);
  return { journal, pass, index: new TradeIndex(journal, book, pass) };
}

it('a past that is damaged is told to all who listen, before and after it is found', async () => {
  const { journal, pass } = indexOver();
  const told: Failure[] = [];
  pass.onFailure((why) => void told.push(why));
  let done = false;
  pass.onDone(() => (done = true));
  await pass.run(() => undefined);
  expect(told).toEqual([DAMAGED]);
  pass.onFailure((why) => void told.push(why));
  expect(told).toEqual([DAMAGED, DAMAGED]);
  expect(done).toBe(false);
  journal.close();
});

it('who asks for all of it gets none of it, and the others hear of it', () => {
  const { journal, pass, index } = indexOver();
  const told: Failure[] = [];
  pass.onFailure((why) => void told.push(why));
  for (let tries = 0; tries < 2; tries += 1) expect(() => [...index.all()]).toThrow(StorageError);
  expect(told).toEqual([DAMAGED]);
  journal.close();
});
