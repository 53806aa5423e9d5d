import { describe, expect, it } from 'vitest';
import { quantity, valueOf, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { practiceForm } from '../../../src-main/exchanges/practice/order.ts';
import { encodeOrderDatum } from '../../../src-main/practice/orders/datum.ts';
import { readRestingOrder } from '../../../src-main/inspect/resting-order.ts';
import type { ChainOutput, ChainTx } from '../../../src-main/ports/ledger.ts';
import { settle, type SettlementKnowledge } from '../../../src-main/trading/settlement.ts';
import { journalEntry, SOME_TOKEN } from '../../support/journal-entry.ts';

const KEY = '0a'.repeat(28);
const SCRIPT = '5c'.repeat(28);
const OWNER = formatAddress(addressOf(0, { kind: 'key', hash: KEY }, undefined));
const LOCKED = formatAddress(addressOf(0, { kind: 'script', hash: SCRIPT }, undefined));
const [PLACED, FIRST, SECOND, LAST] = ['11', 'aa', 'bb', 'cc'].map((byte) => byte.repeat(32)) as [
  string,
  string,
  string,
  string,
];
const FEE = 500_000n;
const DEPOSIT = 2_000_000n;

const held = (...amounts: [AssetId, bigint][]): Value =>
  valueOf(...amounts.map(([asset, units]) => ({ asset, quantity: quantity(units) })));

/** An order's output: so much is left to sell, so much waits in it. */
function orderOutput(
  txHash: string,
  index: number,
  left: bigint,
  waiting: bigint,
  spentBy?: string,
): ChainOutput {
  return {
    txHash,
    index,
    address: LOCKED,
    value: held([ADA, left + FEE + DEPOSIT], [SOME_TOKEN, waiting]),
    inlineDatum: encodeOrderDatum({
      ownerPaymentKeyHash: KEY,
      ownerStakeKeyHash: undefined,
      wanted: SOME_TOKEN,
      minimumReceived: left / 1_000n,
      batcherFee: FEE,
      deposit: DEPOSIT,
      route: '',
    }),
    ...(spentBy === undefined ? {} : { spentBy }),
  };
}

const paid = (txHash: string, index: number, tokens: bigint, ada = DEPOSIT): ChainOutput => ({
  txHash,
  index,
  address: OWNER,
  value: held([ADA, ada], [SOME_TOKEN, tokens]),
});

const tx = (hash: string, outputs: readonly ChainOutput[], inputs: ChainTx['inputs'] = []): ChainTx => ({
  hash,
  inputs,
  outputs,
});

const knowledge = (cancels: readonly string[] = []): SettlementKnowledge => ({
  parts: (output) =>
    readRestingOrder(output, new Map([[SCRIPT, { exchange: 'EXB', plutus: 2, form: practiceForm }]])),
  isCancel: (hash) => cancels.includes(hash),
});

/** Sells 30 ADA for 30,000 units of a token. */
const { trade } = journalEntry({
  kind: 'limit',
  state: 'placed',
  pay: { asset: ADA, quantity: quantity(30_000_000n) },
  orders: [
    {
      index: 0,
      exchange: 'EXB',
      minimum: quantity(30_000n),
      deposit: quantity(DEPOSIT),
      batcherFee: quantity(FEE),
      pay: quantity(30_000_000n),
    },
  ],
});

const placed = (spentBy?: string): ChainTx => tx(PLACED, [orderOutput(PLACED, 0, 30_000_000n, 0n, spentBy)]);
const first = (spentBy?: string): ChainTx =>
  tx(FIRST, [orderOutput(FIRST, 1, 20_000_000n, 10_100n, spentBy)]);
const second = (spentBy?: string): ChainTx =>
  tx(SECOND, [orderOutput(SECOND, 0, 5_000_000n, 25_300n, spentBy)]);
const known = (...txs: readonly ChainTx[]): ReadonlyMap<string, ChainTx> =>
  new Map(txs.map((one) => [one.hash, one]));

describe('an order that is filled in parts', () => {
  it('names the transactions that it needs to be followed, one after the other', () => {
    const at = (...txs: readonly ChainTx[]) =>
      settle(trade, OWNER, placed(FIRST), known(...txs), knowledge());
    expect(at()).toMatchObject({ state: 'placed', missing: [FIRST] });
    expect(at(first(SECOND))).toMatchObject({ state: 'partly-filled', missing: [SECOND] });
    expect(at(first(SECOND), second()).missing).toEqual([]);
  });

  it('goes on where its rest lies, with what each part sold and brought', () => {
    const result = settle(trade, OWNER, placed(FIRST), known(first(SECOND), second()), knowledge());
    expect(result).toMatchObject({ state: 'partly-filled', filledTotal: 25_300n });
    expect(result.orders[0]).toMatchObject({
      now: { txHash: SECOND, index: 0 },
      received: 25_300n,
      fills: [
        { hash: FIRST, sold: 10_000_000n, received: 10_100n },
        { hash: SECOND, sold: 15_000_000n, received: 15_200n },
      ],
    });
    expect(result.orders[0]).not.toHaveProperty('closedBy');
  });

  it('is filled with its last part, all of it counted once', () => {
    const last = tx(LAST, [paid(LAST, 0, 30_400n)]);
    const result = settle(trade, OWNER, placed(FIRST), known(first(SECOND), second(LAST), last), knowledge());
    expect(result).toMatchObject({ state: 'filled', filledTotal: 30_400n });
    expect(result.orders[0]).toMatchObject({ closedBy: LAST, outcome: 'filled', received: 30_400n });
    expect(result.orders[0]?.fills?.at(-1)).toEqual({ hash: LAST, sold: 5_000_000n, received: 5_100n });
  });

  it('taken back by us keeps what its parts brought, and is cancelled', () => {
    const cancel = tx(LAST, [paid(LAST, 0, 25_300n, 7_300_000n)]);
    const result = settle(
      trade,
      OWNER,
      placed(FIRST),
      known(first(SECOND), second(LAST), cancel),
      knowledge([LAST]),
    );
    expect(result).toMatchObject({ state: 'closed', filledTotal: 25_300n });
    expect(result.orders[0]).toMatchObject({ outcome: 'cancelled', received: 25_300n });
    expect(result.orders[0]?.fills).toHaveLength(2);
  });

  it('taken back by another program of ours is cancelled too: only our signature spends our funds', () => {
    const fees = [{ txHash: 'ee'.repeat(32), index: 0, address: OWNER, value: held([ADA, 5_000_000n]) }];
    const cancel = tx(LAST, [paid(LAST, 0, 0n, 37_200_000n)], fees);
    const result = settle(trade, OWNER, placed(LAST), known(cancel), knowledge());
    expect(result.orders[0]).toMatchObject({ outcome: 'cancelled', received: 0n });
  });

  it('is as it was before when a block with a part of it is rolled back', () => {
    const far = settle(trade, OWNER, placed(FIRST), known(first(SECOND), second()), knowledge());
    const back = settle({ ...trade, orders: far.orders }, OWNER, placed(), known(), knowledge());
    expect(back).toMatchObject({ state: 'placed', filledTotal: 0n });
    expect(back.orders).toEqual(trade.orders);
  });

  it('of two alike, each continues in its own output', () => {
    const two = {
      ...trade,
      orders: trade.orders.flatMap((order) => [0, 1].map((index) => ({ ...order, index }))),
    };
    const both = tx(PLACED, [
      orderOutput(PLACED, 0, 30_000_000n, 0n, FIRST),
      orderOutput(PLACED, 1, 30_000_000n, 0n, FIRST),
    ]);
    const parts = tx(FIRST, [
      orderOutput(FIRST, 0, 20_000_000n, 10_100n),
      orderOutput(FIRST, 1, 10_000_000n, 20_100n),
    ]);
    const { orders } = settle(two, OWNER, both, known(parts), knowledge());
    expect(orders.map(({ now }) => now?.index)).toEqual([0, 1]);
  });
});
