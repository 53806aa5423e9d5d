import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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
});
