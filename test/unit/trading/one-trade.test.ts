import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import type { TradeState } from '#domain/trade.ts';
import { journalNote, type JournalNote } from '#domain/sentences/journal.ts';
import type { JournalStep } from '../../../src-main/ports/journal.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { checkNotOnChain, sentByOthers, submitSame } from '../../../src-main/trading/submission.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { codeOf, must } from '../../support/trader.ts';

const HASH = '11'.repeat(32);
const temporary = temporaryDirectories();

function setUp(state: TradeState) {
  const ledger = new ScriptedLedger();
  const book = new TradeBook(must(openJournal(join(temporary(), 'journal.sqlite'))), systemClock);
  const signed = state === 'built' ? {} : { witnessSet: 'a100', signedCbor: '84aa' };
  const entry = journalEntry({ state, bodyHash: HASH }, signed);
  book.open(entry, journalNote('built'));
  const parts = { book, ledger, network: 'preprod', confirmations: 15, checkpoint: () => undefined } as const;
  return { ledger, book, entry, parts };
}

const onChain = { hash: HASH, inputs: [], outputs: [] };

describe('before it is signed', () => {
  it('a transaction that is on chain is somebody else’s, and one that is not may be signed', async () => {
    const { ledger, entry } = setUp('built');
    expect(await checkNotOnChain(entry, ledger)).toEqual(ok(undefined));
    ledger.chain.set(HASH, onChain);
    expect(codeOf(await checkNotOnChain(entry, ledger))).toBe('already-on-chain');
  });

  it('a ledger that does not answer stops nothing', async () => {
    const { ledger, entry } = setUp('built');
    const silent = { ...ledger, transaction: () => Promise.resolve(failed(failure('ledger-unreachable'))) };
    expect(await checkNotOnChain(entry, silent as unknown as ScriptedLedger)).toEqual(ok(undefined));
  });
});

describe('before it is sent', () => {
  it('a transaction that is on chain is not sent, but placed', async () => {
    const { ledger, entry, parts, book } = setUp('assembled');
    ledger.chain.set(HASH, onChain);
    expect((await submitSame(entry, parts, journalNote('sent'))).trade.state).toBe('placed');
    expect(ledger.sent).toEqual([]);
    expect(sentByOthers(book.steps(entry.trade.id))).toBe(true);
  });

  it('one whose inputs are gone at the first answer is looked for, and counts as sent by others once it is there', async () => {
    const { ledger, entry, parts, book } = setUp('assembled');
    ledger.answer = failed(failure('inputs-spent'));
    const unknown = await submitSame(entry, parts, journalNote('sent'));
    expect(unknown.trade.state).toBe('submission-unknown');
    expect(sentByOthers(book.steps(entry.trade.id))).toBe(false);
    book.record(unknown, 'placed', journalNote('placed'));
    expect(sentByOthers(book.steps(entry.trade.id))).toBe(true);
  });

  it('one that the ledger took from here is ours', async () => {
    const { ledger, entry, parts, book } = setUp('assembled');
    ledger.answer = ok(HASH);
    const sent = await submitSame(entry, parts, journalNote('sent'));
    book.record(sent, 'placed', journalNote('placed'));
    expect(sentByOthers(book.steps(entry.trade.id))).toBe(false);
  });
});

describe('who sent it, by the steps of the journal', () => {
  const steps = (...all: readonly (readonly [TradeState, JournalNote?])[]): readonly JournalStep[] =>
    all.map(([state, note]) => ({ tradeId: '1', at: epochMs(1), state, note }));

  it('is not known before it is on chain', () => {
    expect(sentByOthers(steps(['signed']))).toBe(false);
    expect(sentByOthers(steps(['signed'], ['expired']))).toBe(false);
  });

  it.each<TradeState>(['placed', 'partly-filled', 'filled', 'closed'])(
    'others, when it is %s unsent',
    (end) => {
      expect(sentByOthers(steps(['signed'], [end]))).toBe(true);
      expect(sentByOthers(steps(['signed'], ['assembled'], ['submitting'], ['submitted'], [end]))).toBe(
        false,
      );
    },
  );

  it('this command, when only a repeated sending found the inputs gone', () => {
    const killed = steps(
      ['submitting'],
      ['submitting'],
      ['submission-unknown', journalNote('unclear', { code: 'inputs-spent' })],
      ['placed'],
    );
    expect(sentByOthers(killed)).toBe(false);
  });
});
