import { describe, expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { slotToUnix } from '#domain/network.ts';
import { failed, ok } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { ReferenceSource } from '../../../src-main/ports/ledger.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { followOnce } from '../../../src-main/trading/follower.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { FUNDS, ORDER, rival, type Bytes } from '../../support/rivals.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

/** A cancellation is on chain under its hash, and a script of it failed there: only its collateral was taken. */

const temporary = temporaryDirectories();
const [NOW, END] = [4_000, 5_000].map((slot) => epochMs(slotToUnix('preprod', slot) * 1_000));
const DRAFT = { inputs: [ORDER, FUNDS], collateral: [FUNDS] };
const GOOD = rival(DRAFT);
const FAILED = rival({ ...DRAFT, failed: true });

interface Seen {
  /** The bytes that the back-end shows; `undefined` where it has none. */
  readonly shown?: Bytes | undefined;
  /** The inputs that it claims to be spent. */
  readonly spent?: readonly string[];
  /** Places of the outputs that it says were made. */
  readonly made?: readonly number[];
  readonly ours?: Bytes;
  readonly second?: Bytes;
}

async function follow({ shown, spent = DRAFT.inputs, made = [0], ours = GOOD, second }: Seen) {
  if (NOW === undefined || END === undefined) throw new Error('two times');
  const ledger = new ScriptedLedger();
  const { hash } = ours;
  if (shown) ledger.bytes.set(hash, shown.cbor);
  const inputs = spent.map((name) => {
    const [txHash = '', index] = name.split('#');
    return { txHash, index: Number(index), address: '', value: new Map() };
  });
  const outputs = made.map((index) => ({ txHash: hash, index, address: '', value: new Map() }));
  ledger.chain.set(hash, { hash, inputs, outputs });
  const journal = must(openJournal(`${temporary()}/journal.sqlite`));
  const entry = journalEntry(
    { kind: 'cancel', cancels: [ORDER], orders: [], state: 'submitted', bodyHash: hash },
    { unsignedCbor: ours.cbor, witnessSet: 'a100', signedCbor: ours.cbor },
  );
  journal.put(entry, journalNote('sent'));
  const book = new TradeBook(journal, new ManualClock(NOW));
  const source: ReferenceSource | undefined = second && {
    network: () => Promise.resolve(ok('preprod')),
    outputs: () => Promise.resolve(ok([])),
    transactionBytes: () => Promise.resolve(ok(new Map([[hash, second.cbor]]))),
    datum: () => Promise.resolve(ok(undefined)),
  };
  const others = { network: 'preprod', confirmations: 3, checkpoint: () => undefined } as const;
  const parts = { book, ledger, ...others, ...(source ? { second: source } : {}) };
  const first = must(await followOnce(entry, parts, NOW));
  const again = must(await followOnce(first, parts, NOW));
  // It is said once.
  if (first.trade.state === 'submitted') expect(again).toBe(first);
  ledger.tipSlot = 5_000;
  const passed = must(await followOnce(first, parts, END));
  // Seen once beyond its validity is not the depth of an end.
  expect(passed.trade.state).not.toBe('expired');
  ledger.height += 2;
  const last = must(await followOnce(passed, parts, END));
  journal.close();
  const told = ({ trade }: typeof first) => [trade.state, trade.failure?.code];
  return { now: told(first), later: told(last), sent: ledger.sent, ledger, entry, parts };
}

describe('a cancellation on chain', () => {
  it('whose bytes say that its scripts failed is never reported as done', async () => {
    const { now, later, sent } = await follow({ shown: FAILED });
    expect(FAILED.hash).toBe(GOOD.hash);
    expect([now, later, sent]).toEqual([['submitted', 'scripts-failed'], ['expired', 'scripts-failed'], []]);
  });

  it('that spent its collateral alone is not, either, where there are no bytes to see', async () => {
    expect((await follow({ spent: [FUNDS] })).now).toEqual(['submitted', 'scripts-failed']);
  });

  it('that made nothing but the rest of its collateral is not, even where its inputs are listed', async () => {
    expect((await follow({ made: [1] })).now).toEqual(['submitted', 'scripts-failed']);
    expect((await follow({ made: [] })).now).toEqual(['submitted', 'scripts-failed']);
  });

  it('is done where its bytes say so, whatever it is said to have spent', async () => {
    expect((await follow({ shown: GOOD, spent: [] })).now).toEqual(['closed', undefined]);
  });

  it('is done where it spent all that it names, and there are no bytes to see', async () => {
    expect((await follow({})).now).toEqual(['closed', undefined]);
  });

  it('is judged by what was spent where the bytes are those of another transaction', async () => {
    expect((await follow({ shown: rival(), spent: [FUNDS] })).now).toEqual(['submitted', 'scripts-failed']);
  });

  it('without collateral runs no scripts that could fail', async () => {
    const ours = rival({ inputs: [FUNDS] });
    expect((await follow({ ours, spent: [] })).now).toEqual(['closed', undefined]);
  });

  it('stays open while the back-ends disagree about its scripts', async () => {
    const { now, later } = await follow({ shown: FAILED, second: GOOD });
    expect([now, later]).toEqual([
      ['submitted', 'ledgers-disagree'],
      ['submitted', 'ledgers-disagree'],
    ]);
  });

  it('expires where both back-ends say that its scripts failed', async () => {
    const { later } = await follow({ shown: FAILED, second: FAILED });
    expect(later).toEqual(['expired', 'scripts-failed']);
  });

  it('is looked at again where the back-end does not answer', async () => {
    const { ledger, entry, parts } = await follow({ shown: FAILED });
    ledger.transactionCbor = () => Promise.resolve(failed(failure('ledger-unreachable')));
    const trouble = await followOnce(entry, parts, NOW ?? epochMs(0));
    expect(trouble).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
  });
});
