import { describe, expect, it } from 'vitest';
import { lovelaceIn, quantity, valueOf } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { ok } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { boundsOf, CANCELLATION_FEE } from '../../../src-main/agreement/bounds.ts';
import { DEFAULT_POLICY } from '../../../src-main/inspect/policy.ts';
import type { Ledger } from '../../../src-main/ports/ledger.ts';
import type { Service } from '../../../src-main/ports/service.ts';
import { Cancellations, type CancelTarget } from '../../../src-main/trading/kinds/cancel.ts';
import { agreementFor } from '../../../src-main/trading/kinds/trade-kinds.ts';
import { GEM_TOKEN } from '../../support/batch-quotes.ts';
import { goodTrade, PAYMENT } from '../../support/good-trade.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { must } from '../../support/trader.ts';

/** A service that lists one order under several names, or several under one. */

const { input } = goodTrade();
const PLACED = 'ab'.repeat(32);
const HELD = 1_500_000n;
const address = 'addr_of_a_script';

/** Each order is an output of the same transaction. */
const ledger = {
  transaction: () =>
    Promise.resolve(
      ok({
        hash: PLACED,
        inputs: [],
        outputs: [0, 1].map((index) => ({
          txHash: PLACED,
          index,
          address,
          value: valueOf({ asset: ADA, quantity: quantity(HELD) }),
          inlineDatum: 'd87980',
        })),
      }),
    ),
} as unknown as Ledger;

/** It builds whatever it is asked for. */
const service = {
  cancel: () => Promise.resolve(ok({ cbor: '', fee: undefined, call: {} })),
} as unknown as Service;

const cancellations = new Cancellations({
  service,
  ledger,
  clock: new ManualClock(),
  newId: () => 'quote',
  parts: () => ({
    exchange: 'EXA',
    terms: {
      ownerPaymentKeyHash: PAYMENT,
      ownerStakeKeyHash: undefined,
      cancelKeyHash: undefined,
      wanted: GEM_TOKEN.id,
      minimumReceived: 1n,
      batcherFee: 0n,
      deposit: 0n,
    },
    sells: { asset: ADA, quantity: HELD },
    waiting: 0n,
  }),
  ownBytes: () => undefined,
  token: () => Promise.resolve(ok(GEM_TOKEN)),
});

const target = (id: string, serviceId: string, index: number): CancelTarget => ({
  id,
  serviceId,
  placed: { txHash: PLACED, index },
});

const prepare = async (targets: readonly CancelTarget[]) =>
  must(
    await cancellations.prepare({
      targets,
      account: { address: 'addr_mine', addresses: [], own: input.own },
    }),
  );

describe('orders to be taken back', () => {
  it('count once under however many names: what others may get for it does not grow with them', async () => {
    const names = Array.from({ length: 20 }, (_, at) => target(`row-${at}`, `id-${at}`, 0));
    const { quotes, orders, left } = await prepare(names);
    expect([quotes.length, orders, left]).toEqual([1, 1, []]);
    expect(quotes[0]).toMatchObject({ ids: ['id-0'], task: { orders: [`${PLACED}#0`] } });
    expect(lovelaceIn(quotes[0]?.task.holds ?? new Map())).toBe(HELD);
    const [agreed] = agreementFor(quotes, 'preprod', DEFAULT_POLICY, epochMs(0)).transactions;
    expect(agreed?.bounds.others).toBe(CANCELLATION_FEE);
    expect(agreed && boundsOf(agreed.task)).toEqual(agreed?.bounds);
  });

  it('are not lost behind another one of the same name: it is named as left out', async () => {
    const { quotes, orders, left } = await prepare([target('one', 'id', 0), target('other', 'id', 1)]);
    expect([orders, quotes[0]?.task.orders]).toEqual([1, [`${PLACED}#0`]]);
    expect(left).toEqual([{ id: 'other', failure: { code: 'order-unknown' } }]);
  });

  it('go together where each has its own name', async () => {
    const { quotes, orders } = await prepare([target('one', 'id-1', 0), target('other', 'id-2', 1)]);
    expect([orders, quotes[0]?.task.orders]).toEqual([2, [`${PLACED}#0`, `${PLACED}#1`]]);
  });
});
