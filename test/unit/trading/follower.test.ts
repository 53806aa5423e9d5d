import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { valueOf, quantity } from '#domain/amount.ts';
import { failure } from '#domain/failure.ts';
import { slotToUnix } from '#domain/network.ts';
import { failed, ok } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import type { TradeState } from '#domain/trade.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { JournalEntry } from '../../../src-main/ports/journal.ts';
import type { ChainTx } from '../../../src-main/ports/ledger.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { followOnce } from '../../../src-main/trading/follower.ts';
import { earlierSignatures } from '../../../src-main/trading/signed-record.ts';
import { checkSendable } from '../../../src-main/trading/submission.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { codeOf, must } from '../../support/trader.ts';

const HASH = '11'.repeat(32);
const PARENT = '22'.repeat(32);
const RIVAL = '99'.repeat(32);
const LATER = epochMs(1_000_000_000);
const temporary = temporaryDirectories();

function setUp(state: TradeState, bytes: Partial<JournalEntry['bytes']> = {}) {
  const ledger = new ScriptedLedger();
  const journal = must(openJournal(join(temporary(), 'journal.sqlite')));
  const book = new TradeBook(journal, systemClock);
  const signed = ['signed', 'approved', 'built'].includes(state) ? {} : { signedCbor: '84aa' };
  const entry = journalEntry({ state, bodyHash: HASH }, { witnessSet: 'a100', ...signed, ...bytes });
  book.open(entry, journalNote('built'));
  const parts = { book, ledger, network: 'preprod', confirmations: 15, checkpoint: () => undefined } as const;
  return {
    ledger,
    book,
    entry,
    parts,
    follow: async (from = entry, now = LATER) => must(await followOnce(from, parts, now)),
  };
}

/** A transaction with one output at index 1 (an input of ours) and one at 0 (our order). */
function onChain(hash: string, spentBy?: string): ChainTx {
  const output = (index: number) => ({
    txHash: hash,
    index,
    address: 'addr_test1script',
    value: valueOf({ asset: ADA, quantity: quantity(1n) }),
    ...(spentBy === undefined ? {} : { spentBy }),
  });
  return { hash, inputs: [], outputs: [output(0), output(1)] };
}

describe('following a committed trade', () => {
  it.each<TradeState>(['signed', 'assembled', 'submitting', 'submission-unknown', 'submitted'])(
    'found on chain, a trade that is %s is placed',
    async (state) => {
      const { ledger, follow } = setUp(state);
      ledger.chain.set(HASH, onChain(HASH));
      expect((await follow()).trade.state).toBe('placed');
      expect(ledger.sent).toEqual([]);
    },
  );

  it.each<TradeState>(['signed', 'assembled'])(
    'a trade that is %s but was never sent is not sent by itself',
    async (state) => {
      const { ledger, follow, entry } = setUp(state);
      expect(await follow()).toBe(entry);
      expect(ledger.sent).toEqual([]);
    },
  );

  it.each<TradeState>(['submitting', 'submission-unknown', 'submitted'])(
    'a trade that is %s is sent again, byte for byte',
    async (state) => {
      const { ledger, follow } = setUp(state);
      ledger.answer = ok(HASH);
      expect((await follow()).trade.state).toBe('submitted');
      expect(ledger.sent).toEqual(['84aa']);
    },
  );

  it('an unknown outcome stays unknown and is not repeated at once', async () => {
    const { ledger, follow } = setUp('submitting');
    const unknown = await follow();
    expect(unknown.trade).toMatchObject({
      state: 'submission-unknown',
      failure: { code: 'submission-unknown' },
    });
    expect(await follow(unknown, unknown.trade.updatedAt)).toBe(unknown);
    expect(ledger.sent).toHaveLength(1);
  });

  it('a trade that waits in the mempool stays submitted when its inputs count as spent', async () => {
    const { ledger, follow } = setUp('submitted');
    ledger.answer = failed(failure('inputs-spent'));
    expect((await follow()).trade.state).toBe('submitted');
  });

  it('a back-end that names another transaction is not believed', async () => {
    const { ledger, follow } = setUp('submitting');
    ledger.answer = ok(RIVAL);
    expect((await follow()).trade.state).toBe('submission-unknown');
  });

  it('what the ledger refuses can be sent again while it is valid', async () => {
    const { ledger, follow } = setUp('submitting');
    ledger.answer = failed(failure('submission-refused', { rule: 'OutsideValidityInterval' }));
    expect((await follow()).trade).toMatchObject({
      state: 'assembled',
      failure: { code: 'submission-refused' },
    });
  });

  it.each<TradeState>(['signed', 'assembled', 'submission-unknown', 'submitted'])(
    'a trade that is %s expires only once the chain has passed its validity by 15 blocks without it',
    async (state) => {
      const { ledger, follow, entry } = setUp(state);
      const end = epochMs(slotToUnix('preprod', 5_000) * 1_000);
      ledger.tipSlot = 4_999;
      expect((await follow()).trade.state).toBe(entry.trade.state);
      expect(ledger.sent).toEqual([]);
      ledger.tipSlot = 5_000;
      // A ledger that claims a slot far ahead of our own clock ends nothing.
      expect((await follow(entry, epochMs(end - 1))).trade.state).toBe(entry.trade.state);
      let last = await follow(entry, end);
      const told = failure('validity-passed', { of: 15 });
      for (let deep = 1; deep < 15; deep += 1, ledger.height += 1, last = await follow(last, end))
        expect(last.trade).toMatchObject({ state, failure: told });
      expect(ledger.sent).toEqual([]);
      expect(last.trade).toMatchObject({ state: 'expired', failure: { code: 'transaction-expired' } });
      expect(last.trade.passedAt).toBeUndefined();
    },
  );

  it('a fork of one block beyond its validity ends nothing: it lands, and is placed', async () => {
    const { ledger, follow, book } = setUp('submitted');
    const end = epochMs(slotToUnix('preprod', 5_000) * 1_000);
    ledger.tipSlot = 5_000;
    ledger.height = 100;
    const passed = await follow(undefined, end);
    // Still among those that are watched, and told of by rule V12 to whoever would make it again.
    expect(book.openEntries().map(({ trade }) => trade.passedAt)).toEqual([100]);
    expect(earlierSignatures(book.openEntries(), [], passed.trade)).toMatchObject([{ alike: true }]);
    ledger.height = 99;
    ledger.tipSlot = 4_990;
    const back = await follow(passed, end);
    expect([back.trade.passedAt, back.trade.failure, back.trade.state]).toEqual([
      undefined,
      undefined,
      'submitted',
    ]);
    ledger.height = 113;
    ledger.tipSlot = 5_300;
    // 15 above the block that was dropped, and the first above the one that counts now.
    const again = await follow(back, end);
    expect([again.trade.state, again.trade.passedAt]).toEqual(['submitted', 113]);
    ledger.chain.set(HASH, onChain(HASH));
    const placed = await follow(again, end);
    expect([placed.trade.state, placed.trade.failure, placed.trade.passedAt]).toEqual([
      'placed',
      undefined,
      undefined,
    ]);
  });

  it('an index that lags behind its tip ends nothing, also over a restart', async () => {
    const { ledger, follow, book } = setUp('submission-unknown');
    const end = epochMs(slotToUnix('preprod', 5_000) * 1_000);
    ledger.tipSlot = 5_400;
    ledger.height = 200;
    await follow(undefined, end);
    ledger.height = 213;
    const [kept] = book.openEntries();
    const waiting = await follow(kept, end);
    expect(waiting.trade).toMatchObject({ state: 'submission-unknown', passedAt: 200 });
    ledger.chain.set(HASH, onChain(HASH));
    expect((await follow(waiting, end)).trade.state).toBe('placed');
  });

  it('a trade without an end of validity never expires', async () => {
    const { ledger, follow, entry } = setUp('assembled');
    const endless = { ...entry, bytes: { ...entry.bytes } };
    delete (endless.bytes as { validUntilSlot?: number }).validUntilSlot;
    ledger.tipSlot = 1_000_000_000;
    expect((await follow(endless)).trade.state).toBe('assembled');
  });

  it('is not over by a ledger’s word alone that another transaction spent its funds', async () => {
    const { ledger, follow } = setUp('submission-unknown');
    ledger.chain.set(PARENT, onChain(PARENT, RIVAL));
    expect((await follow()).trade).toMatchObject({
      state: 'submission-unknown',
      failure: { code: 'inputs-spent', data: { by: RIVAL, unproven: true } },
    });
    expect(ledger.sent).toEqual([]);
  });

  it('goes back to submitted when its block is rolled back, and is placed again after', async () => {
    const { ledger, follow, book } = setUp('submitted');
    ledger.chain.set(HASH, onChain(HASH));
    const placed = await follow();
    ledger.chain.delete(HASH);
    const back = await follow(placed);
    expect(back.trade).toMatchObject({ state: 'submitted', failure: { code: 'block-rolled-back' } });
    ledger.chain.set(HASH, onChain(HASH));
    const again = await follow(back);
    expect(again.trade.state).toBe('placed');
    expect(again.trade.failure).toBeUndefined();
    expect(book.steps('trade-1').map(({ note }) => note?.id)).toContain('rolledBack');
  });

  it('is not sent again when the back-end serves another network now', async () => {
    const { ledger, entry, parts } = setUp('submitted');
    ledger.served = 'mainnet';
    expect(codeOf(await followOnce(entry, parts, LATER))).toBe('wrong-network');
    expect(codeOf(await checkSendable(entry, parts))).toBe('wrong-network');
    expect(ledger.sent).toEqual([]);
  });

  it('is not sent in its last minute, and says whether signatures of it exist', async () => {
    for (const [state, signatures, data] of [
      ['assembled', { witnessSet: 'a100' }, { signed: true }],
      ['built', {}, {}],
    ] as const) {
      const { ledger, entry: whole, parts } = setUp(state, { validUntilSlot: 5_000 });
      const { witnessSet: _, ...unsigned } = whole.bytes;
      const entry = { ...whole, bytes: { ...unsigned, ...signatures } };
      ledger.tipSlot = 4_939;
      expect(await checkSendable(entry, parts)).toMatchObject({ ok: true });
      ledger.tipSlot = 4_940;
      const refused = { ok: false, failure: { code: 'transaction-expired', data } };
      expect(await checkSendable(entry, parts)).toEqual(refused);
    }
  });

  it('keeps what the service tried with the trade to the end', async () => {
    const { ledger, follow, entry } = setUp('submitting');
    const alarmed = {
      ...entry,
      trade: { ...entry.trade, failure: failure('service-changed-transaction') },
    };
    ledger.answer = ok(HASH);
    const sent = await follow(alarmed);
    ledger.chain.set(HASH, onChain(HASH));
    expect((await follow(sent)).trade.failure?.code).toBe('service-changed-transaction');
  });
});
