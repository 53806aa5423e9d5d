import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { encodeEntry, encodeNote } from '../../../src-main/storage/entry-codec.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { conclude, median, say } from '../report.ts';
import type { OneStart } from './one-start.ts';
import { journalNote } from '#domain/sentences/journal.ts';

/**
 * `npm run bench -- start`: the application starts with 20,000 trades in its journal, and with none. Each start is the
 * real composition in a process of its own, with practice in another; the two take turns, so that what else runs on the
 * machine meets both. Exit code 1 when the start with trades takes more than one and a half
 * times as long to the first complete snapshot; the start itself fails unless all of them are listed afterwards.
 */

const TRADES = 20_000;
const ROUNDS = 5;
const MOST_RATIO = 1.5;
const STATES = ['built', 'approved', 'signed', 'assembled', 'submitting', 'submitted', 'placed', 'filled'];

/** Fills a journal as years of trading would, all of it in one transaction. */
function fill(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'journal.sqlite');
  const made = openJournal(path);
  if (!made.ok) throw new Error(made.failure.code);
  made.value.close();
  const database = new DatabaseSync(path);
  const trade = database.prepare(
    `INSERT INTO trades (id, state, body_hash, pay_asset, pay_quantity, receive_asset, updated_at, entry, unconfirmed)
     VALUES (?, 'filled', ?, 'ADA', '25000000', ?, ?, ?, 0)`,
  );
  const step = database.prepare('INSERT INTO steps (trade_id, at, state, note) VALUES (?, ?, ?, ?)');
  database.exec('BEGIN');
  for (let at = 0; at < TRADES; at += 1) {
    const entry = entryOf(at);
    const { id, bodyHash, receive, updatedAt } = entry.trade;
    trade.run(id, bodyHash, receive, updatedAt, encodeEntry(entry));
    for (const state of STATES) step.run(id, updatedAt, state, encodeNote(journalNote('built')));
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** A trade of the size that real ones have: about nine kilobytes. */
function entryOf(at: number) {
  return journalEntry(
    {
      id: `trade-${at}`,
      state: 'filled',
      bodyHash: at.toString(16).padStart(64, '0'),
      confirmations: 15,
      confirmationsWanted: 15,
      hasReceipt: true,
    },
    {
      unsignedCbor: '84'.repeat(1_200),
      signedCbor: '84'.repeat(1_400),
      witnessSet: 'a0'.repeat(100),
      agreement: JSON.stringify({ terms: 'x'.repeat(2_500) }),
      worth: 25_000_000n,
      recipients: ['addr_test1fees'],
      orderScripts: ['55'.repeat(28)],
      subject: 'quote',
    },
  );
}

function start(folder: string, orders: number): OneStart {
  const script = join(import.meta.dirname, 'one-start.ts');
  const { stdout, status } = spawnSync(process.execPath, [script, folder, String(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('a start failed');
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as OneStart;
}

const root = mkdtempSync(join(tmpdir(), 'touchstone-bench-start-'));
try {
  const [none, many] = [join(root, 'none'), join(root, 'many')];
  fill(join(many, 'profiles', 'practice'));
  // The first start makes practice's world, which every other one finds.
  start(none, 0);
  start(many, TRADES);
  const without: OneStart[] = [];
  const having: OneStart[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(start(none, 0));
    having.push(start(many, TRADES));
  }
  const of = (starts: readonly OneStart[], what: keyof OneStart): number =>
    median(starts.map((one) => one[what]));
  for (const [name, starts] of [
    ['no trade', without],
    [`${TRADES} trades`, having],
  ] as const)
    say(
      `${name}: ready ${of(starts, 'ready').toFixed(0)} ms, complete ${of(starts, 'complete').toFixed(0)} ms, all of the past listed ${of(starts, 'whole').toFixed(0)} ms, longest block ${of(starts, 'longestBlock').toFixed(0)} ms`,
    );
  const ratio = of(having, 'complete') / of(without, 'complete');
  const words = `a start with ${TRADES} trades takes ${ratio.toFixed(2)} times as long as one with none (at most ${MOST_RATIO})`;
  conclude(ratio <= MOST_RATIO ? [] : [words], words);
} finally {
  rmSync(root, { recursive: true, force: true });
}
