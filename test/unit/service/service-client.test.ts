import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import type { SwapIntent } from '#domain/quote.ts';
import { ServiceClient } from '../../../src-main/service/service-client.ts';
import { answeringService } from '../../support/answering-service.ts';
import { accessKey, baseUrl, HandClock, SECRET } from '../../support/http-parts.ts';
import { loopbackServer, reply } from '../../support/loopback-server.ts';

const policy = '279c909f348e533da5808898f87f9a14bb2c3dfbbacccd631d927a3f';
const token = parseAssetId(`${policy}534e454b`) as AssetId;
const other = parseAssetId(`${policy}00`) as AssetId;
const decimals = (asset: AssetId): number => (asset === ADA ? 6 : asset === token ? 3 : 0);
const intent: SwapIntent = {
  pay: { asset: ADA, quantity: quantity(25_000_001n) },
  receive: token,
  slippageBps: 150,
  excluded: ['EXC', 'EXD'],
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const service = answeringService();

function asked() {
  const [request] = service.server.seen;
  if (request === undefined) throw new Error('nothing was asked');
  return { ...request, text: request.body.toString() };
}

describe('tokens', () => {
  const wire = {
    token_id: token,
    token_policy: policy,
    token_ascii: 'SNEK',
    ticker: 'SNEK',
    is_verified: true,
  };

  test('a token as specified has no decimals', async () => {
    service.server.answers(wire);
    expect(await service.client.token(token)).toEqual({
      ok: true,
      value: {
        id: token,
        ticker: 'SNEK',
        tickerSource: 'service',
        name: 'SNEK',
        verified: true,
        decimals: 0,
        decimalsSource: 'unknown',
      },
    });
    expect(asked()).toMatchObject({ method: 'GET', url: `/swap/token/${token}` });
    expect(asked().headers['x-partner-id']).toBe(SECRET);
  });

  test.each([
    [{ token_decimals: 3 }, 3, 'service'],
    [{ decimals: 15 }, 15, 'service'],
    [{ token_decimals: null, decimals: 2 }, 2, 'service'],
    [{ token_decimals: -1 }, 0, 'unknown'],
    [{ token_decimals: 1.5 }, 0, 'unknown'],
    [{ token_decimals: 400 }, 0, 'unknown'],
  ])('decimals %j', async (extra, expected, source) => {
    service.server.answers({
      ...wire,
      ...extra,
      links: null,
      supply: 9223372036854775807n.toString(),
      price: 1e999,
    });
    expect(await service.client.token(token)).toMatchObject({
      ok: true,
      value: { decimals: expected, decimalsSource: source },
    });
  });

  test('hidden and control characters do not reach the screen', async () => {
    service.server.answers({ ...wire, ticker: 'SN\u200bE\u202eK\u0007', token_ascii: null });
    expect(await service.client.token(token)).toMatchObject({
      ok: true,
      value: { ticker: 'SNEK', name: '' },
    });
  });

  test('an answer about another token is refused, and a wrong type reported by its path', async () => {
    service.server.answers({ ...wire, token_id: other });
    expect(await service.client.token(token)).toMatchObject({
      failure: { code: 'service-answer-malformed', data: { path: 'token_id' } },
    });
    service.server.answers({ ...wire, is_verified: 'yes' });
    expect(await service.client.token(token)).toMatchObject({
      failure: { code: 'service-answer-malformed', data: { path: 'is_verified' } },
    });
  });

  test('ADA is known here', async () => {
    expect(await service.client.token(ADA)).toMatchObject({ ok: true, value: { id: ADA, decimals: 6 } });
    expect(await service.client.averagePrice(ADA)).toEqual({ ok: true, value: 1 });
    expect(await service.client.search(' Ada ')).toMatchObject({ ok: true, value: [{ id: ADA }] });
    expect(service.server.seen).toEqual([]);
  });

  test('an unknown token', async () => {
    service.server.answers('', 404);
    expect(await service.client.token(token)).toMatchObject({ failure: { code: 'token-unknown' } });
  });

  test('search reads all spellings of ADA, and leaves out what has no id', async () => {
    const ada = ['', 'ADA', `${'0'.repeat(56)}6c6f76656c616365`].map((id) => ({ ...wire, token_id: id }));
    service.server.answers([wire, ...ada, { ...wire, token_id: 'not an id' }]);
    const found = await service.client.search(`${policy}.534E454B`, true);
    expect(found.ok && found.value.map(({ id }) => id)).toEqual([token, ADA, ADA, ADA]);
    expect(asked().url).toBe(`/swap/tokens?query=${token}&verified=true`);
  });

  test('links are https or nothing', async () => {
    service.server.answers({
      twitter: 'https://social.example/a',
      discord: 'http://chat.example',
      website: 'javascript:alert(1)',
    });
    expect(await service.client.links(token)).toEqual({
      ok: true,
      value: { twitter: 'https://social.example/a' },
    });
    service.server.answers({
      twitter: 'https://user@x.example',
      website: 'https://exämple.example/',
      discord: null,
    });
    expect(await service.client.links(token)).toEqual({
      ok: true,
      value: { website: 'https://xn--exmple-cua.example/' },
    });
    service.server.answers('null');
    expect(await service.client.links(token)).toEqual({ ok: true, value: {} });
  });
});

describe('market data', () => {
  test('the ADA price is a bare number above zero, or text that holds one', async () => {
    for (const body of ['0.4213', '"0.4213"']) {
      service.server.answers(body);
      expect(await service.client.adaValue()).toEqual({ ok: true, value: 0.4213 });
    }
    for (const body of ['0', '-1', '1e999', '1e308', '"NaN"', '"0,4"', 'null', '{}', '<html>', '']) {
      service.server.answers(body);
      expect(await service.client.adaValue()).toMatchObject({
        failure: { code: 'service-answer-malformed' },
      });
    }
  });

  test('a price of nothing is no pool', async () => {
    service.server.answers({ price_ba: 0.00000379 });
    expect(await service.client.averagePrice(token)).toEqual({ ok: true, value: 0.00000379 });
    expect(asked().url).toBe(`/swap/averagePrice/ADA/${token}`);
    for (const price of [0, -1, 9223372036854.775]) {
      service.server.answers({ price_ba: price });
      expect(await service.client.averagePrice(token)).toMatchObject({ failure: { code: 'no-pool' } });
    }
  });

  test('pools, pairs and the day', async () => {
    service.server.answers([
      { dex_name: 'EXA', token_1_amount: 10.5, token_2_amount: 2000, pool_id: 'p1', more: {} },
      { dex_name: 'EXB', token_1_amount: -1, token_2_amount: 9223372036854.775, pool_id: null },
    ]);
    expect(await service.client.pools(token)).toEqual({
      ok: true,
      value: [{ exchange: 'EXA', ada: 10.5, tokens: 2000, poolId: 'p1' }],
    });
    service.server.answers([
      { token_id: '', ticker: 'ADA', liquidity: 5 },
      { token_id: '?', ticker: 'X', liquidity: 1 },
    ]);
    expect(await service.client.pairs(token)).toEqual({
      ok: true,
      value: [{ quote: ADA, ticker: 'ADA', liquidity: 5 }],
      leftOut: { code: 'rows-left-out', data: { count: 1, list: 'pairs', path: 'token_id' } },
    });
    service.server.answers({ daily_buys_count: 3, daily_sales_count: null, daily_volume: 12.5 });
    expect(await service.client.dailyStats(token)).toEqual({
      ok: true,
      value: { buys: 3, sales: 0, volumeAda: 12.5 },
    });
    expect(service.server.seen.map(({ url }) => url)).toEqual([
      `/stats/pools/ADA/${token}`,
      `/stats/pairs/${token}`,
      `/stats/daily_stats/ADA/${token}`,
    ]);
  });
});

describe('estimate', () => {
  const share = { dex: 'EXA', amount_in: 25.000001, expected_output: 98.5 };

  test('sends what the specification names, every digit', async () => {
    service.server.answers({ total_output: 1, total_output_without_slippage: 1, possible_routes: [] });
    await service.client.estimate(intent, decimals);
    expect(asked()).toMatchObject({ method: 'POST', url: '/swap/estimate' });
    expect(asked().text).toBe(
      `{"token_in":"","token_out":"${token}","amount_in":25.000001,"slippage":1.5,"blacklisted_dexes":["EXC","EXD"]}`,
    );
    service.server.seen.length = 0;
    const large = { asset: other, quantity: quantity(9_007_199_254_740_993n) };
    await service.client.estimate({ pay: large, receive: ADA, slippageBps: 50, excluded: [] }, decimals);
    expect(asked().text).toBe(
      `{"token_in":"${other}","token_out":"","amount_in":9007199254740993,"slippage":0.5}`,
    );
  });

  test('as specified', async () => {
    service.server.answers({
      total_output: 98.5,
      total_output_without_slippage: 100,
      possible_routes: [share],
    });
    expect(await service.client.estimate(intent, decimals)).toEqual({
      ok: true,
      value: {
        expected: 100_000n,
        lowest: 98_500n,
        routes: [{ exchange: 'EXA', amountIn: 25_000_001n, expectedOut: 98_500n }],
        statedFees: {},
      },
    });
  });

  test('as met in the wild', async () => {
    service.server.answers({
      total_output: 98.5,
      total_output_without_slippage: 100.00000000000001,
      splits: [{ ...share, expected_output_without_slippage: 100, fee: 4, pool_id: 'x', deposits: 2 }],
      possible_routes: {},
      batcher_fee: 2,
      deposits: 2,
      total_fee: 4,
      net_price: 0,
      partner_fee: -0.04999999999999982,
    });
    expect(await service.client.estimate(intent, decimals)).toEqual({
      ok: true,
      value: {
        expected: 100_000n,
        lowest: 98_500n,
        routes: [{ exchange: 'EXA', amountIn: 25_000_001n, expectedOut: 100_000n }],
        statedFees: { batcher: 2, deposits: 2 },
      },
    });
  });

  test('routes by code are shares when they make up the input, or the output, and nothing otherwise', async () => {
    service.server.answers({ total_output: 100, possible_routes: { EXA: 10, EXB: '15.000001' } });
    expect(await service.client.estimate(intent, decimals)).toMatchObject({
      value: {
        routes: [
          { exchange: 'EXA', amountIn: 10_000_000n, expectedOut: 39_999n },
          { exchange: 'EXB', amountIn: 15_000_001n, expectedOut: 60_000n },
        ],
      },
    });
    service.server.answers({ total_output: 100, possible_routes: { EXA: 40, EXB: 60 } });
    expect(await service.client.estimate(intent, decimals)).toMatchObject({
      value: {
        routes: [
          { exchange: 'EXA', amountIn: 10_000_000n, expectedOut: 40_000n },
          { exchange: 'EXB', amountIn: 15_000_000n, expectedOut: 60_000n },
        ],
      },
    });
    service.server.answers({ total_output: 100, possible_routes: { EXA: 99, EXB: 98 } });
    expect(await service.client.estimate(intent, decimals)).toMatchObject({ value: { routes: [] } });
  });

  test('totals that are missing or zero come from the splits', async () => {
    for (const total of [
      {},
      { total_output: 0 },
      { total_output: null },
      { total_output: 9223372036854.775 },
    ]) {
      service.server.answers({ ...total, splits: [share, { ...share, dex: 'EXB', expected_output: 1.5 }] });
      expect(await service.client.estimate(intent, decimals)).toMatchObject({
        value: { expected: 100_000n },
      });
    }
  });

  test('a share that cannot be read costs itself alone, but then nothing is summed up', async () => {
    const bad = { dex: null, amount_in: 1, expected_output: 5 };
    service.server.answers({ total_output: 98.5, splits: [bad, share, { ...share, amount_in: '1e308' }] });
    expect(await service.client.estimate(intent, decimals)).toMatchObject({
      value: { expected: 98_500n, routes: [{ exchange: 'EXA', expectedOut: 98_500n }] },
    });
    for (const splits of [
      [bad, share],
      [{ ...share, expected_output: 9223372036854.775 }, share],
    ]) {
      service.server.answers({ splits });
      expect(await service.client.estimate(intent, decimals)).toMatchObject({
        failure: { code: 'no-quote' },
      });
    }
    service.server.answers({ splits: [share, { ...share, dex: 'bonus', expected_output: 7 }] });
    expect(await service.client.estimate(intent, decimals)).toMatchObject({
      value: { expected: 98_500n, routes: [{ exchange: 'EXA' }] },
    });
  });

  test('no figure at all is no quote', async () => {
    for (const body of [
      {},
      { total_output: 0, splits: [] },
      { total_output: -0.04999999999999982, total_output_without_slippage: 9223372036854.775 },
    ]) {
      service.server.answers(body);
      expect(await service.client.estimate(intent, decimals)).toMatchObject({
        failure: { code: 'no-quote' },
      });
    }
  });

  test.each([
    [{ total_output: [] }, 'total_output'],
    [{ total_output: 1, splits: 'EXA' }, 'splits'],
    [{ total_output: 'much' }, 'total_output'],
    ['{"total_output": 1e999}', 'total_output'],
    ['[]', ''],
  ])('%j is refused at %s', async (body, path) => {
    service.server.answers(body);
    const outcome = await service.client.estimate(intent, decimals);
    expect(outcome).toMatchObject({ failure: { code: 'service-answer-malformed', data: { path } } });
  });

  test('a success that says in words that there is none', async () => {
    service.server.answers('not_enough_liquidity');
    expect(await service.client.estimate(intent, decimals)).toMatchObject({
      failure: { code: 'not-enough-liquidity' },
    });
  });

  test('is repeated after a passing failure', async () => {
    let calls = 0;
    service.server.answer = (response) => {
      calls += 1;
      reply(response, calls === 1 ? 'busy' : '{"total_output":1}', calls === 1 ? 503 : 200);
    };
    expect(await service.client.estimate(intent, decimals)).toMatchObject({ ok: true });
  });
});

describe('build', () => {
  const built = { cbor: '84A400', total_input: 25.000001, total_output: 98.5, splits: [] };

  test('sends the address, and answers bytes in lower case', async () => {
    service.server.answers({
      ...built,
      splits: [{ dex: 'EXA', amount_in: 25.000001, expected_output: 98.5 }],
    });
    expect(await service.client.build(intent, 'addr_test1abc', decimals)).toEqual({
      ok: true,
      value: {
        cbor: '84a400',
        expected: 98_500n,
        splits: [{ exchange: 'EXA', amountIn: 25_000_001n, expectedOut: 98_500n }],
        call: {
          requestHash: sha256(asked().text),
          responseHash: sha256(
            JSON.stringify({
              ...built,
              splits: [{ dex: 'EXA', amount_in: 25.000001, expected_output: 98.5 }],
            }),
          ),
        },
      },
    });
    expect(asked().text).not.toContain(SECRET);
    expect(asked().url).toBe('/swap/build');
    expect(JSON.parse(asked().text)).toMatchObject({ buyer_address: 'addr_test1abc', token_in: '' });
  });

  test('zero totals of the wild fall back to the splits', async () => {
    service.server.answers({
      ...built,
      total_input: 0,
      total_output: 0,
      splits: [{ dex: 'EXA', amount_in: 25, expected_output: 98.5, expected_output_without_slippage: 100 }],
    });
    expect(await service.client.build(intent, 'addr_test1abc', decimals)).toMatchObject({
      value: { expected: 100_000n },
    });
  });

  test.each([{ ...built, cbor: '' }, { ...built, cbor: null }, { total_output: 1 }])(
    'a success without a transaction is a failure',
    async (body) => {
      service.server.answers(body);
      expect(await service.client.build(intent, 'addr_test1abc', decimals)).toMatchObject({
        failure: { code: 'service-built-nothing' },
      });
    },
  );

  test.each(['84a4zz', '84a', '<b>'])('%s is no transaction', async (cbor) => {
    service.server.answers({ ...built, cbor });
    expect(await service.client.build(intent, 'addr_test1abc', decimals)).toMatchObject({
      failure: { code: 'service-answer-malformed', data: { path: 'cbor' } },
    });
  });

  test('is never repeated', async () => {
    service.server.answers('busy', 503);
    expect(await service.client.build(intent, 'addr_test1abc', decimals)).toMatchObject({
      failure: { code: 'service-error', data: { status: 503 } },
    });
    expect(service.server.seen).toHaveLength(1);
  });
});

describe('sign', () => {
  test('sends the names of the specification, once', async () => {
    service.server.answers({ cbor: '84A401' });
    expect(await service.client.sign('84a400', 'a100')).toEqual({
      ok: true,
      value: {
        cbor: '84a401',
        call: {
          requestHash: sha256('{"txCbor":"84a400","signatures":"a100"}'),
          responseHash: sha256('{"cbor":"84A401"}'),
        },
      },
    });
    expect(asked()).toMatchObject({ url: '/swap/sign', text: '{"txCbor":"84a400","signatures":"a100"}' });
    service.server.answers('busy', 502);
    await service.client.sign('84a400', 'a100');
    expect(service.server.seen).toHaveLength(2);
  });
});

describe('refusals', () => {
  test.each([
    [401, '{"error":"key_missing"}', 'service-key-refused'],
    [403, '"key_wrong"', 'service-key-refused'],
    [429, 'slow', 'service-rate-limited'],
    [400, 'pool_out_of_sync', 'pool-out-of-sync'],
    [500, '<html>', 'service-error'],
  ])('status %i with %s is %s', async (status, body, code) => {
    service.server.answers(body, status);
    expect(await service.client.estimate(intent, decimals)).toMatchObject({ failure: { code } });
  });

  test('never hold the key, even when the service echoes it', async () => {
    service.server.answers(`"your key ${SECRET} is wrong"`, 403);
    const outcome = await service.client.adaValue();
    expect(outcome).toMatchObject({ failure: { detail: '"your key [access key] is wrong"' } });
  });

  test('an address that nobody serves is named', async () => {
    const gone = await loopbackServer(() => undefined);
    await gone.close();
    const lost = new ServiceClient({
      base: baseUrl(gone.url),
      key: accessKey(),
      clock: new HandClock(5_000),
      random: { bytes: (count) => new Uint8Array(count) },
    });
    expect(await lost.adaValue()).toMatchObject({
      failure: { code: 'service-unreachable', data: { host: gone.url.slice('http://'.length) } },
    });
    await lost.close();
  });

  test('a call given up', async () => {
    service.server.answer = () => undefined;
    const giveUp = new AbortController();
    const pending = service.client.adaValue(giveUp.signal);
    await expect.poll(() => service.server.seen.length, { timeout: 50_000 }).toBe(1);
    giveUp.abort();
    expect(await pending).toMatchObject({ failure: { code: 'service-call-cancelled' } });
  });
});

test('arbitrary JSON never makes a call throw, and no estimate promises more than is expected', async () => {
  const text = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.string(),
    fc
      .record(
        {
          total_output: fc.jsonValue(),
          total_output_without_slippage: fc.oneof(fc.double(), fc.integer(), fc.constant(null)),
          splits: fc.oneof(
            fc.jsonValue(),
            fc.array(fc.record({ dex: fc.string(), amount_in: fc.double(), expected_output: fc.double() })),
          ),
          possible_routes: fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.double())),
          cbor: fc.oneof(fc.jsonValue(), fc.constant('84')),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(200, 400, 404, 500), async (body, status) => {
      service.server.answers(body, status);
      const outcomes = await Promise.all([
        service.client.token(token),
        service.client.links(token),
        service.client.search('x'),
        service.client.adaValue(),
        service.client.averagePrice(token),
        service.client.pools(token),
        service.client.pairs(token),
        service.client.dailyStats(token),
        service.client.build(intent, 'addr_test1abc', decimals),
        service.client.sign('84', 'a0'),
      ]);
      expect(outcomes.every(({ ok }) => typeof ok === 'boolean')).toBe(true);
      const estimate = await service.client.estimate(intent, decimals);
      if (estimate.ok) expect(estimate.value.lowest <= estimate.value.expected).toBe(true);
    }),
    { numRuns: 60 },
  );
});
