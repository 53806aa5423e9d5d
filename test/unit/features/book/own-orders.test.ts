import { expect, onTestFinished, test } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { ok } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import type { Trade } from '#domain/trade.ts';
import { BookWatch } from '../../../../src-main/features/book/book-watch.ts';
import { Attention } from '../../../../src-main/market/attention.ts';
import { Polling } from '../../../../src-main/market/polling.ts';
import type { Service } from '../../../../src-main/ports/service.ts';
import { SOME_TOKEN } from '../../../support/journal-entry.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { limitTrade, placedOrder, TOKEN } from '../../../support/order-records.ts';

function watched() {
  const clock = new ManualClock();
  let looks = 0;
  const listeners = new Set<(trade: Trade) => void>();
  const service = {
    limitOrders: () => {
      looks += 1;
      return Promise.resolve(ok([]));
    },
    pools: () => Promise.resolve(ok([])),
  } as unknown as Service;
  const watch = new BookWatch(
    SOME_TOKEN,
    {
      service,
      clock,
      polling: new Polling(clock, new Attention(clock)),
      token: () => Promise.resolve(ok(TOKEN)),
      isOwn: () => true,
      learn: () => undefined,
      onTrade: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    () => undefined,
  );
  onTestFinished(() => watch.stop());
  watch.start();
  return {
    watch,
    listeners,
    looks: () => looks,
    change: (change: Partial<Trade>) => {
      for (const listener of listeners) listener(limitTrade(change));
    },
  };
}

test('an own order that is placed, filled in part or taken back is looked for at once', async () => {
  const { change, looks } = watched();
  await expect.poll(looks).toBe(1);
  change({ state: 'submitted' });
  change({ state: 'placed' });
  await expect.poll(looks).toBe(2);
  const now = { txHash: '55'.repeat(32), index: 0, quantity: placedOrder().minimum };
  change({ state: 'partly-filled', orders: [placedOrder({ now })] });
  await expect.poll(looks).toBe(3);
  change({ state: 'closed', orders: [placedOrder({ closedBy: '66'.repeat(32) })] });
  await expect.poll(looks).toBe(4);
});

test('neither confirmations, nor what is not on chain, nor another token’s order costs a request', async () => {
  const { change, looks } = watched();
  await expect.poll(looks).toBe(1);
  change({ state: 'placed' });
  await expect.poll(looks).toBe(2);
  change({ state: 'submitted', id: 'another' });
  change({ state: 'placed', updatedAt: epochMs(3_000_000), confirmations: 2 });
  change({ state: 'placed', id: 'third', receive: ADA, pay: { ...limitTrade().pay, asset: ADA } });
  change({ state: 'placed', id: 'fourth' });
  await expect.poll(looks).toBe(3);
});

test('a book that nobody looks at any more follows nothing', async () => {
  const { watch, listeners } = watched();
  expect(listeners.size).toBe(1);
  await watch.stop();
  expect(listeners.size).toBe(0);
});
