import { spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { failureText, type Failure } from '#domain/failure.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { Journal } from '../../../src-main/ports/journal.ts';
import { openDatabase, readDatabase, type OpenDatabase } from '../../../src-main/storage/open-database.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import type { JournalStep } from '../../support/journal-process.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

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

function idsIn(path: string): string[] {
  const journal = opened(path);
  const ids = journal.all(1_000).map(({ trade }) => trade.id);
  journal.close();
  return ids;
}

/** Another process, an ordinary user's, works on the journal. */
function inProcess(path: string, steps: readonly JournalStep[]): unknown[] {
  const script = join(import.meta.dirname, '../../support/journal-process.ts');
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const { stdout, stderr } = spawnSync(process.execPath, [script, path, JSON.stringify(steps)], {
    ...user,
    encoding: 'utf8',
  });
  if (stderr.includes('Error:')) throw new Error(stderr);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

function place(): { folder: string; path: string } {
  const folder = temporary();
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  return { folder, path: join(folder, 'journal.sqlite') };
}

describe.runIf(process.platform === 'linux')('a journal that was read-only for a while', () => {
  it('takes the next write once it can be written, and the refused one is not there twice', () => {
    const { path } = place();
    const answers = inProcess(path, [
      ['open'],
      ['put', 'before'],
      ['close'],
      ['mode', path, 0o400],
      ['open'],
      ['put', 'refused'],
      ['mode', path, 0o600],
      ['put', 'refused'],
      ['put', 'after'],
      ['close'],
    ]);
    expect(answers.slice(6)).toEqual(['changed', 'kept', 'kept', 'closed']);
    const refused = answers[5] as Failure;
    expect(refused).toMatchObject({ code: 'storage-failed' });
    expect(failureText(refused)).toMatchObject({
      what: 'The file "journal.sqlite" cannot be used (it is read-only).',
      advice: 'Check the disk and the permissions of the data folder, then try again.',
    });
    expect(idsIn(path)).toEqual(['after', 'refused', 'before']);
    const journal = opened(path);
    expect(journal.steps('refused')).toHaveLength(1);
    journal.close();
  });

  it('is written again after a kill in that time, whose side files are read-only', () => {
    const { path } = place();
    inProcess(path, [['open'], ['put', 'before'], ['close']]);
    inProcess(path, [['mode', path, 0o400], ['open'], ['die']]);
    expect(statSync(`${path}-shm`).mode & 0o777).toBe(0o400);
    expect(inProcess(path, [['mode', path, 0o600], ['open'], ['put', 'after'], ['close']])).toEqual([
      'changed',
      'opened',
      'kept',
      'closed',
    ]);
    expect(idsIn(path)).toEqual(['after', 'before']);
  });

  it('opens again after its folder was read-only', () => {
    const { folder, path } = place();
    inProcess(path, [['open'], ['put', 'before'], ['close']]);
    const answers = inProcess(path, [
      ['mode', folder, 0o500],
      ['open'],
      ['mode', folder, 0o700],
      ['open'],
      ['put', 'after'],
    ]);
    expect(answers[1]).toMatchObject({ code: 'storage-failed', data: { file: 'journal.sqlite' } });
    expect(answers.slice(3)).toEqual(['opened', 'kept']);
    expect(idsIn(path)).toEqual(['after', 'before']);
  });
});

describe('what SQLite itself mends', () => {
  /** A journal with a write-ahead log that holds everything since it was made, as a kill leaves it. */
  function killed(): string {
    const { path } = place();
    inProcess(path, [['open'], ['put', 'one'], ['put', 'two'], ['die']]);
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    return path;
  }

  function overwrite(path: string, bytes: Buffer, at: number): void {
    const file = openSync(path, 'r+');
    writeSync(file, bytes, 0, bytes.length, at);
    closeSync(file);
  }

  it.runIf(process.platform === 'linux')(
    'is read: a header torn by a checkpoint, whole in the write-ahead log',
    () => {
      const path = killed();
      // The log holds the first page: this one writes it into the log, and dies before any of it is in the file.
      inProcess(path, [['open'], ['die']]);
      const database = new DatabaseSync(path);
      const version = Number(Object.values(database.prepare('PRAGMA user_version').get() ?? {})[0]);
      database.exec(
        `PRAGMA wal_autocheckpoint=0; PRAGMA user_version=${version - 1}; PRAGMA user_version=${version}`,
      );
      const [file, wal] = ['', '-wal'].map((ending) => {
        copyFileSync(path + ending, `${path}${ending}.kept`);
        return `${path}${ending}.kept`;
      });
      database.close();
      copyFileSync(file ?? '', path);
      copyFileSync(wal ?? '', `${path}-wal`);
      overwrite(path, Buffer.alloc(512, 0xff), 0);
      expect(idsIn(path)).toEqual(['two', 'one']);
      expect(readdirSync(join(path, '..')).filter((name) => name.includes('rehearsal'))).toEqual([]);
    },
  );

  it('is read: a header torn in a transaction that its rollback journal takes back', () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    journal.put(journalEntry({ id: 'one' }), journalNote('built'));
    journal.close();
    const database = new DatabaseSync(path);
    // As in the moment before the file is switched to its write-ahead log.
    database.exec(
      'PRAGMA journal_mode=DELETE; BEGIN IMMEDIATE; PRAGMA user_version=77; PRAGMA cache_spill=1',
    );
    database.exec('CREATE TABLE filler (a); INSERT INTO filler VALUES (randomblob(100))');
    copyFileSync(`${path}-journal`, `${path}-journal.kept`);
    database.exec('ROLLBACK');
    database.close();
    // The count of pages in the log's header is written when it is synced.
    const log = readFileSync(`${path}-journal.kept`);
    log.writeUInt32BE(0xffffffff, 8);
    Buffer.from([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]).copy(log, 0);
    writeFileSync(`${path}-journal`, log);
    overwrite(path, Buffer.alloc(512, 0xff), 0);
    expect(idsIn(path)).toEqual(['one']);
  });

  it.each<[string, (path: string) => void]>([
    ['an emptied file', (path) => truncateSync(path, 0)],
    ['a file of another kind', (path) => writeFileSync(path, 'not a journal '.repeat(100))],
  ])(
    'is not tried where it cannot help: %s next to a log is refused, and both stay as they are',
    (_name, change) => {
      const path = killed();
      const log = readFileSync(`${path}-wal`);
      change(path);
      const before = readFileSync(path);
      expect(codeOf(path)).toBe('storage-corrupt');
      expect(readFileSync(path).equals(before)).toBe(true);
      expect(readFileSync(`${path}-wal`).equals(log)).toBe(true);
    },
  );

  it.each(['-wal', '-journal'])('is never made anew next to a lost file’s %s', (ending) => {
    const path = join(temporary(), 'journal.sqlite');
    writeFileSync(path + ending, 'left over');
    expect(codeOf(path)).toBe('storage-corrupt');
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(path + ending, 'utf8')).toBe('left over');
  });
});

describe.runIf(process.platform === 'linux')('a database of the version before', () => {
  const FIRST = 'CREATE TABLE kept (name TEXT NOT NULL) STRICT';
  const SECOND = "ALTER TABLE kept ADD COLUMN note TEXT NOT NULL DEFAULT 'none'";
  const schema = { applicationId: 7, migrations: [FIRST, SECOND] };

  function older(): string {
    const { path } = place();
    expect(inProcess(path, [['migrate', [FIRST]]])).toEqual(['migrated']);
    const database = new DatabaseSync(path);
    database.exec("INSERT INTO kept VALUES ('one'), ('two')");
    database.close();
    return path;
  }

  const rowsOf = (database: OpenDatabase | undefined): unknown => {
    const rows = database?.read((open) => open.prepare('SELECT * FROM kept').all());
    database?.close();
    return rows;
  };

  it.each(['ALTER TABLE', 'PRAGMA user_version=2', 'COMMIT'])(
    'is whole after a kill before "%s", and the next start finishes it',
    (statement) => {
      const path = older();
      expect(
        inProcess(path, [
          ['die-before', statement],
          ['migrate', schema.migrations],
        ]),
      ).toEqual(['armed']);
      expect(rowsOf(must(openDatabase(path, schema)))).toEqual([
        { name: 'one', note: 'none' },
        { name: 'two', note: 'none' },
      ]);
    },
  );

  it('is read as it is, and stays of that version', () => {
    const path = older();
    expect(rowsOf(must(readDatabase(path, schema)))).toEqual([{ name: 'one' }, { name: 'two' }]);
    const database = new DatabaseSync(path);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    database.close();
  });
});
