import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quantity, valueOf } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { ok } from '#domain/result.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { practiceForm } from '../../../src-main/exchanges/practice/order.ts';
import { readRestingOrder } from '../../../src-main/inspect/resting-order.ts';
import type { ChainTx } from '../../../src-main/ports/ledger.ts';
import { encodeOrderDatum } from '../../../src-main/practice/orders/datum.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { followOnce } from '../../../src-main/trading/follower.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { journalEntry, SOME_TOKEN } from '../../support/journal-entry.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const KEY = '0a'.repeat(28);
const SCRIPT = '5c'.repeat(28);
const LOCKED = formatAddress(addressOf(0, { kind: 'script', hash: SCRIPT }, undefined));
const OWNER = formatAddress(addressOf(0, { kind: 'key', hash: KEY }, undefined));
const nth = (at: number): string => at.toString(16).padStart(64, '0');

/** An order from which each transaction takes one lovelace, and the next one takes from the rest: for ever. */
function part(at: number): ChainTx {
  const left = 30_000_000n - BigInt(at);
  const output = {
    txHash: nth(at),
    index: 0,
    address: LOCKED,
    value: valueOf({ asset: ADA, quantity: quantity(left + 2_500_000n) }),
    inlineDatum: encodeOrderDatum({
      ownerPaymentKeyHash: KEY,
      ownerStakeKeyHash: undefined,
      wanted: SOME_TOKEN,
      minimumReceived: 1n,
      batcherFee: 500_000n,
      deposit: 2_000_000n,
      route: '',
    }),
    spentBy: nth(at + 1),
  };
  return { hash: nth(at), inputs: [], outputs: [output] };
}

class EndlessLedger extends ScriptedLedger {
  override transaction(hash: string) {
    this.calls.transaction += 1;
    return Promise.resolve(ok(part(Number.parseInt(hash, 16))));
  }
}

test('a ledger that names one part of an order after the other is listened to as long as an order can have parts', async () => {
  const ledger = new EndlessLedger();
  const book = new TradeBook(must(openJournal(join(temporary(), 'journal.sqlite'))), systemClock);
  const entry = journalEntry(
    {
      kind: 'limit',
      state: 'placed',
      bodyHash: nth(0),
      pay: { asset: ADA, quantity: quantity(30_000_000n) },
      receive: SOME_TOKEN,
      orders: [
        { index: 0, exchange: 'EXB', minimum: quantity(1n), pay: quantity(30_000_000n), deposit: 2_000_000n },
      ],
    } as never,
    { witnessSet: 'a100', signedCbor: '84aa', owner: OWNER },
  );
  book.open(entry, journalNote('built'));
  const known = new Map([[SCRIPT, { exchange: 'EXB', plutus: 2, form: practiceForm }]]) as never;
  const parts = {
    book,
    ledger,
    network: 'preprod',
    confirmations: 15,
    checkpoint: () => undefined,
    knowledge: {
      parts: (output: Parameters<typeof readRestingOrder>[0]) => readRestingOrder(output, known),
      isCancel: () => false,
    },
  } as const;
  const followed = must(await followOnce(entry, parts, systemClock.now()));
  expect(followed.trade.state).toBe('partly-filled');
  expect(followed.trade.orders[0]?.fills).toHaveLength(1_000);
  expect(ledger.calls.transaction).toBeLessThan(1_010);
});
