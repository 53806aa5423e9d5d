import { afterEach, describe, expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { slotToUnix } from '#domain/network.ts';
import { failed, ok } from '#domain/result.ts';
import { epochMs, MINUTE_MS } from '#domain/time.ts';
import { awaitsConfirmations, isConfirmed, type Trade } from '#domain/trade.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { JournalEntry } from '../../../src-main/ports/journal.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { BlockPace, Watcher } from '../../../src-main/trading/watcher.ts';
import { earlierSignatures } from '../../../src-main/trading/signed-record.ts';
import { followOnce } from '../../../src-main/trading/follower.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { FILL, OTHER_FILL, Reorganised, WANTED } from '../../support/reorganised.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const SOON = epochMs(1_000_000);
const temporary = temporaryDirectories();
let chain: Reorganised | undefined;

afterEach(() => {
  chain?.close();
  chain = undefined;
});

function submitted(bytes: Partial<JournalEntry['bytes']> = {}): Reorganised {
  return (chain = new Reorganised(temporary(), systemClock, 'submitted', bytes));
}

async function look(at: Reorganised, now = SOON): Promise<Trade> {
  return must(await followOnce(at.entry, at.parts, now)).trade;
}

/** Filled and so many blocks deep. */
async function filled(depth: number, bytes: Partial<JournalEntry['bytes']> = {}): Promise<Reorganised> {
  const at = submitted(bytes);
  at.place();
  at.blocks(2);
  at.fill();
  await look(at);
  at.blocks(depth - 1);
  await look(at);
  return at;
}

describe('a trade that was filled', () => {
  it('is filled at once, and counts its blocks up to the wanted depth without a step for each', async () => {
    const at = await filled(1);
    expect(at.entry.trade).toMatchObject({ state: 'filled', confirmations: 1, confirmationsWanted: WANTED });
    const steps = at.book.steps('trade-1').length;
    at.blocks(13);
    expect((await look(at)).confirmations).toBe(14);
    expect(at.book.unconfirmedEntries()).toHaveLength(1);
    at.blocks(30);
    const confirmed = await look(at);
    expect(confirmed).toMatchObject({ state: 'filled', confirmations: WANTED });
    expect(isConfirmed(confirmed)).toBe(true);
    expect(at.book.unconfirmedEntries()).toEqual([]);
    expect(at.book.steps('trade-1')).toHaveLength(steps);
  });

  it('is reported to the windows when its depth changed, and only then', async () => {
    const at = await filled(1);
    let told = 0;
    at.book.onChange(() => (told += 1));
    await look(at);
    expect(told).toBe(0);
    at.blocks(1);
    await look(at);
    expect(told).toBe(1);
  });

  it.each([1, WANTED - 1])(
    'at depth %i: a fill that is rolled back is reported, and the order waits again',
    async (depth) => {
      const at = await filled(depth);
      expect(at.entry.trade.confirmations).toBe(depth);
      at.dropFill();
      const back = await look(at);
      expect(back).toMatchObject({
        state: 'placed',
        failure: { code: 'block-rolled-back', data: { of: 'fill' } },
      });
      expect(back.filledTotal).toBe(0n);
      expect(back.orders[0]).not.toHaveProperty('closedBy');
      expect(awaitsConfirmations(back)).toBe(false);
      expect(at.book.openEntries()).toHaveLength(1);
      expect(at.book.steps('trade-1').at(-1)?.note?.id).toBe('closedAnew');
    },
  );

  it('is filled again after a rollback, from one confirmation on; the notice goes when it is confirmed', async () => {
    const at = await filled(5);
    at.dropFill();
    await look(at);
    at.blocks(1);
    at.fill(OTHER_FILL, 995n);
    const anew = await look(at);
    expect(anew).toMatchObject({ state: 'filled', filledTotal: 995n, confirmations: 1 });
    expect(anew.failure).toMatchObject({ data: { of: 'settled-anew' } });
    at.blocks(WANTED - 2);
    expect((await look(at)).failure?.code).toBe('block-rolled-back');
    at.blocks(1);
    expect(await look(at)).not.toHaveProperty('failure');
  });

  it('reports the amount of another fill that took the place of the first between two looks', async () => {
    const at = await filled(3);
    at.dropFill();
    at.fill(OTHER_FILL, 991n);
    const replaced = await look(at);
    expect(replaced).toMatchObject({
      state: 'filled',
      filledTotal: 991n,
      confirmations: 1,
      failure: { code: 'block-rolled-back', data: { of: 'settled-anew' } },
      orders: [{ closedBy: OTHER_FILL, received: 991n }],
    });
  });

  it('ends unfilled when what took the place of its fill pays too little', async () => {
    const at = await filled(3);
    at.dropFill();
    at.fill(OTHER_FILL, 10n);
    expect(await look(at)).toMatchObject({ state: 'closed', filledTotal: 10n, confirmations: 1 });
    at.dropFill(OTHER_FILL);
    at.fill();
    expect(await look(at)).toMatchObject({ state: 'filled', filledTotal: 1_000n });
  });

  it('is submitted again when our own transaction is rolled back, and goes the whole way once more', async () => {
    const at = await filled(4);
    at.dropAll();
    const back = await look(at);
    expect(back).toMatchObject({
      state: 'submitted',
      failure: { code: 'block-rolled-back', data: { of: 'sent' } },
    });
    expect(back).not.toHaveProperty('filledTotal');
    expect(back).not.toHaveProperty('confirmations');
    expect(back.orders[0]).not.toHaveProperty('received');
    expect(earlierSignatures(at.book.openEntries(), [], back)).toHaveLength(1);
    at.blocks(1);
    at.place();
    at.fill();
    const again = await look(at);
    expect(again).toMatchObject({ state: 'filled', filledTotal: 1_000n, confirmations: 1 });
    expect(again).not.toHaveProperty('failure');
  });

  it('is never called sent when others had sent it: it is signed again, and can be put together', async () => {
    const at = (chain = new Reorganised(temporary(), systemClock, 'signed', {
      receiptSeed: '77'.repeat(32),
    }));
    const { signedCbor: _none, ...bytes } = at.entry.bytes;
    const unsent = { ...at.entry, bytes };
    at.place();
    at.fill();
    const ended = must(await followOnce(unsent, at.parts, SOON));
    expect(ended.trade.state).toBe('filled');
    at.dropAll();
    const back = must(await followOnce(ended, at.parts, SOON));
    expect(back.trade).toMatchObject({ state: 'signed', failure: { data: { of: 'not-sent' } } });
    expect(back.bytes.receiptSeed).toBeDefined();
    expect(at.ledger.sent).toEqual([]);
  });

  it('expires when its block was rolled back and its validity passes without it', async () => {
    const at = await filled(2);
    at.dropAll();
    at.ledger.tipSlot = 5_000;
    expect((await look(at)).state).toBe('submitted');
    expect((await look(at)).state).toBe('submitted');
    const end = epochMs(slotToUnix('preprod', 5_000) * 1_000);
    expect((await look(at, end)).failure?.code).toBe('validity-passed');
    at.blocks(WANTED - 1);
    expect((await look(at, end)).state).toBe('expired');
  });

  it('counts the least deep of its transactions, and fewer when it enters a later block again', async () => {
    const at = await filled(10);
    at.dropFill();
    at.fill();
    expect(await look(at)).toMatchObject({ state: 'filled', confirmations: 1 });
    at.blocks(2);
    at.ledger.heights.delete(FILL);
    expect((await look(at)).confirmations).toBe(0);
  });

  it('keeps the alarm about the service whatever the chain does', async () => {
    const at = submitted();
    const alarmed = journalEntry(
      { ...at.entry.trade, failure: failure('service-changed-transaction') },
      at.entry.bytes,
    );
    at.place();
    at.fill();
    let entry = must(await followOnce(alarmed, at.parts, SOON));
    at.dropFill();
    entry = must(await followOnce(entry, at.parts, SOON));
    expect(entry.trade).toMatchObject({ state: 'placed', failure: { code: 'service-changed-transaction' } });
    at.fill();
    entry = must(await followOnce(entry, at.parts, SOON));
    at.blocks(WANTED);
    entry = must(await followOnce(entry, at.parts, SOON));
    expect(isConfirmed(entry.trade)).toBe(true);
    expect(entry.trade.failure?.code).toBe('service-changed-transaction');
  });
});

describe('how often the chain is looked at', () => {
  const tip = (height: number, hash = String(height)) => ({ height, hash, slot: 0, time: 0 }) as never;

  it('once a block, not at a shorter chain, and at that after all when it stays', () => {
    const pace = new BlockPace();
    const due = (height: number, minutes: number, hash?: string) =>
      pace.isDue(tip(height, hash), epochMs(minutes * MINUTE_MS));
    expect([due(10, 0), due(10, 0), due(11, 0)]).toEqual([true, false, true]);
    expect([due(9, 1), due(9, 2), due(11, 2), due(12, 2)]).toEqual([false, false, false, true]);
    expect([due(12, 3, 'fork'), due(11, 4), due(11, 5), due(11, 5)]).toEqual([false, false, true, false]);
  });

  async function watched(): Promise<{ at: Reorganised; clock: ManualClock; watcher: Watcher }> {
    const clock = new ManualClock();
    const at = (chain = new Reorganised(temporary(), clock));
    at.place();
    at.fill();
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const watcher = new Watcher(at.parts, clock, { pollMs: 1_000, log });
    watcher.start();
    await clock.advance(0);
    return { at, clock, watcher };
  }

  it('looks once at each new block, and never again once all is confirmed', async () => {
    const { at, clock, watcher } = await watched();
    expect(at.entry.trade.state).toBe('filled');
    await clock.advance(5_000);
    const before = { ...at.ledger.calls };
    await clock.advance(20_000);
    expect(at.ledger.calls).toEqual({ ...before, tip: before.tip + 20 });
    at.blocks(1);
    await clock.advance(5_000);
    expect(at.ledger.calls.inclusion).toBe(before.inclusion + 2);
    expect(at.entry.trade.confirmations).toBe(2);
    at.blocks(20);
    await clock.advance(2_000);
    expect(isConfirmed(at.entry.trade)).toBe(true);
    const { ...last } = at.ledger.calls;
    at.blocks(1);
    await clock.advance(60_000);
    expect(at.ledger.calls).toEqual(last);
    await watcher.stop();
  });

  it('does not take a back-end that lags behind for a rollback', async () => {
    const { at, clock, watcher } = await watched();
    at.blocks(3);
    await clock.advance(2_000);
    expect(at.entry.trade.confirmations).toBe(4);
    at.blocks(-4);
    at.dropAll();
    await clock.advance(10_000);
    expect(at.entry.trade).toMatchObject({ state: 'filled', confirmations: 4 });
    at.blocks(5);
    await clock.advance(2_000);
    expect(at.entry.trade).toMatchObject({ state: 'submitted', failure: { code: 'block-rolled-back' } });
    await watcher.stop();
  });

  it('believes a shorter chain that stays', async () => {
    const { at, clock, watcher } = await watched();
    await clock.advance(2_000);
    at.blocks(-50);
    at.dropAll();
    await clock.advance(130_000);
    expect(at.entry.trade.failure?.code).toBe('block-rolled-back');
    await watcher.stop();
  });

  it('follows the trades after one of which nobody can show more', async () => {
    const { at, clock, watcher } = await watched();
    const [stuck, younger] = ['66'.repeat(32), '67'.repeat(32)];
    const asked = new Set<string>();
    at.ledger.transaction = (hash) => {
      asked.add(hash);
      return Promise.resolve(hash === stuck ? failed(failure('ledger-cannot-prove')) : ok(undefined));
    };
    for (const bodyHash of [stuck, younger])
      at.book.open(
        journalEntry({ id: bodyHash, state: 'signed', bodyHash }, { witnessSet: 'a1', signedCbor: '84' }),
        journalNote('built'),
      );
    await clock.advance(3_000);
    expect([...asked]).toEqual(expect.arrayContaining([stuck, younger]));
    await watcher.stop();
  });

  it('follows open trades at their own pace when depths cannot be counted', async () => {
    const { at, clock, watcher } = await watched();
    at.ledger.inclusion = () => Promise.resolve(failed(failure('ledger-answer-malformed')));
    at.book.open(
      journalEntry(
        { id: 'open', state: 'signed', bodyHash: '66'.repeat(32) },
        { witnessSet: 'a1', signedCbor: '84' },
      ),
      journalNote('built'),
    );
    at.blocks(1);
    await clock.advance(1_000);
    const before = at.ledger.calls.transaction;
    await clock.advance(10_000);
    expect(at.ledger.calls.transaction - before).toBeGreaterThanOrEqual(10);
    await watcher.stop();
  });
});
