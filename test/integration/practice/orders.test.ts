import CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { decodeOrderDatum } from '../../../src-main/practice/orders/datum.ts';
import { minimumFee } from '../../../src-main/practice/chain/parameters.ts';
import { scriptAddress } from '../../../src-main/practice/chain/scripts.ts';
import type { RunningPractice } from '../../../src-main/practice/start.ts';
import { OrderDesk } from '../../support/practice-orders.ts';
import { PracticeCalls, startTestPractice } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

interface Split {
  readonly dex: string;
  readonly amount_in: number;
  readonly expected_output: number;
}

const ada = (amount: number): bigint => BigInt(Math.round(amount * 1e6));

let running: RunningPractice;
let calls: PracticeCalls;
let desk: OrderDesk;
let stranger: OrderDesk;
let amber: string;
let price: number;

beforeAll(async () => {
  running = await startTestPractice();
  calls = new PracticeCalls(running);
  desk = new OrderDesk(calls, practiceWallet(61));
  stranger = new OrderDesk(calls, practiceWallet(62));
  const { json } = await calls.get('/swap/tokens?query=AMBER&verified=true');
  amber = (json as { token_id: string }[])[0]?.token_id ?? '';
  const average = (await calls.get(`/swap/averagePrice/ADA/${amber}`)).json as { price_ba: number };
  price = average.price_ba;
  await Promise.all([calls.fund(desk.wallet.address), calls.fund(stranger.wallet.address)]);
});
afterAll(() => running.stop());

/** A price so many percent from the market's, of few digits. */
const off = (percent: number): number => Number((price * (1 + percent / 100)).toPrecision(4));
const bid = (percent: number, more: object = {}) => ({
  token_in: '',
  token_out: amber,
  amount_in: 40,
  wanted_price: off(percent),
  dex: 'EXAV2',
  ...more,
});

async function estimate(body: object): Promise<{ total_output: number; possible_routes: Split[] }> {
  const { status, json } = await calls.post('/swap/limit/estimate', body);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as { total_output: number; possible_routes: Split[] };
}

describe('an estimate', () => {
  test('has exactly the specification’s fields, and enforces the price in both directions, never below it', async () => {
    const bought = await estimate(bid(-10));
    expect(Object.keys(bought).toSorted()).toEqual(['possible_routes', 'total_output']);
    expect(ada(bought.total_output)).toBeGreaterThanOrEqual(ada(40 / off(-10)) - 1n);
    expect(ada(bought.total_output)).toBeLessThanOrEqual(ada(40 / off(-10)) + 1n);
    expect(bought.possible_routes).toEqual([
      { dex: 'EXAV2', amount_in: 40, expected_output: bought.total_output },
    ]);
    const sold = await estimate({ token_in: amber, token_out: '', amount_in: 100, wanted_price: 0.5 });
    expect(sold.total_output).toBe(50);
    const odd = await estimate({
      token_in: amber,
      token_out: '',
      amount_in: 33.333333,
      wanted_price: 0.1234567,
    });
    expect(odd.total_output).toBe(4.115224);
  });

  test('divides into equal orders, the remainder in the last', async () => {
    const { possible_routes: routes, total_output: total } = await estimate(bid(-10, { multiples: 7 }));
    expect(routes.map((route) => route.amount_in)).toEqual([
      ...Array.from({ length: 6 }, () => 5.714285),
      5.71429,
    ]);
    const sum = routes.reduce((all, route) => all + ada(route.expected_output), 0n);
    expect(ada(total)).toBe(sum);
  });

  test('chooses an exchange that takes limit orders and is not excluded', async () => {
    const first = (await estimate(bid(-10, { dex: undefined }))).possible_routes[0]?.dex ?? '';
    const second = await estimate(bid(-10, { dex: undefined, blacklisted_dexes: [first] }));
    expect(second.possible_routes[0]?.dex).not.toBe(first);
  });
});

const refusals: readonly [string, object, number, object][] = [
  ['a price of zero', { wanted_price: 0 }, 400, { error: 'malformed_request', field: 'wanted_price' }],
  ['a price below zero', { wanted_price: -1 }, 400, { error: 'malformed_request', field: 'wanted_price' }],
  ['a price that is no number', { wanted_price: '1' }, 400, { field: 'wanted_price' }],
  ['no price', { wanted_price: undefined }, 400, { field: 'wanted_price' }],
  ['a price that asks for too much', { wanted_price: 1e-30 }, 400, { field: 'wanted_price' }],
  ['no amount', { amount_in: 0 }, 400, { field: 'amount_in' }],
  [
    'less than the exchange takes',
    { amount_in: 1.3 },
    400,
    { error: 'input_too_small', field: 'amount_in', dex: 'EXAV2', minimum: 1.4 },
  ],
  [
    'parts that are too small',
    { amount_in: 10, multiples: 10 },
    400,
    { error: 'input_too_small', minimum: 1.4 },
  ],
  ['half an order', { multiples: 1.5 }, 400, { field: 'multiples' }],
  ['no order', { multiples: 0 }, 400, { field: 'multiples' }],
  ['an exchange that does not exist', { dex: 'EXZ' }, 400, { error: 'dex_not_found', field: 'dex' }],
  ['an exchange without limit orders', { dex: 'EXB' }, 400, { error: 'no_limit_orders', field: 'dex' }],
  [
    'an excluded exchange',
    { blacklisted_dexes: ['EXAV2'] },
    400,
    { error: 'no_valid_pools_for_trade', field: 'blacklisted_dexes' },
  ],
  ['the same token twice', { token_out: '' }, 400, { error: 'same_token' }],
  ['a token that nobody knows', { token_out: 'ef'.repeat(28) }, 404, { error: 'token_not_found' }],
];

describe('limit orders as asked for', () => {
  test.each(refusals)('%s is refused', async (_name, more, status, body) => {
    const answer = await calls.post('/swap/limit/estimate', bid(-10, more));
    expect(answer).toMatchObject({ status, json: { message: expect.any(String), ...body } });
    const build = { buyer_address: desk.wallet.address, ...bid(-10, more) };
    expect(await calls.post('/swap/limit/build', build)).toEqual(answer);
  });

  test('two tokens are refused, and more orders than fit', async () => {
    const { json } = await calls.get('/swap/tokens?query=HUSD&verified=true');
    const other = (json as { token_id: string }[])[0]?.token_id;
    const pair = { token_in: amber, token_out: other, amount_in: 100, wanted_price: 1 };
    expect(await calls.post('/swap/limit/estimate', pair)).toMatchObject({
      status: 400,
      json: { error: 'no_ada_side' },
    });
    const many = await calls.post('/swap/limit/estimate', bid(-10, { amount_in: 5_000, multiples: 200 }));
    expect(many).toMatchObject({ status: 400, json: { error: 'too_many_orders', field: 'multiples' } });
    const { maximum } = many.json as { maximum: number };
    expect(maximum).toBeGreaterThan(20);
    const most = bid(-30, { amount_in: 5_000, multiples: maximum });
    const built = await calls.post('/swap/limit/build', { buyer_address: stranger.wallet.address, ...most });
    expect(built.status).toBe(200);
    const { cbor, splits } = built.json as { cbor: string; splits: Split[] };
    expect(splits).toHaveLength(maximum);
    const hash = await stranger.send(cbor);
    await calls.onChain(hash);
    const ids = (await stranger.ordersOf(hash)).map((order) => order._id);
    const refused = await stranger.bulkCancel(ids);
    expect(refused).toMatchObject({ status: 400, json: { error: 'too_many_orders', maximum: 30 } });
    const before = await stranger.lovelace();
    let fees = 0n;
    for (let first = 0; first < ids.length; first += 30) {
      const answer = await stranger.bulkCancel(ids.slice(first, first + 30));
      expect(answer.status, JSON.stringify(answer.json)).toBe(200);
      const done = await stranger.send((answer.json as { cbor: string }).cbor, 'payment');
      await calls.onChain(done);
      fees += await stranger.fee(done);
    }
    const deposits = BigInt(maximum) * (700_000n + 2_000_000n);
    expect(await stranger.lovelace()).toBe(before + 5_000_000_000n + deposits - fees);
  });
});

describe('a built transaction', () => {
  test('holds equal orders whose datums enforce the price, at the exchange’s script address', async () => {
    const { json } = await calls.post('/swap/limit/build', {
      buyer_address: desk.wallet.address,
      ...bid(-20, { multiples: 3 }),
    });
    expect(Object.keys(json as object).toSorted()).toEqual(['cbor', 'splits']);
    const { cbor, splits } = json as { cbor: string; splits: Split[] };
    const outputs = CSL.FixedTransaction.from_hex(cbor).body().outputs();
    expect(outputs.len()).toBe(4);
    splits.forEach((split, index) => {
      const output = outputs.get(index);
      expect(output.address().to_bech32()).toBe(scriptAddress('EXAV2', 'order'));
      const datum = decodeOrderDatum(output.plutus_data()?.to_hex() ?? '');
      if (!datum.ok) throw new Error(datum.failure);
      expect(datum.value).toMatchObject({
        ownerPaymentKeyHash: desk.wallet.paymentKeyHash,
        ownerStakeKeyHash: desk.wallet.stakeKeyHash,
        wanted: amber,
        minimumReceived: ada(split.expected_output),
        batcherFee: 700_000n,
        deposit: 2_000_000n,
      });
      expect(BigInt(output.amount().coin().to_str())).toBe(ada(split.amount_in) + 2_700_000n);
    });
  });
});

describe('an order', () => {
  test('rests, is listed and is in the book; cancelled, all but the network’s fee comes back', async () => {
    const before = await desk.lovelace();
    const hash = await desk.place(bid(-25));
    const placed = await desk.fee(hash);
    expect(await desk.lovelace()).toBe(before - 42_700_000n - placed);
    const [order] = await desk.ordersOf(hash);
    expect(order).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      token_id_in: '',
      token_id_out: amber,
      dex: 'EXAV2',
      status: 'LIMIT',
      user_address: desk.wallet.address,
      user_stake: desk.wallet.stakeKeyHash,
      amount_in: 40,
      expected_out_amount: expect.closeTo(40 / off(-25), 5),
      actual_out_amount: 0,
      submission_time: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      last_update: order?.submission_time,
      tx_hash: hash,
      output_index: 0,
      update_tx_hash: '',
      is_oor: false,
      is_stop_loss: false,
      batcher_fee: 0.7,
      deposit: 2,
    });
    const id = order?._id ?? '';
    const book = (await calls.get(`/swap/limit_orders/ADA/${amber}`)).json as { _id: string }[];
    expect(book.map((item) => item._id)).toContain(id);

    const { json } = await desk.cancel(id);
    expect(Object.keys(json as object)).toEqual(['cbor']);
    const { cbor } = json as { cbor: string };
    const body = CSL.FixedTransaction.from_hex(cbor).body();
    expect(body.inputs().len()).toBe(1);
    expect(body.inputs().get(0).transaction_id().to_hex()).toBe(hash);
    expect(body.outputs().len()).toBe(1);
    expect(body.outputs().get(0).address().to_bech32()).toBe(desk.wallet.address);
    expect(body.required_signers()?.len()).toBe(1);
    expect(body.required_signers()?.get(0).to_hex()).toBe(desk.wallet.paymentKeyHash);
    const cancelled = await desk.send(cbor, 'payment');
    await calls.onChain(cancelled);
    const fee = await desk.fee(cancelled);
    const signed = await calls.post('/swap/sign', {
      txCbor: cbor,
      signatures: desk.wallet.sign(cbor, 'payment'),
    });
    expect(fee).toBe(minimumFee((signed.json as { cbor: string }).cbor.length / 2));
    expect(await desk.lovelace()).toBe(before - placed - fee);
    expect(await desk.ordersOf(hash)).toMatchObject([
      { status: 'CANCELLED', update_tx_hash: cancelled, actual_out_amount: 0 },
    ]);
    const after = (await calls.get(`/swap/limit_orders/ADA/${amber}`)).json as { _id: string }[];
    expect(after.map((item) => item._id)).not.toContain(id);
  });

  test('at a price that is there already is filled at once, at the market’s price', async () => {
    const before = await desk.lovelace();
    const tokens = (await calls.balance(desk.wallet.address)).get(amber) ?? 0n;
    const hash = await desk.place(bid(10));
    const [filled] = await desk.untilAll(hash, 'COMPLETE');
    expect(filled?.actual_out_amount).toBeGreaterThan(filled?.expected_out_amount ?? 0);
    expect((await calls.balance(desk.wallet.address)).get(amber)).toBe(
      tokens + ada(filled?.actual_out_amount ?? 0),
    );
    expect(await desk.lovelace()).toBe(before - 40_700_000n - (await desk.fee(hash)));
    const answer = await desk.cancel(filled?._id ?? '');
    expect(answer).toMatchObject({
      status: 409,
      json: { error: 'order_already_filled', order_id: filled?._id },
    });
  });

  test('of another, unknown, or cancelled before, is not cancelled', async () => {
    const hash = await desk.place(bid(-30, { multiples: 2 }));
    const [first, second] = await desk.ordersOf(hash);
    const ids = [first?._id ?? '', second?._id ?? ''] as const;
    expect(await stranger.cancel(ids[0])).toMatchObject({
      status: 400,
      json: { error: 'not_order_owner', order_id: ids[0] },
    });
    // Somebody else's signature is refused by the ledger, too, whatever the service builds.
    const built = (await desk.cancel(ids[0])).json as { cbor: string };
    expect(await stranger.trySend(built.cbor, 'payment')).toMatchObject({
      status: 400,
      json: { error: 'foreign_signature' },
    });
    expect(await desk.cancel('0'.repeat(24))).toMatchObject({
      status: 404,
      json: { error: 'order_not_found' },
    });
    expect(await desk.cancel(ids[0], 'nonsense')).toMatchObject({ status: 400, json: { field: 'address' } });
    expect(await desk.bulkCancel([])).toMatchObject({ status: 400, json: { field: 'order_ids' } });
    expect(await desk.bulkCancel([ids[0], 'f'.repeat(24)])).toMatchObject({
      status: 404,
      json: { order_id: 'f'.repeat(24) },
    });
    const { json } = await desk.bulkCancel([...ids, ids[0]]);
    const done = await desk.send((json as { cbor: string }).cbor, 'payment');
    expect(await desk.cancel(ids[0])).toMatchObject({ status: 409 });
    await calls.onChain(done);
    expect(await desk.cancel(ids[0])).toMatchObject({
      status: 409,
      json: { error: 'order_already_cancelled' },
    });
    // The same cancellation, sent again, has lost.
    const late = await desk.trySend((json as { cbor: string }).cbor, 'payment');
    expect(late.status).toBe(400);
    expect(JSON.stringify(late.json)).toContain('BadInputsUTxO');
  });
});

describe('lists of orders', () => {
  test('are paged, filtered and sorted', async () => {
    const hash = await desk.place(bid(-40, { multiples: 5, amount_in: 40.3 }));
    const all = await desk.orders();
    expect(await desk.orders({})).toEqual(all);
    expect(await desk.orders({ page: 1, perPage: 2 })).toEqual(all.slice(0, 2));
    expect(await desk.orders({ page: 2, perPage: 2 })).toEqual(all.slice(2, 4));
    expect(await desk.orders({ page: 0, perPage: 2 })).toEqual(all.slice(0, 2));
    const open = await desk.orders({ filters: [{ filterType: 'STATUS', values: ['LIMIT'] }] });
    expect(open.map((order) => order.tx_hash)).toEqual(Array.from({ length: 5 }, () => hash));
    const ended = await desk.orders({
      filters: [
        { filterType: 'STATUS', values: ['COMPLETE', 'CANCELLED'] },
        { filterType: 'TOKEN_OUT', values: [amber] },
      ],
    });
    expect(ended).toHaveLength(all.length - 5);
    const sorted = await desk.orders({ orderSorts: ['amount_in'], sortDirection: 'ASC' });
    const amounts = sorted.map((order) => order.amount_in);
    expect(amounts).toEqual(amounts.toSorted((left, right) => left - right));
    const path = `/swap/orders/${desk.wallet.address}`;
    for (const [body, field] of [
      [{ filters: [{ filterType: 'COLOUR', values: [] }] }, 'filters'],
      [{ filters: [{ filterType: 'STATUS' }] }, 'filters'],
      [{ orderSorts: 'colour' }, 'orderSorts'],
      [{ sortDirection: 'up' }, 'sortDirection'],
      [{ page: -1 }, 'page'],
      [{ perPage: 0 }, 'perPage'],
    ] as const)
      expect(await calls.post(path, body)).toMatchObject({ status: 400, json: { field } });
    expect(await calls.get('/swap/orders/nobody')).toMatchObject({ status: 400, json: { field: 'addr' } });
  });

  test('of a pair hold both directions and everybody’s orders', async () => {
    const hash = await stranger.place({
      token_in: amber,
      token_out: '',
      amount_in: 50,
      wanted_price: off(30),
      dex: 'EXBV3',
    });
    const filters = [{ filterType: 'OWNER', values: [desk.wallet.address, stranger.wallet.address] }];
    const body = { tokenId1: '', tokenId2: amber, filters, perPage: 1_000 };
    const { json } = await calls.post('/swap/ordersByPair', body);
    const found = json as { tx_hash: string; user_address: string }[];
    expect(found[0]).toMatchObject({ tx_hash: hash, token_id_in: amber, token_id_out: '', dex: 'EXBV3' });
    expect(new Set(found.map((order) => order.user_address)).size).toBe(2);
    const turned = { ...body, tokenId1: amber, tokenId2: 'ADA' };
    expect((await calls.post('/swap/ordersByPair', turned)).json).toEqual(json);
    expect(await calls.post('/swap/ordersByPair', { tokenId1: '' })).toMatchObject({
      status: 400,
      json: { field: 'tokenId2' },
    });
    expect(await calls.get(`/swap/limit_orders/ADA/${'ef'.repeat(28)}`)).toMatchObject({ status: 404 });
  });
});
