import { describe, expect, it } from 'vitest';
import type { OrderDetailView, OrderRowView } from '#contract/orders.ts';
import type { LimitTicketInput } from '#contract/limit.ts';
import { approve, approveNext, shownTransaction } from '../../support/approving.ts';
import type { OrderList } from '../../support/order-list.ts';
import { placeOrder, useOrderingApp } from '../../support/ordering-app.ts';
import { ticketSelling } from '../../support/sales.ts';
import type { TestApp } from '../../support/test-app.ts';
import { codeOf, must, until } from '../../support/trader.ts';

const PASSWORD = 'canary-password-51c9';

let test: TestApp;
let token: string;
let list: OrderList;
useOrderingApp(PASSWORD, (app) => ({ test, token, list } = app));

const ticket = (percent: string, change: Partial<LimitTicketInput> = {}): LimitTicketInput => ({
  ...ticketSelling(20_000_000n),
  receive: token,
  price: { form: 'percent', text: percent },
  multiples: 1,
  excluded: [],
  ...change,
});

const place = (request: LimitTicketInput): Promise<string> => placeOrder(test, PASSWORD, request);

/** The detail once it says that; the list may learn of an order before the journal does. */
async function detailWhen(id: string, fits: (detail: OrderDetailView) => boolean): Promise<OrderDetailView> {
  let detail = must(await test.main.call('orders.detail', { id }));
  await until(async () => fits((detail = must(await test.main.call('orders.detail', { id })))));
  return detail;
}

const byHash = (hash: string) => (row: OrderRowView) => row.txHash === hash;

describe('limit orders through the windows', () => {
  it('estimates an order as typed, exactly and both ways', async () => {
    const quote = must(await test.main.call('limit.estimate', ticket('-50', { multiples: 2 })));
    expect(quote).toMatchObject({ side: 'buy', token, pay: { asset: 'ADA', quantity: '20000000' } });
    expect(quote.typed).toEqual({ form: 'percent', text: '-50' });
    expect(quote.market.distance).toBeCloseTo(0.5, 6);
    expect(quote.market.fillsAtOnce).toBe(false);
    expect(quote.parts.map(({ pay }) => pay)).toEqual(['10000000', '10000000']);
    const { adaPerToken, tokenPerAda } = quote.price;
    expect(Number(adaPerToken) * Number(tokenPerAda)).toBeCloseTo(1, 9);
    const above = must(await test.main.call('limit.estimate', ticket('3')));
    expect(above.market.fillsAtOnce).toBe(true);
    expect(above.notices[0]).toContain('fills at once');
  });

  it('places one, shows it in list, detail and book, and cancels it with the proof', async () => {
    const hash = await place(ticket('-10'));
    const open = await list.rowWhen(
      (row) => byHash(hash)(row) && row.status === 'open' && row.cancellable && row.distance !== undefined,
    );
    expect(open).toMatchObject({ source: 'here', kind: 'limit', side: 'buy', token, filled: 0 });
    expect(open.typed).toEqual({ form: 'percent', text: '-10' });
    expect(open.locked?.deposit).toBeDefined();
    expect(BigInt(open.returning[0]?.quantity ?? '0')).toBeGreaterThan(20_000_000n);

    const detail = await detailWhen(open.id, ({ steps }) => steps.some(({ state }) => state === 'placed'));
    expect(detail.transactions).toMatchObject([{ kind: 'place', hash }]);
    expect(detail.waiting?.reasons[0]?.kind).toBe('distance');
    expect(detail.record.map(({ name }) => name)).toContain('_id');

    must(await test.main.call('book.watch', { token }));
    const book = await test.main.topicWhen('book', ({ orders }) => orders.bids.some(({ own }) => own));
    expect(book.depth.asks.length).toBeGreaterThan(10);
    expect(Number(book.bestBid)).toBeGreaterThan(0);
    must(await test.main.call('book.unwatch', {}));

    const prepared = must(await test.main.call('orders.cancel', { ids: [open.id] }));
    expect(prepared).toMatchObject({ transactions: 1, orders: 1, leftOut: [], verdict: 'pass' });
    const task = await approveNext(test, PASSWORD);
    expect(task.title).toContain('Cancellation');
    expect(task.findings.find(({ rule }) => rule === 'V10')?.sentence).toContain('You get back');
    const cancelled = await list.rowWhen((row) => byHash(hash)(row) && row.status === 'cancelled');
    expect(cancelled).toMatchObject({ returning: [], cancellable: false, filled: 0 });
    const after = await detailWhen(open.id, ({ transactions }) => transactions.length > 1);
    expect(after.transactions.map(({ kind }) => kind)).toEqual(['place', 'cancel']);
    expect(after.waiting).toBeUndefined();
  });

  it('reports a fill once', async () => {
    const hash = await place(ticket('5'));
    const filled = await list.rowWhen((row) => byHash(hash)(row) && row.status === 'filled');
    expect(filled.filled).toBe(1);
    const { list: notices } = await test.main.topicWhen('notices', (value) =>
      value.list.some(({ rows }) => rows.includes(filled.id)),
    );
    expect(notices.filter(({ rows }) => rows.includes(filled.id)).map(({ about }) => about)).toEqual([
      'orders',
    ]);
    expect(codeOf(await test.main.call('orders.cancel', { ids: [filled.id] }))).toBe('order-not-cancellable');
  });

  it('starts a ladder under one approval, and stops it midway without losing what was placed', async () => {
    const plan = must(
      await test.main.call('ladder.plan', {
        ...ticketSelling(100_000_000n),
        receive: token,
        from: { form: 'percent', text: '-10' },
        to: { form: 'percent', text: '-30' },
        count: 5,
        sizes: 'equal',
        spacing: 'linear',
        // One at which makers have orders, so that its fees are on record.
        exchange: 'EXH',
        excluded: [],
      }),
    );
    expect(plan).toMatchObject({ signatures: 5, side: 'buy', exchange: 'EXH' });
    expect(plan.totals.fees.deposits).toBeDefined();
    const { batchId } = must(await test.main.call('ladder.start', { planId: plan.id }));
    const task = await shownTransaction(test);
    expect(task.batch?.transactions).toHaveLength(5);
    const other = { agreementHash: task.summaryHash, consents: [], worse: false };
    const agreed = { bodyHash: task.bodyHash, summaryHash: task.summaryHash, ...other };
    // An approval of the first transaction alone is no approval of the batch.
    const alone = await approve(test, { ...agreed, password: PASSWORD });
    expect(codeOf(alone)).toBe('inspection-blocked');
    await approveNext(test, PASSWORD);
    await test.main.topicWhen(
      'batch',
      ({ batch }) => batch?.id === batchId && batch.transactions[1]?.state !== 'planned',
    );
    must(await test.main.call('batch.stop', { id: batchId }));
    const { batch } = await test.main.topicWhen('batch', (value) => value.batch?.state === 'stopped');
    expect(batch?.failure?.code).toBe('set-stopped');
    const placed = (batch?.transactions ?? []).filter(({ state }) => state === 'placed' || state === 'sent');
    expect(placed.length).toBeGreaterThanOrEqual(1);
    expect(placed.length).toBeLessThan(5);
    for (const { bodyHash } of placed)
      await list.rowWhen((row) => row.txHash === bodyHash && row.status === 'open');
  });

  it('cancels twelve at once, whatever is left of the tests before', async () => {
    const hash = await place(ticket('-40', { ...ticketSelling(120_000_000n), multiples: 12 }));
    await until(() =>
      Promise.resolve(list.rows.filter((row) => byHash(hash)(row) && row.cancellable).length === 12),
    );
    const ids = list.rows.filter(({ cancellable }) => cancellable).map(({ id }) => id);
    const prepared = must(await test.main.call('orders.cancel', { ids }));
    expect(prepared).toMatchObject({ orders: ids.length, leftOut: [] });
    await approveNext(test, PASSWORD);
    await until(() =>
      Promise.resolve(
        ids.every((id) => list.rows.some((row) => row.id === id && row.status === 'cancelled')),
      ),
    );
    await test.main.topicWhen('notices', (value) =>
      value.list.some(({ kind, rows }) => kind === 'several' && rows.length >= 12),
    );
  });

  it('keeps the password from the trading window', () => {
    expect(test.main.received.join('\n')).not.toContain(PASSWORD);
  });
});
