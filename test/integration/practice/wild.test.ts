// The fields of every answer in the wild dialect, as public clients request and read it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPractice, type RunningPractice } from '../../../src-main/practice/start.ts';
import { epochMs } from '#domain/time.ts';
import { KEY, PracticeCalls } from '../../support/practice-service.ts';

type Fields = Readonly<Record<string, number>>;

let running: RunningPractice;
let calls: PracticeCalls;
let amber: string;
let maker: string;

beforeAll(async () => {
  const now = epochMs(Date.UTC(2026, 10, 22, 12, 0, 7));
  const parts = { port: 0, seed: 7, apiKey: KEY, blockTimeMs: 600_000, speed: 1 } as const;
  const started = await startPractice({ ...parts, dialect: 'wild', wild: [] }, undefined, () => now);
  if (!started.ok) throw new Error(started.failure);
  running = started.value;
  calls = new PracticeCalls(running);
  const { json } = await calls.get('/swap/tokens?query=AMBER&verified=true');
  amber = (json as { token_id: string }[])[0]?.token_id ?? '';
  const book = (await calls.get(`/swap/limit_orders/ADA/${amber}`)).json as { user_address: string }[];
  maker = book[0]?.user_address ?? '';
});
afterAll(() => running.stop());

async function got<T>(answer: Promise<{ status: number; json: unknown }>): Promise<T> {
  const { status, json } = await answer;
  expect(status, JSON.stringify(json)).toBe(200);
  return json as T;
}

describe('the market', () => {
  test('lists all tokens where nothing is searched for', async () => {
    const all = await got<object[]>(calls.get('/swap/tokens'));
    expect(all.length).toBeGreaterThan(25);
  });

  test('has prices and pools in both directions', async () => {
    const straight = await got<Fields>(calls.get(`/swap/averagePrice/ADA/${amber}`));
    const reversed = await got<Fields>(calls.get(`/swap/averagePrice/${amber}/ADA`));
    expect(reversed['price_ab']).toBe(straight['price_ba']);
    expect(reversed['price_ba']).toBe(straight['price_ab']);
    expect((straight['price_ab'] ?? 0) * (straight['price_ba'] ?? 0)).toBeCloseTo(1, 12);
    const [pools, turned] = [
      await got<Fields[]>(calls.get(`/stats/pools/ADA/${amber}`)),
      await got<Fields[]>(calls.get(`/stats/pools/${amber}/ADA`)),
    ];
    expect(pools.length).toBeGreaterThan(0);
    for (const [at, pool] of pools.entries()) {
      const [ada, tokens] = [pool['token_1_amount'] ?? 0, pool['token_2_amount'] ?? 0];
      expect(turned[at]).toEqual({ ...pool, token_1_amount: tokens, token_2_amount: ada });
      // A fraction of one.
      expect(pool['pool_fee']).toBeGreaterThan(0);
      expect(pool['pool_fee']).toBeLessThanOrEqual(0.01);
      expect(ada / tokens / (straight['price_ba'] ?? 0)).toBeCloseTo(1, 1);
    }
    expect((await calls.get(`/swap/averagePrice/ADA/${'ab'.repeat(28)}`)).status).toBe(404);
  });
});

describe('quotes', () => {
  interface Quote {
    readonly net_price: number;
    readonly net_price_reverse: number;
    readonly total_input: number;
    readonly total_output: number;
    readonly total_output_without_slippage: number;
    readonly splits: readonly (Fields & { readonly dex: string })[];
  }
  const estimate = (body: object) => got<Quote>(calls.post('/swap/estimate', { slippage: 1, ...body }));

  test('have their price in ADA for one token, whichever is sold', async () => {
    const price = (await got<Fields>(calls.get(`/swap/averagePrice/ADA/${amber}`)))['price_ba'] ?? 0;
    const buy = await estimate({ token_in: '', token_out: amber, amount_in: 100 });
    const sell = await estimate({ token_in: amber, token_out: '', amount_in: 1_000 });
    for (const { net_price, net_price_reverse } of [buy, sell]) {
      expect(net_price / price).toBeCloseTo(1, 1);
      expect(net_price * net_price_reverse).toBeCloseTo(1, 12);
    }
    expect(buy.net_price).toBeCloseTo(100 / buy.total_output_without_slippage, 12);
    expect(sell.net_price).toBeCloseTo(sell.total_output_without_slippage / 1_000, 12);
    const limit = { token_out: amber, token_in: '', amount_in: 40, wanted_price: 0.2 };
    expect(await got<Quote>(calls.post('/swap/limit/estimate', limit))).toMatchObject({
      net_price: 0.2,
      total_input: 40,
      total_output: 200,
    });
    const selling = { token_out: '', token_in: amber, amount_in: 200, wanted_price: 0.2 };
    expect((await got<Quote>(calls.post('/swap/limit/estimate', selling))).net_price).toBeCloseTo(0.2, 9);
  });

  test('say in each split what it does to its pool', async () => {
    for (const [token_in, token_out, amount_in, sign] of [
      ['', amber, 5_000, 1],
      [amber, '', 20_000, -1],
    ] as const) {
      const { splits } = await estimate({ token_in, token_out, amount_in });
      for (const split of splits) {
        const {
          initial_price: before = 0,
          final_price: after = 0,
          price_impact: impact,
          pool_fee: fee,
        } = split;
        expect(Math.sign(after - before)).toBe(sign);
        expect(impact).toBeCloseTo(Math.abs(after / before - 1) * 100, 9);
        expect(fee).toBeLessThanOrEqual(0.01);
      }
    }
  });

  test('keep to the exchange that is preferred, where it exists and is not excluded', async () => {
    const wish = { token_in: '', token_out: amber, amount_in: 2_000 };
    const free = await estimate(wish);
    const codes = free.splits.map(({ dex }) => dex);
    expect(codes.length).toBeGreaterThan(1);
    const preferred = codes.at(-1) ?? '';
    const kept = await estimate({ ...wish, single_preferred_dex: preferred });
    expect(kept.splits.map(({ dex }) => dex)).toEqual([preferred]);
    for (const more of [
      { single_preferred_dex: 'NOPE' },
      { single_preferred_dex: preferred, blacklisted_dexes: [preferred] },
    ])
      expect((await estimate({ ...wish, ...more })).splits.length).toBeGreaterThan(0);
  });

  test('go the other way round: the least to sell for a wanted output', async () => {
    for (const [token_in, token_out, amount_out] of [
      ['', amber, 500],
      [amber, '', 60],
    ] as const) {
      const wish = { token_in, token_out, slippage: 1 };
      const reverse = await got<Quote>(calls.post('/swap/reverseEstimate', { ...wish, amount_out }));
      expect(reverse.total_output / amount_out).toBeCloseTo(1, 5);
      expect(reverse.total_output).toBeGreaterThanOrEqual(amount_out);
      const back = await estimate({ ...wish, amount_in: reverse.total_input });
      expect(back.total_output_without_slippage).toBe(reverse.total_output);
      const less = await estimate({ ...wish, amount_in: reverse.total_input * (1 - 1e-4) });
      expect(less.total_output_without_slippage).toBeLessThan(amount_out);
    }
    expect(
      await calls.post('/swap/reverseEstimate', {
        token_in: '',
        token_out: amber,
        slippage: 1,
        amount_out: 1e12,
      }),
    ).toEqual({ status: 400, json: 'not_enough_liquidity' });
  });
});

describe('lists of orders', () => {
  interface Row {
    readonly status: string;
    readonly _id: string;
    readonly amount_in: number;
    readonly submission_time: string;
    readonly tx_hash: string;
    readonly is_dexhunter: boolean;
  }
  const list = (body: object) => got<Row[]>(calls.post(`/swap/orders/${maker}`, body));

  test('have pages from 0 on, each other than the one before', async () => {
    const all = await list({ perPage: 1_000 });
    expect(all.length).toBeGreaterThan(4);
    expect(await list({ page: 0, perPage: 2 })).toEqual(all.slice(0, 2));
    expect(await list({ page: 1, perPage: 2 })).toEqual(all.slice(2, 4));
    expect(all.every(({ is_dexhunter }) => is_dexhunter)).toBe(true);
  });

  test('are filtered and sorted by what the API description and the widget name', async () => {
    const all = await list({ perPage: 1_000 });
    const amounts = all.map(({ amount_in }) => amount_in).toSorted((left, right) => left - right);
    const middle = amounts[Math.floor(amounts.length / 2)] ?? 0;
    const [first] = all;
    const filtered = (filterType: string, ...values: string[]) =>
      list({ perPage: 1_000, filters: [{ filterType, values }] });
    expect(await filtered('ADDRESS', maker)).toEqual(all);
    expect(await filtered('OWNED', 'true')).toEqual(all);
    expect(await filtered('TXTYPE', 'LIMIT')).toEqual(all);
    expect(await filtered('TXTYPE', 'SWAP')).toEqual([]);
    expect(await filtered('TXHASH', (first?.tx_hash ?? '').toUpperCase())).toEqual(
      all.filter(({ tx_hash }) => tx_hash === first?.tx_hash),
    );
    const resting = all.filter(({ status }) => status === 'LIMIT');
    expect(resting.length).toBeGreaterThan(0);
    for (const word of ['LIMIT', 'stoploss']) expect(await filtered('STATUS', word)).toEqual(resting);
    expect(await filtered('STATUS', 'SUBMITTED', 'EXPIRED')).toEqual([]);
    expect(await filtered('SEARCH', first?._id ?? '')).toEqual([first]);
    expect(await filtered('MINAMOUNT', String(middle))).toEqual(
      all.filter(({ amount_in }) => amount_in >= middle),
    );
    expect(await filtered('MAXAMOUNT', String(middle))).toEqual(
      all.filter(({ amount_in }) => amount_in <= middle),
    );
    const sorted = await list({ perPage: 1_000, orderSorts: 'AMOUNTIN', sortDirection: 'ASC' });
    expect(sorted.map(({ amount_in }) => amount_in)).toEqual(amounts);
    for (const orderSorts of ['DATE', 'STARTTIME']) {
      const times = (await list({ orderSorts, sortDirection: 'DESC' })).map((row) => row.submission_time);
      expect(times).toEqual(times.toSorted().toReversed());
    }
  });

  test('do not cancel anything as a recurring order that is not one', async () => {
    const [order] = await list({});
    expect(await calls.post('/dca/cancel', { dca_id: order?._id, user_address: maker })).toEqual({
      status: 404,
      json: 'order_not_found',
    });
    expect(await calls.post('/dca/cancel', { dca_id: order?._id })).toEqual({
      status: 400,
      json: 'malformed_request',
    });
  });
});
