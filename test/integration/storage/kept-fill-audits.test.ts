import { join } from 'node:path';
import { expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { failure } from '#domain/failure.ts';
import type { AuditedFill, FillAudit, NeighbourPart } from '#domain/fill-audit.ts';
import { epochMs } from '#domain/time.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { JournalWriteError } from '../../../src-main/ports/journal.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const temporary = temporaryDirectories();
const [TX, OTHER] = ['33'.repeat(32), '44'.repeat(32)];

const NOTHING: NeighbourPart = { transactions: [], end: { kind: 'bound' } };
const TRADE = { txHash: OTHER, sold: quantity(40n), bought: quantity(30n) };

const FILL: AuditedFill = {
  ...{ index: 0, order: `${'22'.repeat(32)}#0`, txHash: TX, venue: 'EXA', exact: true },
  ...{ sold: quantity(100n), mustPay: quantity(85n), paid: quantity(85n), reason: undefined },
  ...{ proven: true, byWitnesses: false, position: 0, ledgerPosition: 0, orders: 1, younger: 0 },
  ...{ since: { kind: 'nothing' }, shortfall: undefined },
};

function audit(at: number, fill: Partial<AuditedFill> = {}): FillAudit {
  return { at: epochMs(at), fills: [{ ...FILL, ...fill }] };
}

it.each<readonly [string, Partial<AuditedFill>]>([
  [
    'a trader without a name',
    {
      neighbours: {
        ...{ before: NOTHING, after: NOTHING },
        around: { trader: '', before: TRADE, after: TRADE },
      },
    },
  ],
  ['a quantity below zero', { paid: -1n as AuditedFill['paid'] & bigint }],
  ['a place that is none', { position: Number.NaN }],
])('an audit with %s is refused, and the one before it stays, with its receipts', (_, fill) => {
  const opened = openJournal(join(temporary(), 'journal.sqlite'));
  if (!opened.ok) throw new Error(opened.failure.code);
  const journal = opened.value;
  journal.put(journalEntry({ state: 'filled' }), journalNote('built'));
  journal.keepFillAudit('trade-1', audit(1));
  const receipt = { position: 0, tradeId: 'trade-1', hash: '55'.repeat(32), text: '{}' };
  let refused: unknown;
  try {
    journal.keepFillAudit('trade-1', audit(2, fill), [receipt]);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(JournalWriteError);
  expect(refused).toMatchObject({ failure: failure('fill-audit-unreadable') });
  expect(journal.fillAudit('trade-1')).toEqual(audit(1));
  expect(journal.receipts()).toEqual([]);
  journal.keepFillAudit('trade-1', audit(3), [receipt]);
  expect([journal.fillAudit('trade-1'), journal.receipts()]).toEqual([audit(3), [receipt]]);
  journal.close();
});
