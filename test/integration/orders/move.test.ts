import { describe, expect, it } from 'vitest';
import { approveNext, shownTransaction } from '../../support/approving.ts';
import type { OrderList } from '../../support/order-list.ts';
import { placeOrder, useOrderingApp } from '../../support/ordering-app.ts';
import { ticketSelling } from '../../support/sales.ts';
import type { TestApp } from '../../support/test-app.ts';
import { codeOf, must } from '../../support/trader.ts';

/** The move of a limit order through the windows, over practice's own server. */

const PASSWORD = 'canary-password-51c9';
let test: TestApp;
let token: string;
let list: OrderList;
useOrderingApp(PASSWORD, (app) => ({ test, token, list } = app));

/** Places an order far below the market; answers its row once it can be moved. */
async function placed() {
  const ticket = {
    ...ticketSelling(30_000_000n),
    receive: token,
    price: { form: 'percent' as const, text: '-40' },
    multiples: 1,
    exchange: 'EXH',
    excluded: [],
  };
  const bodyHash = await placeOrder(test, PASSWORD, ticket);
  return list.rowWhen((row) => row.txHash === bodyHash && row.status === 'open' && row.movable === true);
}

const lower = (price: string | undefined): string => String(Number((Number(price) * 0.9).toPrecision(4)));

describe('moving a limit order through the windows', () => {
  it('takes one approval, which says from where to where and what it may cost', async () => {
    const row = await placed();
    const adaPerToken = lower(row.price?.adaPerToken);
    const { batchId } = must(await test.main.call('orders.move', { id: row.id, adaPerToken }));
    const task = await shownTransaction(test);
    expect(task.title).toContain('Move of a limit order');
    expect(task.batch?.sentences[0]).toContain(`to ${adaPerToken} ADA per AMBER`);
    expect(task.batch?.transactions.map(({ title }) => title)).toEqual(['1 of 2', '2 of 2']);
    expect(task.totalCost).toMatch(
      /^In all 2 transactions, up to \d\.\d+ ADA does not come back: .* of the ADA traded\.$/,
    );
    expect(task.agreement.lines.at(-1)).toContain('is locked in orders that pay you at least');
    await approveNext(test, PASSWORD);
    const { batch } = await test.main.topicWhen(
      'batch',
      (value) => value.batch?.id === batchId && value.batch.state === 'done',
    );
    const moved = await list.rowWhen(
      (one) => one.txHash === batch?.transactions[1]?.bodyHash && one.status === 'open',
    );
    expect(moved.price?.adaPerToken).toBe(adaPerToken);
    expect(moved.pay).toEqual(row.pay);
    const old = await list.rowWhen((one) => one.id === row.id && one.status === 'cancelled');
    expect([old.unplaced, old.movable]).toEqual([undefined, undefined]);
  });

  it('that is stopped half-way is told once, with what was to be placed', async () => {
    const row = await placed();
    const adaPerToken = lower(row.price?.adaPerToken);
    const { batchId } = must(await test.main.call('orders.move', { id: row.id, adaPerToken }));
    await approveNext(test, PASSWORD);
    must(await test.main.call('batch.stop', { id: batchId }));
    await test.main.topicWhen(
      'batch',
      (value) => value.batch?.id === batchId && value.batch.state === 'stopped',
    );
    const old = await list.rowWhen((one) => one.id === row.id && one.unplaced !== undefined);
    expect(old).toMatchObject({ status: 'cancelled', unplaced: { pay: row.pay, adaPerToken } });
    const { list: notices } = await test.main.topicWhen('notices', (value) =>
      value.list.some(({ kind }) => kind === 'not-placed'),
    );
    const told = notices.filter(({ kind }) => kind === 'not-placed');
    expect(told.map(({ rows, text }) => [rows, text])).toEqual([
      [[row.id], `30 ADA at ${adaPerToken} ADA per AMBER was not placed.`],
    ]);
  });

  it('is refused for what cannot be moved, before anything is built', async () => {
    const row = await placed();
    const same = await test.main.call('orders.move', {
      id: row.id,
      adaPerToken: String(Number(row.price?.adaPerToken) * 3),
    });
    expect(codeOf(same)).toBe('move-off-market');
    expect(codeOf(await test.main.call('orders.move', { id: 'nothing', adaPerToken: '1' }))).toBe(
      'order-unknown',
    );
    must(await test.main.call('orders.cancel', { ids: [row.id] }));
    await approveNext(test, PASSWORD);
    await list.rowWhen((one) => one.id === row.id && one.status === 'cancelled');
    expect(codeOf(await test.main.call('orders.move', { id: row.id, adaPerToken: '1' }))).toBe(
      'order-not-cancellable',
    );
  });
});
