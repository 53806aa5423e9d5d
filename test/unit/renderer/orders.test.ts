// @vitest-environment page
// Orders, their table, their cancellation and their notices as the page has them, on a fake main.
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderRowView } from '#contract/orders.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { Cancellation } from '../../../src-renderer/features/orders/cancellation.svelte.ts';
import { afterCost, returningOf } from '../../../src-renderer/features/orders/order-rows.ts';
import { cancelShownWords } from '../../../src-renderer/features/orders/order-words.ts';
import { orderCommands } from '../../../src-renderer/app/list-commands.ts';
import type { Desk } from '../../../src-renderer/app/desk.svelte.ts';
import { deskOnFakeMain, pass } from '../../support/desk-on-fake-main.ts';
import { effectRoot } from '../../support/effect-root.svelte.ts';
import type { FakeMain } from '../../support/fake-main-api.ts';
import { tokensOfFake } from '../../support/fake-market.ts';
import { fakeNotice, fakeOrder, fakeOrders } from '../../support/fake-orders.ts';

const NOW = 1_795_000_000_000;
let main: FakeMain;
let desk: Desk;
let end: () => void;

beforeEach(async () => {
  ({ main, desk, end } = await deskOnFakeMain(NOW));
  return () => end();
});

function tell(rows: OrderRowView[], key = 'k1'): void {
  main.push('orders', { key, kind: 'snapshot', rows, gone: [], at: NOW });
  flushSync();
}

const open = (number: number, change: Partial<OrderRowView> = {}): OrderRowView =>
  fakeOrder(number, NOW, { status: 'open', ...change });
const ids = (rows: readonly OrderRowView[]): readonly string[] => rows.map(({ id }) => id);
const inputs = (name: string): readonly unknown[] =>
  main.asked.filter((call) => call.name === name).map(({ input }) => input);

describe('the list', () => {
  test('takes deltas in: rows that changed, rows that are new, rows that are gone', () => {
    const [one, two, three] = [open(1), open(2), open(3)];
    tell([one, two]);
    expect(desk.orders.live).toBe(2);
    main.push('orders', {
      key: 'k1',
      kind: 'delta',
      rows: [{ ...one, status: 'filled' }, three],
      gone: [two.id],
    });
    flushSync();
    expect(new Set(ids(desk.orders.rows ?? []))).toEqual(new Set([one.id, three.id]));
    expect(desk.orders.find(one.id)?.status).toBe('filled');
    expect(desk.orders.find(two.id)).toBeUndefined();
    expect(desk.orders.live).toBe(1);
  });

  test('marks what the service said before it failed as old, and nothing that the journal has', () => {
    const rows = [open(1, { source: 'here' }), open(2, { source: 'external' })];
    tell(rows);
    const olds = (why?: Failure): boolean[] => {
      main.push('orders', {
        key: 'k1',
        kind: 'delta',
        rows: [],
        gone: [],
        at: NOW,
        ...(why && { failure: why }),
      });
      flushSync();
      return rows.map((row) => desk.orders.isOld(row));
    };
    expect(olds()).toEqual([false, false]);
    expect(olds(failure('service-error', { status: 500 }))).toEqual([false, true]);
    // The readable rows are new.
    expect(olds(failure('rows-left-out', { count: 1 }))).toEqual([false, false]);
  });

  test('starts over with another key, and forgets what was ticked and filtered there', () => {
    const [one, two] = [open(1), open(2)];
    tell([one]);
    desk.orderTable.tick([one.id], true);
    desk.orderTable.show({ wallet: one.wallet, sort: { by: 'price', down: true } });
    main.push('orders', { key: 'k2', kind: 'delta', rows: [two], gone: [] });
    flushSync();
    expect(ids(desk.orders.rows ?? [])).toEqual([two.id]);
    expect(desk.orderTable.ticked).toEqual([]);
    expect(desk.orderTable.view).toEqual({ group: 'open', text: '', sort: { by: 'price', down: true } });
  });
});

describe('the table', () => {
  test('holds its rows in place while the pointer is on them, and shows that others wait', () => {
    const rows = [open(1), open(2), open(3)];
    tell(rows);
    const before = ids(desk.orderTable.shown);
    desk.orderTable.hold();
    expect(desk.orderTable.waits).toBe(false);
    const [first, second] = rows;
    if (!first || !second) throw new Error('there are three rows');
    main.moveOrders([{ ...first, marketPrice: 9 }, { ...second, status: 'filled' }, open(0)]);
    flushSync();
    expect(ids(desk.orderTable.shown)).toEqual(before);
    // The order at that place has its newest figures all the same.
    expect(desk.orderTable.shown.find(({ id }) => id === first.id)?.marketPrice).toBe(9);
    expect(desk.orderTable.waits).toBe(true);
    desk.orderTable.release();
    expect(ids(desk.orderTable.shown)).toEqual(ids([open(0), open(1), open(3)]));
    expect(desk.orderTable.waits).toBe(false);
  });

  test('a view that the user changes is shown at once, held or not', () => {
    tell([open(1), open(2, { status: 'filled' })]);
    desk.orderTable.hold();
    desk.orderTable.show({ group: 'filled' });
    expect(ids(desk.orderTable.shown)).toEqual([open(2).id]);
  });

  test('sums what comes back from the ticked ones that can be cancelled', () => {
    const [token] = tokensOfFake;
    if (!token) throw new Error('the fake market is empty');
    const buy = open(1, { returning: [{ asset: 'ADA', quantity: '12700000' }] });
    const sell = open(2, {
      returning: [
        { asset: 'ADA', quantity: '2700000' },
        { asset: token.id, quantity: '9007199254740993' },
      ],
    });
    const filled = open(3, { status: 'filled', cancellable: false });
    tell([buy, sell, filled]);
    desk.orderTable.tick(ids([buy, sell, filled]), true);
    expect(desk.orderTable.ticked).toHaveLength(3);
    expect(ids(desk.orderTable.cancellable)).toEqual(ids([buy, sell]));
    expect(desk.orderTable.returning).toEqual([
      { asset: 'ADA', quantity: 15_400_000n },
      { asset: token.id, quantity: 9_007_199_254_740_993n },
    ]);
    // One that was filled meanwhile is counted out, not lost sight of.
    main.moveOrders([{ ...sell, status: 'filled', cancellable: false }]);
    flushSync();
    expect(desk.orderTable.returning).toEqual([{ asset: 'ADA', quantity: 12_700_000n }]);
    expect(desk.orderTable.ticked).toHaveLength(3);
  });

  test('finds the orders to cancel of a pair, and those that are older', () => {
    const rows = fakeOrders(200, NOW);
    tell(rows);
    const token = rows[0]?.token;
    const onPair = desk.orderTable.cancellableWhere((row) => row.token === token);
    expect(onPair.length).toBeGreaterThan(0);
    for (const id of onPair) {
      const row = desk.orders.find(id);
      expect([row?.token, row?.cancellable]).toEqual([token, true]);
    }
    const hour = NOW - 3_600_000;
    const older = desk.orderTable.cancellableWhere(({ placedAt = NOW }) => placedAt <= hour);
    expect(older).toEqual(ids(rows.filter((row) => row.cancellable && (row.placedAt ?? NOW) <= hour)));
  });

  test('keeps its view and the named ones over a restart, but not what was typed', async () => {
    await desk.orderTable.open();
    desk.orderTable.show({ group: 'all', side: 'sell', sort: { by: 'distance', down: false } });
    desk.orderTable.keep('Sales');
    desk.orderTable.show({ text: 'carb' });
    await pass(1_000);
    end();
    ({ desk, end } = await deskOnFakeMain(NOW, main));
    await desk.orderTable.open();
    flushSync();
    expect(desk.orderTable.view).toMatchObject({
      group: 'all',
      side: 'sell',
      text: '',
      sort: { by: 'distance', down: false },
    });
    expect(desk.orderTable.named.map(({ name }) => name)).toEqual(['Sales']);
    desk.orderTable.forget('Sales');
    await pass(1_000);
    expect(
      String(
        inputs('notebook.write')
          .map((input) => JSON.stringify(input))
          .at(-1),
      ),
    ).not.toContain('Sales');
  });
});

describe('a cancellation', () => {
  function cancel(rows: readonly OrderRowView[]): Cancellation {
    const [cancellation, over] = effectRoot(() => new Cancellation(desk, ids(rows)));
    const before = end;
    end = () => {
      over();
      before();
    };
    return cancellation;
  }
  const tradeOf = (cancellation: Cancellation): string => cancellation.prepared?.tradeId ?? '';

  test('goes from the build to the end of every order, and names those that were left out', async () => {
    const [one, two] = [open(1), open(2, { cancellable: false })];
    tell([one, two]);
    const cancellation = cancel([one, two]);
    expect(cancellation.phase).toBe('building');
    await pass(0);
    expect(cancellation.phase).toBe('waiting');
    expect(cancellation.leftOut.map(({ id }) => id)).toEqual([two.id]);
    main.moveTrade(tradeOf(cancellation), { state: 'approved' });
    flushSync();
    expect(cancellation.phase).toBe('signing');
    main.moveTrade(tradeOf(cancellation), { state: 'submitted' });
    flushSync();
    expect(cancellation.phase).toBe('sent');
    main.moveOrders([{ ...one, status: 'cancelled', cancellable: false }]);
    flushSync();
    expect(cancellation.phase).toBe('over');
    expect(ids(cancellation.cancelled)).toEqual([one.id]);
  });

  test.each(['submitted', 'refused'] as const)(
    'that loses the race, and is %s, is the success of the trade, not a failure',
    async (state) => {
      const one = open(1);
      tell([one]);
      const cancellation = cancel([one]);
      await pass(0);
      main.moveTrade(tradeOf(cancellation), { state: 'submitted' });
      main.moveOrders([{ ...one, status: 'filled', cancellable: false, filled: 1 }]);
      main.moveTrade(tradeOf(cancellation), {
        state,
        failure: failure('order-filled-first'),
      });
      flushSync();
      expect(cancellation.phase).toBe('over');
      expect(cancellation.failure).toBeUndefined();
      expect(ids(cancellation.filled)).toEqual([one.id]);
    },
  );

  test('says what it costs once it is built, of several transactions only when all are', async () => {
    const rows = [open(1), open(2)];
    tell(rows);
    const cancellation = cancel(rows);
    expect(cancellation.cost).toBeUndefined();
    await pass(0);
    const costs = { networkFee: '170000', exchangeFees: '0', deposits: '0', otherRecipients: '30000' };
    main.moveTrade(tradeOf(cancellation), { costs });
    flushSync();
    expect(cancellation.cost).toBe(200_000n);
    expect(afterCost(returningOf(rows), 200_000n)[0]?.quantity).toBe(
      (returningOf(rows)[0]?.quantity ?? 0n) - 200_000n,
    );
    main.mostCancelled = 1;
    const several = cancel(rows);
    await pass(0);
    expect(several.batch?.transactions).toHaveLength(2);
    expect(several.cost).toBeUndefined();
  });

  test('that is refused for another reason says so', async () => {
    tell([open(1)]);
    const cancellation = cancel([open(1)]);
    await pass(0);
    main.moveTrade(tradeOf(cancellation), { state: 'refused', failure: failure('order-not-on-chain') });
    flushSync();
    expect(cancellation.phase).toBe('failed');
    expect(cancellation.failure?.code).toBe('order-not-on-chain');
  });

  test('that the inspector blocks cannot be signed', async () => {
    main.verdict = 'block';
    tell([open(1)]);
    const cancellation = cancel([open(1)]);
    await pass(0);
    expect(cancellation.phase).toBe('blocked');
  });

  test('of too many orders for one transaction is followed as a set', async () => {
    main.mostCancelled = 2;
    const rows = [open(1), open(2), open(3)];
    tell(rows);
    const cancellation = cancel(rows);
    await pass(0);
    expect(cancellation.prepared?.transactions).toBe(2);
    expect(cancellation.batch?.transactions).toHaveLength(2);
    main.moveTrade(tradeOf(cancellation), { state: 'submitted' });
    const { batch } = main.value('batch');
    if (!batch) throw new Error('there is no batch');
    main.push('batch', { batch: { ...batch, state: 'stopped' } });
    flushSync();
    expect(cancellation.phase).toBe('over');
  });

  test('that is closed before it was signed takes its transaction out of the approval window', async () => {
    tell([open(1)]);
    const [cancellation, over] = effectRoot(() => new Cancellation(desk, [open(1).id]));
    await pass(0);
    over();
    expect(inputs('swap.discard')).toEqual([{ tradeId: tradeOf(cancellation) }]);
  });

  test('that was signed goes on when its sheet is closed', async () => {
    tell([open(1)]);
    const [cancellation, over] = effectRoot(() => new Cancellation(desk, [open(1).id]));
    await pass(0);
    main.moveTrade(tradeOf(cancellation), { state: 'signed' });
    flushSync();
    over();
    expect(inputs('swap.discard')).toEqual([]);
  });
});

describe('cancel all', () => {
  const commands = (): readonly string[] => orderCommands(desk).map(({ text }) => text);

  test('takes every order that can be cancelled, and those of the market in the middle alone', () => {
    const [here, elsewhere] = [{ token: 'ab'.repeat(28) }, { token: 'cd'.repeat(28) }];
    tell([open(1, here), open(2, here), open(3, elsewhere), open(4, { ...here, cancellable: false })]);
    desk.markets.selected = here.token;
    expect(desk.orderTable.toCancel()).toMatchObject({ ids: { length: 3 }, of: 3 });
    expect(commands()).toContain('Cancel all 3 open orders');
    expect(commands().some((text) => text.startsWith('Cancel all 2 open orders on '))).toBe(true);
    orderCommands(desk)
      .find(({ text }) => text === 'Cancel all 3 open orders')
      ?.run();
    expect(desk.layers.open).toEqual({ kind: 'cancel-orders', orderIds: desk.orderTable.toCancel().ids });
    tell([open(4, { cancellable: false })]);
    expect(commands().some((text) => text.startsWith('Cancel all'))).toBe(false);
  });

  test('never says all where one request cannot take them, and takes the oldest', () => {
    // The newest first.
    const rows = Array.from({ length: 501 }, (_, at) => open(at + 1, { placedAt: NOW - at }));
    tell(rows);
    expect(commands()).toContain('Cancel the 500 oldest of 501 open orders');
    const { ids } = desk.orderTable.toCancel();
    expect(ids[0]).toBe(rows.at(-1)?.id);
    expect(ids).not.toContain(rows[0]?.id);
  });

  test('over the list takes what the list shows, and says so', () => {
    const [here, elsewhere] = [{ token: 'ab'.repeat(28) }, { token: 'cd'.repeat(28) }];
    const rows = [open(1, here), open(2, here), open(3, elsewhere), open(4, { ...here, cancellable: false })];
    tell(rows);
    const { orderTable: table } = desk;
    const button = () => {
      flushSync();
      const { partly, ...all } = table.toCancelShown;
      return [cancelShownWords(all, partly).text, new Set(all.ids)];
    };
    expect(button()).toEqual(['Cancel all (3)', new Set(ids(rows.slice(0, 3)))]);
    table.show({ token: here.token });
    expect(button()).toEqual(['Cancel shown (2)', new Set(ids(rows.slice(0, 2)))]);
    table.unfilter();
    table.show({ text: 'no order has this in it' });
    expect(button()).toEqual(['Cancel shown (0)', new Set()]);
    table.unfilter();
    // None of another group can be cancelled, whatever waits in the one of open orders.
    table.show({ group: 'filled' });
    expect(button()[1]).toEqual(new Set());
    table.show({ group: 'open' });
    // An order that comes while the rows are held is not on the list, and is not taken.
    table.hold();
    tell([...rows, open(5, here)]);
    expect(button()).toEqual(['Cancel shown (3)', new Set(ids(rows.slice(0, 3)))]);
    table.release();
    expect(button()[0]).toBe('Cancel all (4)');
  });
});

describe('the status line', () => {
  test('says what was done for 8 s, and a failure until something else is said', async () => {
    desk.layers.say('The wallet is locked.');
    await pass(7_900);
    expect(desk.layers.status).toBe('The wallet is locked.');
    await pass(200);
    expect(desk.layers.status).toBe('');
    desk.layers.say('The wallet is locked.');
    desk.layers.complain(failure('wallet-locked'));
    await pass(60_000);
    expect(desk.layers.status).toContain('The wallet is locked. Unlock it');
  });
});

describe('notices', () => {
  function notice(number: number, orders: readonly string[], byPage = false): void {
    const { list, opened } = main.value('notices');
    main.push('notices', { list: [fakeNotice(number, orders, NOW), ...list], opened, byPage });
    flushSync();
  }

  test('come as toasts that go by themselves, and stay in the list', async () => {
    notice(1, ['a']);
    notice(2, ['b']);
    expect(desk.notices.toasts.map(({ id }) => id)).toEqual(['n2', 'n1']);
    expect(desk.notices.unread).toBe(2);
    desk.notices.pause();
    await pass(60_000);
    expect(desk.notices.toasts).toHaveLength(2);
    desk.notices.resume();
    await pass(60_000);
    expect(desk.notices.toasts).toEqual([]);
    expect(desk.notices.list).toHaveLength(2);
    desk.notices.read();
    expect(desk.notices.unread).toBe(0);
  });

  test('of a plan that is late stays until it is dismissed', async () => {
    const late = { ...fakeNotice(1, ['p'], NOW), about: 'plans', kind: 'late' } as const;
    main.push('notices', { list: [late], opened: { times: 0 }, byPage: false });
    flushSync();
    await pass(60_000);
    expect(desk.notices.toasts.map(({ id }) => id)).toEqual([late.id]);
    desk.notices.hide(late.id);
    expect(desk.notices.toasts).toEqual([]);
  });

  test('are at most three toasts at once', () => {
    for (const number of [1, 2, 3, 4, 5]) notice(number, [`o${number}`]);
    expect(desk.notices.toasts.map(({ id }) => id)).toEqual(['n5', 'n4', 'n3']);
  });

  test('lead to their order, and those of several to the list', () => {
    const one = open(1);
    tell([one]);
    notice(1, [one.id]);
    const [first] = desk.notices.toasts;
    if (first) desk.notices.open(first);
    expect(desk.panels.lower).toBe('orders');
    expect(desk.layers.open).toEqual({ kind: 'order', orderId: one.id });
    desk.layers.close();
    notice(2, [one.id, 'other']);
    const [several] = desk.notices.toasts;
    if (several) desk.notices.open(several);
    expect(desk.layers.open).toBeUndefined();
  });

  test('of the system that were clicked show their order, once for each click', () => {
    const one = open(1);
    tell([one]);
    main.push('notices', {
      list: [],
      opened: { times: 1, last: { about: 'orders', row: one.id } },
      byPage: false,
    });
    flushSync();
    expect(desk.layers.open).toEqual({ kind: 'order', orderId: one.id });
    desk.layers.close();
    notice(1, [one.id]);
    expect(desk.layers.open).toBeUndefined();
  });

  test('are shown by the page where main says so, the user lets it, and the window is not looked at', () => {
    const shown: string[] = [];
    class Shown extends EventTarget {
      constructor(title: string) {
        super();
        shown.push(title);
      }
    }
    vi.stubGlobal('Notification', Shown);
    Object.assign(globalThis.document, { hasFocus: () => false });
    notice(1, ['a'], true);
    expect(shown).toEqual([]);
    desk.notices.permission = 'granted';
    notice(2, ['b'], true);
    notice(3, ['c'], false);
    expect(shown).toEqual(['Order filled']);
  });
});
