import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Journal } from '../../src-main/ports/journal.ts';
import { StorageError } from '../../src-main/ports/storage-trouble.ts';
import { openDatabase } from '../../src-main/storage/open-database.ts';
import { openJournal } from '../../src-main/storage/sqlite-journal.ts';
import { journalEntry } from './journal-entry.ts';
import { journalNote } from '#domain/sentences/journal.ts';

/** The steps of a separate process with a journal, one after the other; each answer is a line of JSON. */
export type JournalStep =
  | readonly ['open']
  /** Opens a database that a schema of these statements leads to. */
  | readonly ['migrate', readonly string[]]
  | readonly ['put', string]
  | readonly ['close']
  /** Changes the rights of a file or folder. */
  | readonly ['mode', string, number]
  /** Dies, as by a power cut, right before the first statement that contains this text. */
  | readonly ['die-before', string]
  | readonly ['die'];

const [path = '', steps = '[]'] = process.argv.slice(2);
let journal: Journal | undefined;

for (const step of JSON.parse(steps) as JournalStep[]) console.log(JSON.stringify(perform(step)));

function perform(step: JournalStep): unknown {
  switch (step[0]) {
    case 'open': {
      const opened = openJournal(path);
      if (!opened.ok) return opened.failure;
      journal = opened.value;
      return 'opened';
    }
    case 'migrate': {
      const migrated = openDatabase(path, { applicationId: 7, migrations: step[1] });
      return migrated.ok ? 'migrated' : migrated.failure;
    }
    case 'put':
      try {
        journal?.put(journalEntry({ id: step[1] }), journalNote('built'));
        return 'kept';
      } catch (error) {
        return error instanceof StorageError ? error.failure : String(error);
      }
    case 'close':
      journal?.close();
      return 'closed';
    case 'mode':
      chmodSync(step[1], step[2]);
      return 'changed';
    case 'die-before': {
      const { exec } = DatabaseSync.prototype;
      DatabaseSync.prototype.exec = function (sql: string) {
        if (sql.includes(step[1])) process.kill(process.pid, 'SIGKILL');
        exec.call(this, sql);
      };
      return 'armed';
    }
    case 'die':
      process.kill(process.pid, 'SIGKILL');
      return 'dead';
  }
}
