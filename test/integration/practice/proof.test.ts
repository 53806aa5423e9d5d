import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quantity, sumValues, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { ShownClaims, Task } from '../../../src-main/agreement/agreement.ts';
import type { RunningPractice } from '../../../src-main/practice/start.ts';
import { prove, type Proven } from '../../../src-main/proof/prove.ts';
import { readParent, readTransaction } from '../../../src-main/proof/transaction.ts';
import { OrderDesk } from '../../support/practice-orders.ts';
import { PracticeCalls, startTestPractice } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { agreementOn, practiceProofScripts } from '../../support/proving.ts';

const wallet = practiceWallet(81);
let running: RunningPractice;
let calls: PracticeCalls;
let desk: OrderDesk;
let amber: AssetId;

beforeAll(async () => {
  running = await startTestPractice();
  calls = new PracticeCalls(running);
  desk = new OrderDesk(calls, wallet);
  const { json } = await calls.get('/swap/tokens?query=AMBER&verified=true');
  amber = ((json as { token_id: string }[])[0]?.token_id ?? '') as AssetId;
  await calls.fund(wallet.address);
});
afterAll(() => running.stop());

async function built(path: string, body: object): Promise<string> {
  const { status, json } = await calls.post(path, body);
  expect(status, JSON.stringify(json)).toBe(200);
  return (json as { cbor: string }).cbor;
}

/** The bytes of every transaction that made an input, from the ledger. */
async function parentsOf(cbor: string): Promise<ReadonlyMap<string, string>> {
  const { inputs, collateral } = readTransaction(cbor);
  const hashes = [...new Set([...inputs, ...collateral].map((name) => name.slice(0, 64)))];
  const answers = await Promise.all(hashes.map((hash) => calls.ledger(`/txs/${hash}/cbor`)));
  return new Map(hashes.map((hash, at) => [hash, (answers[at]?.json as { cbor: string }).cbor]));
}

async function proven(cbor: string, task: Task, claims: ShownClaims = {}): Promise<Proven> {
  const tokens = new Map([[amber, { ticker: 'AMBER', decimals: 6 }]]);
  return prove({
    cbor,
    agreement: agreementOn(task, { network: 'preprod', tokens }),
    at: 0,
    claims,
    account: {
      paymentKeyHashes: new Set([wallet.paymentKeyHash]),
      stakeKeyHashes: new Set([wallet.stakeKeyHash]),
    },
    parents: await parentsOf(cbor),
    attested: new Map(),
    scripts: practiceProofScripts,
  });
}

/** The minimum that the orders of a built transaction enforce together. */
async function leastOf(cbor: string, draft: Task): Promise<bigint> {
  const { proof } = await proven(cbor, draft);
  return proof?.back.get(amber) ?? 0n;
}

const pay = (ada: bigint) => ({ asset: ADA, quantity: quantity(ada * 1_000_000n) });

describe('what practice builds', () => {
  test.each([25, 6_000])('a swap of %i ADA is proven from the ledger’s own bytes', async (amount) => {
    const cbor = await built('/swap/build', {
      buyer_address: wallet.address,
      token_in: '',
      token_out: amber,
      amount_in: amount,
      slippage: 1,
    });
    const task = (atLeast: bigint): Task => ({
      kind: 'swap',
      pay: pay(BigInt(amount)),
      receive: amber,
      expected: atLeast,
      atLeast,
      slippageBps: 100,
    });
    const least = await leastOf(cbor, task(0n));
    expect(least).toBeGreaterThan(0n);
    const { proof, objections } = await proven(cbor, task(least), { expected: least, atLeast: least });
    expect(objections).toEqual([]);
    expect(proof?.sentences.receive).toMatch(/^You get about [\d,.]+ AMBER, at least [\d,.]+ AMBER\.$/);
    expect(proof?.signers).toEqual([wallet.paymentKeyHash, wallet.stakeKeyHash].toSorted());
    expect((await proven(cbor, task(least + 1n))).objections.map(({ code }) => code)).toEqual(['back-below']);
  });

  test('equal limit orders, and their cancellation, are proven', async () => {
    const { json } = await calls.get(`/swap/averagePrice/ADA/${amber}`);
    const price = Number(((json as { price_ba: number }).price_ba * 0.5).toPrecision(4));
    const order = {
      token_in: '',
      token_out: amber,
      amount_in: 40,
      wanted_price: price,
      dex: 'EXAV2',
      multiples: 3,
    };
    const cbor = await built('/swap/limit/build', { buyer_address: wallet.address, ...order });
    const task = (atLeast: bigint, orders = 3): Task => ({
      kind: 'limit',
      pay: pay(40n),
      receive: amber,
      atLeast,
      orders,
    });
    const least = await leastOf(cbor, task(0n));
    const { proof, objections } = await proven(cbor, task(least), { atLeast: least });
    expect(objections).toEqual([]);
    expect(proof).toMatchObject({ orders: 3, ordersRead: true });
    expect((await proven(cbor, task(least, 4))).objections.map(({ code }) => code)).toEqual([
      'orders-number',
    ]);

    const hash = await desk.send(cbor);
    await calls.onChain(hash);
    const [first] = await desk.ordersOf(hash);
    if (!first) throw new Error('no order');
    const { status, json: answer } = await desk.cancel(first._id);
    expect(status).toBe(200);
    const cancellation = typeof answer === 'string' ? answer : (answer as { cbor: string }).cbor;
    const name = `${hash}#${first.output_index}` as const;
    const holds: Value = readParent(cbor).outputs.get(first.output_index)?.value ?? new Map();
    const taken = await proven(cancellation, { kind: 'cancel', orders: [name], holds });
    expect(taken.objections).toEqual([]);
    expect(taken.proof?.sentences.send).toBe('You take back one order.');
    expect(taken.proof?.cost).toBe(taken.proof?.networkFee);
    const other = {
      kind: 'cancel',
      orders: [name],
      holds: sumValues([holds, new Map([[ADA, 1n]])]),
    } as const;
    expect((await proven(cancellation, other)).objections.map(({ code }) => code)).toContain('holds-other');
  });

  test('a recurring order is proven as it was asked for, and as no other', async () => {
    const cbor = await built('/dca/create', {
      user_address: wallet.address,
      token_in: '',
      token_out: amber,
      amount_in: 100,
      interval: 'hourly',
      interval_length: 1,
      slippage: 30,
      cycles: 7,
    });
    const task: Task = {
      kind: 'dca',
      pay: pay(100n),
      receive: amber,
      interval: '1hour',
      cycles: 7,
      amountPerCycle: 14_285_714n,
      slippageBps: 3_000,
    };
    const { proof, objections } = await proven(cbor, task, { atLeast: 0n });
    expect(objections).toEqual([]);
    expect(proof?.sentences.send).toBe('You set 100 ADA aside, for 7 trades of 14.285714 ADA, every hour.');
    const codes = async (change: Partial<typeof task>) =>
      (await proven(cbor, { ...task, ...change })).objections.map(({ code }) => code);
    expect(await codes({ interval: '2hour' })).toEqual(['order-interval']);
    expect(await codes({ slippageBps: 2_999 })).toEqual(['order-slippage']);
  });
});
