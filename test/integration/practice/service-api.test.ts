import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { RunningPractice } from '../../../src-main/practice/start.ts';
import { call, KEY, PracticeCalls, startTestPractice, type Answer } from '../../support/practice-service.ts';

interface TokenReply {
  readonly token_id: string;
  readonly token_policy: string;
  readonly token_ascii: string;
  readonly ticker: string;
  readonly is_verified: boolean;
}

let running: RunningPractice;
let calls: PracticeCalls;
const UNKNOWN = `${'00'.repeat(27)}ff4e4f4e45`;
const TOKEN_FIELDS = ['is_verified', 'ticker', 'token_ascii', 'token_id', 'token_policy'];

beforeAll(async () => {
  running = await startTestPractice();
  calls = new PracticeCalls(running);
});
afterAll(() => running.stop());

async function search(query: string, verified?: string): Promise<readonly TokenReply[]> {
  const more = verified === undefined ? '' : `&verified=${verified}`;
  const { status, json } = await calls.get(`/swap/tokens?query=${encodeURIComponent(query)}${more}`);
  expect(status).toBe(200);
  return json as TokenReply[];
}

async function token(ticker: string): Promise<TokenReply> {
  const found = (await search(ticker)).find((item) => item.ticker === ticker && item.is_verified);
  if (!found) throw new Error(`no token ${ticker}`);
  return found;
}

function fields(answer: Answer): string[] {
  return Object.keys(answer.json as object).toSorted();
}

describe('the key', () => {
  const paths = [
    ['GET', '/swap/adaValue'],
    ['GET', '/swap/tokens?query=a'],
    ['GET', '/no/such/path'],
    ['POST', '/swap/estimate'],
    ['POST', '/swap/build'],
    ['POST', '/swap/sign'],
  ] as const;

  test.each(paths)(
    '%s %s without it, or with another, is refused with a body that says so',
    async (method, path) => {
      const url = running.addresses.base_url + path;
      const body = method === 'POST' ? { body: '{}' } : {};
      const missing = await call(url, { method, ...body });
      expect(missing).toEqual({
        status: 401,
        json: { error: 'key_missing', message: 'The header X-Partner-Id is missing.' },
      });
      for (const key of ['wrong', `${KEY}x`, KEY.toUpperCase(), '']) {
        const wrong = await call(url, { method, headers: { 'X-Partner-Id': key }, ...body });
        expect(wrong.status).toBe(key === '' ? 401 : 403);
        expect(wrong.json).toMatchObject({ message: expect.stringMatching(/X-Partner-Id/) });
      }
    },
  );

  test('guards the charts API too', async () => {
    const url = running.addresses.charts_url;
    for (const path of ['/charts', '/trending']) {
      expect((await call(url + path, { method: 'POST' })).status).toBe(401);
      const wrong = await call(url + path, { method: 'POST', headers: { 'X-Partner-Id': 'wrong' } });
      expect(wrong.status).toBe(403);
    }
    const headers = { 'X-Partner-Id': KEY };
    expect((await call(`${url}/swap/adaValue`, { headers })).status).toBe(404);
  });
});

describe('paths and methods', () => {
  test('an unknown path is 404, a known one with another method 405, both as JSON', async () => {
    expect(await calls.get('/swap/nothing')).toMatchObject({ status: 404, json: { error: 'not_found' } });
    expect(await calls.get('/')).toMatchObject({ status: 404 });
    expect(await calls.get('/swap/build')).toMatchObject({
      status: 405,
      json: { error: 'method_not_allowed' },
    });
    expect(await calls.post('/swap/adaValue', {})).toMatchObject({ status: 405 });
    expect(await calls.get('/swap/token/%E0%A4%A')).toMatchObject({ status: 400 });
  });

  test('a body of more than 64 kB is 413', async () => {
    const answer = await calls.post('/swap/estimate', { token_in: 'x'.repeat(70_000) });
    expect(answer).toMatchObject({ status: 413, json: { error: 'body_too_large' } });
  });
});

describe('tokens', () => {
  test('a token has exactly the specification’s fields', async () => {
    const amber = await token('AMBER');
    const answer = await calls.get(`/swap/token/${amber.token_id}`);
    expect(answer.status).toBe(200);
    expect(fields(answer)).toEqual(TOKEN_FIELDS);
    expect(answer.json).toEqual({
      token_id: amber.token_id,
      token_policy: amber.token_id.slice(0, 56),
      token_ascii: 'AMBER',
      ticker: 'AMBER',
      is_verified: true,
    });
    expect((await calls.get(`/swap/token/${amber.token_id.toUpperCase()}`)).json).toEqual(answer.json);
  });

  test('ADA is the empty string in the answer, and ADA in the path', async () => {
    expect((await calls.get('/swap/token/ADA')).json).toMatchObject({ token_id: '', ticker: 'ADA' });
  });

  test('an unknown one is 404, a malformed one 400 that names the field', async () => {
    expect(await calls.get(`/swap/token/${UNKNOWN}`)).toMatchObject({
      status: 404,
      json: { error: 'token_not_found' },
    });
    for (const id of ['xyz', 'ab', 'zz'.repeat(28), `${'ab'.repeat(28)}0`])
      expect(await calls.get(`/swap/token/${id}`)).toMatchObject({
        status: 400,
        json: { field: 'token_id' },
      });
  });

  test('links are URLs by name; ADA and look-alikes have none', async () => {
    const amber = await token('AMBER');
    const answer = await calls.get(`/external_stats/links/${amber.token_id}`);
    expect(fields(answer)).toEqual(['discord', 'twitter', 'website']);
    for (const link of Object.values(answer.json as object)) expect(link).toMatch(/^https:\/\//);
    expect(await calls.get('/external_stats/links/ADA')).toEqual({ status: 200, json: {} });
    expect((await calls.get(`/external_stats/links/${UNKNOWN}`)).status).toBe(404);
  });
});

describe('search', () => {
  test('1 to 55 characters look into tickers and names, in any case', async () => {
    const [lower, upper, mixed] = [await search('amber'), await search('AMBER'), await search('aMbEr')];
    expect(lower).toEqual(upper);
    expect(mixed).toEqual(upper);
    expect(lower.length).toBeGreaterThan(1);
    expect(lower[0]).toMatchObject({ ticker: 'AMBER', is_verified: true });
    expect((await search('harbour dollar')).map((item) => item.ticker)).toContain('HUSD');
    expect((await search('夜明')).map((item) => item.ticker)).toEqual(['夜明け']);
    expect(await search('x'.repeat(55))).toEqual([]);
    for (const found of lower) expect(Object.keys(found).toSorted()).toEqual(TOKEN_FIELDS);
  });

  test('56 characters are a policy id', async () => {
    const amber = await token('AMBER');
    expect((await search(amber.token_policy)).map((item) => item.token_id)).toEqual([amber.token_id]);
    expect((await search(amber.token_policy.toUpperCase())).map((item) => item.token_id)).toEqual([
      amber.token_id,
    ]);
    expect(await search('ab'.repeat(28))).toEqual([]);
  });

  test('more than 56 characters are a full token id, and no part of one', async () => {
    const amber = await token('AMBER');
    expect((await search(amber.token_id.toUpperCase())).map((item) => item.token_id)).toEqual([
      amber.token_id,
    ]);
    expect(await search(amber.token_id.slice(0, -2))).toEqual([]);
    expect(await search(`${amber.token_id}00`)).toEqual([]);
  });

  test('a token whose asset name is empty is found by its policy, which is its id', async () => {
    const plain = await token('PLAIN');
    expect(plain.token_id).toHaveLength(56);
    expect((await search(plain.token_id)).map((item) => item.ticker)).toEqual(['PLAIN']);
  });

  test('ADA is found as the empty string', async () => {
    expect((await search('ada'))[0]).toMatchObject({ token_id: '', ticker: 'ADA' });
  });

  test('verified filters, in any case', async () => {
    expect((await search('amber', 'true')).every((item) => item.is_verified)).toBe(true);
    const copies = await search('amber', 'FALSE');
    expect(copies.length).toBeGreaterThan(0);
    expect(copies.every((item) => !item.is_verified)).toBe(true);
  });

  test('a missing query or another word for verified is 400', async () => {
    expect(await calls.get('/swap/tokens')).toMatchObject({ status: 400, json: { field: 'query' } });
    expect(await calls.get('/swap/tokens?query=')).toMatchObject({ status: 400, json: { field: 'query' } });
    expect(await calls.get('/swap/tokens?query=a&verified=yes')).toMatchObject({
      status: 400,
      json: { field: 'verified' },
    });
  });

  test('there are about thirty tokens, of 0 to 15 decimals', async () => {
    const ids = new Set<string>();
    for (const letter of 'abcdefghijklmnopqrstuvwxyzけس')
      for (const found of await search(letter)) ids.add(found.token_id);
    expect(ids.size).toBeGreaterThanOrEqual(30);
  });
});

describe('market data', () => {
  test('the ADA price is a bare number', async () => {
    const { status, json } = await calls.get('/swap/adaValue');
    expect(status).toBe(200);
    expect(json).toBeTypeOf('number');
    expect(json).toBeGreaterThan(0);
  });

  test('average price, pools, pairs and daily statistics have the specification’s fields', async () => {
    const { token_id: id } = await token('AMBER');
    const price = await calls.get(`/swap/averagePrice/ADA/${id}`);
    expect(fields(price)).toEqual(['price_ba']);
    const pools = (await calls.get(`/stats/pools/ADA/${id}`)).json as Record<string, unknown>[];
    expect(pools.length).toBeGreaterThan(5);
    for (const pool of pools)
      expect(Object.keys(pool).toSorted()).toEqual([
        'dex_name',
        'pool_id',
        'token_1_amount',
        'token_2_amount',
      ]);
    const ratio = pools.map(
      (pool) => (pool['token_1_amount'] as number) / (pool['token_2_amount'] as number),
    );
    const average = (price.json as { price_ba: number }).price_ba;
    for (const item of ratio) expect(Math.abs(item / average - 1)).toBeLessThan(0.1);
    const pairs = (await calls.get(`/stats/pairs/${id}`)).json as Record<string, unknown>[];
    expect(pairs).toHaveLength(1);
    expect(pairs[0]).toMatchObject({ token_id: '', ticker: 'ADA' });
    expect(Object.keys(pairs[0] ?? {}).toSorted()).toEqual(['liquidity', 'ticker', 'token_id']);
    const all = (await calls.get('/stats/pairs/ADA')).json as unknown[];
    expect(all.length).toBeGreaterThan(25);
    const daily = await calls.get(`/stats/daily_stats/ADA/${id}`);
    expect(fields(daily)).toEqual(['daily_buys_count', 'daily_sales_count', 'daily_volume']);
  });

  test('a token without a pool has an empty list and no price; unknown tokens are 404, ADA itself 400', async () => {
    const shelf = (await search('SHELF'))[0]?.token_id ?? '';
    expect(await calls.get(`/stats/pools/ADA/${shelf}`)).toEqual({ status: 200, json: [] });
    expect(await calls.get(`/stats/pairs/${shelf}`)).toEqual({ status: 200, json: [] });
    expect(await calls.get(`/swap/averagePrice/ADA/${shelf}`)).toMatchObject({ status: 404 });
    for (const path of [
      '/swap/averagePrice/ADA',
      '/stats/pools/ADA',
      '/stats/pairs',
      '/stats/daily_stats/ADA',
    ])
      expect((await calls.get(`${path}/${UNKNOWN}`)).status, path).toBe(404);
    expect((await calls.get('/stats/pools/ADA/ADA')).status).toBe(400);
    expect((await calls.get('/stats/daily_stats/ADA/ADA')).status).toBe(400);
  });
});

describe('estimates', () => {
  test('have exactly the specification’s fields; the guaranteed output is the expected one less the slippage', async () => {
    const { token_id: id } = await token('AMBER');
    const answer = await calls.post('/swap/estimate', {
      token_in: '',
      token_out: id,
      amount_in: 25.5,
      slippage: 2,
    });
    expect(answer.status).toBe(200);
    expect(fields(answer)).toEqual(['possible_routes', 'total_output', 'total_output_without_slippage']);
    const quote = answer.json as {
      total_output: number;
      total_output_without_slippage: number;
      possible_routes: Record<string, number | string>[];
    };
    expect(quote.total_output).toBeLessThanOrEqual(quote.total_output_without_slippage * 0.98 + 1e-6);
    expect(quote.total_output).toBeGreaterThan(quote.total_output_without_slippage * 0.9799);
    for (const route of quote.possible_routes)
      expect(Object.keys(route).toSorted()).toEqual(['amount_in', 'dex', 'expected_output']);
    const parts = quote.possible_routes.map((route) => Math.round((route['amount_in'] as number) * 1e6));
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(25_500_000);
  });

  test('every refusal is a 4xx that says what is wrong', async () => {
    const { token_id: id } = await token('AMBER');
    const shelf = (await search('SHELF'))[0]?.token_id ?? '';
    const good = { token_in: '', token_out: id, amount_in: 25, slippage: 1 };
    const codes = ((await calls.get(`/stats/pools/ADA/${id}`)).json as { dex_name: string }[]).map(
      (pool) => pool.dex_name,
    );
    const everything = [
      'EXA',
      'EXAV2',
      'EXA2HOP',
      'EXB',
      'EXBV3',
      'EXC',
      'EXCV2',
      'EXD',
      'EXE',
      'EXF',
      'EXG',
      'EXH',
      'EXI',
      'EXJ',
      'EXK',
    ];
    const cases: [unknown, object][] = [
      ['{"token_in"', { error: 'malformed_request', field: 'body' }],
      ['[]', { field: 'body' }],
      ['null', { field: 'body' }],
      [{ ...good, token_in: undefined }, { field: 'token_in' }],
      [{ ...good, token_in: 5 }, { field: 'token_in' }],
      [{ ...good, token_out: 'nonsense' }, { field: 'token_out' }],
      [{ ...good, amount_in: undefined }, { field: 'amount_in' }],
      [{ ...good, amount_in: '25' }, { field: 'amount_in' }],
      [{ ...good, amount_in: 0 }, { field: 'amount_in' }],
      [{ ...good, amount_in: -1 }, { field: 'amount_in' }],
      [{ ...good, amount_in: 1e300 }, { field: 'amount_in' }],
      [{ ...good, slippage: undefined }, { field: 'slippage' }],
      [{ ...good, slippage: -0.1 }, { field: 'slippage' }],
      [{ ...good, slippage: 100 }, { field: 'slippage' }],
      [{ ...good, blacklisted_dexes: 'EXA' }, { field: 'blacklisted_dexes' }],
      [{ ...good, blacklisted_dexes: [1] }, { field: 'blacklisted_dexes' }],
      [{ ...good, token_out: '' }, { error: 'same_token' }],
      [{ ...good, token_out: UNKNOWN }, { error: 'token_not_found' }],
      [{ ...good, token_out: shelf }, { error: 'pool_not_found' }],
      [{ ...good, blacklisted_dexes: codes.filter((code) => code !== 'none') }, {}],
      [{ ...good, blacklisted_dexes: everything }, { error: 'no_valid_pools_for_trade' }],
      [
        { ...good, amount_in: 0.000001 },
        { error: 'input_too_small', field: 'amount_in' },
      ],
      [{ ...good, token_in: id, token_out: '', amount_in: 1e12 }, { error: 'not_enough_liquidity' }],
    ];
    for (const [body, expected] of cases) {
      const answer = await calls.post('/swap/estimate', body);
      expect(answer.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
      expect(answer.status, JSON.stringify(body)).toBeLessThan(500);
      expect(answer.json, JSON.stringify(body)).toMatchObject({
        message: expect.stringMatching(/\w+/),
        ...expected,
      });
    }
  });

  test('exchange codes that do not exist are ignored', async () => {
    const { token_id: id } = await token('AMBER');
    const good = { token_in: '', token_out: id, amount_in: 25, slippage: 1, blacklisted_dexes: ['NOPE'] };
    expect((await calls.post('/swap/estimate', good)).status).toBe(200);
  });
});

describe('the wild dialect', () => {
  test('carries the extra figures of real services and bare-string errors', async () => {
    const wild = await startTestPractice({ dialect: 'wild', wild: [] });
    try {
      const wildCalls = new PracticeCalls(wild);
      const { token_id: id } = await token('AMBER');
      const answer = await wildCalls.post('/swap/estimate', {
        token_in: '',
        token_out: id,
        amount_in: 25,
        slippage: 1,
      });
      expect(answer.json).toMatchObject({
        possible_routes: {},
        batcher_fee: expect.any(Number),
        partner_fee: 0,
      });
      const [split] = (answer.json as { splits: Record<string, number>[] }).splits;
      expect(split).toMatchObject({
        pool_id: expect.any(String),
        expected_output_without_slippage: expect.any(Number),
      });
      expect(split?.['fee']).toBe((split?.['batcher_fee'] ?? 0) + (split?.['deposits'] ?? 0));
      expect((await wildCalls.get(`/swap/token/${id}`)).json).toMatchObject({ token_decimals: 6 });
      expect(await wildCalls.get(`/swap/token/${UNKNOWN}`)).toMatchObject({ status: 200 });
      const small = { token_in: '', token_out: id, amount_in: 0.000001, slippage: 1 };
      expect(await wildCalls.post('/swap/estimate', small)).toEqual({ status: 400, json: 'input_too_small' });
    } finally {
      await wild.stop();
    }
  });
});
