import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { quantity, valueOf } from '#domain/amount.ts';
import { failure } from '#domain/failure.ts';
import { slotToUnix } from '#domain/network.ts';
import { failed, ok } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import type { OutputRef, ReferenceSource } from '../../../src-main/ports/ledger.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { followOnce } from '../../../src-main/trading/follower.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { goodTrade } from '../../support/good-trade.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

/** Two back-ends that disagree about a trade whose validity has passed, also by this machine's clock. */

const temporary = temporaryDirectories();
const SIGNED = goodTrade('ada', 1).input.cbor;
const decoded = decodeTransaction(SIGNED);
if (!decoded.ok) throw new Error(decoded.failure);
const HASH = decoded.value.bodyHash;
const ENDED = epochMs(slotToUnix('preprod', 5_000) * 1_000);

function second(of: Partial<ReferenceSource>): ReferenceSource {
  const away = () => Promise.resolve(failed(failure('ledger-unreachable', { host: 'second.example' })));
  return { network: away, outputs: away, transactionBytes: away, datum: away, ...of } as ReferenceSource;
}

const showing = (bytes: string) =>
  second({ transactionBytes: () => Promise.resolve(ok(new Map([[HASH, bytes]]))) });
const unspent = (txHash: string) =>
  second({
    transactionBytes: () => Promise.resolve(ok(new Map())),
    outputs: (references: readonly OutputRef[]) =>
      Promise.resolve(
        ok([
          {
            txHash,
            index: references[0]?.index ?? 0,
            address: 'addr_test1script',
            value: valueOf({ asset: ADA, quantity: quantity(1n) }),
          },
        ]),
      ),
  });

const garbled = (path: string) => failed(failure('ledger-answer-malformed', { path }));

function setUp(source: ReferenceSource | undefined) {
  const ledger = new ScriptedLedger();
  ledger.tipSlot = 5_000;
  const book = new TradeBook(must(openJournal(join(temporary(), 'journal.sqlite'))), systemClock);
  const entry = journalEntry(
    { state: 'submitted', bodyHash: HASH },
    { witnessSet: 'a100', signedCbor: SIGNED },
  );
  book.open(entry, journalNote('built'));
  const parts = { book, ledger, network: 'preprod', confirmations: 15, checkpoint: () => undefined } as const;
  return { ledger, entry, parts: { ...parts, second: source } };
}

test.each([
  ['by its bytes', showing(SIGNED)],
  ['by an output that is not spent yet', unspent(HASH)],
  ['by bytes in a form of its own', second({ transactionBytes: () => Promise.resolve(garbled('0.cbor')) })],
  [
    'by an output in a form of its own',
    second({
      transactionBytes: () => Promise.resolve(ok(new Map())),
      outputs: () => Promise.resolve(garbled('0.value')),
    }),
  ],
])(
  'a trade that the second one shows on chain, %s, is not given up on the word of the first',
  async (_how, source) => {
    const { ledger, entry, parts } = setUp(source);
    const kept = must(await followOnce(entry, parts, ENDED));
    expect(kept.trade).toMatchObject({ state: 'submitted', failure: failure('ledgers-disagree') });
    // Nothing is written again while they say the same.
    expect(must(await followOnce(kept, parts, ENDED))).toBe(kept);
    expect(ledger.sent).toEqual([]);
    // The second one was wrong, or was replaced.
    const alone = { ...parts, second: undefined };
    const passed = must(await followOnce(kept, alone, ENDED));
    ledger.height += parts.confirmations - 1;
    expect(must(await followOnce(passed, alone, ENDED)).trade).toMatchObject({
      state: 'expired',
      failure: { code: 'transaction-expired' },
    });
  },
);

test('it is placed as soon as the first one shows it, too', async () => {
  const { ledger, entry, parts } = setUp(showing(SIGNED));
  const kept = must(await followOnce(entry, parts, ENDED));
  ledger.chain.set(HASH, { hash: HASH, inputs: [], outputs: [] });
  const placed = must(await followOnce(kept, parts, ENDED));
  expect(placed.trade.state).not.toBe('expired');
  expect(placed.trade.failure).toBeUndefined();
});

test.each([
  ['is away', second({})],
  [
    'does not have it either',
    second({
      transactionBytes: () => Promise.resolve(ok(new Map())),
      outputs: () => Promise.resolve(ok([])),
    }),
  ],
  [
    'sends nothing that is an answer',
    second({
      transactionBytes: () => Promise.resolve(garbled('')),
      outputs: () => Promise.resolve(garbled('')),
    }),
  ],
  ['shows the bytes of another transaction', showing('84a0a0f5f6')],
  ['names an output of another transaction', unspent('ab'.repeat(32))],
])('a second one that %s keeps nothing open', async (_how, source) => {
  const { ledger, entry, parts } = setUp(source);
  const passed = must(await followOnce(entry, parts, ENDED));
  ledger.height += parts.confirmations - 1;
  expect(must(await followOnce(passed, parts, ENDED)).trade.state).toBe('expired');
});
