import { describe, expect, it } from 'vitest';
import { slotToUnix } from '#domain/network.ts';
import { epochMs } from '#domain/time.ts';
import { isReportedOvertaken, type TradeState } from '#domain/trade.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { followOnce } from '../../../src-main/trading/follower.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { type Bytes, FUNDS, ORDER, overtaken, rival } from '../../support/rivals.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const [NOW, END] = [4_000, 5_000].map((slot) => epochMs(slotToUnix('preprod', slot) * 1_000));

/** A cancellation that was sent, and a transaction that is said to have spent some of what it spends before it. */
async function race(state: TradeState, other: Bytes, spends: readonly number[]) {
  if (NOW === undefined || END === undefined) throw new Error('two times');
  const journal = must(openJournal(`${temporary()}/journal.sqlite`));
  const { ledger, entry } = overtaken(other, { kind: 'cancel', cancels: [ORDER], orders: [], state }, spends);
  journal.put(entry, journalNote('sent'));
  const book = new TradeBook(journal, new ManualClock(NOW));
  const parts = { book, ledger, network: 'preprod', confirmations: 3, checkpoint: () => undefined } as const;
  const first = must(await followOnce(entry, parts, NOW));
  const later = async () => {
    const again = must(await followOnce(first, parts, NOW));
    ledger.tipSlot = 5_000;
    const passed = must(await followOnce(again, parts, END));
    ledger.height += 2;
    return must(await followOnce(passed, parts, END)).trade;
  };
  const after = isReportedOvertaken(first.trade) ? await later() : undefined;
  const { sent } = ledger;
  const seen = { trade: first.trade, after, sent, steps: book.steps('trade-1').map((one) => one.state) };
  journal.close();
  return seen;
}

/** An exchange's transaction: it spends the order, and nobody of ours signed it. */
const FILL = rival({ inputs: [ORDER], signed: () => [] });

describe('a cancellation that loses the race', () => {
  it.each(['assembled', 'submitting', 'submission-unknown', 'submitted'] as const)(
    'to a fill, being %s, is reported as the trade that went through, and nothing is sent any more',
    async (state) => {
      const { trade, after, sent, steps } = await race(state, FILL, [3]);
      expect([trade.state, trade.failure?.code, sent]).toEqual([state, 'order-filled-first', []]);
      // It may still run, for all that is proven, until its validity ends.
      expect(steps).toEqual([state, state, state, 'expired']);
      expect([after?.state, after?.failure?.code]).toEqual(['expired', 'order-filled-first']);
    },
  );

  it('to the owner’s own other cancellation finds the order closed already', async () => {
    const { trade } = await race('submitted', rival({ inputs: [ORDER, FUNDS] }), [3, 0]);
    expect([trade.state, trade.failure?.code]).toEqual(['refused', 'order-already-closed']);
  });

  it('to one that nobody signed leaves it open', async () => {
    const unsigned = rival({ inputs: [ORDER, FUNDS], signed: () => [] });
    const { trade, after } = await race('submitted', unsigned, [3, 0]);
    expect([trade.state, trade.failure?.code]).toEqual(['submitted', 'order-already-closed']);
    expect([after?.state, after?.failure?.code]).toEqual(['expired', 'order-already-closed']);
  });

  it('to a fill whose bytes do not name the order is not reported as a trade', async () => {
    const other = rival({ inputs: [`${'dd'.repeat(32)}#0`], signed: () => [] });
    const { trade, after } = await race('submitted', other, [3]);
    expect([trade.state, trade.failure?.code]).toEqual(['submitted', 'inputs-spent']);
    expect([after?.state, after?.failure?.code]).toEqual(['expired', 'transaction-expired']);
  });

  it('for other funds than its orders is an ordinary loss', async () => {
    const { trade } = await race('submitted', rival(), [0]);
    expect([trade.state, trade.failure?.code]).toEqual(['refused', 'inputs-spent']);
  });
});
