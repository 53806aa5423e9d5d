import CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { parseAddress } from '../../../src-main/cardano/address.ts';
import { decodeOrderDatum } from '../../../src-main/practice/orders/datum.ts';
import { minimumFee } from '../../../src-main/practice/chain/parameters.ts';
import { scriptAddress } from '../../../src-main/practice/chain/scripts.ts';
import type { RunningPractice } from '../../../src-main/practice/start.ts';
import { PracticeCalls, startTestPractice } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

interface Build {
  readonly cbor: string;
  readonly total_input: number;
  readonly total_output: number;
  readonly splits: readonly { dex: string; amount_in: number; expected_output: number }[];
}

const temporary = temporaryDirectories();
const buyer = practiceWallet(21);
const other = practiceWallet(22);
let running: RunningPractice;
let calls: PracticeCalls;
let amber: string;

beforeAll(async () => {
  running = await startTestPractice();
  calls = new PracticeCalls(running);
  const { json } = await calls.get('/swap/tokens?query=AMBER&verified=true');
  amber = (json as { token_id: string }[])[0]?.token_id ?? '';
  await Promise.all([calls.fund(buyer.address), calls.fund(other.address)]);
});
afterAll(() => running.stop());

function asked(more: object = {}) {
  return {
    buyer_address: buyer.address,
    token_in: '',
    token_out: amber,
    amount_in: 25,
    slippage: 1,
    ...more,
  };
}

async function build(more: object = {}): Promise<Build> {
  const answer = await calls.post('/swap/build', asked(more));
  expect(answer, JSON.stringify(answer.json)).toMatchObject({ status: 200 });
  return answer.json as Build;
}

async function sign(txCbor: unknown, signatures: unknown, key = 'signatures') {
  return calls.post('/swap/sign', { txCbor, [key]: signatures });
}

describe('a built transaction', () => {
  test('has exactly the specification’s fields around it', async () => {
    const built = await build();
    expect(Object.keys(built).toSorted()).toEqual(['cbor', 'splits', 'total_input', 'total_output']);
    expect(built.total_input).toBe(25);
    const sum = built.splits.reduce((total, split) => total + Math.round(split.expected_output * 1e6), 0);
    expect(Math.round(built.total_output * 1e6)).toBe(sum);
  });

  test('spends only the buyer’s outputs, pays orders at their exchanges and the change back', async () => {
    const built = await build({ amount_in: 6_000 });
    const body = CSL.FixedTransaction.from_hex(built.cbor).body();
    const { json } = await calls.ledger(`/addresses/${buyer.address}/utxos`);
    const own = (json as { tx_hash: string; output_index: number }[]).map(
      (utxo) => `${utxo.tx_hash}#${utxo.output_index}`,
    );
    const inputs = body.inputs();
    for (let index = 0; index < inputs.len(); index += 1)
      expect(own).toContain(`${inputs.get(index).transaction_id().to_hex()}#${inputs.get(index).index()}`);
    const outputs = body.outputs();
    expect(outputs.len()).toBe(built.splits.length + 1);
    built.splits.forEach((split, index) => {
      const output = outputs.get(index);
      expect(output.address().to_bech32()).toBe(scriptAddress(split.dex, 'order'));
      expect(parseAddress(output.address().to_bech32())).toMatchObject({
        value: { payment: { kind: 'script' } },
      });
      const datum = decodeOrderDatum(output.plutus_data()?.to_hex() ?? '');
      if (!datum.ok) throw new Error(datum.failure);
      expect(datum.value).toMatchObject({
        ownerPaymentKeyHash: buyer.paymentKeyHash,
        ownerStakeKeyHash: buyer.stakeKeyHash,
        wanted: amber,
        minimumReceived: BigInt(Math.round(split.expected_output * 1e6)),
      });
      const expected =
        BigInt(Math.round(split.amount_in * 1e6)) + datum.value.batcherFee + datum.value.deposit;
      expect(BigInt(output.amount().coin().to_str())).toBe(expected);
    });
    expect(
      outputs
        .get(outputs.len() - 1)
        .address()
        .to_bech32(),
    ).toBe(buyer.address);
  });

  test('is valid from five minutes ago for an hour, and asks for payment and stake key', async () => {
    const { json } = await calls.ledger('/blocks/latest');
    const slot = (json as { slot: number }).slot;
    const body = CSL.FixedTransaction.from_hex((await build()).cbor).body();
    const start = Number(body.validity_start_interval_bignum()?.to_str());
    const end = Number(body.ttl_bignum()?.to_str());
    expect(end - start).toBe(3_900);
    expect(Math.abs(start + 300 - slot)).toBeLessThan(30);
    const signers = body.required_signers();
    const hashes = Array.from({ length: signers?.len() ?? 0 }, (_, index) => signers?.get(index).to_hex());
    expect(hashes.toSorted()).toEqual([buyer.paymentKeyHash, buyer.stakeKeyHash].toSorted());
  });

  test('pays exactly the least fee of its signed size', async () => {
    const { cbor } = await build();
    const { json } = await sign(cbor, buyer.sign(cbor));
    const fee = BigInt(CSL.FixedTransaction.from_hex(cbor).body().fee().to_str());
    expect(fee).toBe(minimumFee((json as { cbor: string }).cbor.length / 2));
  });

  test('sells a token with the order’s ADA being fee and deposit alone', async () => {
    const built = await build({ token_in: amber, token_out: '', amount_in: 100 });
    const output = CSL.FixedTransaction.from_hex(built.cbor).body().outputs().get(0);
    const datum = decodeOrderDatum(output.plutus_data()?.to_hex() ?? '');
    expect(datum).toMatchObject({ ok: true, value: { wanted: 'ADA' } });
    if (datum.ok)
      expect(BigInt(output.amount().coin().to_str())).toBe(datum.value.batcherFee + datum.value.deposit);
  });

  test.each([
    ['is missing', undefined],
    ['is no text', 5],
    ['is no address', 'addr_test1nonsense'],
    [
      'is on mainnet',
      'addr1qxqs59lphg8g6qndelq8xwqn60ag3aeyfcp33c2kdp46a09re5df3pzwwmyq946axfcejy5n4x0y99wqpgtp2gd0k09qsgy6pz',
    ],
    ['has no stake key', 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'],
    ['is a script', scriptAddress('EXA', 'order')],
  ])('is refused when the buyer’s address %s', async (_name, address) => {
    const answer = await calls.post('/swap/build', asked({ buyer_address: address }));
    expect(answer).toMatchObject({
      status: 400,
      json: { error: 'malformed_request', field: 'buyer_address' },
    });
  });

  test('insufficient funds say how much is missing of what', async () => {
    const ada = await calls.post('/swap/build', asked({ amount_in: 20_000 }));
    expect(ada).toMatchObject({ status: 400, json: { error: 'insufficient_funds' } });
    const { missing, message } = ada.json as {
      missing: { token_id: string; amount: number }[];
      message: string;
    };
    expect(ada.json).toMatchObject({ pending: false });
    expect(missing).toHaveLength(1);
    expect(missing[0]?.token_id).toBe('');
    expect(missing[0]?.amount).toBeGreaterThan(10_000);
    expect(missing[0]?.amount).toBeLessThan(10_100);
    expect(message).toMatch(/lacks 10\d{3}\.\d+ ADA/);
    const tokens = await calls.post(
      '/swap/build',
      asked({ token_in: amber, token_out: '', amount_in: 100_000 }),
    );
    expect(tokens.json).toMatchObject({ error: 'insufficient_funds', missing: [{ token_id: amber }] });
    const nobody = await calls.post('/swap/build', asked({ buyer_address: practiceWallet(99).address }));
    expect(nobody.json).toMatchObject({ error: 'insufficient_funds', missing: [{ token_id: '' }] });
  });

  test('says when the funds wait for a block', async () => {
    const dataFolder = temporary();
    const quick = await startTestPractice({ dataFolder });
    await new PracticeCalls(quick).fund(buyer.address);
    await quick.stop();
    // The same world, in which no block comes while the test looks on.
    const slow = await startTestPractice({ dataFolder, blockTimeMs: 600_000 });
    try {
      const slowCalls = new PracticeCalls(slow);
      const { cbor } = (await slowCalls.post('/swap/build', asked({ amount_in: 9_000 }))).json as Build;
      const { json } = await slowCalls.post('/swap/sign', { txCbor: cbor, signatures: buyer.sign(cbor) });
      expect((await slowCalls.submit((json as { cbor: string }).cbor)).status).toBe(200);
      expect((await slowCalls.post('/swap/build', asked({ amount_in: 500 }))).json).toMatchObject({
        error: 'insufficient_funds',
        pending: true,
        message: expect.stringMatching(/next block/),
      });
    } finally {
      await slow.stop();
    }
  });

  test('what is said to be missing is enough, to the lovelace', async () => {
    const amount = 9_990;
    const answer = await calls.post('/swap/build', asked({ amount_in: amount }));
    const short = (answer.json as { missing: { quantity: string }[] }).missing[0]?.quantity ?? '0';
    const less = amount - Number(BigInt(short)) / 1e6 - 0.01;
    expect((await calls.post('/swap/build', asked({ amount_in: less }))).status).toBe(200);
  });
});

describe('/swap/sign', () => {
  test('puts the signatures in and changes nothing else', async () => {
    const { cbor } = await build();
    const answer = await sign(cbor, buyer.sign(cbor));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json as object)).toEqual(['cbor']);
    const signed = (answer.json as { cbor: string }).cbor;
    const before = CSL.FixedTransaction.from_hex(cbor);
    const after = CSL.FixedTransaction.from_hex(signed);
    expect(after.transaction_hash().to_hex()).toBe(before.transaction_hash().to_hex());
    expect(Buffer.from(after.raw_body()).toString('hex')).toBe(
      Buffer.from(before.raw_body()).toString('hex'),
    );
    expect(signed.endsWith('f5f6')).toBe(true);
    expect(after.witness_set().vkeys()?.len()).toBe(2);
  });

  test('takes untagged and tagged sets, capitals, the other spelling of the field, and one key after the other', async () => {
    const { cbor } = await build();
    const tagged = buyer.sign(cbor);
    const untagged = tagged.replace(/^a100d90102/, 'a100');
    expect(untagged).not.toBe(tagged);
    const answers = [
      await sign(cbor, tagged),
      await sign(cbor, untagged),
      await sign(cbor.toUpperCase(), tagged.toUpperCase()),
      await sign(cbor, tagged, 'Signatures'),
    ];
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const half = (await sign(cbor, buyer.sign(cbor, 'payment'))).json as { cbor: string };
    const whole = await sign(half.cbor, buyer.sign(cbor, 'stake'));
    expect(whole.status).toBe(200);
    const submitted = await calls.submit(half.cbor);
    expect(submitted.status).toBe(400);
    expect(JSON.stringify(submitted.json)).toContain('MissingVKeyWitnessesUTXOW');
  });

  test('refuses signatures of another transaction, of a key that is not needed, and garbled fields', async () => {
    const { cbor } = await build();
    const another = await build({ amount_in: 26 });
    expect(await sign(cbor, buyer.sign(another.cbor))).toMatchObject({
      status: 400,
      json: { error: 'invalid_signature', field: 'signatures' },
    });
    expect(await sign(cbor, other.sign(cbor))).toMatchObject({
      status: 400,
      json: { error: 'foreign_signature', field: 'signatures' },
    });
    const good = buyer.sign(cbor);
    const cases: [unknown, unknown, string][] = [
      [undefined, good, 'txCbor'],
      ['', good, 'txCbor'],
      ['zz', good, 'txCbor'],
      [cbor.slice(0, -2), good, 'txCbor'],
      [`${cbor}00`, good, 'txCbor'],
      [cbor, undefined, 'signatures'],
      [cbor, '', 'signatures'],
      [cbor, 'a0', 'signatures'],
      [cbor, 'a10080', 'signatures'],
      [cbor, `${good}00`, 'signatures'],
      [cbor, good.slice(0, -2), 'signatures'],
      [cbor, 'a1018180', 'signatures'],
      [cbor, 7, 'signatures'],
    ];
    for (const [tx, signatures, field] of cases)
      expect(await sign(tx, signatures), String(signatures).slice(0, 40)).toMatchObject({
        status: 400,
        json: { error: 'malformed_request', field },
      });
    expect(await calls.post('/swap/sign', 'no json')).toMatchObject({ status: 400, json: { field: 'body' } });
  });
});
