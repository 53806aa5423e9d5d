// The clients against practice, each variation of the wild dialect alone: over real sockets, in two worlds of one seed
// and one moment, what they read is the same, but for what the variation does not say.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import { ChartsClient, parseSocketBase } from '../../../src-main/charts/charts-client.ts';
import { type Variation, type VariationName, VARIATIONS } from '../../../src-main/practice/api/wild.ts';
import { VARIATION_NAMES } from '../../../src-main/practice/api/wire.ts';
import { startPractice, type RunningPractice } from '../../../src-main/practice/start.ts';
import { ServiceClient } from '../../../src-main/service/service-client.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { accessKey, baseUrl } from '../../support/http-parts.ts';
import { call, KEY } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

const NOW = epochMs(Date.UTC(2026, 10, 22, 12, 0, 7));
const RATE = { concurrency: 4, perSecond: 500, burst: 500 };
/** Blocks are too rare for one to be made while a test looks. */
const BLOCK_MS = 600_000;

interface World {
  readonly running: RunningPractice;
  readonly service: ServiceClient;
  readonly charts: ChartsClient;
  close(): Promise<void>;
}

async function open(wild: readonly string[], key = KEY): Promise<World> {
  const started = await startPractice(
    { port: 0, seed: 7, apiKey: KEY, blockTimeMs: BLOCK_MS, speed: 1, dialect: 'wild', wild },
    (error) => {
      throw error;
    },
    () => NOW,
  );
  if (!started.ok) throw new Error(started.failure);
  const running = started.value;
  const { base_url, charts_url, charts_ws_url } = running.addresses;
  const parts = { clock: systemClock, random: systemRandom, rate: RATE, key: accessKey(key) };
  const service = new ServiceClient({ ...parts, base: baseUrl(base_url) });
  const socketBase = parseSocketBase(charts_ws_url);
  if (!socketBase.ok) throw new Error('no address');
  const charts = new ChartsClient({ ...parts, base: baseUrl(charts_url), socketBase: socketBase.value });
  return {
    running,
    service,
    charts,
    close: async () => {
      await Promise.all([service.close(), charts.close()]);
      await running.stop();
    },
  };
}

const STRANGER = practiceWallet(77).address;
let plain: World;
let token: AssetId;
let decimals: (asset: AssetId) => number;
let maker: string;

beforeAll(async () => {
  plain = await open([]);
  const found = await plain.service.search('amber', true);
  const amber = found.ok ? found.value.find(({ ticker }) => ticker === 'AMBER') : undefined;
  if (!amber) throw new Error('practice has no AMBER');
  token = amber.id;
  decimals = (asset) => (asset === ADA ? 6 : amber.decimals);
  const orders = await plain.service.limitOrders(token);
  maker = (orders.ok ? orders.value[0]?.owner : undefined) ?? '';
});
afterAll(() => plain.close());

/** Everything that the clients read. */
async function look({ service, charts }: World) {
  const buy = { pay: { asset: ADA, quantity: quantity(25_000_000n) }, receive: token };
  const swap = { ...buy, slippageBps: 100, excluded: [] };
  const huge = { ...swap, pay: { asset: ADA, quantity: quantity(10n ** 18n) } };
  const sell = { ...swap, pay: { asset: token, quantity: quantity(500_000_000n) }, receive: ADA };
  const limit = { ...buy, wantedPrice: '0.1', multiples: 2, exchange: undefined, excluded: [] };
  const now = NOW / 1000;
  const candles = (period: '1min' | '1hour' | '1day', back: number) =>
    charts.history({ first: ADA, second: token, period, from: now - back, to: now });
  return {
    search: await service.search('am'),
    token: await service.token(token),
    adaValue: await service.adaValue(),
    averagePrice: await service.averagePrice(token),
    pools: await service.pools(token),
    pairs: await service.pairs(token),
    everyPair: await service.pairs(ADA),
    dailyStats: await service.dailyStats(token),
    buy: await service.estimate(swap, decimals),
    sell: await service.estimate(sell, decimals),
    huge: await service.estimate(huge, decimals),
    limit: await service.limitEstimate(limit, decimals),
    book: await service.limitOrders(token),
    ofPair: await service.ordersByPair(ADA, token),
    ofMaker: await service.orders(maker, 'all'),
    ofStranger: await service.orders(STRANGER, 'all'),
    plans: await service.dcaPlans(STRANGER),
    noToken: await service.search('no such token at all'),
    trending: await charts.trending('1day'),
    minutes: await candles('1min', 6_000),
    hours: await candles('1hour', 80_000),
    nothing: await candles('1min', 1),
  };
}

type Look = Awaited<ReturnType<typeof look>>;

/** The lists of a look. */
const LISTS = [
  'search',
  'pools',
  'pairs',
  'everyPair',
  'book',
  'ofPair',
  'ofMaker',
  'ofStranger',
  'plans',
  'noToken',
  'trending',
] as const;

function without(one: unknown, ...names: readonly string[]): unknown {
  return JSON.parse(
    JSON.stringify(one, (name, value: unknown) =>
      names.includes(name) ? undefined : typeof value === 'bigint' ? value.toString() : value,
    ),
  ) as unknown;
}

/** How a look differs where the variation says less, or says it otherwise. */
const DIFFERENCES: Partial<Record<VariationName, (plainLook: Look, wildLook: Look) => void>> = {
  'splits-null': (before, after) => {
    expect(without(after, 'amountIn', 'expectedOut', 'routes')).toEqual(
      without(before, 'amountIn', 'expectedOut', 'routes'),
    );
    const venues = ({ buy }: Look) => (buy.ok ? buy.value.routes.map(({ exchange }) => exchange) : []);
    expect(venues(after)).toEqual(venues(before));
    expect(venues(after).length).toBeGreaterThan(0);
  },
  'no-quote-as-maximum': (before, after) => {
    expect(before.huge).toMatchObject({ failure: { code: 'not-enough-liquidity' } });
    expect(after.huge).toMatchObject({ failure: { code: 'no-quote' } });
    expect({ ...after, huge: 0 }).toEqual({ ...before, huge: 0 });
  },
  'order-states': (before, after) => {
    expect(after.book.ok && new Set(after.book.value.map(({ status }) => status))).toEqual(
      new Set(['STOPLOSS']),
    );
    expect(without(after, 'status', 'record')).toEqual(without(before, 'status', 'record'));
  },
  'candles-without-volume': (before, after) => {
    expect(after.minutes.ok && after.minutes.value.candles.every(({ volume }) => volume === undefined)).toBe(
      true,
    );
    expect(without(after, 'volume')).toEqual(without(before, 'volume'));
  },
  'trending-without-change': (before, after) => {
    expect(after.trending.ok && after.trending.value.every(({ change }) => change === undefined)).toBe(true);
    expect(without(after, 'change')).toEqual(without(before, 'change'));
  },
  'bad-row': (before, after) => {
    for (const name of LISTS) {
      const [list, clean] = [after[name], before[name]];
      expect(list, name).toMatchObject({ ok: true, leftOut: { code: 'rows-left-out', data: { count: 1 } } });
      expect(clean, name).not.toHaveProperty('leftOut.code');
      expect(list.ok && list.value, name).toEqual(clean.ok && clean.value);
    }
  },
};

/** An answer of each path as it is on the wire. */
async function wireOf({ running }: World): Promise<ReadonlyMap<string, string>> {
  const { base_url, charts_url } = running.addresses;
  const estimate = { token_in: '', token_out: token, amount_in: 25, slippage: 1 };
  const page = { page: 0, perPage: 5 };
  const asked: readonly (readonly [pattern: string, url: string, body?: object])[] = [
    ['*', `${base_url}/swap/adaValue?wrong-key`],
    ['*', `${base_url}/swap/adaValue?no-key`],
    ['/swap/tokens', `${base_url}/swap/tokens`],
    ['/swap/token/:token', `${base_url}/swap/token/${token}`],
    ['/swap/adaValue', `${base_url}/swap/adaValue`],
    ['/stats/pools/:one/:other', `${base_url}/stats/pools/ADA/${token}`],
    ['/stats/pairs/:token', `${base_url}/stats/pairs/${token}`],
    ['/swap/estimate', `${base_url}/swap/estimate`, estimate],
    ['/swap/estimate', `${base_url}/swap/estimate`, { ...estimate, amount_in: 1e12 }],
    ['/swap/limit/estimate', `${base_url}/swap/limit/estimate`, { ...estimate, wanted_price: 0.1 }],
    ['/swap/limit_orders/ADA/:token', `${base_url}/swap/limit_orders/ADA/${token}`],
    ['/swap/orders/:address', `${base_url}/swap/orders/${maker}`, page],
    ['/swap/orders/:address', `${base_url}/swap/orders/${STRANGER}`, page],
    ['/dca/:address', `${base_url}/dca/${STRANGER}`],
    ['/trending', `${charts_url}/trending`, { sort: 'VOLUME_AMOUNT', period: '1day' }],
    [
      '/charts',
      `${charts_url}/charts`,
      { tokenIn: '', tokenOut: token, period: '1min', from: NOW / 1000 - 6_000, to: NOW / 1000 },
    ],
  ];
  const answers = await Promise.all(
    asked.map(async ([pattern, url, body]) => {
      const key = url.endsWith('wrong-key') ? 'another-key-0000' : KEY;
      const headers: Record<string, string> = url.endsWith('no-key') ? {} : { 'X-Partner-Id': key };
      const { status, json } = await call(
        url,
        body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
      );
      const { pathname, search } = new URL(url);
      const name = [pattern, pathname, search, JSON.stringify(body)].join(' ');
      return [name, `${status} ${JSON.stringify(json)}`] as const;
    }),
  );
  return new Map(answers);
}

/** Variations that show only where orders are placed and cancelled: `test/integration/dca/wild.test.ts`. */
const OF_TRADES: readonly VariationName[] = ['build-without-totals', 'plan-fields', 'plans-apart'];

describe.each(VARIATION_NAMES.filter((name) => !OF_TRADES.includes(name)))(
  'the wild dialect’s %s',
  (name) => {
    let world: World;
    beforeAll(async () => {
      world = await open([name]);
    });
    afterAll(() => world.close());

    test('changes the answers that it names, and no others', async () => {
      const [before, after] = [await wireOf(plain), await wireOf(world)];
      const { of }: Variation = VARIATIONS[name];
      const changed = [...before].filter(([path, text]) => after.get(path) !== text).map(([path]) => path);
      expect(changed.length).toBeGreaterThan(0);
      for (const path of changed) expect(of).toContain(path.split(' ')[0]);
    });

    test('is taken in stride', async () => {
      const [before, after] = [await look(plain), await look(world)];
      const differences = DIFFERENCES[name];
      if (differences) differences(before, after);
      else expect(after).toEqual(before);
      // Nothing of it is vacuous.
      expect(before.ofMaker.ok && before.ofMaker.value.length).toBeGreaterThan(1);
      expect(before.minutes.ok && before.minutes.value.candles.length).toBeGreaterThan(10);
      for (const list of LISTS) expect(before[list].ok, list).toBe(true);
    });
  },
);

test('a key that is refused in the wild is a refused key', async () => {
  const world = await open(['invalid-partner'], 'another-key-0000');
  const refused = { ok: false, failure: { code: 'service-key-refused' } };
  expect(await world.service.adaValue()).toMatchObject(refused);
  expect(await world.service.orders(STRANGER, 'all')).toMatchObject(refused);
  expect(await world.charts.trending('1day')).toMatchObject(refused);
  await world.close();
});

test('all of them at once, and whatever a seed picks, leave the lists readable', async () => {
  const together = VARIATION_NAMES.filter((name) => name !== 'bad-row' && name !== 'invalid-partner');
  const world = await open(together);
  const [before, after] = [await look(plain), await look(world)];
  for (const list of LISTS) {
    const names = ({ ok, ...rest }: Look[typeof list]) =>
      ok ? without((rest as { value: unknown }).value, 'record', 'status', 'change') : rest;
    expect(names(after[list]), list).toEqual(names(before[list]));
  }
  await world.close();
});
