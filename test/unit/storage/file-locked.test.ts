import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { failure, failureText, type Failure } from '#domain/failure.ts';
import { germanFailureText } from '#domain/failure.de.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { StorageError } from '../../../src-main/ports/storage-trouble.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { openSettings } from '../../../src-main/storage/sqlite-settings.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
let release: (() => Promise<void>) | undefined;

afterEach(async () => {
  await release?.();
  release = undefined;
});

/** How long the other program holds the file if nobody ends it: fewer changes than `MANY` could wait two seconds each. */
const HELD_MS = 60_000;
const MANY = 40;

/** Another program that begins to write to a database and does not finish, as a database browser does. */
async function lockedByAnother(path: string): Promise<() => Promise<void>> {
  const code = `const { DatabaseSync } = require('node:sqlite');
    const held = new DatabaseSync(${JSON.stringify(path)});
    held.exec('BEGIN IMMEDIATE');
    console.log('held');
    setTimeout(() => held.close(), ${HELD_MS});`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  release = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  return release;
}

function refusalOf(work: () => void): Failure | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof StorageError) return error.failure;
    throw error;
  }
}

describe('a file that another program is writing to', () => {
  it('refuses each change of the settings without waiting, keeps none, and takes them afterwards', async () => {
    const path = join(temporary(), 'settings.sqlite');
    const settings = must(openSettings(path));
    settings.set('at', 'before');
    const end = await lockedByAnother(path);
    const refusals = Array.from({ length: MANY }, (_, at) => refusalOf(() => settings.set('at', at)));
    expect(refusals).toEqual(refusals.map(() => failure('storage-busy', { file: 'settings.sqlite' })));
    expect(settings.get('at')).toBe('before');
    await end();
    settings.set('at', 'after');
    settings.close();
    const again = must(openSettings(path));
    expect(again.get('at')).toBe('after');
    again.close();
  });

  it('refuses what a journal records without waiting: the loop of a program stands still for nobody', async () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = must(openJournal(path));
    const end = await lockedByAnother(path);
    const entry = journalEntry({ id: 'one' });
    const refusals = Array.from({ length: MANY }, () =>
      refusalOf(() => journal.put(entry, journalNote('built'))),
    );
    expect(refusals).toEqual(refusals.map(() => failure('storage-busy', { file: 'journal.sqlite' })));
    await end();
    journal.close();
  });

  it('is tried again by whoever records a step, while everything else goes on, and then refused', async () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = must(openJournal(path));
    const clock = new ManualClock();
    const book = new TradeBook(journal, clock);
    const end = await lockedByAnother(path);
    let tries = 0;
    const opening = (id: string) =>
      book.whenFree(() => {
        tries += 1;
        return book.open(journalEntry({ id }), journalNote('built'));
      });
    const given = opening('one').catch((error: unknown) => error);
    for (let waits = 0; waits < 20; waits += 1) await clock.advance(200);
    expect(await given).toMatchObject({ failure: { code: 'storage-busy' } });
    expect(tries).toBe(10);
    const kept = opening('two');
    await clock.advance(200);
    expect(journal.get('two')).toBeUndefined();
    await end();
    await clock.advance(200);
    expect((await kept).trade.id).toBe('two');
    expect(journal.get('one')).toBeUndefined();
    journal.close();
    // On disk, not only in the connection.
    const again = must(openJournal(path));
    expect(again.get('two')?.trade.id).toBe('two');
    again.close();
  });

  it('is said to be what it is, by the journal too, and in both languages', async () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = must(openJournal(path));
    const end = await lockedByAnother(path);
    const refusal = refusalOf(() => journal.put(journalEntry({ id: 'one' }), journalNote('built')));
    expect(refusal).toEqual(failure('storage-busy', { file: 'journal.sqlite' }));
    await end();
    journal.put(journalEntry({ id: 'two' }), journalNote('built'));
    expect([journal.get('one'), journal.get('two')?.trade.id]).toEqual([undefined, 'two']);
    journal.close();
    for (const signed of [false, true]) {
      const said = failure('storage-busy', { file: 'journal.sqlite', signed });
      expect(failureText(said).what).toMatch(/Another program is using the file "journal\.sqlite"/);
      expect(germanFailureText(said).what).toMatch(
        /Ein anderes Programm verwendet die Datei „journal\.sqlite“/,
      );
      expect(failureText(said).money).toBe(signed ? 'unknown' : 'none');
      expect(germanFailureText(said).money).toBe(signed ? 'unknown' : 'none');
    }
  });
});
