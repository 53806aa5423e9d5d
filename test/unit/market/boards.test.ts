import { describe, expect, onTestFinished, test } from 'vitest';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import type { ServiceOrder } from '#domain/order.ts';
import type { Token } from '#domain/token.ts';
import { BookWatch } from '../../../src-main/features/book/book-watch.ts';
import { PlanBoard } from '../../../src-main/features/dca/plan-board.ts';
import { MarketBoard } from '../../../src-main/features/markets/market-board.ts';
import { OrderBoard } from '../../../src-main/features/orders/order-board.ts';
import { searchTokens } from '../../../src-main/features/tokens/token-search.ts';
import { Attention } from '../../../src-main/market/attention.ts';
import { rowsOfAll } from '../../../src-main/market/listed-rows.ts';
import { Polling } from '../../../src-main/market/polling.ts';
import type { TokenCatalogue } from '../../../src-main/market/token-catalogue.ts';
import type { Charts, TrendingEntry } from '../../../src-main/ports/charts.ts';
import type { Listed } from '../../../src-main/ports/listed.ts';
import type { Service } from '../../../src-main/ports/service.ts';
import { SOME_TOKEN } from '../../support/journal-entry.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { TOKEN, told } from '../../support/order-records.ts';
import { toldPlan } from '../../support/plan-records.ts';

const leftOut = failure('rows-left-out', { count: 2, list: 'orders', path: 'amount_in' });

/** A service of which a part cannot be read. */
const service = {
  orders: () => Promise.resolve({ ...ok([told()]), leftOut }),
  dcaPlans: () => Promise.resolve({ ...ok([toldPlan()]), leftOut }),
  limitOrders: () => Promise.resolve({ ...ok([told()]), leftOut }),
  pools: () => Promise.resolve(ok([])),
  averagePrice: () => Promise.resolve(failed(failure('no-pool'))),
} as unknown as Service;

const clock = new ManualClock();
const attention = new Attention(clock);
const polling = new Polling(clock, attention);
const parts = {
  service,
  clock,
  polling,
  addresses: (): readonly string[] => ['addr_test1own'],
  trades: () => [],
  known: () => TOKEN,
  names: { want: () => undefined, onChange: () => () => undefined },
};

describe('rows that the service sent and nobody can read', () => {
  test('cost the board of orders nothing else, and it says so', async () => {
    const board = new OrderBoard({ ...parts, learn: () => undefined });
    onTestFinished(() => board.stop());
    board.start();
    await expect.poll(() => board.rows).toHaveLength(1);
    expect(board.failure).toEqual(leftOut);
    expect(board.at).toBeDefined();
  });

  test('cost the board of plans nothing else, and it says so', async () => {
    const board = new PlanBoard({ ...parts, graceMs: 60_000, restOf: () => undefined });
    onTestFinished(() => board.stop());
    board.start();
    await expect.poll(() => board.rows).toHaveLength(1);
    expect(board.failure).toEqual(leftOut);
  });

  test('cost the book nothing else, and it says so', async () => {
    const watch = new BookWatch(
      SOME_TOKEN,
      {
        service,
        clock,
        polling,
        token: () => Promise.resolve(ok(TOKEN)),
        isOwn: () => false,
        learn: () => undefined,
        onTrade: () => () => undefined,
      },
      () => undefined,
    );
    onTestFinished(() => watch.stop());
    watch.start();
    await expect.poll(() => watch.book?.orders.bids).toHaveLength(1);
    expect(watch.failure).toEqual(leftOut);
  });

  test('are a failure where they are all that a search or the trending list has', async () => {
    const search = (value: readonly Token[]) =>
      searchTokens('tok', false, {
        search: () => Promise.resolve({ ...ok(value), leftOut }),
      } as unknown as Service);
    expect(await search([])).toEqual(failed(leftOut));
    expect(await search([TOKEN])).toMatchObject({ ok: true, value: { tokens: [{ token: TOKEN }] } });

    const trending = async (value: readonly TrendingEntry[]) => {
      const board = new MarketBoard({
        service,
        charts: { trending: () => Promise.resolve({ ...ok(value), leftOut }) } as unknown as Charts,
        past: { span: () => Promise.resolve(ok([])) },
        catalogue: { knows: () => false, get: () => Promise.resolve(ok(TOKEN)) } as unknown as TokenCatalogue,
        clock,
        polling,
      });
      onTestFinished(() => board.stop());
      return board.trending('1day');
    };
    const entry = { token: SOME_TOKEN, ticker: 'TOK', volumeAda: 5, change: undefined };
    expect(await trending([])).toEqual(failed(leftOut));
    expect(await trending([entry])).toMatchObject({ ok: true, value: { rows: [{ change: undefined }] } });
  });
});

describe('a wallet of several addresses', () => {
  const [first, second, third] = ['addr_test1first', 'addr_test1second', 'addr_test1third'];
  /** The orders of each address, and the addresses that were asked for. */
  function ledgerOf(lists: Readonly<Record<string, readonly ServiceOrder[]>>) {
    const asked: string[] = [];
    const answers =
      <Row>(rows: (address: string) => readonly Row[]) =>
      (address: string): Promise<Listed<Row>> => {
        asked.push(address);
        return Promise.resolve(ok(rows(address)));
      };
    return {
      asked,
      service: {
        ...service,
        orders: answers((address) => lists[address] ?? []),
        dcaPlans: answers((address) => (lists[address] ?? []).map(({ id }) => toldPlan({ id }))),
      } as unknown as Service,
    };
  }
  const order = (id: string, change: Partial<ServiceOrder> = {}): ServiceOrder =>
    told({ id, txHash: id.repeat(64).slice(0, 64), outputIndex: 0, ...change });
  test('has the orders of all of them in one list, each with its address', async () => {
    const { service: asks, asked } = ledgerOf({ [first]: [order('a')], [second]: [order('b')], [third]: [] });
    let addresses: readonly string[] = [first, second, third];
    const all = { ...parts, service: asks, addresses: () => addresses };
    const board = new OrderBoard({ ...all, learn: () => undefined });
    onTestFinished(() => board.stop());
    board.start();
    for (let turn = 0; turn < 40 && new Set(asked).size < 3; turn += 1) await clock.advance(5_000);
    await expect.poll(() => board.rows.map(({ wallet }) => wallet)).toEqual([first, second]);
    addresses = [third, first];
    board.refresh();
    await expect.poll(() => board.rows.map(({ wallet }) => wallet)).toEqual([first]);
  });

  test('has its recurring orders in one list, too', async () => {
    const { service: asks, asked } = ledgerOf({ [first]: [order('a')], [second]: [order('b')] });
    const all = { ...parts, service: asks, addresses: () => [first, second] };
    const board = new PlanBoard({ ...all, graceMs: 60_000, restOf: () => undefined });
    onTestFinished(() => board.stop());
    board.start();
    for (let turn = 0; turn < 40 && new Set(asked).size < 2; turn += 1) await clock.advance(5_000);
    await expect.poll(() => board.rows.map(({ wallet }) => wallet).toSorted()).toEqual([first, second]);
  });

  test('asks for the others rarely, however many there are, and at once for none of them', async () => {
    const others = Array.from({ length: 200 }, (_, at) => `addr_test1other${at}`);
    const { service: asks, asked } = ledgerOf({});
    const all = { ...parts, service: asks, addresses: () => [first, ...others] };
    const board = new OrderBoard({ ...all, learn: () => undefined });
    onTestFinished(() => board.stop());
    board.start();
    /** Time passes with the user there. */
    const pass = (): Promise<void> => {
      attention.acted();
      return clock.advance(5_000);
    };
    for (let turn = 0; turn < 4_000 && new Set(asked).size <= others.length; turn += 1) await pass();
    expect(new Set(asked).size).toBe(1 + others.length);
    asked.length = 0;
    for (let turn = 0; turn < 60; turn += 1) await pass();
    const [own, rest] = [asked.filter((one) => one === first), asked.filter((one) => one !== first)];
    expect(own.length).toBeGreaterThanOrEqual(15);
    // One of them in 20 seconds at most, in five minutes.
    expect(rest.length).toBeLessThanOrEqual(16);
  });

  test('counts an order once that a service lists at several, at the address that its record names', () => {
    const at = (owner: string | undefined) => [
      ...rowsOfAll(
        new Map([
          [first, [order('a', { owner })]],
          [second, [order('a', { owner })]],
        ]),
      ).values(),
    ];
    expect([at(undefined), at(second), at('addr_test1nobody')]).toEqual([[first], [second], [first]]);
  });
});
