import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import type { LimitIntent } from '#domain/order.ts';
import { ok } from '#domain/result.ts';
import { OrderPager } from '../../../src-main/service/wire/order-pages.ts';
import { answeringService } from '../../support/answering-service.ts';
import { reply } from '../../support/loopback-server.ts';
import { must } from '../../support/trader.ts';

const policy = '279c909f348e533da5808898f87f9a14bb2c3dfbbacccd631d927a3f';
const token = parseAssetId(`${policy}534e454b`) as AssetId;
const decimals = (asset: AssetId): number => (asset === ADA ? 6 : 3);
const intent: LimitIntent = {
  pay: { asset: ADA, quantity: 25_000_001n },
  receive: token,
  wantedPrice: '0.000379000000000123',
  multiples: 3,
  exchange: 'EXBV3',
  excluded: ['EXC'],
};
const OWNER = 'addr_test1owner';
const HASH = 'ab'.repeat(32);

const service = answeringService();

const bodies = (): readonly string[] => service.server.seen.map(({ body }) => body.toString());

describe('limit orders on the wire', () => {
  test('are asked for with every digit of price and amount, and only the fields that are meant', async () => {
    service.server.answers({
      total_output: 65963.06,
      possible_routes: [{ dex: 'EXBV3', amount_in: 25.000001, expected_output: 65963.06 }],
    });
    const estimate = must(await service.client.limitEstimate(intent, decimals));
    expect(estimate).toMatchObject({ expected: 65_963_060n, lowest: 65_963_060n });
    expect(bodies()[0]).toBe(
      `{"token_in":"","token_out":"${token}","amount_in":25.000001,"wanted_price":0.000379000000000123,"multiples":3,"dex":"EXBV3","blacklisted_dexes":["EXC"]}`,
    );
    const plain = { ...intent, multiples: 1, exchange: undefined, excluded: [] };
    service.server.answers({
      cbor: '84A0',
      splits: [{ dex: 'EXBV3', amount_in: 25.000001, expected_output: 65963.06 }],
    });
    const build = must(await service.client.limitBuild(plain, OWNER, decimals));
    expect(build).toMatchObject({ cbor: '84a0', expected: 65_963_060n });
    expect(bodies()[1]).toBe(
      `{"buyer_address":"${OWNER}","token_in":"","token_out":"${token}","amount_in":25.000001,"wanted_price":0.000379000000000123}`,
    );
  });

  test.each([
    ['order_not_found', 'order-unknown'],
    ['order_already_filled', 'order-already-closed'],
    ['order_already_cancelled', 'order-already-closed'],
    ['not_order_owner', 'order-not-yours'],
    ['too_many_orders', 'cancel-too-large'],
    ['order_in_use', 'order-not-on-chain'],
  ])('a refused cancellation that says %s is %s', async (word, code) => {
    service.server.answers({ error: word, message: 'No.', order_id: 'o-7', maximum: 12 }, 409);
    const refused = await service.client.cancel(['o-7', 'o-8'], OWNER);
    expect(refused).toMatchObject({ ok: false, failure: { code } });
    if (!refused.ok && code.startsWith('order-')) expect(refused.failure.data?.['order']).toBe('o-7');
    if (!refused.ok && code === 'cancel-too-large') expect(refused.failure.data?.['most']).toBe(12);
    service.server.answers(JSON.stringify(word), 400);
    expect(await service.client.cancel(['o-7', 'o-8'], OWNER)).toMatchObject({
      ok: false,
      failure: { code },
    });
  });

  test('one order and many are cancelled by calls of their own; an empty answer built nothing', async () => {
    service.server.answers({ cbor: '84a0', additional_cancellation_fee: 0.5 });
    expect(must(await service.client.cancel(['one'], OWNER))).toMatchObject({ cbor: '84a0', fee: '0.5' });
    must(await service.client.cancel(['one', 'two'], OWNER));
    expect(service.server.seen.map(({ url }) => url)).toEqual(['/swap/cancel', '/swap/bulkcancel']);
    expect(bodies()).toEqual([
      `{"order_id":"one","address":"${OWNER}"}`,
      `{"order_ids":["one","two"],"address":"${OWNER}"}`,
    ]);
    service.server.answers({ cbor: '' });
    expect(await service.client.cancel(['one'], OWNER)).toMatchObject({
      failure: { code: 'service-built-nothing' },
    });
  });
});

describe('lists of orders', () => {
  const wire = {
    _id: 'o-1',
    token_id_in: `${'0'.repeat(56)}6c6f76656c616365`,
    token_id_out: token,
    dex: 'EXBV3',
    status: 'LIMIT',
    user_address: OWNER,
    user_stake: null,
    amount_in: 20.5,
    expected_out_amount: 0.00037900000000012923,
    actual_out_amount: -0.04999999999999982,
    submission_time: '2026-11-20T10:00:00.000Z',
    last_update: 1_763_632_800,
    tx_hash: HASH.toUpperCase(),
    output_index: 2,
    update_tx_hash: '',
    is_oor: false,
    is_stop_loss: false,
    batcher_fee: 2,
    deposit: 2,
  };

  test('are read field by field; what means nothing is absent', async () => {
    service.server.answers([wire]);
    const [order] = must(await service.client.orders(OWNER, 'newest'));
    expect(order).toMatchObject({
      id: 'o-1',
      status: 'LIMIT',
      sells: ADA,
      buys: token,
      amountIn: '20.5',
      expectedOut: '0.00037900000000012923',
      actualOut: undefined,
      submittedAt: Date.UTC(2026, 10, 20, 10),
      updatedAt: 1_763_632_800_000,
      txHash: HASH,
      outputIndex: 2,
      updateTxHash: undefined,
    });
    expect(order?.record).toContainEqual(['user_stake', 'null']);
  });

  test('keep every row that names an order or what it trades, and count the others', async () => {
    service.server.answers([
      wire,
      {},
      null,
      7,
      'text',
      [1],
      { token_id_in: '', token_id_out: token },
      { tx_hash: HASH },
      { ...wire, _id: { $oid: 'wrapped' }, status: 'NEVER_HEARD_OF', tx_hash: 5 },
    ]);
    const listed = await service.client.orders(OWNER, 'newest');
    const orders = must(listed);
    expect(orders).toHaveLength(4);
    expect(listed).toMatchObject({ leftOut: { code: 'rows-left-out', data: { count: 5, list: 'orders' } } });
    expect(orders.map(({ status }) => status)).toContain('NEVER_HEARD_OF');
    expect(orders.at(-1)).toMatchObject({ id: 'wrapped', txHash: undefined });
  });

  test.each([0, 1])('are asked for page by page, where pages count from %i', async (from) => {
    const all = Array.from({ length: 1_234 }, (_, at) => ({ ...wire, _id: `o-${at}` }));
    service.server.answer = (response, { body }) => {
      const { page, perPage } = JSON.parse(body.toString()) as { page: number; perPage: number };
      const start = Math.max(0, page - from) * perPage;
      reply(response, JSON.stringify(all.slice(start, start + perPage)));
    };
    const orders = must(await service.client.orders(OWNER, 'all'));
    expect(orders.map(({ id }) => id)).toEqual(all.map(({ _id }) => _id));
    // 25 pages, and one that says where pages begin.
    expect(service.server.seen.length).toBeLessThanOrEqual(27);
    expect(JSON.parse(bodies()[0] ?? '')).toEqual({
      page: 0,
      perPage: 50,
      filters: [],
      orderSorts: 'DATE',
      sortDirection: 'DESC',
    });
  });

  /** A service whose page 0 is not its first page, and answers as the test says. */
  function countsFromOne(all: readonly object[], zeroth: (perPage: number) => [unknown, number]): void {
    service.server.answer = (response, { body }) => {
      const { page, perPage } = JSON.parse(body.toString()) as { page: number; perPage: number };
      const [answer, status] =
        page === 0 ? zeroth(perPage) : [all.slice((page - 1) * perPage, page * perPage), 200];
      reply(response, JSON.stringify(answer), status);
    };
  }

  test.each([
    ['nothing', [], 200],
    ['null', null, 200],
    ['a refusal', { error: 'malformed_request', message: 'page must be 1 or more' }, 400],
  ])(
    'of a service that counts from 1 and answers page 0 with %s are all of them',
    async (_name, zeroth, status) => {
      const all = Array.from({ length: 120 }, (_, at) => ({ ...wire, _id: `o-${at}` }));
      countsFromOne(all, () => [zeroth, status]);
      expect(must(await service.client.orders(OWNER, 'all'))).toHaveLength(120);
      service.server.seen.length = 0;
      // Where its pages begin is remembered.
      expect(must(await service.client.orders(OWNER, 'newest')).map(({ id }) => id)).toEqual(
        all.slice(0, 50).map(({ _id }) => _id),
      );
      expect(service.server.seen).toHaveLength(1);
    },
  );

  test('that a service refuses are refused, and not asked for again under another number', async () => {
    service.server.answers('"busy"', 500);
    expect(await service.client.orders(OWNER, 'all')).toMatchObject({ failure: { code: 'service-error' } });
    service.server.answers({ error: 'malformed_request' }, 400);
    service.server.seen.length = 0;
    expect(await service.client.orders(OWNER, 'all')).toMatchObject({
      failure: { code: 'service-error', data: { status: 400 } },
    });
    expect(service.server.seen.length).toBeLessThanOrEqual(2);
    service.server.answer = (response, { body }) => {
      const { page } = JSON.parse(body.toString()) as { page: number };
      reply(response, page === 0 ? '[]' : '"page must be 0"', page === 0 ? 200 : 400);
    };
    expect(must(await service.client.orders(OWNER, 'all'))).toEqual([]);
  });

  test('come once, and all of them, however pages overlap, repeat or never end', async () => {
    const laws = fc.record({
      length: fc.integer({ min: 0, max: 400 }),
      from: fc.constantFrom(0, 1),
      most: fc.integer({ min: 10, max: 60 }),
      overlap: fc.integer({ min: 0, max: 5 }),
      named: fc.boolean(),
      endless: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(laws, async ({ length, from, most, overlap, named, endless }) => {
        const all = Array.from({ length }, (_, at) =>
          named ? { ...wire, _id: `o-${at}` } : { ...wire, _id: null, tx_hash: null, amount_in: at },
        );
        const pager = new OrderPager();
        let asked = 0;
        const answered = await pager.all({}, 'all', (body) => {
          asked += 1;
          const { page, perPage } = JSON.parse(body) as { page: number; perPage: number };
          const size = Math.min(perPage, most);
          const start = Math.max(0, Math.max(0, page - from) * size - (page > from ? overlap : 0));
          const rows = all.slice(start, start + size + overlap);
          // A service that answers its last page for every page after it.
          return Promise.resolve(ok(rows.length === 0 && endless ? all.slice(-size) : rows));
        });
        expect(answered).toEqual(ok(all));
        expect(asked).toBeLessThanOrEqual(length / most + 4);
      }),
      { numRuns: 200 },
    );
  });

  test('are cut off where a service never stops bringing new ones', async () => {
    let asked = 0;
    const answered = await new OrderPager().all({}, 'all', () => {
      asked += 1;
      return Promise.resolve(ok(Array.from({ length: 50 }, (_, at) => ({ _id: `${asked}-${at}` }))));
    });
    expect(answered.ok && answered.value.length).toBe(10_000);
  });

  test('end also with a service that has no pages', async () => {
    service.server.answers(Array.from({ length: 40 }, (_, at) => ({ ...wire, _id: `o-${at}` })));
    expect(must(await service.client.orders(OWNER, 'all'))).toHaveLength(40);
    expect(service.server.seen.length).toBeLessThanOrEqual(3);
    service.server.seen.length = 0;
    must(await service.client.orders(OWNER, 'newest'));
    expect(service.server.seen).toHaveLength(1);
  });

  test('of a pair name both sides', async () => {
    service.server.answers([]);
    must(await service.client.ordersByPair(ADA, token));
    must(await service.client.limitOrders(token));
    expect(service.server.seen.map(({ url }) => url)).toEqual([
      '/swap/ordersByPair',
      `/swap/limit_orders/ADA/${token}`,
    ]);
    expect(JSON.parse(bodies()[0] ?? '')).toMatchObject({ tokenId1: '', tokenId2: token });
  });
});
