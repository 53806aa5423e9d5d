import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure, failureText, type Failure } from '#domain/failure.ts';
import { germanFailureText } from '#domain/failure.de.ts';
import { ok } from '#domain/result.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { StorageError } from '../../../src-main/ports/storage-trouble.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { openSettings } from '../../../src-main/storage/sqlite-settings.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { submitSame } from '../../../src-main/trading/submission.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const GONE = failure('storage-gone', { file: 'journal.sqlite' });

/** A journal in a folder of its own, with one trade. */
function journalIn(root: string) {
  const folder = join(root, 'data');
  mkdirSync(folder);
  const path = join(folder, 'journal.sqlite');
  const journal = must(openJournal(path));
  journal.put(journalEntry({ id: 'first' }), journalNote('built'));
  return { folder, path, journal };
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

/** A sound journal of another wallet. */
function another(root: string): string {
  const path = join(root, 'other.sqlite');
  must(openJournal(path)).close();
  return path;
}

// Windows lets nobody do this to a file that is open.
describe.runIf(process.platform !== 'win32')('an open journal', () => {
  it.each<[string, (at: { readonly root: string; readonly folder: string; readonly path: string }) => void]>([
    ['whose file is removed', ({ path }) => rmSync(path)],
    ['whose file is renamed', ({ path }) => renameSync(path, `${path}.old`)],
    ['whose folder is removed', ({ folder }) => rmSync(folder, { recursive: true })],
    ['whose folder is renamed', ({ root, folder }) => renameSync(folder, join(root, 'elsewhere'))],
    ['that another file replaces', ({ root, path }) => renameSync(another(root), path)],
    [
      'that a copy of itself replaces',
      ({ path }) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
    ],
    ['whose log is removed', ({ path }) => rmSync(`${path}-wal`)],
    ['whose log’s index is removed', ({ path }) => rmSync(`${path}-shm`)],
  ])('%s keeps nothing more, and says so', (_how, harm) => {
    const root = temporary();
    const { folder, path, journal } = journalIn(root);
    harm({ root, folder, path });
    expect(refusalOf(() => journal.put(journalEntry({ id: 'second' }), journalNote('built')))).toEqual(GONE);
    expect(journal.get('second')).toBeUndefined();
    expect(journal.get('first')?.trade.id).toBe('first');
    journal.close();
  });

  it('that is put back goes on with all that it kept', () => {
    const root = temporary();
    const { folder, path, journal } = journalIn(root);
    renameSync(folder, join(root, 'elsewhere'));
    expect(refusalOf(() => journal.put(journalEntry({ id: 'second' }), journalNote('built')))).toEqual(GONE);
    renameSync(join(root, 'elsewhere'), folder);
    journal.put(journalEntry({ id: 'third' }), journalNote('built'));
    journal.close();
    const again = must(openJournal(path));
    expect(again.all(9).map(({ trade }) => trade.id)).toEqual(['third', 'first']);
    again.close();
  });

  it('that is gone ends a trade before its signature, and a signed one before it is sent', async () => {
    const { path, journal } = journalIn(temporary());
    const book = new TradeBook(journal, systemClock);
    const built = book.open(journalEntry({ id: 'new', bodyHash: '33'.repeat(32) }), journalNote('built'));
    const signed = book.open(
      journalEntry({ id: 'signed', state: 'assembled' }, { witnessSet: 'a100', signedCbor: '84aa' }),
      journalNote('built'),
    );
    rmSync(path);
    let signatures = 0;
    const accepted = await book.exclusively('new', () => {
      book.record(built, 'approved', journalNote('accepted'));
      signatures += 1;
      return Promise.resolve(ok(undefined));
    });
    expect(accepted).toEqual({ ok: false, failure: GONE });
    expect(signatures).toBe(0);
    const ledger = new ScriptedLedger();
    const parts = {
      book,
      ledger,
      network: 'preprod',
      confirmations: 15,
      checkpoint: () => undefined,
    } as const;
    const sending = await book.exclusively('signed', async () =>
      ok(await submitSame(signed, parts, journalNote('sent'))),
    );
    expect(sending).toEqual({ ok: false, failure: { ...GONE, data: { ...GONE.data, signed: true } } });
    expect(ledger.sent).toEqual([]);
    journal.close();
  });

  it('and settings alike', () => {
    const path = join(temporary(), 'settings.sqlite');
    const settings = must(openSettings(path));
    settings.set('look.theme', 'dark');
    rmSync(path);
    expect(refusalOf(() => settings.set('look.theme', 'light'))).toMatchObject({ code: 'storage-gone' });
    settings.close();
  });
});

describe('the sentence', () => {
  it('says whether a signature exists, in both languages', () => {
    const signed = { ...GONE, data: { ...GONE.data, signed: true } };
    expect(failureText(GONE)).toMatchObject({ money: 'none' });
    expect(failureText(GONE).what).toContain('"journal.sqlite" was removed, renamed or replaced');
    expect(failureText(signed)).toMatchObject({ money: 'unknown' });
    expect(failureText(signed).advice).toContain('Do not repeat the trade');
    expect(germanFailureText(signed)).toMatchObject({ money: 'unknown' });
    expect(germanFailureText(signed).advice).toContain('Wiederholen Sie den Trade nicht');
  });
});
