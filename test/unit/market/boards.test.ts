import { describe, expect, onTestFinished, test } from 'vitest';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import { BookWatch } from '../../../src-main/features/book/book-watch.ts';
import { PlanBoard } from '../../../src-main/features/dca/plan-board.ts';
import { MarketBoard } from '../../../src-main/features/markets/market-board.ts';
import { OrderBoard } from '../../../src-main/features/orders/order-board.ts';
import { searchTokens } from '../../../src-main/features/tokens/token-search.ts';
import { Attention } from '../../../src-main/market/attention.ts';
import { Polling } from '../../../src-main/market/polling.ts';
import type { TokenCatalogue } from '../../../src-main/market/token-catalogue.ts';
import type { Charts, TrendingEntry } from '../../../src-main/ports/charts.ts';
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
const polling = new Polling(clock, new Attention(clock));
const parts = {
  service,
  clock,
  polling,
  wallet: () => 'addr_test1own',
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
