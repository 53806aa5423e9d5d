import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/limit-order.ts';
import { epochMs } from '#domain/time.ts';
import {
  NOTHING_SEEN,
  orderEvents,
  type OrderEvent,
  type OrderMemory,
} from '../../../../src-main/features/orders/order-events.ts';
import { pairOrders, rowOf } from '../../../../src-main/features/orders/merge-orders.ts';
import { NoticeWriter } from '../../../../src-main/features/notices/notice-writer.ts';
import { orderNoticeWords, wantedOrderEvents } from '../../../../src-main/features/orders/order-notices.ts';
import type { OrderRow } from '../../../../src-main/features/orders/order-row.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { CONTEXT, limitTrade, TOKEN } from '../../../support/order-records.ts';

const [pair] = pairOrders([limitTrade()], []);
if (!pair) throw new Error('a row');
const base = rowOf(pair, CONTEXT);

const rowWith = (status: OrderStatus, id = 'order-1'): OrderRow => ({ ...base, id, status });
const token = (id: string) => (id === 'ADA' ? ADA_TOKEN : TOKEN);

/** What is told of one order on its way through states. */
function toldOf(...states: readonly OrderStatus[]): readonly string[] {
  let memory: OrderMemory = NOTHING_SEEN;
  return states.flatMap((status) => {
    const step = orderEvents([rowWith(status)], memory);
    // As it is read again after a restart.
    memory = JSON.parse(JSON.stringify(step.memory)) as OrderMemory;
    return step.events.map(({ kind }) => kind);
  });
}

describe('notices of orders', () => {
  it('tell each state of an order once', () => {
    expect(toldOf('open', 'open', 'filled', 'filled')).toEqual(['filled']);
    expect(toldOf('open', 'partly-filled', 'partly-filled', 'filled')).toEqual(['partly-filled', 'filled']);
    expect(toldOf('open', 'cancelling', 'cancelled')).toEqual(['cancelled']);
  });

  it('do not tell a state again that a rollback undid', () => {
    expect(toldOf('open', 'filled', 'open', 'filled')).toEqual(['filled']);
    expect(toldOf('open', 'filled', 'open', 'cancelled')).toEqual(['filled', 'cancelled']);
  });

  it('do not tell the past of a wallet that is new here', () => {
    expect(toldOf('filled', 'filled')).toEqual([]);
    expect(toldOf('cancelled')).toEqual([]);
  });

  it('catch up with what happened while nobody looked', () => {
    const seen = orderEvents([rowWith('open')], NOTHING_SEEN).memory;
    expect(orderEvents([rowWith('filled')], seen).events.map(({ kind }) => kind)).toEqual(['filled']);
  });

  it('never tell a state of an order twice, whatever it goes through', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ORDER_STATUSES), { maxLength: 40 }), (states) => {
        const told = toldOf(...states);
        expect(new Set(told).size).toBe(told.length);
      }),
    );
  });

  it('are one each up to three, and one for all beyond', () => {
    const events = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        kind: 'filled' as const,
        row: rowWith('filled', `o${at}`),
      }));
    let ids = 0;
    const writer = (): NoticeWriter<OrderEvent> => new NoticeWriter(orderNoticeWords, () => `n${(ids += 1)}`);
    const at = epochMs(1_000_000);
    expect(
      writer()
        .write(events(3), token, at)
        .map(({ kind }) => kind),
    ).toEqual(['filled', 'filled', 'filled']);
    const [several, ...others] = writer().write(events(4), token, at);
    expect([several?.kind, several?.rows, others]).toEqual(['several', ['o0', 'o1', 'o2', 'o3'], []]);
    expect(several?.text).toBe('4 filled.');
    // Those that come one by one within a minute are grouped too.
    const slow = writer();
    for (const event of events(3)) slow.write([event], token, at);
    expect(slow.write(events(2), token, epochMs(at + 1_000)).map(({ kind }) => kind)).toEqual(['several']);
    expect(slow.write(events(1), token, epochMs(at + 120_000)).map(({ kind }) => kind)).toEqual(['filled']);
  });

  it('say what was sold and what it brought', () => {
    const row = { ...rowWith('filled'), received: quantity(1_000_500n), sold: 20_000_000n };
    const [notice] = new NoticeWriter(orderNoticeWords, () => 'n').write(
      [{ kind: 'filled', row }],
      token,
      epochMs(1),
    );
    expect(notice).toMatchObject({ title: 'Order filled', text: 'Sold 20 ADA, got 1,000.5 TOK.' });
  });

  it('leave out what the user does not want to be told', () => {
    const wishes = { filled: false, partlyFilled: true, cancelled: true };
    const row = rowWith('open');
    const events = (['filled', 'partly-filled', 'cancelled', 'closed'] as const).map((kind) => ({
      kind,
      row,
    }));
    expect(wantedOrderEvents(events, wishes).map(({ kind }) => kind)).toEqual([
      'partly-filled',
      'cancelled',
      'closed',
    ]);
  });
});
