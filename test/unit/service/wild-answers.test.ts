// Answers of services of this kind as clients in public report them: one file for each, with its source.
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import type { SwapIntent } from '#domain/quote.ts';
import { reportedStatus } from '../../../src-main/market/order-status.ts';
import { ChartsClient } from '../../../src-main/charts/charts-client.ts';
import { quickParts } from '../../support/answering-server.ts';
import { answeringService } from '../../support/answering-service.ts';
import { accessKey, baseUrl } from '../../support/http-parts.ts';
import { reply } from '../../support/loopback-server.ts';
import { must } from '../../support/trader.ts';

interface WildAnswer {
  readonly source: string;
  readonly status: number;
  readonly body: unknown;
}

const folder = new URL('../../support/wild-answers/', import.meta.url);
const used = new Set<string>();

function wild(name: string): WildAnswer {
  used.add(`${name}.json`);
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as WildAnswer;
}

const service = answeringService();
let charts: ChartsClient;
beforeEach(() => {
  const base = baseUrl(service.server.url);
  charts = new ChartsClient({ base, socketBase: base, key: accessKey(), ...quickParts() });
});
afterEach(() => charts.close());

/** The service answers as the file says. */
function answer(name: string): void {
  const { body, status } = wild(name);
  service.server.answer = (response) => reply(response, JSON.stringify(body), status);
}

const snek = parseAssetId('279c909f348e533da5808898f87f9a14bb2c3dfbbacccd631d927a3f534e454b') as AssetId;
const decimals = (asset: AssetId): number => (asset === ADA ? 6 : 3);
const intent: SwapIntent = {
  pay: { asset: ADA, quantity: quantity(1_000_000n) },
  receive: snek,
  slippageBps: 100,
  excluded: [],
};
const OWNER = 'addr_test1owner';
const leftOut = (count: number, list: string, path: string) => ({
  code: 'rows-left-out',
  data: { count, list, path },
});

describe('tokens and their market', () => {
  test('ADA by 56 zeros and its name, and figures that nobody asked for', async () => {
    answer('ada-as-zeros');
    const found = must(await service.client.search('k'));
    expect(found.map(({ id, decimals: places }) => [id.slice(56), places])).toEqual([
      ['534b554c4c', 0],
      ['', 6],
    ]);
    expect(found[1]?.id).toBe(ADA);
  });

  test('decimals as text, exactly; text that is none is not known; a row without an id costs itself', async () => {
    answer('decimals-as-text');
    const found = await service.client.search('k');
    expect(
      must(found).map(({ ticker, decimals: places, decimalsSource }) => [ticker, places, decimalsSource]),
    ).toEqual([
      ['SNEK', 0, 'service'],
      ['DRIP', 0, 'unknown'],
      ['WMTX', 6, 'service'],
    ]);
    expect(found).toMatchObject({ leftOut: leftOut(1, 'tokens', 'token_id') });
  });

  test('the ADA price as text', async () => {
    answer('ada-value-as-text');
    expect(must(await service.client.adaValue())).toBe(0.4213);
  });

  test('a price in both directions: ours is that in ADA', async () => {
    answer('average-price');
    expect(must(await service.client.averagePrice(snek))).toBe(0.000379);
  });

  test('pools with more fields; something other than an exchange is not a pool, something other than a number is left out', async () => {
    answer('pools');
    const pools = await service.client.pools(snek);
    expect(pools).toEqual({
      ok: true,
      value: [{ exchange: 'SPLASH', ada: 10250.5, tokens: 27_000_000, poolId: 'p1' }],
      leftOut: leftOut(1, 'pools', 'token_1_amount'),
    });
  });

  test('pairs by their other token; a liquidity that is not stated is not known', async () => {
    answer('pairs-other-token');
    const pairs = await service.client.pairs(snek);
    expect(must(pairs).map(({ ticker, liquidity }) => [ticker, liquidity])).toEqual([
      ['ADA', undefined],
      ['WMTX', 812.25],
    ]);
    expect(pairs).toMatchObject({ leftOut: { data: { count: 1, list: 'pairs' } } });
  });
});

describe('quotes and what is built', () => {
  test('an estimate of the scaled maximum is no quote', async () => {
    answer('estimate-no-quote');
    expect(await service.client.estimate(intent, decimals)).toMatchObject({ failure: { code: 'no-quote' } });
  });

  test('splits as null, and keys among the routes that are not exchanges', async () => {
    answer('splits-null');
    const { expected, lowest, routes } = must(await service.client.estimate(intent, decimals));
    expect([expected, lowest]).toEqual([100_000n, 98_500n]);
    expect(routes).toEqual([
      { exchange: 'MINSWAPV2', amountIn: 600_000n, expectedOut: 60_000n },
      { exchange: 'SPLASH', amountIn: 400_000n, expectedOut: 40_000n },
    ]);
  });

  test('a build whose totals are in its splits alone', async () => {
    answer('build-without-totals');
    const built = must(await service.client.build(intent, OWNER, decimals));
    expect(built).toMatchObject({ cbor: '84a400', expected: 1_130_000n });
    expect(built.splits).toEqual([{ exchange: 'MINSWAP', amountIn: 1_000_000n, expectedOut: 1_130_000n }]);
  });

  test('a signed transaction with its own fields', async () => {
    answer('sign');
    expect(must(await service.client.sign('84a400', 'a100')).cbor).toBe('84a401');
  });
});

describe('orders', () => {
  test('with digits that binary arithmetic left, and an amount below zero, which says nothing', async () => {
    answer('orders');
    const [first, second, ...more] = must(await service.client.orders(OWNER, 'newest'));
    expect(more).toEqual([]);
    expect(first).toMatchObject({ amountIn: '1', actualOut: '0.00037900000000012923', buys: ADA });
    expect(first?.submittedAt).toBe(Date.UTC(2024, 5, 23, 10, 11, 6));
    expect(second).toMatchObject({ status: 'CANCELLED', amountIn: undefined, sells: ADA });
  });

  test('under a key, with every state that is known, and one that is not', async () => {
    answer('order-states');
    const orders = must(await service.client.orders(OWNER, 'newest'));
    expect(orders.map((order) => [order.status, reportedStatus(order)])).toEqual([
      ['SUBMITTED', 'preparing'],
      ['MEMPOOL', 'preparing'],
      ['PENDING', 'open'],
      ['LIMIT', 'open'],
      ['STOPLOSS', 'open'],
      ['OOR', 'open'],
      ['BATCHING', 'open'],
      ['CANCELLING', 'cancelling'],
      ['EXPIRED', 'open'],
      ['COMPLETE', 'filled'],
      ['CANCELLED', 'cancelled'],
      ['PAUSED', 'unknown'],
    ]);
    const [, , , , , , , , expired] = orders;
    expect(expired && reportedStatus({ ...expired, updateTxHash: 'ab'.repeat(32) })).toBe('closed');
  });

  test('that cannot be read cost themselves alone, and are counted', async () => {
    answer('orders-bad-rows');
    const orders = await service.client.orders(OWNER, 'all');
    expect(must(orders).map(({ id, exchange }) => [id, exchange])).toEqual([
      ['good', 'SUNDAESWAP'],
      ['wrapped', undefined],
    ]);
    expect(orders).toMatchObject({ leftOut: leftOut(7, 'orders', 'amount_in') });
  });

  test('of a wallet without any, and every other list, as null', async () => {
    answer('null');
    const { client } = service;
    const lists = [
      client.orders(OWNER, 'all'),
      client.orders(OWNER, 'newest'),
      client.ordersByPair(ADA, snek),
      client.limitOrders(snek),
      client.dcaPlans(OWNER),
      client.search('k'),
      client.pools(snek),
      client.pairs(snek),
      charts.trending('1day'),
    ];
    for (const list of await Promise.all(lists)) expect(list).toEqual({ ok: true, value: [] });
    const query = { first: ADA, second: snek, period: '1min', from: 600, to: 900 } as const;
    expect(must(await charts.history(query)).candles).toEqual([]);
  });
});

describe('recurring orders', () => {
  test('by other names are rows, and one without what a row needs is none', async () => {
    answer('dca-of-the-sdk');
    const plans = await service.client.dcaPlans(OWNER);
    expect(must(plans)).toMatchObject([
      {
        id: '65f0aa',
        sells: ADA,
        buys: snek,
        amountPerCycle: '10',
        everyWords: 'every 4 hours',
        cycles: undefined,
        completed: undefined,
        remaining: 7,
      },
    ]);
    expect(plans).toMatchObject({ leftOut: leftOut(1, 'recurring orders', 'amount_in') });
  });

  const urls = (): readonly string[] => service.server.seen.map(({ url }) => url);

  test('that are unknown among the orders are cancelled among the plans', async () => {
    answer('dca-of-the-sdk');
    must(await service.client.dcaPlans(OWNER));
    const { body } = wild('dca-cancel');
    for (const [status, unknown] of [
      [404, '"order_not_found"'],
      [404, ''],
      [400, '{"error":"order not found"}'],
    ] as const) {
      service.server.seen.length = 0;
      service.server.answer = (response, { url }) =>
        url === '/dca/cancel' ? reply(response, JSON.stringify(body)) : reply(response, unknown, status);
      expect(must(await service.client.cancel(['65f0aa'], OWNER)).cbor).toBe('84a400');
      expect(urls()).toEqual(['/swap/cancel', '/dca/cancel']);
      expect(JSON.parse(service.server.seen[1]?.body.toString() ?? '')).toEqual({
        dca_id: '65f0aa',
        user_address: OWNER,
      });
    }
  });

  test('are still known after the plans of somebody else were looked at', async () => {
    answer('dca-of-the-sdk');
    must(await service.client.dcaPlans(OWNER));
    service.server.answers([]);
    must(await service.client.dcaPlans(`${OWNER}0`));
    service.server.seen.length = 0;
    const { body } = wild('dca-cancel');
    service.server.answer = (response, { url }) =>
      url === '/dca/cancel'
        ? reply(response, JSON.stringify(body))
        : reply(response, '"order_not_found"', 404);
    expect(must(await service.client.cancel(['65f0aa'], OWNER)).cbor).toBe('84a400');
    expect(await service.client.cancel(['65f0aa'], `${OWNER}0`)).toMatchObject({
      failure: { code: 'order-unknown' },
    });
    expect(urls()).toEqual(['/swap/cancel', '/dca/cancel', '/swap/cancel']);
  });

  test('are not asked for there when they are orders, are known, or are unknown there too', async () => {
    answer('dca-of-the-sdk');
    must(await service.client.dcaPlans(OWNER));
    service.server.seen.length = 0;
    service.server.answers('"order_not_found"', 404);
    expect(await service.client.cancel(['o-1'], OWNER)).toMatchObject({ failure: { code: 'order-unknown' } });
    expect(urls()).toEqual(['/swap/cancel']);
    expect(await service.client.cancel(['65f0aa'], OWNER)).toMatchObject({
      failure: { code: 'order-unknown' },
    });
    service.server.seen.length = 0;
    service.server.answers('"order_already_cancelled"', 409);
    expect(await service.client.cancel(['65f0aa'], OWNER)).toMatchObject({
      failure: { code: 'order-already-closed' },
    });
    expect(urls()).toEqual(['/swap/cancel']);
    service.server.answer = (response, { url }) =>
      url === '/dca/cancel' ? reply(response, '', 405) : reply(response, '"order_not_found"', 404);
    expect(await service.client.cancel(['65f0aa'], OWNER)).toMatchObject({
      failure: { code: 'order-unknown' },
    });
  });
});

describe('the charts', () => {
  const query = { first: ADA, second: snek, period: '1min', from: 600, to: 900 } as const;
  const candle = { open: 0.000379, high: 0.0004, low: 0.00037, close: 0.00039 };

  test.each(['candles-unix', 'candles-timestamp', 'candles-unreadable-time'])(
    'times as in %s',
    async (name) => {
      answer(name);
      const { candles, dropped } = must(await charts.history(query));
      expect(candles).toEqual([
        { time: 660, ...candle, volume: 12.5 },
        { time: 720, ...candle, volume: 3 },
      ]);
      expect(dropped).toBe(name === 'candles-unix' ? 0 : 1);
    },
  );

  test('a volume that is not stated is not known, and one that is not a number costs its row', async () => {
    answer('candles-without-volume');
    const { candles, dropped } = must(await charts.history(query));
    expect(candles).toEqual([
      { time: 660, ...candle, volume: undefined },
      { time: 720, ...candle, volume: undefined },
    ]);
    expect(dropped).toBe(1);
  });

  test('a change under another name, or not known', async () => {
    answer('trending');
    const trending = await charts.trending('1day');
    expect(must(trending).map(({ ticker, volumeAda, change }) => [ticker, volumeAda, change])).toEqual([
      ['WMTX', 900, undefined],
      ['SNEK', 70.5, -0.125],
    ]);
    expect(trending).toMatchObject({ leftOut: leftOut(1, 'trending tokens', 'current_period_volume') });
  });
});

test.each(['invalid-partner', 'invalid-partner-json'])('a key that is refused as in %s', async (name) => {
  answer(name);
  const refused = { ok: false, failure: { code: 'service-key-refused' } };
  expect(await service.client.adaValue()).toMatchObject(refused);
  expect(await service.client.orders(OWNER, 'all')).toMatchObject(refused);
  expect(await service.client.build(intent, OWNER, decimals)).toMatchObject(refused);
  expect(await charts.trending('1day')).toMatchObject(refused);
});

test('every recorded answer is used, and says where it is from', () => {
  const files = readdirSync(folder);
  expect([...used].toSorted()).toEqual(files.toSorted());
  for (const file of files) expect(wild(file.replace('.json', '')).source).not.toBe('');
});
