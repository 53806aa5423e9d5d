import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { ServiceOrder } from '#domain/order.ts';
import type { Trade } from '#domain/trade.ts';
import { pairOrders, rowOf, type MergeContext } from '../../../../src-main/features/orders/merge-orders.ts';
import type { OrderRow } from '../../../../src-main/features/orders/order-row.ts';
import { readRows } from '../../../../src-main/http/json.ts';
import { orderOf } from '../../../../src-main/service/wire/orders.ts';
import { SOME_TOKEN } from '../../../support/journal-entry.ts';
import { CONTEXT, limitTrade, placedOrder, told } from '../../../support/order-records.ts';

const HASH = '11'.repeat(32);

function rows(
  trades: readonly Trade[],
  orders: readonly ServiceOrder[],
  context: MergeContext = CONTEXT,
): readonly OrderRow[] {
  return pairOrders(trades, orders).map((pair) => rowOf(pair, context));
}

function row(trades: readonly Trade[], orders: readonly ServiceOrder[], context?: MergeContext): OrderRow {
  const [one, ...others] = rows(trades, orders, context);
  if (!one || others.length > 0) throw new Error('one row');
  return one;
}

describe('orders of journal and service', () => {
  it('that are the same are one row, with what we placed from the journal and the status from the service', () => {
    const one = row([limitTrade()], [told({ status: 'COMPLETE', amountIn: '19.9', expectedOut: '990' })]);
    expect(one).toMatchObject({
      id: `${HASH}_0`,
      source: 'here',
      kind: 'limit',
      status: 'filled',
      serviceStatus: 'COMPLETE',
      side: 'buy',
      token: SOME_TOKEN,
      pay: { asset: ADA, quantity: 20_000_000n },
      wanted: 1_000_000n,
      typed: { form: 'ada-per-token', text: '0.02' },
    });
  });

  it('are shown as open with what they hold, how far the market is, and that they can be cancelled', () => {
    const one = row([limitTrade()], [told()]);
    expect(one).toMatchObject({ status: 'open', cancellable: true, fees: 2_000_000n, deposit: 1_500_000n });
    expect(one.returning).toEqual([{ asset: ADA, quantity: 23_500_000n }]);
    expect(one.marketPrice).toBe(0.025);
    expect(one.distance).toBeCloseTo(0.2, 12);
  });

  it('were promised what a limit order asks for or a swap was quoted, each of several its share', () => {
    const swap = limitTrade({ kind: 'swap', expected: quantity(1_050_001n) });
    expect(row([limitTrade()], []).promised).toBe(1_000_000n);
    expect(row([swap], []).promised).toBe(1_050_001n);
    const orders = [
      placedOrder({ minimum: quantity(600_000n) }),
      placedOrder({ index: 1, minimum: quantity(400_000n) }),
      placedOrder({ index: 2, minimum: undefined }),
    ];
    expect(rows([{ ...swap, orders }], []).map(({ promised }) => promised)).toEqual([
      630_000n,
      420_000n,
      undefined,
    ]);
    // The service's figure for another program's order is no promise made here.
    expect(row([], [told()]).promised).toBeUndefined();
  });

  it('that the service says are being cancelled can be, unless we do so already', () => {
    const one = { ...limitTrade() };
    expect(row([one], [told({ status: 'CANCELLING' })])).toMatchObject({
      status: 'cancelling',
      cancellable: true,
    });
    const cancel = { tradeId: 'c', underWay: true };
    const ours = { ...CONTEXT, cancelOf: () => cancel };
    expect(row([one], [told({ status: 'CANCELLING' })], ours)).toMatchObject({ cancellable: false });
  });

  it('that hold more than a ledger can are said to be unreadable, and have no amount', () => {
    const [one] = rows([], [told({ amountIn: '99999999999999999999' })]);
    expect(one).toMatchObject({ pay: { quantity: 0n }, failure: { code: 'order-unreadable' } });
  });

  it('that no service knows cannot be cancelled yet', () => {
    expect(row([limitTrade()], [])).toMatchObject({
      status: 'open',
      cancellable: false,
      serviceStatus: undefined,
    });
  });

  it('what the chain has shown outlives the service that is late', () => {
    const order = placedOrder({
      closedBy: 'aa'.repeat(32),
      outcome: 'filled',
      received: quantity(1_000_000n),
    });
    const one = row([limitTrade({ state: 'filled', orders: [order] })], [told()]);
    expect(one).toMatchObject({ status: 'filled', cancellable: false, returning: [], distance: undefined });
  });

  it('a part that was filled counts as sold, and comes back as what it was paid', () => {
    const fill = { hash: 'aa'.repeat(32), sold: quantity(5_000_000n), received: quantity(250_000n) };
    const now = { txHash: 'aa'.repeat(32), index: 2 };
    const order = placedOrder({ fills: [fill], now, received: quantity(250_000n) });
    const one = row([limitTrade({ orders: [order] })], [told()]);
    expect(one).toMatchObject({ status: 'partly-filled', sold: 5_000_000n, received: 250_000n });
    expect(one.returning).toEqual([
      { asset: ADA, quantity: 18_500_000n },
      { asset: SOME_TOKEN, quantity: 250_000n },
    ]);
    // Services that name the output with the rest mean the same order.
    expect(
      rows([limitTrade({ orders: [order] })], [told({ txHash: now.txHash, outputIndex: 2 })]),
    ).toHaveLength(1);
  });

  it('a cancellation that is on its way shows, until the order is at its end', () => {
    const context: MergeContext = {
      ...CONTEXT,
      cancelOf: (output) => (output === `${HASH}#0` ? { tradeId: 'cancel-1', underWay: true } : undefined),
    };
    expect(row([limitTrade()], [told()], context)).toMatchObject({
      status: 'cancelling',
      cancellable: false,
      cancelTradeId: 'cancel-1',
    });
    expect(row([limitTrade()], [told({ status: 'COMPLETE' })], context).status).toBe('filled');
  });

  it('that were cancelled to be moved have what was not placed, until a signed order takes their place', () => {
    const replacement = {
      pay: { asset: ADA, quantity: quantity(20_000_000n) },
      receive: SOME_TOKEN,
      typed: { form: 'ada-per-token', text: '0.03' },
    } as const;
    const order = placedOrder({ closedBy: 'aa'.repeat(32), outcome: 'cancelled' });
    const cancelled = limitTrade({ state: 'closed', orders: [order] });
    const context = (replaced: boolean, open = false): MergeContext => ({
      ...CONTEXT,
      cancelOf: () => ({ tradeId: 'cancel-1', underWay: open, replacement }),
      replaced: () => replaced,
    });
    expect(row([cancelled], [], context(false))).toMatchObject({
      status: 'cancelled',
      moves: true,
      unplaced: replacement,
    });
    expect(row([limitTrade()], []).moves).toBe(false);
    expect(row([cancelled], [], context(true)).unplaced).toBeUndefined();
    expect(row([limitTrade()], [told()], context(false, true)).unplaced).toBeUndefined();
  });

  it('can be moved where they are limit orders of this program that can be cancelled', () => {
    expect(row([limitTrade()], [told()]).movable).toBe(true);
    expect(row([limitTrade()], []).movable).toBe(false);
    expect(row([limitTrade({ kind: 'swap' })], [told()]).movable).toBe(false);
    expect(row([], [told()]).movable).toBe(false);
  });

  it('of other programs stand alone as external, with figures of the service', () => {
    const one = row([], [told()]);
    expect(one).toMatchObject({
      id: `${HASH}_0`,
      source: 'external',
      kind: 'limit',
      status: 'open',
      cancellable: true,
      pay: { asset: ADA, quantity: 20_000_000n },
      wanted: 1_000_000n,
    });
    expect(one.price).toEqual({ lovelace: 20_000_000n, units: 1_000_000n });
    expect(row([], [told({ actualOut: '250' })])).toMatchObject({
      status: 'partly-filled',
      sold: 5_000_000n,
    });
  });

  it('an unknown status is shown as it came, and the row stays', () => {
    expect(row([], [told({ status: 'HALF_BAKED' })])).toMatchObject({
      status: 'unknown',
      serviceStatus: 'HALF_BAKED',
    });
    expect(row([limitTrade()], [told({ status: 'HALF_BAKED' })])).toMatchObject({
      status: 'open',
      serviceStatus: 'HALF_BAKED',
    });
  });

  it('signed and not on chain are being prepared; never signed are no orders', () => {
    expect(row([limitTrade({ state: 'submitted' })], []).status).toBe('preparing');
    expect(row([limitTrade({ state: 'expired' })], []).status).toBe('failed');
    for (const state of ['built', 'approved', 'discarded'] as const)
      expect(rows([limitTrade({ state })], [])).toEqual([]);
    expect(rows([limitTrade({ kind: 'cancel', orders: [] })], [])).toEqual([]);
  });

  it('whatever a service sends, no record that can be read is dropped and no two go by one name', () => {
    const junk = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          _id: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
          status: fc.oneof(fc.string(), fc.constantFrom('LIMIT', 'COMPLETE')),
          token_id_in: fc.string(),
          amount_in: fc.oneof(fc.double(), fc.string()),
          tx_hash: fc.constantFrom(HASH, 'x'),
          output_index: fc.integer(),
          submission_time: fc.oneof(fc.string(), fc.double()),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(fc.array(junk, { maxLength: 30 }), (records) => {
        const read = readRows(records, orderOf);
        expect(read.rows.length + read.bad).toBe(records.length);
        const made = rows([limitTrade()], read.rows);
        const ids = made.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.every((id) => /^[A-Za-z0-9_-]{1,100}$/.test(id))).toBe(true);
        // One record may be the journal's own order.
        expect(made.length).toBeGreaterThanOrEqual(Math.max(1, read.rows.length));
      }),
    );
  });
});
