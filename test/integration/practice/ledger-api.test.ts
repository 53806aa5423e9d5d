import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { blake2b256 } from '../../../src-main/cardano/hash.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import type { RunningPractice } from '../../../src-main/practice/start.ts';
import { call, PracticeCalls, startTestPractice, until } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

const NOT_FOUND = {
  status: 404,
  json: { status_code: 404, error: 'Not Found', message: 'The requested component has not been found.' },
};
const wallet = practiceWallet(31);
let running: RunningPractice;
let calls: PracticeCalls;
let gift: string;

beforeAll(async () => {
  running = await startTestPractice();
  calls = new PracticeCalls(running);
  gift = ((await calls.faucet(wallet.address)).json as { tx_hash: string }).tx_hash;
  await calls.onChain(gift);
});
afterAll(() => running.stop());

/** A refusal of `POST /tx/submit`: Blockfrost's error whose message is the node's, as JSON text. */
function nodeError(json: unknown): { tag: string; contents: { tag: string; contents: unknown } } {
  const { status_code, error, message } = json as { status_code: number; error: string; message: string };
  expect({ status_code, error }).toEqual({ status_code: 400, error: 'Bad Request' });
  return JSON.parse(message) as ReturnType<typeof nodeError>;
}

describe('the chain', () => {
  test('has a latest block that moves on', async () => {
    const first = (await calls.ledger('/blocks/latest')).json as {
      height: number;
      slot: number;
      hash: string;
    };
    expect(first.hash).toMatch(/^[0-9a-f]{64}$/);
    await until(
      async () => ((await calls.ledger('/blocks/latest')).json as { height: number }).height > first.height,
      'next block',
    );
    const { json } = await calls.ledger('/blocks/latest');
    expect(json).toMatchObject({ tx_count: 0, time: expect.any(Number), epoch: expect.any(Number) });
    const { time, slot } = json as { time: number; slot: number };
    expect(Math.abs(time - Date.now() / 1000)).toBeLessThan(30);
    expect(time - slot).toBe(1_655_769_600 - 86_400);
  });

  test('states its network and the protocol parameters', async () => {
    expect((await calls.ledger('/genesis')).json).toMatchObject({ network_magic: 1, slot_length: 1 });
    expect((await calls.ledger('/epochs/latest/parameters')).json).toMatchObject({
      min_fee_a: 44,
      min_fee_b: 155_381,
      max_tx_size: 16_384,
      coins_per_utxo_size: '4310',
      max_val_size: '5000',
      protocol_major_ver: 10,
    });
  });

  test('needs no key and takes one', async () => {
    const url = `${running.addresses.ledger_url}/blocks/latest`;
    expect((await call(url, { headers: { project_id: 'preprodAbc' } })).status).toBe(200);
  });
});

describe('addresses', () => {
  test('state what they hold', async () => {
    const { status, json } = await calls.ledger(`/addresses/${wallet.address}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ address: wallet.address, type: 'shelley', script: false });
    const { amount, stake_address: stake } = json as { amount: object[]; stake_address: string };
    expect(amount[0]).toEqual({ unit: 'lovelace', quantity: '10000000000' });
    expect(amount.length).toBeGreaterThan(2);
    expect(stake).toMatch(/^stake_test1/);
  });

  test('list their unspent outputs in pages and either order', async () => {
    const path = `/addresses/${wallet.address}/utxos`;
    const all = (await calls.ledger(path)).json as {
      tx_hash: string;
      output_index: number;
      amount: object[];
    }[];
    expect(all.map((utxo) => utxo.output_index)).toEqual([0, 1]);
    expect(all[0]).toMatchObject({
      address: wallet.address,
      tx_hash: gift,
      data_hash: null,
      inline_datum: null,
    });
    expect(all[0]?.amount).toEqual([{ unit: 'lovelace', quantity: '9990000000' }]);
    expect((await calls.ledger(`${path}?order=desc`)).json).toEqual(all.toReversed());
    expect((await calls.ledger(`${path}?count=1&page=2`)).json).toEqual(all.slice(1));
    expect((await calls.ledger(`${path}?page=3`)).json).toEqual([]);
    for (const query of ['count=0', 'count=101', 'page=0', 'page=x', 'order=up'])
      expect(await calls.ledger(`${path}?${query}`), query).toMatchObject({
        status: 400,
        json: { error: 'Bad Request', status_code: 400 },
      });
  });

  test('list their transactions', async () => {
    const { json } = await calls.ledger(`/addresses/${wallet.address}/transactions`);
    expect(json).toEqual([
      {
        tx_hash: gift,
        tx_index: expect.any(Number),
        block_height: expect.any(Number),
        block_time: expect.any(Number),
      },
    ]);
  });

  test('that were never paid are not found; those of other networks are refused', async () => {
    const unused = practiceWallet(98).address;
    for (const path of ['', '/utxos', '/transactions']) {
      expect(await calls.ledger(`/addresses/${unused}${path}`)).toEqual(NOT_FOUND);
      for (const bad of [
        'nonsense',
        'addr1qxqs59lphg8g6qndelq8xwqn60ag3aeyfcp33c2kdp46a09re5df3pzwwmyq946axfcejy5n4x0y99wqpgtp2gd0k09qsgy6pz',
      ])
        expect((await calls.ledger(`/addresses/${bad}${path}`)).status).toBe(400);
    }
  });
});

describe('transactions', () => {
  test('are listed with their figures, inputs and outputs, and their bytes prove the hash', async () => {
    const { json: tx } = await calls.ledger(`/txs/${gift}`);
    expect(tx).toMatchObject({ hash: gift, valid_contract: true, deposit: '0', invalid_hereafter: null });
    const { cbor } = (await calls.ledger(`/txs/${gift}/cbor`)).json as { cbor: string };
    const decoded = decodeTransaction(cbor);
    if (!decoded.ok) throw new Error(decoded.failure);
    expect(decoded.value.bodyHash).toBe(gift);
    expect((tx as { fees: string; size: number }).fees).toBe(decoded.value.body.fee.toString());
    expect((tx as { size: number }).size).toBe(cbor.length / 2);
    const { json } = await calls.ledger(`/txs/${gift}/utxos`);
    const { inputs, outputs } = json as { inputs: object[]; outputs: object[] };
    expect(inputs).toHaveLength(1);
    expect(inputs[0]).toMatchObject({
      tx_hash: expect.any(String),
      output_index: expect.any(Number),
      collateral: false,
    });
    expect(outputs).toHaveLength(3);
    expect(outputs[0]).toMatchObject({ address: wallet.address, output_index: 0, consumed_by_tx: null });
  });

  test('of the first block have no inputs, and the faucet’s output of it was spent by the gift or one before it', async () => {
    const { inputs } = (await calls.ledger(`/txs/${gift}/utxos`)).json as {
      inputs: { tx_hash: string; output_index: number }[];
    };
    const [source] = inputs;
    const parent = await calls.ledger(`/txs/${source?.tx_hash}/utxos`);
    const { inputs: none, outputs } = parent.json as {
      inputs: object[];
      outputs: { consumed_by_tx: string | null }[];
    };
    expect(none).toEqual([]);
    expect(outputs[source?.output_index ?? 0]?.consumed_by_tx).toBe(gift);
  });

  test('that are not on chain are not found; a malformed hash is refused', async () => {
    for (const path of ['', '/utxos', '/cbor']) {
      expect(await calls.ledger(`/txs/${'00'.repeat(32)}${path}`)).toEqual(NOT_FOUND);
      expect((await calls.ledger(`/txs/abc${path}`)).status).toBe(400);
    }
    expect(await calls.ledger('/no/such/path')).toEqual(NOT_FOUND);
    expect((await call(`${running.addresses.ledger_url}/tx/submit`)).status).toBe(405);
  });
});

describe('assets', () => {
  test('state decimals, ticker, name and the whole supply', async () => {
    const { json: found } = await calls.get('/swap/tokens?query=KELP&verified=true');
    const id = (found as { token_id: string }[])[0]?.token_id ?? '';
    const { status, json } = await calls.ledger(`/assets/${id}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      asset: id,
      policy_id: id.slice(0, 56),
      asset_name: id.slice(56),
      quantity: '9000000000000000000',
      metadata: { ticker: 'KELP', name: 'Kelp', decimals: 15 },
    });
  });

  test('that do not exist are not found, malformed ones refused', async () => {
    expect(await calls.ledger(`/assets/${'ab'.repeat(28)}`)).toEqual(NOT_FOUND);
    expect((await calls.ledger('/assets/xyz')).status).toBe(400);
    expect((await calls.ledger('/assets/lovelace')).status).toBe(400);
  });
});

describe('submission', () => {
  test('names what cannot be read, in Blockfrost’s shape', async () => {
    for (const cbor of ['', 'ff', '84a0a0f5f6', 'a0']) {
      const { status, json } = await calls.submit(cbor);
      expect(status).toBe(400);
      const error = nodeError(json);
      expect(error).toMatchObject({ tag: 'TxSubmitFail', contents: { tag: 'TxCmdTxReadError' } });
      expect(JSON.stringify(error)).toContain('DecoderErrorDeserialiseFailure');
    }
  });

  test('names the rule that is broken, in Blockfrost’s shape', async () => {
    const { json: found } = await calls.get('/swap/tokens?query=AMBER&verified=true');
    const token = (found as { token_id: string }[])[0]?.token_id ?? '';
    const asked = {
      buyer_address: wallet.address,
      token_in: '',
      token_out: token,
      amount_in: 25,
      slippage: 1,
    };
    const { cbor } = (await calls.post('/swap/build', asked)).json as { cbor: string };
    const { status, json } = await calls.submit(cbor);
    expect(status).toBe(400);
    expect(nodeError(json)).toMatchObject({
      contents: {
        tag: 'TxCmdTxSubmitValidationError',
        contents: {
          tag: 'TxValidationErrorInCardanoMode',
          contents: {
            era: 'ShelleyBasedEraConway',
            kind: 'ShelleyTxValidationError',
            error: [
              expect.stringMatching(/^ConwayUtxowFailure \(MissingVKeyWitnessesUTXOW \(fromList \[KeyHash/),
            ],
          },
        },
      },
    });
  });

  test('answers the hash as a JSON string; the same bytes again are refused as spent', async () => {
    const { json: found } = await calls.get('/swap/tokens?query=AMBER&verified=true');
    const token = (found as { token_id: string }[])[0]?.token_id ?? '';
    const asked = {
      buyer_address: wallet.address,
      token_in: '',
      token_out: token,
      amount_in: 25,
      slippage: 1,
    };
    const { cbor } = (await calls.post('/swap/build', asked)).json as { cbor: string };
    const signed = (await calls.post('/swap/sign', { txCbor: cbor, signatures: wallet.sign(cbor) })).json as {
      cbor: string;
    };
    const taken = await calls.submit(signed.cbor);
    const decoded = decodeTransaction(signed.cbor);
    expect(taken).toEqual({ status: 200, json: decoded.ok ? decoded.value.bodyHash : '' });
    const again = await calls.submit(signed.cbor);
    expect(again.status).toBe(400);
    expect(JSON.stringify(again.json)).toContain('All inputs are spent');
    await calls.onChain(taken.json as string);
    const { json } = await calls.ledger(`/txs/${taken.json as string}/utxos`);
    const order = (json as { outputs: { inline_datum: string | null; data_hash: string | null }[] })
      .outputs[0];
    expect(order?.inline_datum).toMatch(/^d8799f/);
    expect(order?.data_hash).toBe(blake2b256(hexBytes(order?.inline_datum ?? '')));
  });

  test('wants application/cbor', async () => {
    const url = `${running.addresses.ledger_url}/tx/submit`;
    const answer = await call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '"84"',
    });
    expect(answer).toMatchObject({ status: 400, json: { message: 'content-type must be application/cbor' } });
  });

  test('of a body beyond the limit is 413', async () => {
    const answer = await calls.submit('00'.repeat(70_000));
    expect(answer).toMatchObject({ status: 413, json: { status_code: 413 } });
  });
});

describe('the faucet', () => {
  test.each([
    ['no address', undefined],
    ['a number', 5],
    ['nonsense', 'addr_test1nonsense'],
    [
      'mainnet',
      'addr1qxqs59lphg8g6qndelq8xwqn60ag3aeyfcp33c2kdp46a09re5df3pzwwmyq946axfcejy5n4x0y99wqpgtp2gd0k09qsgy6pz',
    ],
    ['a stake address', 'stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn'],
  ])('refuses %s', async (_name, address) => {
    expect(await calls.faucet(address)).toMatchObject({ status: 400, json: { error: 'Bad Request' } });
  });

  test('serves several wallets in one block', async () => {
    const wallets = [41, 42, 43, 44, 45].map((seed) => practiceWallet(seed).address);
    await Promise.all(wallets.map((address) => calls.fund(address)));
    for (const address of wallets)
      expect((await calls.balance(address)).get('lovelace')).toBe(10_000_000_000n);
  });
});
