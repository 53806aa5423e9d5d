import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { parseWitnessSet, spliceWitnesses } from '../../../src-main/cardano/witness.ts';
import { draftBytes } from '../../../src-main/practice/chain/draft.ts';
import type { RunningPractice } from '../../../src-main/practice/start.ts';
import { PracticeCalls, startTestPractice, until } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

interface Split {
  readonly dex: string;
  readonly amount_in: number;
  readonly expected_output: number;
}
interface Build {
  readonly cbor: string;
  readonly total_input: number;
  readonly total_output: number;
  readonly splits: readonly Split[];
}
interface TxUtxos {
  readonly inputs: readonly { address: string; amount: { unit: string; quantity: string }[] }[];
  readonly outputs: readonly {
    address: string;
    output_index: number;
    amount: { unit: string; quantity: string }[];
    inline_datum: string | null;
    consumed_by_tx: string | null;
  }[];
}

let running: RunningPractice;
let calls: PracticeCalls;

beforeAll(async () => {
  running = await startTestPractice();
  calls = new PracticeCalls(running);
});
afterAll(() => running.stop());

async function tokenId(ticker: string): Promise<string> {
  const { json } = await calls.get(`/swap/tokens?query=${encodeURIComponent(ticker)}&verified=true`);
  const found = (json as { ticker: string; token_id: string }[]).find((token) => token.ticker === ticker);
  if (!found) throw new Error(`no token ${ticker}`);
  return found.token_id;
}

/** Builds, signs, submits and waits until every order is filled. Answers the transaction's hash and the build. */
async function swap(seed: number, tokenIn: string, tokenOut: string, amount: number, slippage = 5) {
  const wallet = practiceWallet(seed);
  const asked = {
    buyer_address: wallet.address,
    token_in: tokenIn,
    token_out: tokenOut,
    amount_in: amount,
    slippage,
  };
  const built = await calls.post('/swap/build', asked);
  expect(built, JSON.stringify(built.json)).toMatchObject({ status: 200 });
  const build = built.json as Build;
  const signed = await calls.post('/swap/sign', { txCbor: build.cbor, signatures: wallet.sign(build.cbor) });
  expect(signed, JSON.stringify(signed.json)).toMatchObject({ status: 200 });
  const submitted = await calls.submit((signed.json as { cbor: string }).cbor);
  expect(submitted, JSON.stringify(submitted.json)).toMatchObject({ status: 200 });
  const hash = submitted.json as string;
  await calls.onChain(hash);
  const orders = async (): Promise<TxUtxos['outputs']> => {
    const { json } = await calls.ledger(`/txs/${hash}/utxos`);
    return (json as TxUtxos).outputs.filter((output) => output.inline_datum !== null);
  };
  await until(async () => (await orders()).every((output) => output.consumed_by_tx !== null), 'filled');
  return { wallet, build, hash, orders: await orders() };
}

describe('a trade over real sockets', () => {
  test('buys a token: the balance changes by the amount, the fees and what the fills pay, to the lovelace', async () => {
    const wallet = practiceWallet(11);
    await calls.fund(wallet.address);
    const before = await calls.balance(wallet.address);
    expect(before.get('lovelace')).toBe(10_000_000_000n);
    const token = await tokenId('AMBER');
    const { build, hash, orders } = await swap(11, '', token, 25);
    const after = await calls.balance(wallet.address);
    const { json: placed } = await calls.ledger(`/txs/${hash}`);
    const networkFee = BigInt((placed as { fees: string }).fees);
    let batcherFees = 0n;
    let received = 0n;
    for (const order of orders) {
      const { json } = await calls.ledger(`/txs/${order.consumed_by_tx}/utxos`);
      const mine = (json as TxUtxos).outputs.find((output) => output.address === wallet.address);
      received += BigInt(mine?.amount.find(({ unit }) => unit === token)?.quantity ?? 0);
      const back = BigInt(mine?.amount.find(({ unit }) => unit === 'lovelace')?.quantity ?? 0);
      const put = BigInt(order.amount.find(({ unit }) => unit === 'lovelace')?.quantity ?? 0);
      const split = build.splits[order.output_index];
      batcherFees += put - back - BigInt(Math.round((split?.amount_in ?? 0) * 1e6));
      expect(received).toBeGreaterThan(0n);
    }
    expect(received).toBeGreaterThanOrEqual(BigInt(Math.round(build.total_output * 1e6)));
    expect((after.get(token) ?? 0n) - (before.get(token) ?? 0n)).toBe(received);
    expect((before.get('lovelace') ?? 0n) - (after.get('lovelace') ?? 0n)).toBe(
      25_000_000n + networkFee + batcherFees,
    );
    expect(batcherFees).toBeGreaterThan(0n);
  });

  test('sells a token for ADA', async () => {
    const wallet = practiceWallet(12);
    await calls.fund(wallet.address);
    const token = await tokenId('AMBER');
    const before = await calls.balance(wallet.address);
    const sold = (before.get(token) ?? 0n) / 2n;
    const { build, hash } = await swap(12, token, '', Number(sold) / 1e6);
    const after = await calls.balance(wallet.address);
    const { json: placed } = await calls.ledger(`/txs/${hash}`);
    expect((before.get(token) ?? 0n) - (after.get(token) ?? 0n)).toBe(sold);
    const gained = (after.get('lovelace') ?? 0n) - (before.get('lovelace') ?? 0n);
    const most = BigInt(Math.round(build.total_output * 1.2e6));
    expect(gained + BigInt((placed as { fees: string }).fees)).toBeLessThan(most);
    expect(gained).toBeGreaterThan(BigInt(Math.round(build.total_output * 1e6)) - 30_000_000n);
  });

  test('trades a token for another one through ADA: one order at each exchange, paid in the token wanted', async () => {
    const wallet = practiceWallet(13);
    await calls.fund(wallet.address);
    const [from, to] = [await tokenId('AMBER'), await tokenId('HUSD')];
    const before = await calls.balance(wallet.address);
    const { build, orders } = await swap(13, from, to, 300);
    const after = await calls.balance(wallet.address);
    expect(orders).toHaveLength(build.splits.length);
    expect((before.get(from) ?? 0n) - (after.get(from) ?? 0n)).toBe(300_000_000n);
    const gained = (after.get(to) ?? 0n) - (before.get(to) ?? 0n);
    expect(gained).toBeGreaterThanOrEqual(BigInt(Math.floor(build.total_output * 1e6)));
  });

  test('splits a large order over exchanges, one output each, and none at an excluded one', async () => {
    const wallet = practiceWallet(14);
    await calls.fund(wallet.address);
    const token = await tokenId('AMBER');
    const { build, orders } = await swap(14, '', token, 9_000);
    expect(build.splits.length).toBeGreaterThan(1);
    expect(orders).toHaveLength(build.splits.length);
    expect(new Set(build.splits.map((split) => split.dex)).size).toBe(build.splits.length);
    expect(new Set(orders.map((order) => order.address)).size).toBe(build.splits.length);
    const sum = build.splits.reduce((total, split) => total + Math.round(split.amount_in * 1e6), 0);
    expect(sum).toBe(9_000_000_000);
    const without = build.splits[0]?.dex ?? '';
    const { json } = await calls.post('/swap/estimate', {
      token_in: '',
      token_out: token,
      amount_in: 9_000,
      slippage: 1,
      blacklisted_dexes: [without],
    });
    const routes = (json as { possible_routes: Split[] }).possible_routes;
    expect(routes.length).toBeGreaterThan(0);
    expect(routes.map((route) => route.dex)).not.toContain(without);
  });

  test('an order whose minimum cannot be met waits, and its owner can take it back', async () => {
    const wallet = practiceWallet(15);
    await calls.fund(wallet.address);
    const token = await tokenId('CNDR');
    const asked = {
      buyer_address: wallet.address,
      token_in: '',
      token_out: token,
      amount_in: 100,
      slippage: 0,
    };
    const first = (await calls.post('/swap/build', asked)).json as Build;
    // Another trader takes the same pool first, so that the price is gone.
    await calls.fund(practiceWallet(16).address);
    await swap(16, '', token, 900, 20);
    const signed = await calls.post('/swap/sign', {
      txCbor: first.cbor,
      signatures: wallet.sign(first.cbor),
    });
    const hash = (await calls.submit((signed.json as { cbor: string }).cbor)).json as string;
    await calls.onChain(hash);
    const height = async (): Promise<number> =>
      ((await calls.ledger('/blocks/latest')).json as { height: number }).height;
    const placedAt = await height();
    await until(async () => (await height()) >= placedAt + 5, 'five more blocks');
    const { json } = await calls.ledger(`/txs/${hash}/utxos`);
    const order = (json as TxUtxos).outputs.find((output) => output.inline_datum !== null);
    expect(order?.consumed_by_tx).toBeNull();
    const cancel = cancelTransaction(
      hash,
      order?.output_index ?? 0,
      order?.amount[0]?.quantity ?? '0',
      wallet.address,
    );
    const witnessed = spliceInto(cancel, wallet.sign(cancel, 'payment'));
    const cancelled = await calls.submit(witnessed);
    expect(cancelled, JSON.stringify(cancelled.json)).toMatchObject({ status: 200 });
    await calls.onChain(cancelled.json as string);
  });
});

/** Takes an order back to its owner, the least fee and a little more left out. */
function cancelTransaction(txHash: string, index: number, held: string, address: string): string {
  const fee = 200_000n;
  const outputs = [{ address, value: new Map([[ADA, BigInt(held) - fee]]) }];
  return toHex(draftBytes({ inputs: [{ txHash, index }], outputs }, fee));
}

function spliceInto(cbor: string, witnessSet: string): string {
  const witnesses = parseWitnessSet(witnessSet);
  if (!witnesses.ok) throw new Error(witnesses.failure);
  const signed = spliceWitnesses(cbor, witnesses.value);
  if (!signed.ok) throw new Error(signed.failure);
  return signed.value;
}
