// The whole application on a practice that writes its answers as services in the wild do: as its seed picks them, and
// with every variation at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderListView } from '#contract/orders.ts';
import { VARIATION_NAMES } from '../../../src-main/practice/api/wire.ts';
import { approveNext } from '../../support/approving.ts';
import { OrderList } from '../../support/order-list.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { must, until } from '../../support/trader.ts';
import { ticketSelling } from '../../support/sales.ts';

const PASSWORD = 'canary-password-77b1';
const everything = VARIATION_NAMES.filter((name) => name !== 'invalid-partner').join();

describe.each([
  ['as its seed picks', []],
  ['with every variation', ['--wild', everything]],
])('the application on a wild service, %s', (_name, wild) => {
  const folder = temporaryDirectory();
  let test: TestApp;
  let token: string;
  let list: OrderList;
  let orders: OrderListView | undefined;

  beforeAll(async () => {
    const practiceOptions = ['--seed', '11', '--block-time', '300ms', '--dialect', 'wild', ...wild];
    ({ test, token } = await startFundedApp(folder.path, PASSWORD, { practiceOptions }));
    list = new OrderList(test.main);
    test.main.follow('orders', (view) => (orders = view));
  });
  afterAll(async () => {
    await test.close();
    folder.remove();
  });

  it('shows the markets: figures, trending tokens, and candles', async () => {
    const stats = must(await test.main.call('market.stats', { id: token }));
    expect(stats.priceAda).toBeGreaterThan(0);
    expect(stats.liquidityAda).toBeGreaterThan(0);
    const trending = must(await test.main.call('market.trending', { period: '1day' }));
    expect(trending.rows.length).toBeGreaterThan(5);
    const page = must(await test.main.call('market.get', { id: token }));
    expect(page.pools.length).toBeGreaterThan(0);
    expect(page.pairs.map(({ quote }) => quote)).toEqual(['ADA']);
    const pair = { base: token, quote: 'ADA', period: '1hour' } as const;
    const history = must(
      await test.main.call('chart.history', { ...pair, to: Math.floor(Date.now() / 1_000), count: 200 }),
    );
    const { close, volume } = history.candles;
    expect(close.length).toBeGreaterThan(100);
    expect((close.at(-1) ?? 0) / (stats.priceAda ?? 1)).toBeCloseTo(1, 1);
    // A volume is known of all of them or of none, and is never made up.
    const isSilent = wild.length > 0;
    if (isSilent) expect(volume.every((each) => each === null)).toBe(true);
    if (isSilent) expect(stats.volume24hAda).toBeUndefined();
    if (isSilent) expect(trending.rows.every(({ change }) => change === undefined)).toBe(true);
  });

  it('trades from quote to fill', async () => {
    const wish = { ...ticketSelling(25_000_000n), receive: token, slippageBps: 300, excluded: [] };
    const quote = must(await test.main.call('swap.quote', wish));
    expect(quote.routes.length).toBeGreaterThan(0);
    const { tradeId } = must(await test.main.call('swap.review', { quoteId: quote.id }));
    await approveNext(test, PASSWORD);
    const filled =
      (id: string) =>
      ({ id: one, state }: { id: string; state: string }) =>
        one === id && state === 'filled';
    const trades = await test.main.topicWhen('trades', (all) => all.some(filled(tradeId)));
    const trade = trades.find(({ id }) => id === tradeId);
    expect(BigInt(trade?.filledTotal ?? '0')).toBeGreaterThanOrEqual(BigInt(trade?.atLeast ?? '-1'));
  });

  it('lists an order once, with the service’s word for it, and takes it back', async () => {
    const ticket = {
      ...ticketSelling(20_000_000n),
      receive: token,
      price: { form: 'percent', text: '-40' },
      multiples: 1,
      excluded: [],
    } as const;
    const quote = must(await test.main.call('limit.estimate', { ...ticket, excluded: [] }));
    const { bodyHash } = must(await test.main.call('limit.review', { quoteId: quote.id }));
    await approveNext(test, PASSWORD);
    // The list may have been made a moment before the order came to be on chain.
    const row = await list.rowWhen(
      ({ txHash, cancellable, serviceStatus = '' }) =>
        txHash === bodyHash && cancellable && ['LIMIT', 'STOPLOSS'].includes(serviceStatus),
    );
    expect(row).toMatchObject({ source: 'here', kind: 'limit', status: 'open' });
    expect(list.rows.filter(({ txHash }) => txHash === bodyHash)).toHaveLength(1);
    const cancel = must(await test.main.call('orders.cancel', { ids: [row.id] }));
    expect(cancel).toMatchObject({ transactions: 1, orders: 1, leftOut: [] });
    await approveNext(test, PASSWORD);
    await list.rowWhen(({ id, status }) => id === row.id && status === 'cancelled');
  });

  it('lists a recurring order once, and takes it back', async () => {
    const wish = {
      ...ticketSelling(300_000_000n),
      receive: token,
      cycles: 6,
      every: '1day',
      slippageBps: 300,
      exchanges: [],
    } as const;
    const plan = must(await test.main.call('dca.plan', { ...wish, exchanges: [] }));
    const { bodyHash } = must(await test.main.call('dca.review', { planId: plan.id }));
    await approveNext(test, PASSWORD);
    // The first trade of a plan is made at once, the next one tomorrow.
    const { plans } = await test.main.topicWhen('dcaPlans', (value) =>
      value.plans.some(
        ({ txHash, completed, cancellable }) => txHash === bodyHash && completed === 1 && cancellable,
      ),
    );
    expect(plans.map(({ txHash, source, status }) => [txHash, source, status])).toEqual([
      [bodyHash, 'here', 'running'],
    ]);
    must(await test.main.call('dca.cancel', { id: plans[0]?.id ?? '' }));
    await approveNext(test, PASSWORD);
    await test.main.topicWhen('dcaPlans', (value) =>
      value.plans.some(({ txHash, status }) => txHash === bodyHash && status === 'cancelled'),
    );
  });

  it('says of a list that some of it could not be read, and only then', async () => {
    const expected = wild.length > 0 ? 'rows-left-out' : undefined;
    await until(() => Promise.resolve(orders?.at !== undefined && orders.failure?.code === expected));
    const { failure } = await test.main.topicWhen(
      'dcaPlans',
      (value) => value.at !== undefined && value.failure?.code === expected,
    );
    if (expected !== undefined) expect(failure?.data).toMatchObject({ count: 1, list: 'recurring orders' });
  });
});
