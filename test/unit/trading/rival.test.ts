import { describe, expect, it, test } from 'vitest';
import { failure } from '#domain/failure.ts';
import { slotToUnix } from '#domain/network.ts';
import { failed } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { isReportedOvertaken, type TradeState } from '#domain/trade.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { JournalEntry } from '../../../src-main/ports/journal.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { followOnce } from '../../../src-main/trading/follower.ts';
import { findRivals, standingOf } from '../../../src-main/trading/rival.ts';
import { earlierSignatures } from '../../../src-main/trading/signed-record.ts';
import { checkSendable } from '../../../src-main/trading/submission.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { Watcher } from '../../../src-main/trading/watcher.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import {
  type Bytes,
  FUNDS,
  ORDER,
  overtaken,
  ownSignature,
  parent,
  rival,
  stranger,
  STRANGERS,
} from '../../support/rivals.ts';
import type { ScriptedLedger } from '../../support/scripted-ledger.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { codeOf, must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const NOW = epochMs(slotToUnix('preprod', 4_000) * 1_000);
const [BEFORE, AFTER] = [3_999n, 4_001n];
const END = epochMs(slotToUnix('preprod', 5_000) * 1_000);

async function standing(
  other: Bytes,
  spends?: readonly number[],
  change: (ledger: ScriptedLedger, entry: JournalEntry) => JournalEntry | void = () => undefined,
): Promise<string> {
  const { ledger, entry } = overtaken(other, {}, spends);
  const changed = change(ledger, entry) ?? entry;
  return must(await standingOf(changed, other.hash, { ledger, network: 'preprod' }, NOW));
}

describe('a rival is proven', () => {
  test.each([
    ['that our own key signed', rival()],
    ['that others signed as well', rival({ signed: (hash) => [stranger.sign(hash), ownSignature(hash)] })],
    ['that spends much else', rival({ inputs: [ORDER, STRANGERS, FUNDS] })],
    ['that is valid now', rival({ validFrom: BEFORE, validUntil: AFTER })],
    // Whether its scripts failed or not, it took these funds.
    ['whose collateral they are, too', rival({ collateral: [FUNDS] })],
    [
      'whose collateral they are, too, and whose scripts failed',
      rival({ collateral: [FUNDS], failed: true }),
    ],
    ['without collateral, whatever its flag says', rival({ failed: true })],
  ])('%s', async (_which, other) => {
    expect(await standing(other)).toBe('proven');
  });

  test('that spends any one of the inputs', async () => {
    expect(await standing(rival({ inputs: [`${parent.hash}#1`] }), [3, 0, 1])).toBe('proven');
  });
});

describe('a rival proves nothing', () => {
  const forged = (hash: string) => ({ ...ownSignature(hash), signature: stranger.sign(hash).signature });
  const ofAnother = () => ownSignature('ab'.repeat(32));

  test.each([
    ['without a signature', rival({ signed: () => [] })],
    ['with a forged signature', rival({ signed: (hash) => [forged(hash)] })],
    ['with our signature of something else', rival({ signed: () => [ofAnother()] })],
    ['that another key signed', rival({ signed: (hash) => [stranger.sign(hash)] })],
    ['that can no longer enter the chain', rival({ validUntil: 4_000n })],
    ['that cannot enter it yet', rival({ validFrom: AFTER })],
    // The flag is under no signature: with it, anybody could say what became of it.
    ['that put the funds at risk alone', rival({ inputs: [ORDER], collateral: [FUNDS] })],
    [
      'whose flag says that it took its collateral',
      rival({ inputs: [ORDER], collateral: [FUNDS], failed: true }),
    ],
    ['that may have left its inputs and taken its collateral', rival({ collateral: [`${parent.hash}#1`] })],
  ])('%s', async (_which, other) => {
    expect(await standing(other)).toBe('named');
  });

  test('whose bytes are of another transaction', async () => {
    const { cbor } = rival();
    expect(await standing({ hash: 'ee'.repeat(32), cbor })).toBe('said');
  });

  test.each([['nothing'], ['00'], ['84a0a0f5f6'], [`${rival().cbor}00`]])(
    'whose bytes are %s',
    async (cbor) => {
      expect(await standing({ hash: rival().hash, cbor })).toBe('said');
    },
  );

  test('whose body names no input of ours', async () => {
    expect(await standing(rival({ inputs: [STRANGERS, ORDER] }))).toBe('said');
  });

  test('whose bytes are not shown', async () => {
    const other = rival();
    expect(await standing(other, [0], (ledger) => void ledger.bytes.delete(other.hash))).toBe('said');
  });

  test('that takes what a stranger’s key holds, whoever signed it', async () => {
    const both = (hash: string) => [stranger.sign(hash), ownSignature(hash)];
    expect(await standing(rival({ inputs: [STRANGERS], signed: both }), [2])).toBe('named');
  });

  test('that takes an order at a script, whoever signed it', async () => {
    expect(await standing(rival({ inputs: [ORDER] }), [3])).toBe('named');
  });

  test.each([
    ['no bytes of the parent', undefined],
    ['bytes of another parent', rival().cbor],
  ])('where there are %s: whose the input is, is not known', async (_what, bytes) => {
    const change = (ledger: ScriptedLedger): void => {
      if (bytes === undefined) ledger.bytes.delete(parent.hash);
      else ledger.bytes.set(parent.hash, bytes);
    };
    expect(await standing(rival(), [0], change)).toBe('named');
  });

  test('where the key is not one that signs for this account', async () => {
    const others = (_ledger: ScriptedLedger, entry: JournalEntry): JournalEntry => ({
      ...entry,
      bytes: { ...entry.bytes, ownSigners: ['44'.repeat(28)] },
    });
    expect(await standing(rival(), [0], others)).toBe('named');
  });

  test('where the back-end cannot show bytes at all; one that is out of reach is asked again', async () => {
    const { ledger, entry } = overtaken(rival());
    const ask = () => standingOf(entry, rival().hash, { ledger, network: 'preprod' }, NOW);
    ledger.transactionCbor = () => Promise.resolve(failed(failure('ledger-cannot-prove')));
    expect(must(await ask())).toBe('said');
    ledger.transactionCbor = () => Promise.resolve(failed(failure('ledger-unreachable')));
    expect(codeOf(await ask())).toBe('ledger-unreachable');
  });
});

describe('following a signed trade that is said to be overtaken', () => {
  function setUp(other: Bytes, trade: Partial<JournalEntry['trade']> = {}, spends?: readonly number[]) {
    const { ledger, entry } = overtaken(other, trade, spends);
    const journal = must(openJournal(`${temporary()}/journal.sqlite`));
    const book = new TradeBook(journal, new ManualClock(NOW));
    book.open(entry, journalNote('sent'));
    ledger.tipSlot = 4_000;
    const parts = {
      book,
      ledger,
      network: 'preprod',
      confirmations: 3,
      checkpoint: () => undefined,
    } as const;
    const follow = async (from = entry, now = NOW) => must(await followOnce(from, parts, now));
    return { ledger, entry, book, parts, follow };
  }
  const unsigned = rival({ signed: () => [] });

  it.each<TradeState>(['signed', 'assembled', 'submitting', 'submission-unknown', 'submitted'])(
    'ends it where that is proven, being %s',
    async (state) => {
      const { ledger, follow } = setUp(rival(), { state });
      const { trade } = await follow();
      expect(trade).toMatchObject({ state: 'refused', failure: { code: 'inputs-spent' } });
      expect(trade.failure?.data).toEqual({ by: rival().hash });
      expect(ledger.sent).toEqual([]);
    },
  );

  it('ends it at the depth of an end on chain only, and says so until then', async () => {
    const { ledger, entry, book, follow } = setUp(rival());
    const by = rival().hash;
    ledger.heights.set(by, 2);
    const waiting = await follow();
    expect(waiting.trade).toMatchObject({
      state: 'submitted',
      failure: failure('inputs-spent', { by, waits: 3 }),
    });
    expect(await follow(waiting)).toBe(waiting);
    expect(earlierSignatures(book.openEntries(), [], entry.trade)).toMatchObject([{ alike: true }]);
    // A fork drops the block that held the rival: ours runs after all.
    ledger.heights.delete(by);
    expect((await follow(waiting)).trade.state).toBe('submitted');
    ledger.chain.set(entry.trade.bodyHash, { hash: entry.trade.bodyHash, inputs: [], outputs: [] });
    const { trade } = await follow(waiting);
    expect(['placed', 'closed']).toContain(trade.state);
    expect(trade.failure).toBeUndefined();
  });

  it.each<TradeState>(['signed', 'assembled', 'submitting', 'submission-unknown', 'submitted'])(
    'leaves it open where it is not, being %s, until our own clock is past its validity',
    async (state) => {
      const { ledger, book, follow } = setUp(unsigned, { state });
      const said = await follow();
      expect(said.trade).toMatchObject({
        state,
        failure: { code: 'inputs-spent', data: { by: unsigned.hash, unproven: true } },
      });
      expect(isReportedOvertaken(said.trade)).toBe(true);
      // Looked at again, it is as it was: nothing is sent, and nothing noted.
      const steps = book.steps('trade-1').length;
      expect(await follow(said)).toBe(said);
      ledger.tipSlot = 1_000_000;
      expect(await follow(said, epochMs(END - 1))).toBe(said);
      expect([ledger.sent, book.steps('trade-1').length]).toEqual([[], steps]);
      const passed = await follow(said, END);
      expect(passed.trade).toMatchObject({ state, failure: { code: 'validity-passed' } });
      ledger.height += 2;
      expect((await follow(passed, END)).trade).toMatchObject({
        state: 'expired',
        failure: { code: 'transaction-expired' },
      });
    },
  );

  it('finds it on chain all the same, where the ledger’s word was wrong', async () => {
    const { ledger, entry, follow } = setUp(unsigned);
    const said = await follow();
    ledger.chain.set(entry.trade.bodyHash, { hash: entry.trade.bodyHash, inputs: [], outputs: [] });
    const { trade } = await follow(said);
    expect(['placed', 'closed']).toContain(trade.state);
    expect(trade.failure).toBeUndefined();
  });

  it('sends it again once the ledger takes its word back', async () => {
    const { ledger, follow } = setUp(unsigned);
    const said = await follow();
    ledger.chain.clear();
    await follow(said, epochMs(NOW + 60_000));
    expect(ledger.sent).toEqual(['84aa']);
  });

  it('believes a proven rival behind one that is not', async () => {
    const { ledger, follow } = setUp(rival(), {}, [3, 0]);
    const [order, funds] = ledger.chain.get(parent.hash)?.outputs ?? [];
    if (!order || !funds) throw new Error('two outputs');
    const outputs = [{ ...order, spentBy: 'ee'.repeat(32) }, funds];
    ledger.chain.set(parent.hash, { hash: parent.hash, inputs: [], outputs });
    expect((await follow()).trade.failure).toEqual(failure('inputs-spent', { by: rival().hash }));
  });

  it('keeps what the service tried with it, and notes nothing twice', async () => {
    const { follow, entry } = setUp(unsigned);
    const alarmed = { ...entry, trade: { ...entry.trade, failure: failure('service-changed-transaction') } };
    expect(await follow(alarmed)).toBe(alarmed);
  });

  it('says before it is sent that nothing is proven, and that it is signed', async () => {
    const { entry, parts } = setUp(unsigned, { state: 'assembled' });
    const data = { by: unsigned.hash, unproven: true };
    expect(await checkSendable(entry, parts)).toEqual({ ok: false, failure: failure('inputs-spent', data) });
    const { witnessSet: _, ...bytes } = entry.bytes;
    expect(await checkSendable({ ...entry, bytes }, parts)).toEqual({
      ok: false,
      failure: failure('inputs-spent', { by: unsigned.hash }),
    });
  });

  it('has the next trade like it asked about (rule V12)', async () => {
    const { entry, follow } = setUp(unsigned);
    expect(earlierSignatures([entry], [], entry.trade)).toMatchObject([{ alike: false }]);
    expect(earlierSignatures([await follow()], [], entry.trade)).toMatchObject([{ alike: true }]);
  });

  it('knows all that are said to be rivals, although the ledger then falls silent', async () => {
    const { ledger, entry } = setUp(unsigned, {}, [0, 1]);
    const elsewhere = { txHash: 'dd'.repeat(32), index: 0 };
    const wide = { ...entry, bytes: { ...entry.bytes, inputs: [...entry.bytes.inputs, elsewhere] } };
    const answer = ledger.transaction.bind(ledger);
    ledger.transaction = (hash) =>
      hash === elsewhere.txHash ? Promise.resolve(failed(failure('ledger-unreachable'))) : answer(hash);
    expect(must(await findRivals(wide, ledger))).toEqual([unsigned.hash]);
    ledger.chain.clear();
    expect(codeOf(await findRivals(wide, ledger))).toBe('ledger-unreachable');
  });

  it('is looked at once a minute from then on: it may be hours until it expires', async () => {
    const { ledger, parts, book } = setUp(unsigned);
    const clock = new ManualClock(NOW);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const watcher = new Watcher(parts, clock, { pollMs: 1_000, log });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const pass = async (ms: number): Promise<void> => {
      for (let at = 0; at < ms; at += 1_000) {
        await clock.advance(1_000);
        await settle();
      }
    };
    watcher.start();
    await settle();
    await pass(2_000);
    expect(book.get('trade-1')?.trade.failure?.code).toBe('inputs-spent');
    const before = ledger.calls.tip;
    await pass(180_000);
    expect(ledger.calls.tip - before).toBe(3);
    await watcher.stop();
  });
});
