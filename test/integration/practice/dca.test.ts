import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import '../../support/fast-check-seed.ts';

import type { DcaReply } from '../../../src-main/practice/api/recurring-orders.ts';
import type { RunningPractice } from '../../../src-main/practice/start.ts';
import { PracticeCommand } from '../../support/practice-command.ts';
import { OrderDesk } from '../../support/practice-orders.ts';
import { KEY, PracticeCalls, startTestPractice, until, type Answer } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const TEN: readonly (readonly [string, number])[] = [
  ['minutely', 1],
  ['minutely', 5],
  ['minutely', 15],
  ['minutely', 30],
  ['hourly', 1],
  ['hourly', 2],
  ['hourly', 4],
  ['daily', 1],
  ['weekly', 1],
  ['monthly', 1],
];
const TAKES_DCA = ['EXAV2', 'EXBV3', 'EXCV2', 'EXE', 'EXH', 'EXJ'];
const MONTH_MS = 31 * 86_400_000;

let running: RunningPractice;
let calls: PracticeCalls;
let amber: string;

beforeAll(async () => {
  running = await startTestPractice();
  calls = new PracticeCalls(running);
  amber = await amberOf(calls);
});

afterAll(() => running.stop());

async function amberOf(at: PracticeCalls): Promise<string> {
  const { json } = await at.get('/swap/tokens?query=AMBER&verified=true');
  return (json as { token_id: string }[])[0]?.token_id ?? '';
}

async function fundedDesk(at: PracticeCalls, seed: number): Promise<OrderDesk> {
  const desk = new OrderDesk(at, practiceWallet(seed));
  await at.fund(desk.wallet.address);
  return desk;
}

function wishOf(desk: OrderDesk, token: string, change: object = {}): object {
  return {
    user_address: desk.wallet.address,
    token_in: '',
    token_out: token,
    amount_in: 100,
    interval: 'hourly',
    interval_length: 1,
    slippage: 30,
    cycles: 10,
    ...change,
  };
}

async function plansOf(desk: OrderDesk): Promise<readonly DcaReply[]> {
  const { status, json } = await desk.calls.get(`/dca/${desk.wallet.address}`);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json as readonly DcaReply[];
}

/** Creates a plan, signs and submits it. Answers its hash when it is on chain. */
async function create(desk: OrderDesk, wish: object): Promise<string> {
  const built = await desk.calls.post('/dca/create', wish);
  if (built.status !== 200) throw new Error(JSON.stringify(built.json));
  const hash = await desk.send((built.json as { cbor: string }).cbor);
  await desk.calls.onChain(hash);
  return hash;
}

interface LedgerUtxo {
  readonly address: string;
  readonly amount: readonly { readonly unit: string; readonly quantity: string }[];
}

interface LedgerSpend {
  readonly outputs: readonly LedgerUtxo[];
  readonly inputs: readonly (LedgerUtxo & { readonly tx_hash: string })[];
}

/**
 * The transactions that paid an address without spending anything of its own, gifts aside: trades that others carried
 * out for it.
 */
async function paymentsTo(at: PracticeCalls, address: string, gift: string) {
  const { json } = await at.ledger(`/addresses/${address}/transactions`);
  const payments: { readonly hash: string; readonly height: number; readonly spend: LedgerSpend }[] = [];
  for (const listed of json as { tx_hash: string; block_height: number }[]) {
    const spend = (await at.ledger(`/txs/${listed.tx_hash}/utxos`)).json as LedgerSpend;
    if (listed.tx_hash === gift || spend.inputs.some((input) => input.address === address)) continue;
    payments.push({ hash: listed.tx_hash, height: listed.block_height, spend });
  }
  return payments;
}

function paidIn({ outputs }: LedgerSpend, address: string, unit: string): bigint {
  return outputs
    .filter((output) => output.address === address)
    .flatMap(({ amount }) => amount)
    .reduce((sum, item) => sum + (item.unit === unit ? BigInt(item.quantity) : 0n), 0n);
}

describe('intervals', () => {
  test('all ten combinations are taken, and 200 random others are refused with the ten that are not', async () => {
    const desk = await fundedDesk(calls, 101);
    const answered: Answer[] = [];
    for (const [interval, length] of TEN)
      answered.push(
        await calls.post('/dca/create', wishOf(desk, amber, { interval, interval_length: length })),
      );
    expect(answered.map(({ status }) => status)).toEqual(TEN.map(() => 200));
    expect(answered.every(({ json }) => /^[0-9a-f]+$/.test((json as { cbor: string }).cbor))).toBe(true);
    const allowed = TEN.map(([interval, length]) => ({ interval, interval_length: length }));
    const words = fc.oneof(
      fc.constantFrom(...TEN.map(([word]) => word), 'yearly', 'Daily', 'minute', 'hourly ', ''),
      fc.string({ maxLength: 12 }),
    );
    const lengths = fc.oneof(
      fc.integer({ min: -5, max: 64 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom<unknown>('1', null, true, [1], undefined),
    );
    const others = fc
      .tuple(words, lengths)
      .filter(([word, length]) => !TEN.some(([one, other]) => one === word && Object.is(other, length)));
    await fc.assert(
      fc.asyncProperty(others, async ([interval, length]) => {
        const refused = await calls.post(
          '/dca/create',
          wishOf(desk, amber, { interval, interval_length: length }),
        );
        expect(refused).toMatchObject({
          status: 400,
          json: { error: 'interval_not_allowed', allowed },
        });
        expect((refused.json as { message: string }).message).toContain('minutely 1, 5, 15 or 30');
      }),
      { numRuns: 200 },
    );
  });
});

describe('a recurring order that cannot be', () => {
  test.each<[string, object, object]>([
    ['no cycles', { cycles: 0 }, { error: 'malformed_request', field: 'cycles', minimum: 1, maximum: 1_000 }],
    ['half a cycle', { cycles: 1.5 }, { error: 'malformed_request', field: 'cycles' }],
    ['cycles in words', { cycles: '10' }, { error: 'malformed_request', field: 'cycles' }],
    ['too little for each cycle', { amount_in: 9.99 }, { error: 'input_too_small', field: 'amount_in' }],
    ['less than a unit for each', { amount_in: 0.000001 }, { error: 'input_too_small', minimum: 0.00001 }],
    ['no amount', { amount_in: 0 }, { error: 'malformed_request', field: 'amount_in' }],
    ['all of the price', { slippage: 100 }, { error: 'malformed_request', field: 'slippage' }],
    [
      'an unknown exchange',
      { dex_allowlist: ['EXAV2', 'NOPE'] },
      { error: 'dex_not_found', allowed: TAKES_DCA },
    ],
    [
      'exchanges that take none',
      { dex_allowlist: ['EXA', 'EXD'] },
      { error: 'no_recurring_orders', allowed: TAKES_DCA },
    ],
    [
      'exchanges in words',
      { dex_allowlist: 'EXAV2' },
      { error: 'malformed_request', field: 'dex_allowlist' },
    ],
    ['ADA for ADA', { token_out: '' }, { error: 'same_token' }],
    ['an unknown token', { token_out: 'ab'.repeat(28) }, { error: 'token_not_found' }],
    ['no owner', { user_address: 'me' }, { error: 'malformed_request', field: 'user_address' }],
    ['more than there is', { amount_in: 1_000_000 }, { error: 'insufficient_funds' }],
  ])('with %s is refused with what is allowed', async (_, change, expected) => {
    const desk = new OrderDesk(calls, practiceWallet(101));
    const { status, json } = await calls.post('/dca/create', wishOf(desk, amber, change));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(json).toMatchObject(expected);
    expect((json as { message: string }).message).not.toBe('');
  });

  test('says the least that a cycle sells, and takes that', async () => {
    const desk = new OrderDesk(calls, practiceWallet(101));
    const { json } = await calls.post('/dca/create', wishOf(desk, amber, { amount_in: 9.99 }));
    const { minimum, minimum_total: total } = json as { minimum: number; minimum_total: number };
    expect(total).toBe(minimum * 10);
    expect((await calls.post('/dca/create', wishOf(desk, amber, { amount_in: total }))).status).toBe(200);
  });

  test('is not asked for without the key, and an address is one', async () => {
    expect((await calls.get('/dca/me')).status).toBe(400);
    expect(await calls.get(`/dca/${practiceWallet(120).address}`)).toEqual({ status: 200, json: [] });
    const bare = await fetch(`${running.addresses.base_url}/dca/${practiceWallet(120).address}`);
    expect(bare.status).toBe(401);
  });
});

describe('a recurring order that runs', () => {
  test('has exactly the fields of the specification, in no list of other orders, and is cancelled among them', async () => {
    const desk = await fundedDesk(calls, 102);
    const hash = await create(desk, wishOf(desk, amber, { amount_in: 100.000007 }));
    await until(async () => (await plansOf(desk))[0]?.cycles_completed === 1, 'the first cycle');
    const [plan] = await plansOf(desk);
    expect(plan).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      user_address: desk.wallet.address,
      token_in: '',
      token_out: amber,
      amount_in: 10,
      interval: 'hourly',
      interval_length: 1,
      cycles: 10,
      cycles_completed: 1,
      next_execution: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      status: 'ACTIVE',
    });
    expect(await desk.orders()).toEqual([]);
    const limit = await desk.place({
      token_in: '',
      token_out: amber,
      amount_in: 20,
      wanted_price: 0.0001,
      dex: 'EXAV2',
    });
    const [order] = await desk.ordersOf(limit);
    const other = new OrderDesk(calls, practiceWallet(101));
    expect(await other.cancel(plan?._id ?? '')).toMatchObject({
      status: 400,
      json: { error: 'not_order_owner' },
    });

    const before = await desk.lovelace();
    const { json } = await desk.bulkCancel([plan?._id ?? '', order?._id ?? '']);
    const cancel = await desk.send((json as { cbor: string }).cbor, 'payment');
    await calls.onChain(cancel);
    const spend = (await calls.ledger(`/txs/${cancel}/utxos`)).json as LedgerSpend;
    const held = spend.inputs
      .flatMap(({ amount }) => amount)
      .reduce((sum, { quantity }) => sum + BigInt(quantity), 0n);
    expect(await desk.lovelace()).toBe(before + held - (await desk.fee(cancel)));
    expect(held).toBeGreaterThan(90_000_007n + 20_000_000n);
    expect(await plansOf(desk)).toEqual([]);
    const placed = (await calls.ledger(`/txs/${hash}/utxos`)).json as LedgerSpend;
    expect(placed.outputs).toHaveLength(2);
  });
});

describe('a fast world', () => {
  test('has its blocks as much faster, so that ten minutes between them are none', async () => {
    const fast = await startTestPractice({ blockTimeMs: 600_000, speed: 6_000 });
    try {
      const at = new PracticeCalls(fast);
      const desk = await fundedDesk(at, 105);
      await create(desk, wishOf(desk, await amberOf(at), { cycles: 2 }));
      await until(async () => (await plansOf(desk)).length === 0, 'both hours');
    } finally {
      await fast.stop();
    }
  });
});

describe('a world that is killed', () => {
  const started: PracticeCommand[] = [];
  const directory = temporaryDirectories();

  afterEach(async () => {
    for (const process of started.splice(0)) {
      process.child.kill('SIGKILL');
      await process.exit;
    }
  });

  async function start(data: string, clockAheadMs: number) {
    const options = ['--api-key', KEY, '--data', data, '--block-time', '2s', '--speed', '1200'];
    const process = new PracticeCommand(options, clockAheadMs);
    started.push(process);
    const addresses = await process.ready;
    const never = new Promise(() => undefined);
    return { process, at: new PracticeCalls({ addresses, broken: never, stop: () => Promise.resolve() }) };
  }

  test('in the middle of ten cycles, whose clock then is a month ahead, and is right again: ten executions, exact sums', async () => {
    const data = directory();
    let { process, at } = await start(data, 0);
    const gone = await at.faucet(practiceWallet(103).address);
    const gift = (gone.json as { tx_hash: string }).tx_hash;
    await at.onChain(gift);
    const token = await amberOf(at);
    let desk = new OrderDesk(at, practiceWallet(103));
    const { address } = desk.wallet;
    const given = await at.balance(address);
    // At this speed, an hour takes three seconds.
    const hash = await create(desk, wishOf(desk, token, { amount_in: 123.456789 }));
    await until(async () => ((await plansOf(desk))[0]?.cycles_completed ?? 0) >= 2, 'two cycles');

    await process.stop('SIGKILL');
    ({ process, at } = await start(data, MONTH_MS));
    desk = new OrderDesk(at, practiceWallet(103));
    await until(async () => ((await plansOf(desk))[0]?.cycles_completed ?? 10) >= 5, 'cycles caught up');
    await process.stop('SIGKILL');
    ({ process, at } = await start(data, 0));
    desk = new OrderDesk(at, practiceWallet(103));
    await until(async () => (await plansOf(desk)).length === 0, 'the end of the plan');
    const { json } = await at.ledger('/blocks/latest');
    const height = (json as { height: number }).height;
    await until(
      async () => ((await at.ledger('/blocks/latest')).json as { height: number }).height > height + 5,
      'more blocks',
    );

    const cycles = await paymentsTo(at, address, gift);
    expect(cycles).toHaveLength(10);
    expect(new Set(cycles.map((cycle) => cycle.height)).size).toBe(10);
    // Each cycle sells the same, the last one what an even division left.
    const placed = (await at.ledger(`/txs/${hash}/utxos`)).json as LedgerSpend;
    const script = placed.outputs.find((output) => output.address !== address)?.address ?? '';
    const ada = (items: readonly LedgerUtxo[]): bigint =>
      items
        .filter((item) => item.address === script && item.amount.length === 1)
        .flatMap(({ amount }) => amount)
        .reduce((sum, { quantity }) => sum + BigInt(quantity), 0n);
    const holds = [ada(placed.outputs), ...cycles.map(({ spend }) => ada(spend.outputs))];
    const steps = holds.slice(1).map((held, index) => (holds[index] ?? 0n) - held);
    expect(new Set(steps.slice(0, 9)).size).toBe(1);
    expect(holds.at(-1)).toBe(0n);
    const back = cycles.map(({ spend }) => paidIn(spend, address, 'lovelace'));
    const [each = 0n] = back;
    const fee = (steps[0] ?? 0n) - 12_345_678n - each;
    expect(fee).toBeGreaterThan(0n);
    const total = 123_456_789n;
    expect(steps.reduce((sum, step) => sum + step, 0n)).toBe(
      total + 10n * fee + back.reduce((sum, part) => sum + part, 0n),
    );
    const now = await at.balance(address);
    expect(now.get('lovelace')).toBe(
      (given.get('lovelace') ?? 0n) - total - 10n * fee - (await desk.fee(hash)),
    );
    const bought = cycles.reduce((sum, { spend }) => sum + paidIn(spend, address, token), 0n);
    expect((now.get(token) ?? 0n) - (given.get(token) ?? 0n)).toBe(bought);
  }, 120_000);
});

describe('the wild dialect', () => {
  test('writes ADA as a token, more fields than were promised, and errors as bare words', async () => {
    const wild = await startTestPractice({ dialect: 'wild', wild: [] });
    try {
      const at = new PracticeCalls(wild);
      const desk = await fundedDesk(at, 104);
      const token = await amberOf(at);
      const hash = await create(desk, wishOf(desk, token, { token_in: 'ADA', dex_allowlist: ['EXAV2'] }));
      await until(async () => (await plansOf(desk)).length > 0, 'the plan');
      expect(await plansOf(desk)).toMatchObject([
        {
          token_in: `${'0'.repeat(56)}6c6f76656c616365`,
          token_out: token,
          dex_allowlist: ['EXAV2'],
          tx_hash: hash,
          output_index: 0,
          slippage: 30,
        },
      ]);
      expect(await at.post('/dca/create', wishOf(desk, token, { interval: 'yearly' }))).toEqual({
        status: 400,
        json: 'interval_not_allowed',
      });
    } finally {
      await wild.stop();
    }
  });
});
