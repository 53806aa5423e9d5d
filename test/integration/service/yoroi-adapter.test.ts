// A wallet's own adapter for services of this kind (`@yoroi/swap` 7.2.0), unmodified, in its own process, against
// practice's wild dialect with real exchange codes. Its results are compared with the same world in the specification's
// dialect, at the same moment, and with the world itself. YOROI_REPORT=1 prints both sides' figures and the outcome of
// each call.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import { ledgerApi } from '../../../src-main/practice/api/ledger-api.ts';
import { startServer, type ApiServer } from '../../../src-main/practice/api/server.ts';
import { serviceApi } from '../../../src-main/practice/api/service-api.ts';
import { Wire } from '../../../src-main/practice/api/wire.ts';
import { call, KEY } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { TestWorld } from '../../support/practice-world.ts';
import { realCodes } from '../../support/real-codes.ts';
import { installAdapter, YoroiAdapter } from '../../support/yoroi/adapter.ts';
import type { Asked } from '../../support/yoroi/host.ts';

const installed = await installAdapter();
if ('trouble' in installed) throw new Error(installed.trouble);
const { folder } = installed;

/** The adapter's names for the codes. */
const PROTOCOLS: Readonly<Record<string, string>> = {
  MINSWAP: 'minswap-v1',
  MINSWAPV2: 'minswap-v2',
  SUNDAESWAP: 'sundaeswap-v1',
  SUNDAESWAPV3: 'sundaeswap-v3',
  WINGRIDER: 'wingriders-v1',
  WINGRIDERV2: 'wingriders-v2',
  SPLASH: 'splash',
  VYFI: 'vyfi-v1',
};

interface Split {
  readonly protocol: string;
  readonly amountIn: number;
  readonly batcherFee: number;
  readonly deposits: number;
  readonly expectedOutput: number;
  readonly expectedOutputWithoutSlippage: number;
  readonly fee: number;
  readonly initialPrice: number;
  readonly finalPrice: number;
  readonly poolFee: number;
  readonly poolId: string;
  readonly priceImpact: number;
}
interface Estimate {
  readonly splits: readonly Split[];
  readonly totalInput: number;
  readonly totalOutput: number;
  readonly totalOutputWithoutSlippage: number;
  readonly netPrice: number;
  readonly batcherFee: number;
  readonly deposits: number;
  readonly totalFee: number;
  readonly aggregatorFee: number;
  readonly frontendFee: number;
}
interface Created extends Estimate {
  readonly cbor: string;
  readonly aggregator: string;
}
interface Order {
  readonly status: string;
  readonly amountIn: number;
  readonly actualAmountOut: number;
  readonly expectedAmountOut: number;
  readonly txHash: string;
  readonly outputIndex: number;
  readonly customId: string;
  readonly placedAt: number;
  readonly aggregator: string;
  readonly protocol: string;
  readonly tokenIn: string;
  readonly tokenOut: string;
}
interface SpecRoute {
  readonly dex: string;
  readonly amount_in: number;
  readonly expected_output: number;
}
interface SpecEstimate {
  readonly total_output: number;
  readonly total_output_without_slippage: number;
  readonly possible_routes: readonly SpecRoute[];
}
interface SpecBuild {
  readonly cbor: string;
  readonly total_input: number;
  readonly total_output: number;
  readonly splits: readonly SpecRoute[];
}

describe('the unmodified adapter against practice', () => {
  const exchanges = realCodes();
  const owner = practiceWallet(41);
  const asked: Asked[] = [];
  const report: string[] = [];
  let world: TestWorld;
  let wild: ApiServer;
  let bare: ApiServer;
  let spec: ApiServer;
  let adapter: YoroiAdapter;
  let token: AssetId;
  let decimals: number;
  /** As the adapter writes it. */
  let tokenOfAdapter: string;

  const serve = (wire: Wire): Promise<ApiServer> =>
    startServer(
      0,
      {
        prefixed: { ledger: ledgerApi(world.practice) },
        rest: serviceApi(world.practice, { apiKey: KEY, wire }),
        streams: {},
      },
      (error) => {
        throw error;
      },
    );
  const adapterAt = ({ port }: ApiServer): Promise<YoroiAdapter> =>
    YoroiAdapter.start(folder, { baseUrl: `http://127.0.0.1:${port}`, key: KEY }, owner.address);

  beforeAll(async () => {
    world = new TestWorld({ exchanges });
    // Only what the sources say of this very client's answers; the other variations are of other clients'.
    wild = await serve(new Wire('wild', 7, ['ada-as-zeros']));
    bare = await serve(new Wire('wild', 7, ['ada-as-zeros', 'build-without-totals', 'no-quote-as-maximum']));
    spec = await serve(new Wire('spec'));
    adapter = await adapterAt(wild);
    token = world.token('AMBER');
    decimals = world.practice.market.token(token)?.decimals ?? 0;
    tokenOfAdapter = `${token.slice(0, 56)}.${token.slice(56)}`;
    for (let gift = 0; gift < 2; gift += 1) {
      const funded = world.practice.fund(owner.address);
      if (!funded.ok) throw new Error(funded.failure);
      world.pass(20);
    }
  });
  afterAll(async () => {
    adapter.stop();
    if (process.env['YOROI_REPORT']) console.log(report.join('\n'));
    await Promise.all([wild, bare, spec].map((server) => server.close()));
    world.practice.close();
  });

  const told = async <Value>(method: string, body?: unknown): Promise<Value> => {
    const answer = await adapter.call<Value>(method, body);
    asked.push(...answer.asked);
    return answer.value;
  };
  const specified = async <Value>(path: string, body: object): Promise<Value> => {
    const answer = await call(`http://127.0.0.1:${spec.port}${path}`, {
      method: 'POST',
      headers: { 'X-Partner-Id': KEY, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json as Value;
  };
  const BUY = () => ({ tokenIn: '.', tokenOut: tokenOfAdapter });
  const SELL = () => ({ tokenIn: tokenOfAdapter, tokenOut: '.' });
  const wire = ({ tokenIn }: { readonly tokenIn: string }) =>
    tokenIn === '.' ? { token_in: '', token_out: token } : { token_in: token, token_out: '' };
  const near = (value: number, expected: number): void => {
    expect(Math.abs(value / expected - 1)).toBeLessThan(1e-9);
  };
  /** The adapter's figure, and practice's. */
  const compared = (what: string, said: unknown, held: unknown): void => {
    report.push(`${what}: the adapter says ${String(said)}, practice holds ${String(held)}`);
  };
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

  /** Figures of each split that the specification does not have, against the pools themselves. */
  const expectPools = (splits: readonly Split[], isBuy: boolean): void => {
    for (const split of splits) {
      const pool = world.practice.market.pool(split.poolId);
      const exchange = exchanges.find(({ code }) => PROTOCOLS[code] === split.protocol);
      if (!pool || !exchange) throw new Error('no such pool or exchange');
      expect(pool.exchange).toBe(exchange.code);
      expect(split.poolFee).toBe(pool.feePpm / 1e6);
      expect(split.batcherFee).toBe(Number(exchange.batcherFee) / 1e6);
      expect(split.fee).toBe(split.batcherFee + split.deposits);
      const spot = Number(pool.ada) / 1e6 / (Number(pool.tokens) / 10 ** decimals);
      // A purchase moves the pool's price up, a sale moves it down.
      expect(Math.sign(split.finalPrice - spot)).toBe(isBuy ? 1 : -1);
      near(split.priceImpact, Math.abs(split.finalPrice / spot - 1) * 100);
    }
  };

  test('finds all tokens at once, ADA among them under its own name', async () => {
    const tokens =
      await told<readonly { id: string; decimals: number; ticker: string; status: string }[]>('tokens');
    const { tokens: known } = world.practice.market;
    expect(tokens.filter(({ id }) => id !== '.')).toEqual(
      known.map(
        ({ id, decimals: places, ticker, verified }) =>
          expect.objectContaining({
            id: `${id.slice(0, 56)}.${id.slice(56)}`,
            decimals: places,
            ticker,
            status: verified ? 'valid' : 'invalid',
          }) as unknown,
      ),
    );
    expect(tokens.filter(({ id }) => id === '.')).toHaveLength(1);
    compared('tokens without ADA', tokens.length - 1, known.length);
  });

  test.each([
    ['buys', BUY, 250],
    ['sells', SELL, 300],
  ])('%s: the estimate is that of the specification', async (name, pair, amountIn) => {
    const estimate = await told<Estimate>('estimate', { ...pair(), amountIn, slippage: 1 });
    const expected = await specified<SpecEstimate>('/swap/estimate', {
      ...wire(pair()),
      amount_in: amountIn,
      slippage: 1,
    });
    expect(estimate).toMatchObject({
      totalOutput: expected.total_output,
      totalOutputWithoutSlippage: expected.total_output_without_slippage,
      aggregatorFee: 0,
      frontendFee: 0,
    });
    near(estimate.totalInput, amountIn);
    near(estimate.netPrice, expected.total_output_without_slippage / amountIn);
    expect(estimate.splits).toEqual(
      expected.possible_routes.map(
        ({ dex, amount_in, expected_output }) =>
          expect.objectContaining({
            protocol: PROTOCOLS[dex],
            amountIn: amount_in,
            expectedOutput: expected_output,
          }) as unknown,
      ),
    );
    near(
      sum(estimate.splits.map((split) => split.expectedOutputWithoutSlippage)),
      expected.total_output_without_slippage,
    );
    near(sum(estimate.splits.map(({ batcherFee }) => batcherFee)), estimate.batcherFee);
    near(sum(estimate.splits.map(({ deposits }) => deposits)), estimate.deposits);
    expect(estimate.totalFee).toBe(estimate.batcherFee);
    expectPools(estimate.splits, pair === BUY);
    compared(`estimate, ${name} ${amountIn}`, estimate.totalOutput, expected.total_output);
  });

  test('an exchange that is left out, or is the only one wanted, is what the estimate keeps to', async () => {
    const all = await told<Estimate>('estimate', { ...BUY(), amountIn: 250, slippage: 1 });
    const [used] = all.splits.map(({ protocol }) => protocol);
    const without = await told<Estimate>('estimate', {
      ...BUY(),
      amountIn: 250,
      slippage: 1,
      blockedProtocols: [used],
    });
    expect(without.splits.map(({ protocol }) => protocol)).not.toContain(used);
    const alone = await told<Estimate>('estimate', {
      ...BUY(),
      amountIn: 250,
      slippage: 1,
      protocol: without.splits[0]?.protocol,
    });
    expect(new Set(alone.splits.map(({ protocol }) => protocol))).toEqual(
      new Set([without.splits[0]?.protocol]),
    );
    const others = exchanges.flatMap(({ code }) =>
      PROTOCOLS[code] === without.splits[0]?.protocol ? [] : [code],
    );
    const expected = await specified<SpecEstimate>('/swap/estimate', {
      ...wire(BUY()),
      amount_in: 250,
      slippage: 1,
      blacklisted_dexes: others,
    });
    expect(alone.totalOutput).toBe(expected.total_output);
  });

  test.each([
    ['buys', BUY, 120],
    ['sells', SELL, 90],
  ])('%s: the reverse estimate is the least that brings what is wanted', async (name, pair, amountOut) => {
    const estimate = await told<Estimate>('estimate', { ...pair(), amountOut, slippage: 1 });
    const forward = (amount: number): Promise<SpecEstimate> =>
      specified('/swap/estimate', { ...wire(pair()), amount_in: amount, slippage: 1 });
    const enough = await forward(estimate.totalInput);
    expect(enough.total_output_without_slippage).toBeGreaterThanOrEqual(amountOut);
    expect(estimate.totalOutput).toBe(enough.total_output_without_slippage);
    const places = pair === BUY ? 6 : decimals;
    const less = await forward(Number((estimate.totalInput * (1 - 1e-4)).toFixed(places)));
    expect(less.total_output_without_slippage).toBeLessThan(amountOut);
    near(estimate.netPrice, estimate.totalOutput / estimate.totalInput);
    near(sum(estimate.splits.map(({ amountIn }) => amountIn)), estimate.totalInput);
    expectPools(estimate.splits, pair === BUY);
    compared(
      `reverse estimate, ${name} for ${amountOut}: ${estimate.totalInput} bring`,
      estimate.totalOutput,
      enough.total_output_without_slippage,
    );
  });

  test.each([
    ['buy', BUY],
    ['sell', SELL],
  ])(
    'limit options to %s: one for each exchange that takes limit orders, at the market’s price',
    async (name, pair) => {
      const options = await told<{
        defaultProtocol: string;
        wantedPrice: number;
        options: readonly { protocol: string; initialPrice: number; batcherFee: number }[];
      }>('limitOptions', pair());
      const market = await specified<SpecEstimate>('/swap/estimate', {
        ...wire(pair()),
        amount_in: 50,
        slippage: 0,
      });
      near(options.wantedPrice, market.total_output_without_slippage / 50);
      expect(options.defaultProtocol).toBe(PROTOCOLS[market.possible_routes[0]?.dex ?? '']);
      const pools = world.practice.market.poolsOf(token);
      const taking = exchanges.filter(
        ({ code, limit }) => limit && pools.some(({ exchange }) => exchange === code),
      );
      expect(options.options.map(({ protocol }) => protocol).toSorted()).toEqual(
        taking.map(({ code }) => PROTOCOLS[code]).toSorted(),
      );
      for (const { protocol, batcherFee, initialPrice } of options.options) {
        expect(batcherFee).toBe(
          Number(taking.find(({ code }) => PROTOCOLS[code] === protocol)?.batcherFee) / 1e6,
        );
        // The amount received for the amount sold, at the wanted price, rounded as an order's minimum is.
        expect(Math.abs(initialPrice / options.wantedPrice - 1)).toBeLessThan(1e-6);
      }
      const market50 = market.total_output_without_slippage / 50;
      compared(`limit options, ${name}: price`, options.wantedPrice, market50);
      compared(`limit options, ${name}: exchanges`, options.options.length, taking.length);
    },
  );

  /** A price that the market does not reach, as the adapter takes it: the amount received for one unit sold. */
  const wanted = (pair: typeof BUY, times: number): number => {
    const ada = world.practice.market.averagePrice(token)?.adaPerToken ?? 0;
    return pair === BUY ? times / ada : times * ada;
  };

  test.each([
    ['buy', BUY, 60],
    ['sell', SELL, 80],
  ])(
    'a limit order to %s: estimate and build are those of the specification',
    async (name, pair, amountIn) => {
      const wantedPrice = wanted(pair, 1.5);
      const typed = { ...pair(), amountIn, wantedPrice, protocol: 'minswap-v2', multiples: 2 };
      const body = {
        ...wire(pair()),
        amount_in: amountIn,
        // The specification's price is in ADA for one token.
        wanted_price: pair === BUY ? 1 / wantedPrice : wantedPrice,
        dex: 'MINSWAPV2',
        multiples: 2,
      };
      const estimate = await told<Estimate>('estimate', typed);
      const expected = await specified<SpecEstimate>('/swap/limit/estimate', body);
      expect(estimate.totalOutput).toBe(expected.total_output);
      near(estimate.totalInput, amountIn);
      near(estimate.netPrice, expected.total_output / amountIn);
      const built = await told<Created>('create', typed);
      const same = await specified<SpecBuild>('/swap/limit/build', { ...body, buyer_address: owner.address });
      expect(built.cbor).toBe(same.cbor);
      expect(built).toMatchObject({
        aggregator: 'dexhunter',
        totalInput: amountIn,
        totalOutput: expected.total_output,
      });
      expect(built.splits).toEqual(
        same.splits.map(
          ({ dex, amount_in, expected_output }) =>
            expect.objectContaining({
              protocol: PROTOCOLS[dex],
              amountIn: amount_in,
              expectedOutput: expected_output,
            }) as unknown,
        ),
      );
      // The adapter shows the pool's price here, and not the one that is wanted.
      const pool = world.practice.market.pool(built.splits[0]?.poolId ?? '');
      const spot = Number(pool?.ada) / 1e6 / (Number(pool?.tokens) / 10 ** decimals);
      near(built.netPrice, pair === BUY ? 1 / spot : spot);
      compared(`limit estimate, ${name} ${amountIn}`, estimate.totalOutput, expected.total_output);
      compared(`limit build, ${name} ${amountIn}`, built.totalOutput, expected.total_output);
      report.push(`limit build, ${name}: the same ${built.cbor.length / 2} bytes as the specification's`);
    },
  );

  test.each([
    ['buy', BUY, 75],
    ['sell', SELL, 60],
  ])('a swap to %s: the build is that of the specification, byte for byte', async (name, pair, amountIn) => {
    const typed = { ...pair(), amountIn, slippage: 2 };
    const built = await told<Created>('create', typed);
    const body = { ...wire(pair()), amount_in: amountIn, slippage: 2, buyer_address: owner.address };
    const expected = await specified<SpecBuild>('/swap/build', body);
    const { total_output_without_slippage: about } = await specified<SpecEstimate>('/swap/estimate', body);
    expect(built.cbor).toBe(expected.cbor);
    expect(built).toMatchObject({
      totalInput: expected.total_input,
      totalOutput: expected.total_output,
      totalOutputWithoutSlippage: about,
    });
    near(built.netPrice, about / amountIn);
    expectPools(built.splits, pair === BUY);
    compared(`build, ${name} ${amountIn}`, built.totalOutput, expected.total_output);
    report.push(`build, ${name}: the same ${built.cbor.length / 2} bytes as the specification's`);
    // Where a service states no totals, the adapter takes the price of the first split's pool.
    const poor = await adapterAt(bare);
    const { value } = await poor.call<Created>('create', typed);
    poor.stop();
    expect(value).toMatchObject({
      cbor: expected.cbor,
      totalInput: sum(expected.splits.map((split) => split.amount_in)),
    });
    const pool = world.practice.market.pool(value.splits[0]?.poolId ?? '');
    const spot = Number(pool?.ada) / 1e6 / (Number(pool?.tokens) / 10 ** decimals);
    near(value.netPrice, pair === BUY ? 1 / spot : spot);
  });

  test('an order that was signed is listed as it was built, and is taken back', async () => {
    const typed = { ...BUY(), amountIn: 60, wantedPrice: wanted(BUY, 1.5), protocol: 'sundaeswap-v3' };
    const built = await told<Created>('create', typed);
    const send = async (cbor: string, keys: 'both' | 'payment'): Promise<string> => {
      const signed = await specified<{ cbor: string }>('/swap/sign', {
        txCbor: cbor,
        signatures: owner.sign(cbor, keys),
      });
      const sent = world.practice.chain.submit(Buffer.from(signed.cbor, 'hex'));
      if (!sent.ok) throw new Error(JSON.stringify(sent.failure));
      world.pass(20);
      return sent.value.hash;
    };
    const txHash = await send(built.cbor, 'both');
    const [order, ...others] = await told<readonly Order[]>('orders');
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      status: 'open',
      amountIn: 60,
      actualAmountOut: 0,
      expectedAmountOut: built.totalOutput,
      txHash,
      outputIndex: 0,
      aggregator: 'dexhunter',
      protocol: 'sundaeswap-v3',
      ...BUY(),
    });
    expect(Math.abs((order?.placedAt ?? 0) - world.now)).toBeLessThanOrEqual(20_000);
    compared(
      'the order’s amount and least',
      `${order?.amountIn} and ${order?.expectedAmountOut}`,
      `60 and ${built.totalOutput}`,
    );
    const { cbor } = await told<{ cbor: string }>('cancel', { order });
    const same = await specified<{ cbor: string }>('/swap/cancel', {
      order_id: order?.customId,
      address: owner.address,
    });
    expect(cbor).toBe(same.cbor);
    report.push(`cancel: the same ${cbor.length / 2} bytes as the specification's`);
    await send(cbor, 'payment');
    expect(await told('orders')).toMatchObject([
      { customId: order?.customId, status: 'canceled', actualAmountOut: 0 },
    ]);
  });

  test('what cannot be filled is no quote, whichever way the service says so', async () => {
    const tooMuch = { ...SELL(), amountIn: 9e12, slippage: 1 };
    expect((await adapter.tried('estimate', tooMuch)).value).toMatchObject({
      tag: 'left',
      error: { status: 400, message: expect.stringContaining('not_enough_liquidity') as string },
    });
    // As the maximum of a scaled integer it is a quote to the adapter: of more than there is.
    const poor = await adapterAt(bare);
    const { value } = await poor.call<Estimate>('estimate', tooMuch);
    poor.stop();
    expect(value).toMatchObject({ totalOutput: 0, splits: [{ amountIn: 9_223_372_036_854.775 }] });
  });

  // The last one: it looks at everything that the ones before asked.
  test('these of its calls are not in the specification, which answers them so', async () => {
    const specifiedCalls = [
      ['POST', '/swap/estimate'],
      ['POST', '/swap/build'],
      ['POST', '/swap/limit/estimate'],
      ['POST', '/swap/limit/build'],
      ['POST', '/swap/cancel'],
    ].map((each) => each.join(' '));
    const called = Map.groupBy(
      asked,
      ({ method, path }) => `${method} ${path.replace(owner.address, '{address}')}`,
    );
    const statusesOf = (each: string): ReadonlySet<number> =>
      new Set(called.get(each)?.map(({ status }) => status));
    const beyond = [...called.keys()].filter((each) => !specifiedCalls.includes(each)).toSorted();
    expect(beyond).toEqual(['GET /swap/orders/{address}', 'GET /swap/tokens', 'POST /swap/reverseEstimate']);
    for (const each of beyond) expect([each, statusesOf(each)]).toEqual([each, new Set([200])]);
    const strict = await adapterAt(spec);
    const statuses = [
      await strict.tried('orders'),
      await strict.tried('tokens'),
      await strict.tried('estimate', { ...BUY(), amountOut: 5, slippage: 1 }),
    ].map(
      ({ asked: [request] }) =>
        `${request?.method} ${request?.path.replace(owner.address, '{address}')}: ${request?.status}`,
    );
    strict.stop();
    report.push(
      ...[...called.keys()].map(
        (each) =>
          `${each}: ${beyond.includes(each) ? 'not ' : ''}in the specification; the wild dialect answers with ${[...statusesOf(each)].join(' or ')}`,
      ),
      ...statuses.map((each) => `by the specification's dialect, ${each}`),
    );
    expect(statuses).toEqual([
      // Services in the wild answer it, and so does practice in both dialects.
      'GET /swap/orders/{address}: 200',
      'GET /swap/tokens: 400',
      'POST /swap/reverseEstimate: 404',
    ]);
    const fields = new Set(asked.flatMap((each) => each.fields));
    for (const name of [
      ...['token_in', 'token_out', 'amount_in', 'slippage', 'blacklisted_dexes', 'buyer_address'],
      ...['wanted_price', 'multiples', 'dex', 'order_id', 'address'],
    ])
      fields.delete(name);
    expect([...fields].toSorted()).toEqual(['amount_out', 'single_preferred_dex']);
  });
});
