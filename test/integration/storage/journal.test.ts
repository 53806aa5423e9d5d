import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { quantity } from '../../../src-preload/domain/amount.ts';
import { failure } from '../../../src-preload/domain/failure.ts';
import { epochMs } from '../../../src-preload/domain/time.ts';
import { FINAL_STATES, type TradeState } from '../../../src-preload/domain/trade.ts';
import { JournalWriteError, type Journal } from '../../../src-main/ports/journal.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const temporary = temporaryDirectories();

function opened(path: string): Journal {
  const journal = openJournal(path);
  if (!journal.ok) throw new Error(journal.failure.code);
  return journal.value;
}

function codeOf(path: string): string {
  const journal = openJournal(path);
  if (!journal.ok) return journal.failure.code;
  journal.value.close();
  return 'opened';
}

describe('journal', () => {
  it('gives back every field exactly, after being closed and opened again', () => {
    const path = join(temporary(), 'journal.sqlite');
    const entry = journalEntry(
      {
        state: 'filled',
        expected: quantity(2n ** 64n - 1n),
        failure: failure('service-changed-transaction', { rule: 'A1' }, 'raw'),
        assembledBy: 'local',
        filledTotal: quantity(2n ** 70n),
        orders: [
          { index: 0, exchange: undefined, minimum: undefined },
          {
            index: 3,
            exchange: 'EXB',
            minimum: quantity(5n),
            deposit: quantity(2n),
            closedBy: '33'.repeat(32),
            received: quantity(7n),
          },
        ],
      },
      { witnessSet: 'a0', signedCbor: '84', serviceAnswer: '85' },
    );
    const journal = opened(path);
    journal.put(entry, 'made');
    journal.close();
    const again = opened(path);
    expect(again.get('trade-1')).toEqual(entry);
    expect(again.get('other')).toBeUndefined();
    again.close();
  });

  it('keeps one entry per trade and one step per put, in order', () => {
    const journal = opened(join(temporary(), 'journal.sqlite'));
    journal.put(journalEntry(), 'built');
    journal.put(journalEntry({ id: 'trade-2' }), 'built');
    journal.put(journalEntry({ state: 'approved', updatedAt: epochMs(1_000_001) }), 'accepted');
    expect(journal.all(10).map((entry) => [entry.trade.id, entry.trade.state])).toEqual([
      ['trade-2', 'built'],
      ['trade-1', 'approved'],
    ]);
    expect(journal.all(1).map((entry) => entry.trade.id)).toEqual(['trade-2']);
    expect(journal.steps('trade-1')).toEqual([
      { tradeId: 'trade-1', at: 1_000_000, state: 'built', note: 'built' },
      { tradeId: 'trade-1', at: 1_000_001, state: 'approved', note: 'accepted' },
    ]);
    journal.close();
  });

  it('lists as open exactly the entries that are not final', () => {
    const journal = opened(join(temporary(), 'journal.sqlite'));
    const open: TradeState[] = ['built', 'approved', 'signed', 'assembled', 'submitting', 'placed'];
    for (const state of [...open, ...FINAL_STATES]) journal.put(journalEntry({ id: state, state }), '');
    expect(journal.open().map((entry) => entry.trade.id)).toEqual(open);
    journal.close();
  });

  it('records nothing of a put that fails, and says so', () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    journal.put(journalEntry(), 'built');
    const blocker = new DatabaseSync(path, { timeout: 0 });
    blocker.exec("CREATE TRIGGER full BEFORE INSERT ON steps BEGIN SELECT RAISE(ABORT, 'disk full'); END");
    blocker.close();
    expect(() => journal.put(journalEntry({ state: 'approved' }), 'accepted')).toThrow(JournalWriteError);
    expect(journal.get('trade-1')?.trade.state).toBe('built');
    journal.close();
  });
});

describe('a journal file that is not well', () => {
  function damaged(change: (path: string) => void): { path: string; before: Buffer } {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    for (let index = 0; index < 50; index += 1) journal.put(journalEntry({ id: `trade-${index}` }), 'built');
    journal.close();
    change(path);
    return { path, before: readFileSync(path) };
  }

  it.each<[string, string, (path: string) => void]>([
    ['emptied', 'storage-corrupt', (path) => truncateSync(path, 0)],
    ['cut', 'storage-corrupt', (path) => truncateSync(path, 8_192)],
    ['replaced by text', 'storage-corrupt', (path) => writeFileSync(path, 'not a journal '.repeat(100))],
    ['another kind', 'storage-corrupt', (path) => execute(path, 'PRAGMA application_id=7')],
    [
      'an entry changed',
      'storage-corrupt',
      (path) => execute(path, "UPDATE trades SET entry = '{}' WHERE ordinal = 3"),
    ],
    ['newer', 'storage-newer', (path) => execute(path, 'PRAGMA user_version=99')],
  ])('%s: is refused as %s and left as it is', (_name, code, change) => {
    const { path, before } = damaged(change);
    expect(codeOf(path)).toBe(code);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is not made anew while its write-ahead log is still there', () => {
    const path = join(temporary(), 'journal.sqlite');
    writeFileSync(`${path}-wal`, 'left over');
    expect(codeOf(path)).toBe('storage-corrupt');
    expect(existsSync(path)).toBe(false);
  });

  it('is finished when its making was interrupted', () => {
    const path = join(temporary(), 'journal.sqlite');
    writeFileSync(`${path}.new`, 'half made');
    expect(codeOf(path)).toBe('opened');
  });
});

function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
