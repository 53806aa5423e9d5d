import { describe, expect, it } from 'vitest';
import { quantity, valueOf, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { PlacedOrder } from '#domain/trade.ts';
import type { ChainTx } from '../../../src-main/ports/ledger.ts';
import { settle } from '../../../src-main/trading/settlement.ts';
import { journalEntry, SOME_TOKEN } from '../../support/journal-entry.ts';

const OWNER = 'addr_test1owner';
const PLACED = '11'.repeat(32);
const FIRST = 'aa'.repeat(32);
const SECOND = 'bb'.repeat(32);

const held = (...amounts: [AssetId, bigint][]): Value =>
  valueOf(...amounts.map(([asset, units]) => ({ asset, quantity: quantity(units) })));

function placedTx(...spentBy: (string | undefined)[]): ChainTx {
  const outputs = spentBy.map((hash, index) => ({
    txHash: PLACED,
    index,
    address: 'addr_test1script',
    value: held([ADA, 30_000_000n]),
    ...(hash === undefined ? {} : { spentBy: hash }),
  }));
  return { hash: PLACED, inputs: [], outputs };
}

function closing(hash: string, paid: Value, spentOwn: Value = new Map()): [string, ChainTx] {
  const at = (value: Value) => [{ txHash: hash, index: 0, address: OWNER, value }];
  return [hash, { hash, inputs: spentOwn.size > 0 ? at(spentOwn) : [], outputs: at(paid) }];
}

function order(index: number, minimum: bigint | undefined, deposit = 2_000_000n): PlacedOrder {
  return {
    index,
    exchange: 'EXA',
    minimum: minimum === undefined ? undefined : quantity(minimum),
    deposit: quantity(deposit),
  };
}

const trade = (...orders: PlacedOrder[]) => journalEntry({ state: 'placed', orders }).trade;

describe('settlement of orders', () => {
  it('waits while no order is spent', () => {
    const result = settle(trade(order(0, 990n)), OWNER, placedTx(undefined), new Map());
    expect(result).toEqual({ state: 'placed', orders: [order(0, 990n)], filledTotal: 0n, missing: [] });
  });

  it('is filled when the owner was paid exactly the minimum, and closed one unit below', () => {
    for (const [paid, state] of [
      [990n, 'filled'],
      [989n, 'closed'],
    ] as const) {
      const closings = new Map([closing(FIRST, held([SOME_TOKEN, paid], [ADA, 2_000_000n]))]);
      const result = settle(trade(order(0, 990n)), OWNER, placedTx(FIRST), closings);
      expect(result.state).toBe(state);
      expect(result.filledTotal).toBe(paid);
      expect(result.orders[0]).toMatchObject({ closedBy: FIRST, received: paid });
    }
  });

  it('does not count the deposit that comes back as ADA received', () => {
    const selling = { ...trade(order(0, 100n)), receive: ADA };
    const refund = new Map([closing(FIRST, held([ADA, 2_000_050n]))]);
    expect(settle(selling, OWNER, placedTx(FIRST), refund)).toMatchObject({
      state: 'closed',
      filledTotal: 50n,
    });
    const fill = new Map([closing(FIRST, held([ADA, 2_000_100n]))]);
    expect(settle(selling, OWNER, placedTx(FIRST), fill)).toMatchObject({
      state: 'filled',
      filledTotal: 100n,
    });
  });

  it('counts only what is paid beyond own funds that the closing transaction spends', () => {
    const closings = new Map([
      closing(FIRST, held([SOME_TOKEN, 1_500n]), held([SOME_TOKEN, 1_000n], [ADA, 5n])),
    ]);
    const result = settle(trade(order(0, 990n)), OWNER, placedTx(FIRST), closings);
    expect(result).toMatchObject({ state: 'closed', filledTotal: 500n });
  });

  it('is partly filled while one of two orders waits', () => {
    const closings = new Map([closing(FIRST, held([SOME_TOKEN, 600n]))]);
    const result = settle(trade(order(0, 500n), order(1, 490n)), OWNER, placedTx(FIRST, undefined), closings);
    expect(result.state).toBe('partly-filled');
    expect(result.filledTotal).toBe(600n);
  });

  it('shares one payment for two orders by their minimums, losing nothing', () => {
    const closings = new Map([closing(FIRST, held([SOME_TOKEN, 1_000n]))]);
    const two = trade(order(0, 333n), order(1, 666n));
    const result = settle(two, OWNER, placedTx(FIRST, FIRST), closings);
    expect(result.state).toBe('filled');
    expect(result.orders.map(({ received }) => received)).toEqual([333n, 667n]);
  });

  it('is closed when one order was filled and the other given back', () => {
    const closings = new Map([
      closing(FIRST, held([SOME_TOKEN, 600n])),
      closing(SECOND, held([ADA, 29_000_000n])),
    ]);
    const result = settle(trade(order(0, 500n), order(1, 490n)), OWNER, placedTx(FIRST, SECOND), closings);
    expect(result).toMatchObject({ state: 'closed', filledTotal: 600n });
  });

  it('counts an order as open while its closing transaction is not known, and again after a rollback', () => {
    const closedOnce = { ...order(0, 990n), closedBy: FIRST, received: quantity(990n) };
    const result = settle(trade(closedOnce), OWNER, placedTx(undefined), new Map());
    expect(result).toEqual({ state: 'placed', orders: [order(0, 990n)], filledTotal: 0n, missing: [] });
    expect(settle(trade(order(0, 990n)), OWNER, placedTx(FIRST), new Map()).state).toBe('placed');
  });

  it('takes any payment as a fill when the minimum could not be read', () => {
    const closings = new Map([closing(FIRST, held([SOME_TOKEN, 1n]))]);
    expect(settle(trade(order(0, undefined)), OWNER, placedTx(FIRST), closings).state).toBe('filled');
  });

  it('names each closing transaction once', () => {
    const three = trade(order(0, 1n), order(1, 1n), order(2, 1n));
    expect(settle(three, OWNER, placedTx(FIRST, FIRST, SECOND), new Map()).missing).toEqual([FIRST, SECOND]);
  });
});
