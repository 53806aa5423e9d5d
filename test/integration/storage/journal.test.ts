import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import type { FillAudit, MarketAtDecision } from '#domain/fill-audit.ts';
import { epochMs, slot } from '#domain/time.ts';
import { FINAL_STATES, type TradeState } from '#domain/trade.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { JournalWriteError, type Journal } from '../../../src-main/ports/journal.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { journalEntry, SOME_TOKEN } from '../../support/journal-entry.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const temporary = temporaryDirectories();

const POOL_SCRIPT = 'ab'.repeat(28);
const DECISION: MarketAtDecision = {
  slot: slot(77),
  pools: [
    {
      reference: `${'11'.repeat(32)}#0`,
      script: POOL_SCRIPT,
      assets: [ADA, `${'cd'.repeat(28)}00` as AssetId],
    },
  ],
};
const FILL_AUDIT: FillAudit = {
  at: epochMs(5_000),
  fills: [
    {
      ...{ index: 1, order: `${'22'.repeat(32)}#1`, txHash: '33'.repeat(32), venue: 'EXA', exact: false },
      ...{ sold: quantity(100n), mustPay: quantity(85n), paid: quantity(80n), reason: undefined },
      ...{ proven: true, byWitnesses: false, position: 1, ledgerPosition: 0, orders: 2, younger: 1 },
      since: { kind: 'one', txHash: '44'.repeat(32) },
      shortfall: {
        ...{ paper: 200n, since: 'decision', paid: 80n },
        parts: { delay: -10n, ordering: 30n, impact: 90n, poolFee: 5n, underpaid: 5n, rest: 0n },
      },
      around: { before: `${'66'.repeat(32)}#0`, after: `${'66'.repeat(32)}#2`, lost: quantity(7n) },
    },
    { index: 2, txHash: '55'.repeat(32), failure: failure('fill-audit-late') },
    {
      ...{ index: 3, order: `${'22'.repeat(32)}#3`, txHash: '77'.repeat(32), venue: 'EXA', exact: true },
      ...{ sold: quantity(100n), mustPay: quantity(85n), paid: quantity(85n), reason: undefined },
      ...{ proven: true, byWitnesses: false, position: 0, ledgerPosition: 0, orders: 1, younger: 0 },
      ...{ since: { kind: 'several' }, shortfall: undefined },
      neighbours: {
        before: {
          transactions: [
            {
              txHash: '88'.repeat(32),
              same: { trades: 1, sold: quantity(40n), bought: quantity(30n) },
            },
          ],
          end: { kind: 'review' },
        },
        after: {
          transactions: [
            {
              txHash: '99'.repeat(32),
              same: { trades: 2, sold: quantity(7n), bought: quantity(6n) },
              opposite: { trades: 1, sold: quantity(30n), bought: quantity(41n) },
            },
            { txHash: 'aa'.repeat(32) },
          ],
          end: { kind: 'failed', failure: failure('neighbours-unproven', { what: 'missing' }) },
        },
        around: {
          trader: 'bb'.repeat(28),
          before: { txHash: '88'.repeat(32), sold: quantity(40n), bought: quantity(30n) },
          after: { txHash: '99'.repeat(32), sold: quantity(30n), bought: quantity(41n) },
          lost: quantity(2n),
        },
      },
    },
  ],
};

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
        confirmations: 3,
        confirmationsWanted: 15,
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
      {
        witnessSet: 'a0',
        signedCbor: '84',
        serviceAnswer: '85',
        worth: 2n ** 65n,
        recipients: ['addr_test1fees'],
        orderScripts: ['55'.repeat(28)],
      },
    );
    const journal = opened(path);
    journal.put(entry, journalNote('built'));
    journal.close();
    const again = opened(path);
    expect(again.get('trade-1')).toEqual(entry);
    expect(again.get('other')).toBeUndefined();
    again.close();
  });

  it('keeps a note as the id of its sentence with the values, and shows none that it does not know', () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    const notes = [journalNote('closed', { closed: '1', orders: '2' }), journalNote('rolledBack')];
    for (const note of notes) journal.put(journalEntry(), note);
    expect(journal.steps('trade-1').map(({ note }) => note)).toEqual(notes);
    journal.close();
    const file = new DatabaseSync(path);
    const kept = file.prepare('SELECT note FROM steps ORDER BY ordinal').all();
    expect(kept.map(({ note }) => JSON.parse(String(note)) as unknown)).toEqual([
      { id: 'closed', values: { closed: '1', orders: '2' } },
      { id: 'rolledBack' },
    ]);
    const change = file.prepare('UPDATE steps SET note = ? WHERE ordinal = 1');
    for (const other of [
      'its block was rolled back',
      '{"id":"closed"}',
      '{"id":"toString"}',
      '{"id":"later"}',
    ]) {
      change.run(other);
      const again = opened(path);
      expect(again.steps('trade-1').map(({ note }) => note)).toEqual([undefined, notes[1]]);
      again.close();
    }
    file.close();
  });

  it('keeps one entry per trade and one step per put, in order', () => {
    const journal = opened(join(temporary(), 'journal.sqlite'));
    journal.put(journalEntry(), journalNote('built'));
    journal.put(journalEntry({ id: 'trade-2' }), journalNote('built'));
    journal.put(journalEntry({ state: 'approved', updatedAt: epochMs(1_000_001) }), journalNote('accepted'));
    expect(journal.all(10).map((entry) => [entry.trade.id, entry.trade.state])).toEqual([
      ['trade-2', 'built'],
      ['trade-1', 'approved'],
    ]);
    expect(journal.all(1).map((entry) => entry.trade.id)).toEqual(['trade-2']);
    expect(journal.steps('trade-1')).toEqual([
      { tradeId: 'trade-1', at: 1_000_000, state: 'built', note: journalNote('built') },
      { tradeId: 'trade-1', at: 1_000_001, state: 'approved', note: journalNote('accepted') },
    ]);
    journal.close();
  });

  it('lists as open exactly the entries that are not final', () => {
    const journal = opened(join(temporary(), 'journal.sqlite'));
    const open: TradeState[] = ['built', 'approved', 'signed', 'assembled', 'submitting', 'placed'];
    for (const state of [...open, ...FINAL_STATES])
      journal.put(journalEntry({ id: state, state }), journalNote('built'));
    expect(journal.open().map((entry) => entry.trade.id)).toEqual(open);
    journal.close();
  });

  it('lists as unconfirmed exactly the ends on chain that are not deep enough, across a restart', () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    const ended = (id: string, confirmations: number) =>
      journalEntry({ id, state: 'filled', confirmations, confirmationsWanted: 15 });
    for (const entry of [ended('new', 1), ended('deep', 15), ended('nearly', 14)])
      journal.put(entry, journalNote('built'));
    journal.put(journalEntry({ id: 'old', state: 'filled' }), journalNote('built'));
    journal.put(journalEntry({ id: 'open', state: 'placed' }), journalNote('placed'));
    const unconfirmed = (of: Journal) => of.unconfirmed().map((entry) => entry.trade.id);
    expect(unconfirmed(journal)).toEqual(['new', 'nearly']);
    journal.update(ended('nearly', 15));
    journal.close();
    const again = opened(path);
    expect(unconfirmed(again)).toEqual(['new']);
    again.put(journalEntry({ id: 'new', state: 'placed' }), journalNote('rolledBack'));
    expect(unconfirmed(again)).toEqual([]);
    again.close();
  });

  it('keeps a count without a step, and only for a trade that is kept in that state', () => {
    const journal = opened(join(temporary(), 'journal.sqlite'));
    const filled = journalEntry({ state: 'filled', confirmations: 1, confirmationsWanted: 15 });
    journal.put(filled, journalNote('built'));
    const deeper = journalEntry({ state: 'filled', confirmations: 2, confirmationsWanted: 15 });
    journal.update(deeper);
    expect(journal.get('trade-1')).toEqual(deeper);
    expect(journal.steps('trade-1')).toHaveLength(1);
    expect(() => journal.update(journalEntry({ state: 'placed' }))).toThrow(RangeError);
    expect(() => journal.update(journalEntry({ id: 'other', state: 'filled' }))).toThrow(RangeError);
    expect(journal.get('trade-1')).toEqual(deeper);
    journal.close();
  });

  it('keeps what was seen at the decision and the audit of the fills next to a trade, whatever state it is in', () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    const trade = journalEntry({ state: 'filled', confirmations: 15, confirmationsWanted: 15 });
    journal.put(trade, journalNote('built'));
    expect([journal.decision('trade-1'), journal.fillAudit('trade-1')]).toEqual([undefined, undefined]);
    journal.keepFillAudit('trade-1', FILL_AUDIT);
    journal.keepDecision('trade-1', DECISION);
    expect(journal.get('trade-1')).toEqual(trade);
    expect(() => journal.keepDecision('none', DECISION)).toThrow();
    journal.close();
    const again = opened(path);
    expect(again.decision('trade-1')).toEqual(DECISION);
    expect(again.fillAudit('trade-1')).toEqual(FILL_AUDIT);
    again.close();
  });

  it.each([
    ['another version', `'{"version":2}'`],
    ['nonsense', `'{'`],
    ['figures that are none', `json_replace(audit, '$.fills[0].paid', '-1')`],
  ])('takes an audit in %s for none: it can be made again', (_, text) => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    journal.put(journalEntry({ state: 'filled' }), journalNote('built'));
    journal.keepFillAudit('trade-1', FILL_AUDIT);
    journal.close();
    execute(path, `UPDATE fill_audits SET audit = ${text}`);
    const again = opened(path);
    expect(again.fillAudit('trade-1')).toBeUndefined();
    again.keepFillAudit('trade-1', FILL_AUDIT);
    expect(again.fillAudit('trade-1')).toEqual(FILL_AUDIT);
    again.close();
  });

  it('keeps how a token is written: the first decimals and the first ticker, and that it was agreed to', () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    expect(journal.writtenAs(SOME_TOKEN)).toBeUndefined();
    journal.keepWritten(SOME_TOKEN, { decimals: 6, ticker: '', agreed: false });
    expect(journal.namedTokens()).toEqual(new Map());
    journal.keepWritten(SOME_TOKEN, { decimals: 4, ticker: 'TILL', agreed: true });
    journal.keepWritten(SOME_TOKEN, { decimals: 6, ticker: 'AMBER', agreed: false });
    journal.close();
    const again = opened(path);
    expect(again.writtenAs(SOME_TOKEN)).toEqual({ decimals: 6, ticker: 'TILL', agreed: true });
    expect(again.namedTokens()).toEqual(new Map([[SOME_TOKEN, 'TILL']]));
    again.close();
  });

  it('records nothing of a put that fails, and says so', () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    journal.put(journalEntry(), journalNote('built'));
    const blocker = new DatabaseSync(path, { timeout: 0 });
    blocker.exec("CREATE TRIGGER full BEFORE INSERT ON steps BEGIN SELECT RAISE(ABORT, 'disk full'); END");
    blocker.close();
    expect(() => journal.put(journalEntry({ state: 'approved' }), journalNote('accepted'))).toThrow(
      JournalWriteError,
    );
    expect(journal.get('trade-1')?.trade.state).toBe('built');
    journal.close();
  });
});

describe('receipts in the journal', () => {
  const record = (position: number, tradeId = 'trade-1') => ({
    position,
    tradeId,
    hash: position.toString(16).padStart(64, '0'),
    text: `{"position":${position}}`,
  });

  it('are kept with the step that brings them about, and stand in a chain', () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    expect(journal.nextReceipt()).toEqual({ position: 0, previous: undefined });
    journal.put(journalEntry(), journalNote('built'));
    journal.put(journalEntry({ id: 'trade-2' }), journalNote('built'));
    journal.put(journalEntry(), journalNote('signed'), record(0));
    journal.put(journalEntry({ id: 'trade-2' }), journalNote('signed'), record(1, 'trade-2'));
    journal.put(journalEntry(), journalNote('built'), record(2));
    journal.close();
    const again = opened(path);
    expect(again.receipts()).toEqual([record(0), record(1, 'trade-2'), record(2)]);
    expect(again.receipts('trade-1')).toEqual([record(0), record(2)]);
    expect(again.receipts('trade-3')).toEqual([]);
    expect(again.nextReceipt()).toEqual({ position: 3, previous: record(2).hash });
    again.close();
  });

  it('go to the end of the chain and nowhere else', () => {
    const journal = opened(join(temporary(), 'journal.sqlite'));
    journal.put(journalEntry(), journalNote('signed'), record(0));
    for (const position of [0, 2])
      expect(() => journal.put(journalEntry(), journalNote('signed'), record(position))).toThrow(RangeError);
    expect(journal.receipts()).toEqual([record(0)]);
    journal.close();
  });

  it('that cannot be kept keep their step from being recorded', () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    journal.put(journalEntry(), journalNote('built'));
    execute(path, "CREATE TRIGGER full BEFORE INSERT ON receipts BEGIN SELECT RAISE(ABORT, 'full'); END");
    const signed = journalEntry({ state: 'signed' }, { witnessSet: 'a0' });
    expect(() => journal.put(signed, journalNote('signed'), record(0))).toThrow(JournalWriteError);
    expect(journal.get('trade-1')?.trade.state).toBe('built');
    expect(journal.steps('trade-1')).toHaveLength(1);
    journal.close();
  });

  it('are never changed or deleted', () => {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    journal.put(journalEntry(), journalNote('signed'), record(0));
    journal.close();
    for (const sql of ["UPDATE receipts SET record = '{}'", 'DELETE FROM receipts'])
      expect(() => execute(path, sql)).toThrow(/receipts are never/);
  });
});

describe('a journal file that is not well', () => {
  function damaged(change: (path: string) => void): { path: string; before: Buffer } {
    const path = join(temporary(), 'journal.sqlite');
    const journal = opened(path);
    for (let index = 0; index < 50; index += 1)
      journal.put(journalEntry({ id: `trade-${index}` }), journalNote('built'));
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

  it('is not recreated while its write-ahead log is still there', () => {
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
