import { afterEach, describe, expect, test } from 'vitest';

import { PracticeCommand } from '../../support/practice-command.ts';
import { OrderDesk } from '../../support/practice-orders.ts';
import { KEY, PracticeCalls, startTestPractice, until } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const directory = temporaryDirectories();
const started: PracticeCommand[] = [];
const SLOW = 90_000;

async function start(...args: string[]): Promise<{ process: PracticeCommand; calls: PracticeCalls }> {
  const process = new PracticeCommand(['--api-key', KEY, ...args]);
  started.push(process);
  const addresses = await process.ready;
  const calls = new PracticeCalls({
    addresses,
    broken: new Promise(() => undefined),
    stop: () => Promise.resolve(),
  });
  return { process, calls };
}

afterEach(async () => {
  for (const process of started.splice(0)) {
    process.child.kill('SIGKILL');
    await process.exit;
  }
});

async function amberOf(calls: PracticeCalls): Promise<string> {
  const { json } = await calls.get('/swap/tokens?query=AMBER&verified=true');
  return (json as { token_id: string }[])[0]?.token_id ?? '';
}

/** ADA for one token, so many percent from the price of the exchange's own pool. */
async function priceAt(calls: PracticeCalls, token: string, dex: string, percent: number): Promise<number> {
  const { json } = await calls.get(`/stats/pools/ADA/${token}`);
  const pool = (json as { dex_name: string; token_1_amount: number; token_2_amount: number }[]).find(
    (item) => item.dex_name === dex,
  );
  if (!pool) throw new Error(`no pool at ${dex}`);
  return Number(((pool.token_1_amount / pool.token_2_amount) * (1 + percent / 100)).toPrecision(6));
}

describe('orders of a world that is killed', () => {
  test(
    'rest, part and close as if nothing had been; none is lost and none is filled twice',
    async () => {
      const data = directory();
      const dex = 'EXAV2';
      let { process, calls } = await start('--data', data, '--block-time', '100ms');
      const again = async (): Promise<OrderDesk[]> => {
        await process.stop('SIGKILL');
        ({ process, calls } = await start('--data', data, '--block-time', '100ms'));
        return [63, 64].map((seed) => new OrderDesk(calls, practiceWallet(seed)));
      };
      let [buyer, seller] = [63, 64].map((seed) => new OrderDesk(calls, practiceWallet(seed))) as [
        OrderDesk,
        OrderDesk,
      ];
      await Promise.all([calls.fund(buyer.wallet.address), calls.fund(seller.wallet.address)]);
      const amber = await amberOf(calls);
      const far = await buyer.place({
        token_in: '',
        token_out: amber,
        amount_in: 60,
        wanted_price: await priceAt(calls, amber, dex, -40),
        multiples: 3,
        dex,
      });
      // Above the pool: a part is filled at once or by the sale, wherever the market is after the restart.
      const wanted = await priceAt(calls, amber, dex, 2);
      const order = { token_in: '', token_out: amber, amount_in: 8_000, wanted_price: wanted, dex };
      const near = await buyer.place(order);
      const [before] = await buyer.ordersOf(near);

      [buyer, seller] = (await again()) as [OrderDesk, OrderDesk];
      expect((await buyer.ordersOf(near)).map(({ _id }) => _id)).toEqual([before?._id]);
      const sale = await seller.place({
        token_in: amber,
        token_out: '',
        amount_in: 100,
        wanted_price: Number((wanted * 0.97).toPrecision(6)),
        dex,
      });
      const [sold] = await seller.untilAll(sale, 'COMPLETE');
      await until(async () => ((await buyer.ordersOf(near))[0]?.actual_out_amount ?? 0) > 0, 'a part');
      const [parted] = await buyer.ordersOf(near);

      [buyer, seller] = (await again()) as [OrderDesk, OrderDesk];
      const [kept] = await buyer.ordersOf(near);
      expect(kept).toMatchObject({ _id: before?._id, tx_hash: near, amount_in: 8_000 });
      expect(kept?.actual_out_amount).toBeGreaterThanOrEqual(parted?.actual_out_amount ?? 1);
      expect(await seller.ordersOf(sale)).toEqual([sold]);
      const open = await buyer.ordersOf(far);
      expect(open.map(({ status }) => status)).toEqual(['LIMIT', 'LIMIT', 'LIMIT']);

      // A cancellation that was accepted just before the kill is carried out after it.
      const held = await buyer.lovelace();
      const { json } = await buyer.bulkCancel(open.map(({ _id }) => _id));
      const hash = await buyer.send((json as { cbor: string }).cbor, 'payment');
      [buyer] = (await again()) as [OrderDesk, OrderDesk];
      await buyer.untilAll(far, 'CANCELLED');
      const [now] = await buyer.ordersOf(near);
      const back = now?.status === 'COMPLETE' ? 2_000_000n : 0n;
      expect(await buyer.lovelace()).toBe(held + 60_000_000n + 8_100_000n - (await buyer.fee(hash)) + back);
    },
    SLOW,
  );
});

describe('a cancellation', () => {
  test('that loses against a fill is refused by the ledger as spent', async () => {
    const running = await startTestPractice();
    try {
      const calls = new PracticeCalls(running);
      const [maker, taker] = [
        new OrderDesk(calls, practiceWallet(65)),
        new OrderDesk(calls, practiceWallet(66)),
      ];
      await Promise.all([calls.fund(maker.wallet.address), calls.fund(taker.wallet.address)]);
      const amber = await amberOf(calls);
      const dex = 'EXBV3';
      const ask = await maker.place({
        token_in: amber,
        token_out: '',
        amount_in: 50,
        wanted_price: await priceAt(calls, amber, dex, 2),
        dex,
      });
      const [order] = await maker.ordersOf(ask);
      const { json } = await maker.cancel(order?._id ?? '');
      await taker.place({
        token_in: '',
        token_out: amber,
        amount_in: 6_000,
        wanted_price: await priceAt(calls, amber, dex, 4),
        dex,
      });
      await maker.untilAll(ask, 'COMPLETE');
      const late = await maker.trySend((json as { cbor: string }).cbor, 'payment');
      expect(late.status).toBe(400);
      expect(JSON.stringify(late.json)).toContain('All inputs are spent');
      expect(await maker.cancel(order?._id ?? '')).toMatchObject({
        status: 409,
        json: { error: 'order_already_filled' },
      });
    } finally {
      await running.stop();
    }
  });
});

describe('the wild dialect', () => {
  test('writes ADA as a token, other statuses, extra figures and bare-string errors', async () => {
    const running = await startTestPractice({ dialect: 'wild', wild: [] });
    try {
      const calls = new PracticeCalls(running);
      const desk = new OrderDesk(calls, practiceWallet(67));
      await calls.fund(desk.wallet.address);
      const amber = await amberOf(calls);
      const asked = { token_in: 'ADA', token_out: amber, amount_in: 40, wanted_price: 0.2, dex: 'EXAV2' };
      const { json } = await calls.post('/swap/limit/estimate', { ...asked, multiples: 2 });
      expect(json).toMatchObject({
        total_output: 200,
        possible_routes: {},
        batcher_fee: 1.4,
        deposits: 4,
        splits: [
          { dex: 'EXAV2', amount_in: 20, expected_output: 100, fee: 2.7 },
          { dex: 'EXAV2', amount_in: 20, expected_output: 100, fee: 2.7 },
        ],
      });
      const hash = await desk.place(asked);
      const [order] = await desk.ordersOf(hash);
      expect(order).toMatchObject({ token_id_in: `${'0'.repeat(56)}6c6f76656c616365`, status: 'LIMIT' });
      const book = (await calls.get(`/swap/limit_orders/ADA/${amber}`)).json as { _id: string }[];
      expect(book.map(({ _id }) => _id)).toContain(order?._id);
      expect(await calls.post('/swap/limit/estimate', { ...asked, wanted_price: 0 })).toEqual({
        status: 400,
        json: 'malformed_request',
      });
      expect(await desk.cancel('0'.repeat(24))).toEqual({ status: 404, json: 'order_not_found' });

      // A swap whose minimum is out of reach.
      const swap = {
        buyer_address: desk.wallet.address,
        token_in: '',
        token_out: amber,
        amount_in: 50,
        slippage: 0,
      };
      const built = (await calls.post('/swap/build', swap)).json as { cbor: string };
      const taker = new OrderDesk(calls, practiceWallet(68));
      await calls.fund(taker.wallet.address);
      const large = { ...swap, buyer_address: taker.wallet.address, amount_in: 8_000, slippage: 30 };
      const first = (await calls.post('/swap/build', large)).json as { cbor: string };
      await taker.untilAll(await taker.send(first.cbor), 'COMPLETE');
      const late = await desk.send(built.cbor);
      const [waiting] = await desk.untilAll(late, 'OOR');
      expect(waiting?.is_oor).toBe(true);
    } finally {
      await running.stop();
    }
  });
});
