import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import type { OutputName, TradeState } from '#domain/trade.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { followOnce } from '../../../src-main/trading/follower.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const OWNER = 'addr_test1owner';
const [PLACED, CANCEL, RIVAL] = ['22', '11', 'ee'].map((byte) => byte.repeat(32)) as [string, string, string];
const ORDER: OutputName = `${PLACED}#1`;

/** A cancellation that was sent, and a transaction that spent its order before it. */
async function overtaken(
  state: TradeState,
  rivalInputs: readonly { txHash: string; index: number; address: string }[],
) {
  const journal = must(openJournal(`${temporary()}/journal.sqlite`));
  const ledger = new ScriptedLedger();
  const value = new Map([[ADA, 20_000_000n]]);
  const spent = { txHash: PLACED, index: 1, address: 'addr_test1script', value, spentBy: RIVAL };
  ledger.chain.set(PLACED, { hash: PLACED, inputs: [], outputs: [spent] });
  ledger.chain.set(RIVAL, {
    hash: RIVAL,
    inputs: rivalInputs.map((input) => ({ ...input, value })),
    outputs: [],
  });
  const entry = journalEntry(
    { kind: 'cancel', cancels: [ORDER], orders: [], bodyHash: CANCEL, state },
    { inputs: [{ txHash: PLACED, index: 1 }], witnessSet: 'a100', signedCbor: '84a0a0f5f6', owner: OWNER },
  );
  journal.put(entry, 'sent');
  const book = new TradeBook(journal, systemClock);
  const parts = { book, ledger, network: 'preprod', confirmations: 3, checkpoint: () => undefined } as const;
  const { trade } = must(await followOnce(entry, parts, epochMs(Date.now())));
  journal.close();
  return { trade, sent: ledger.sent };
}

const FILL = [{ txHash: PLACED, index: 1, address: 'addr_test1script' }];

describe('a cancellation that loses the race', () => {
  it.each(['assembled', 'submitting', 'submission-unknown', 'submitted'] as const)(
    'to a fill, being %s, is reported as the trade that went through, and nothing is sent any more',
    async (state) => {
      const { trade, sent } = await overtaken(state, FILL);
      expect([trade.state, trade.failure?.code, sent]).toEqual(['refused', 'order-filled-first', []]);
    },
  );

  it('to the owner’s own other cancellation finds the order closed already', async () => {
    const own = { txHash: 'ff'.repeat(32), index: 0, address: OWNER };
    const { trade } = await overtaken('submitted', [...FILL, own]);
    expect([trade.state, trade.failure?.code]).toEqual(['refused', 'order-already-closed']);
  });

  it('for other funds than its orders is an ordinary loss', async () => {
    const { trade } = await overtaken('submitted', [{ txHash: PLACED, index: 7, address: OWNER }]);
    expect(trade.failure?.code).toBe('inputs-spent');
  });
});
