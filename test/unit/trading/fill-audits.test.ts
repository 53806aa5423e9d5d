import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { auditScripts } from '../../../src-main/app/order-scripts.ts';
import { FillAudits } from '../../../src-main/trading/fill-audits.ts';
import { StorageError } from '../../../src-main/ports/storage-trouble.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';
import { MemoryJournal } from '../../support/thief/memory-journal.ts';

const FILL = '77'.repeat(32);

type Bytes = Promise<Result<string | undefined, ReturnType<typeof failure>>>;

/** Audits of two trades, one of which is already filled; `answer` is what the ledger says of the fills. */
function audits(answer: (hash: string) => Bytes, orders = 1) {
  const filled = (id: string) =>
    journalEntry(
      {
        ...{ id, state: 'placed' },
        orders: Array.from({ length: orders }, (_, index) => ({
          ...{ index, exchange: 'EXA', minimum: undefined, closedBy: FILL },
          outcome: 'filled' as const,
        })),
      },
      { witnessSet: 'a100' },
    );
  const journal = new MemoryJournal({ entries: [filled('one'), filled('two')], written: new Map() });
  const clock = new ManualClock();
  const book = new TradeBook(journal, clock);
  const ledger = new ScriptedLedger();
  let asked = 0;
  ledger.transactionCbor = (hash) => {
    asked += 1;
    return answer(hash);
  };
  const errors: string[] = [];
  const warnings: unknown[] = [];
  const made = new FillAudits({
    ...{ book, journal, ledger, clock, scripts: auditScripts('preprod') },
    receipts: { version: 'test', network: 'preprod' },
    log: {
      info: () => undefined,
      warn: (...entry) => void warnings.push(entry),
      error: (event) => void errors.push(event),
    },
  });
  made.start();
  const fill = (id: string): void => {
    const entry = book.get(id);
    if (entry) book.record(entry, 'filled', journalNote('built'));
  };
  const outcome = (id: string): unknown => journal.fillAudit(id)?.fills[0];
  return { made, clock, journal, fill, outcome, errors, warnings, asked: () => asked };
}

it('gives a back-end that never answers one minute, and then goes on to the next trade', async () => {
  const { made, clock, fill, outcome, asked } = audits(() => new Promise(() => undefined));
  fill('one');
  fill('two');
  await setImmediate();
  expect([outcome('one'), asked()]).toEqual([undefined, 1]);
  await clock.advance(MINUTE_MS);
  await setImmediate();
  expect(outcome('one')).toEqual({ index: 0, txHash: FILL, failure: failure('fill-audit-late') });
  expect(asked()).toBe(2);
  await clock.advance(MINUTE_MS);
  await made.stop();
  expect(outcome('two')).toEqual({ index: 0, txHash: FILL, failure: failure('fill-audit-late') });
  expect(asked()).toBe(2);
});

it('keeps nothing of an audit that the end of the program broke off, so that it is made later', async () => {
  const { made, fill, outcome } = audits(() => new Promise(() => undefined));
  fill('one');
  await setImmediate();
  await made.stop();
  expect(outcome('one')).toBeUndefined();
});

it('survives whatever reading the bytes does, and asks for nothing twice by itself', async () => {
  let broken = true;
  const { made, fill, outcome, errors, asked } = audits(() => {
    if (broken) throw new RangeError('a bug');
    return Promise.resolve(failed(failure('ledger-unreachable')));
  });
  fill('one');
  await setImmediate();
  expect(outcome('one')).toEqual({ index: 0, txHash: FILL, failure: failure('internal-error') });
  expect(errors).toEqual(['fill-audit-failed']);
  broken = false;
  fill('one');
  await setImmediate();
  expect(asked()).toBe(1);
  fill('two');
  await setImmediate();
  expect(outcome('two')).toEqual({ index: 0, txHash: FILL, failure: failure('ledger-unreachable') });
  await made.stop();
  expect(asked()).toBe(2);
});

it('does not try again and again where the journal cannot be read or written', async () => {
  const { made, journal, fill, asked } = audits(() => Promise.resolve(ok(undefined)));
  let reads = 0;
  journal.fillAudit = () => {
    reads += 1;
    throw new StorageError(failure('storage-failed'));
  };
  fill('one');
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect([reads, asked()]).toEqual([1, 0]);
  await made.stop();
});

it('says in the log, and to whoever asks, that an audit was refused by the journal', async () => {
  const { made, journal, fill, outcome, errors, warnings } = audits(() => Promise.resolve(ok(undefined)));
  journal.keepFillAudit = () => {
    throw new StorageError(failure('fill-audit-unreadable'));
  };
  fill('one');
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(outcome('one')).toBeUndefined();
  expect([errors, warnings]).toEqual([[], [['fill-audit-not-kept', { code: 'fill-audit-unreadable' }]]]);
  const { trade } = journal.get('one') ?? {};
  expect(trade && (await made.again(trade))).toEqual(failed(failure('fill-audit-unreadable')));
  await made.stop();
});

it('tells the orders of a trade apart that one transaction fills', async () => {
  const { made, journal, fill } = audits(() => Promise.resolve(failed(failure('ledger-unreachable'))), 3);
  fill('one');
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  expect(journal.fillAudit('one')?.fills).toEqual(
    [0, 1, 2].map((index) => ({ index, txHash: FILL, failure: failure('ledger-unreachable') })),
  );
  await made.stop();
});
