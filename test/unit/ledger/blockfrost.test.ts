import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureText } from '#domain/failure.ts';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { BlockfrostLedger } from '../../../src-main/ledger/blockfrost/client.ts';
import { answeringServer, quickParts } from '../../support/answering-server.ts';
import { accessKey, baseUrl, HandClock, SECRET } from '../../support/http-parts.ts';
import { loopbackServer, reply } from '../../support/loopback-server.ts';

const address =
  'addr1qxqs59lphg8g6qndelq8xwqn60ag3aeyfcp33c2kdp46a09re5df3pzwwmyq946axfcejy5n4x0y99wqpgtp2gd0k09qsgy6pz';
const coin = parseAssetId(
  'b0d07d45fe9514f80213f4020e5a61241458be626841cde717cb38a76e7574636f696e',
) as AssetId;
const hash = (digit: string): string => digit.repeat(64);

const server = answeringServer();
let ledger: BlockfrostLedger;

beforeEach(() => {
  ledger = ledgerAt(`${server.url}/api/v0`);
});
afterEach(() => ledger.close());

function ledgerAt(url: string, key = accessKey()): BlockfrostLedger {
  return new BlockfrostLedger({
    base: baseUrl(url),
    key,
    ...quickParts(),
  });
}

function error(status: number, message: string): void {
  server.answers({ status_code: status, error: 'Error', message }, status);
}

const lovelace = (quantity: string) => ({ unit: 'lovelace', quantity });

describe('reading', () => {
  test.each([
    [764_824_073, 'mainnet'],
    [1, 'preprod'],
    [2, 'preview'],
  ])('network magic %i is %s', async (magic, name) => {
    server.answers({ network_magic: magic, active_slots_coefficient: 0.05 });
    expect(await ledger.network()).toEqual({ ok: true, value: name });
    expect(server.seen[0]).toMatchObject({ url: '/api/v0/genesis', headers: { project_id: SECRET } });
  });

  test('an unknown network is not one of ours', async () => {
    server.answers({ network_magic: 42 });
    expect(await ledger.network()).toMatchObject({ failure: { code: 'wrong-network' } });
  });

  test('works without a token', async () => {
    const open = new BlockfrostLedger({
      base: baseUrl(server.url),
      clock: new HandClock(5_000),
      random: { bytes: (count) => new Uint8Array(count) },
    });
    server.answers({ network_magic: 1 });
    expect(await open.network()).toMatchObject({ ok: true });
    expect(server.seen[0]?.headers).not.toHaveProperty('project_id');
    await open.close();
  });

  test('tip and parameters', async () => {
    server.answers({
      time: 1_641_338_934,
      height: 15_243_593,
      hash: hash('4'),
      slot: 412_162_133,
      epoch: 425,
    });
    expect(await ledger.tip()).toEqual({
      ok: true,
      value: { time: 1_641_338_934_000, height: 15_243_593, hash: hash('4'), slot: 412_162_133 },
    });
    server.answers({
      min_fee_a: 44,
      min_fee_b: 155381,
      max_tx_size: 16384,
      coins_per_utxo_size: '4310',
      cost_models: { PlutusV1: { a: 1 } },
    });
    expect(await ledger.parameters()).toEqual({
      ok: true,
      value: { minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4310n, maxTxSize: 16384 },
    });
  });

  test('unspent outputs, exact beyond 2^53, with and without a datum', async () => {
    server.answers([
      { address, tx_hash: hash('a'), output_index: 0, amount: [lovelace('42000000')], inline_datum: null },
      {
        tx_hash: hash('b'),
        output_index: 1,
        amount: [lovelace('18446744073709551615'), { unit: coin, quantity: '12' }],
        inline_datum: 'D87980',
      },
    ]);
    expect(await ledger.utxos(address)).toEqual({
      ok: true,
      value: [
        { txHash: hash('a'), index: 0, address, value: new Map([[ADA, 42_000_000n]]) },
        {
          txHash: hash('b'),
          index: 1,
          address,
          inlineDatum: 'd87980',
          value: new Map([
            [ADA, 18_446_744_073_709_551_615n],
            [coin, 12n],
          ]),
        },
      ],
    });
  });

  test('all pages, an output named twice once', async () => {
    const utxo = (index: number) => ({
      address,
      tx_hash: hash('a'),
      output_index: index,
      amount: [lovelace('1')],
    });
    server.answer = (response, { url }) => {
      const page = Number(new URL(url, server.url).searchParams.get('page'));
      const first = (page - 1) * 100 - (page > 1 ? 1 : 0);
      const count = page < 3 ? 100 : 30;
      reply(response, JSON.stringify(Array.from({ length: count }, (_, at) => utxo(first + at))));
    };
    const found = await ledger.utxos(address);
    expect(found.ok && found.value.length).toBe(229);
    expect(server.seen.map(({ url }) => url.split('?')[1])).toEqual(
      [1, 2, 3].map((page) => `count=100&page=${page}`),
    );
  });

  test('an address that was never used has nothing', async () => {
    error(404, 'The requested component has not been found.');
    expect(await ledger.utxos(address)).toEqual({ ok: true, value: [] });
    expect(await ledger.transactions(address, 5)).toEqual({ ok: true, value: [] });
  });

  test('text that is not an address or hash never becomes a path', async () => {
    for (const text of ['', '../../admin', 'addr1/../x', `${address}?x`, 'stake1…']) {
      expect((await ledger.utxos(text)).ok).toBe(false);
      expect((await ledger.transactions(text, 1)).ok).toBe(false);
      expect((await ledger.inclusion(text)).ok).toBe(false);
      expect((await ledger.transactionCbor(text)).ok).toBe(false);
    }
    expect(server.seen).toEqual([]);
  });

  test('where a transaction is, or that it is not on chain', async () => {
    server.answers({
      hash: hash('c'),
      block: hash('d'),
      block_height: 123,
      block_time: 1_635_505_891,
      slot: 42_000_000,
      fees: '182485',
      index: 1,
    });
    expect(await ledger.inclusion(hash('c'))).toEqual({
      ok: true,
      value: {
        hash: hash('c'),
        blockHeight: 123,
        time: 1_635_505_891_000,
        slot: 42_000_000,
        fees: 182_485n,
      },
    });
    expect(await ledger.inclusion(hash('e'))).toMatchObject({ failure: { code: 'ledger-answer-malformed' } });
    error(404, 'The requested component has not been found.');
    for (const outcome of [
      await ledger.inclusion(hash('c')),
      await ledger.transaction(hash('c')),
      await ledger.transactionCbor(hash('c')),
      await ledger.asset(coin),
    ]) {
      expect(outcome).toEqual({ ok: true, value: undefined });
    }
  });

  test('what a transaction spent and made, without references and collateral', async () => {
    const output = { address, amount: [lovelace('5')], collateral: false, data_hash: null };
    server.answers({
      hash: hash('c'),
      inputs: [
        { ...output, tx_hash: hash('a'), output_index: 0, reference: false },
        { ...output, tx_hash: hash('a'), output_index: 1, reference: true },
        { ...output, tx_hash: hash('a'), output_index: 2, collateral: true },
      ],
      outputs: [
        { ...output, output_index: 0, inline_datum: 'd87980', consumed_by_tx: hash('f') },
        { ...output, output_index: 1, consumed_by_tx: null, data_hash: hash('d') },
        { ...output, output_index: 2, collateral: true },
      ],
    });
    const value = new Map([[ADA, 5n]]);
    expect(await ledger.transaction(hash('c'))).toEqual({
      ok: true,
      value: {
        hash: hash('c'),
        inputs: [{ txHash: hash('a'), index: 0, address, value }],
        outputs: [
          { txHash: hash('c'), index: 0, address, value, inlineDatum: 'd87980', spentBy: hash('f') },
          { txHash: hash('c'), index: 1, address, value, datumHash: hash('d') },
        ],
      },
    });
    expect(server.seen[0]?.url).toBe(`/api/v0/txs/${hash('c')}/utxos`);
  });

  test('bytes of a transaction, in lower case', async () => {
    server.answers({ cbor: '84A400' });
    expect(await ledger.transactionCbor(hash('c'))).toEqual({ ok: true, value: '84a400' });
    for (const cbor of ['', '84a', 'zz']) {
      server.answers({ cbor });
      expect(await ledger.transactionCbor(hash('c'))).toMatchObject({ failure: { data: { path: 'cbor' } } });
    }
  });

  test('a datum by its hash, which the caller holds against it; none where it is not known', async () => {
    server.answers({ cbor: 'D87980' });
    expect(await ledger.datum(hash('d'))).toEqual({ ok: true, value: 'd87980' });
    expect(server.seen[0]?.url).toBe(`/api/v0/scripts/datum/${hash('d')}/cbor`);
    error(404, 'The requested component has not been found.');
    expect(await ledger.datum(hash('d'))).toEqual({ ok: true, value: undefined });
    expect((await ledger.datum('../../txs')).ok).toBe(false);
  });

  test('newest transactions first', async () => {
    server.answers([{ tx_hash: hash('a') }, { tx_hash: hash('b') }, { tx_hash: hash('c') }]);
    expect(await ledger.transactions(address, 2)).toEqual({ ok: true, value: [hash('a'), hash('b')] });
    expect(server.seen[0]?.url).toContain('order=desc');
  });

  test('an asset: the registry first, then the chain', async () => {
    server.answers({
      asset: coin,
      quantity: '45000000000000000',
      metadata: { name: 'nutcoin', ticker: 'nutc', decimals: 6, logo: 'x' },
      onchain_metadata: { decimals: 2 },
    });
    expect(await ledger.asset(coin)).toEqual({
      ok: true,
      value: { id: coin, decimals: 6, ticker: 'nutc', name: 'nutcoin', supply: 45_000_000_000_000_000n },
    });
    server.answers('{"quantity": 9007199254740993, "metadata": null, "onchain_metadata": {"decimals": 2}}');
    expect(await ledger.asset(coin)).toMatchObject({
      value: { decimals: 2, supply: 9_007_199_254_740_993n },
    });
    server.answers({ quantity: '1', metadata: null, onchain_metadata: { decimals: 'two' } });
    expect(await ledger.asset(coin)).toMatchObject({ value: { decimals: undefined } });
    server.seen.length = 0;
    expect(await ledger.asset(ADA)).toMatchObject({ value: { decimals: 6 } });
    expect(server.seen).toEqual([]);
  });

  test('a web page with status 403 is a gatekeeper and says nothing of the token', async () => {
    server.answers('<!doctype html><title>Forbidden</title>', 403);
    expect(await ledger.tip()).toMatchObject({ failure: { code: 'ledger-blocked' } });
    server.answers('', 403);
    expect(await ledger.tip()).toMatchObject({ failure: { code: 'ledger-key-refused' } });
  });

  test('an address without the path of the API is called that, with the one that it should be', async () => {
    // As Blockfrost answers a path that it does not know; others of its kind answer 404.
    for (const [status, message] of [
      [400, 'Invalid path. Please check https://docs.blockfrost.io/'],
      [404, ''],
    ] as const) {
      server.answers({ status_code: status, error: 'Bad Request', message }, status);
      const found = await ledger.network();
      expect(found).toMatchObject({
        failure: { code: 'ledger-path-wrong', data: { usual: expect.stringMatching(/\/api\/v0$/) } },
      });
      expect(found.ok ? '' : failureText(found.failure).advice).toContain('/api/v0');
    }
    server.answers({ status_code: 400, error: 'Bad Request', message: 'anything else' }, 400);
    expect(await ledger.network()).toMatchObject({ failure: { code: 'ledger-error' } });
  });

  test.each([
    [402, 'ledger-quota-used'],
    [403, 'ledger-key-refused'],
    [418, 'ledger-rate-limited'],
    [429, 'ledger-rate-limited'],
    [500, 'ledger-error'],
    [503, 'ledger-error'],
  ])('status %i is %s', async (status, code) => {
    error(status, `refused ${SECRET}`);
    const outcome = await ledger.tip();
    expect(outcome).toMatchObject({ failure: { code } });
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
  });

  test.each([
    ['<html>', ''],
    [{ '0': {} }, ''],
  ])('an answer that does not fit is refused with its path', async (body, path) => {
    server.answers(body);
    expect(await ledger.utxos(address)).toMatchObject({
      failure: { code: 'ledger-answer-malformed', data: { path } },
    });
  });

  test.each([
    [
      { tx_hash: hash('a'), output_index: 0, amount: [{ unit: 'lovelace', quantity: '-1' }] },
      'amount.0.quantity',
    ],
    [{ tx_hash: hash('a'), output_index: 0, amount: [{ unit: 'x', quantity: '1' }] }, 'amount.0.unit'],
    [{ tx_hash: 'a', output_index: 0, amount: [] }, 'tx_hash'],
  ])('a coin that does not fit is left out, with its path', async (row, path) => {
    server.answers([row]);
    expect(await ledger.utxos(address)).toMatchObject({ ok: true, value: [], leftOut: { data: { path } } });
  });
});

describe('submitting', () => {
  test('sends the raw bytes and answers the hash', async () => {
    server.answers(`"${hash('d')}"`);
    expect(await ledger.submit('84a400')).toEqual({ ok: true, value: hash('d') });
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/v0/tx/submit',
      headers: { 'content-type': 'application/cbor', project_id: SECRET },
      body: Buffer.from([0x84, 0xa4, 0x00]),
    });
  });

  test('a refusal names the rule', async () => {
    error(
      400,
      JSON.stringify({ tag: 'TxSubmitFail', contents: { error: ['UtxoFailure (FeeTooSmallUTxO 1)'] } }),
    );
    expect(await ledger.submit('84')).toMatchObject({
      failure: { code: 'submission-refused', data: { rule: 'FeeTooSmallUTxO' } },
    });
    error(400, '"UtxoFailure (BadInputsUTxO (fromList []))"');
    expect(await ledger.submit('84')).toMatchObject({ failure: { code: 'inputs-spent' } });
  });

  test.each([
    [402, 'ledger-quota-used'],
    [403, 'ledger-key-refused'],
    [425, 'ledger-mempool-full'],
    [429, 'ledger-rate-limited'],
  ])('status %i did not take it: %s', async (status, code) => {
    error(status, 'no');
    expect(await ledger.submit('84')).toMatchObject({ failure: { code } });
    expect(server.seen).toHaveLength(1);
  });

  test.each([
    ['a gateway', 502, 'bad gateway'],
    ['an overloaded server', 503, ''],
    ['a late gateway', 504, ''],
    ['a server error', 500, '{"status_code":500}'],
    ['a success that is no hash', 200, '<html>'],
    ['a success that is half a hash', 200, `"${'d'.repeat(30)}"`],
  ])('%s leaves it open, and is not repeated', async (_name, status, body) => {
    server.answers(body, status);
    expect(await ledger.submit('84')).toMatchObject({ failure: { code: 'submission-unknown' } });
    expect(server.seen).toHaveLength(1);
  });

  test('a connection that breaks after sending leaves it open', async () => {
    server.answer = (response) => response.destroy();
    expect(await ledger.submit('84')).toMatchObject({ failure: { code: 'submission-unknown' } });
    expect(server.seen).toHaveLength(1);
  });

  test('silence until the deadline leaves it open', async () => {
    const clock = new HandClock();
    const slow = new BlockfrostLedger({
      base: baseUrl(server.url),
      clock,
      random: { bytes: (count) => new Uint8Array(count) },
    });
    server.answer = () => {
      clock.advance(30_000);
    };
    expect(await slow.submit('84')).toMatchObject({ failure: { code: 'submission-unknown' } });
    await slow.close();
  });

  test('giving up after sending leaves it open', async () => {
    const giveUp = new AbortController();
    server.answer = () => {
      giveUp.abort();
    };
    expect(await ledger.submit('84', giveUp.signal)).toMatchObject({
      failure: { code: 'submission-unknown' },
    });
  });

  test('when nobody listens, nothing was sent', async () => {
    const gone = await loopbackServer(() => undefined);
    await gone.close();
    const lost = ledgerAt(gone.url);
    expect(await lost.submit('84')).toMatchObject({ failure: { code: 'ledger-unreachable' } });
    await lost.close();
  });

  test('a redirect is refused', async () => {
    server.answer = (response) => {
      reply(response, '', 307, { location: 'http://127.0.0.1:9/' });
    };
    expect(await ledger.submit('84')).toMatchObject({ failure: { code: 'ledger-redirected' } });
  });
});

test('arbitrary JSON never makes a call throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json({ maxDepth: 4 }), fc.string()), async (body) => {
      server.answers(body);
      const outcomes = await Promise.all([
        ledger.network(),
        ledger.tip(),
        ledger.parameters(),
        ledger.utxos(address),
        ledger.inclusion(hash('a')),
        ledger.transaction(hash('a')),
        ledger.transactionCbor(hash('a')),
        ledger.transactions(address, 3),
        ledger.asset(coin),
        ledger.submit('84'),
      ]);
      expect(outcomes.every(({ ok }) => typeof ok === 'boolean')).toBe(true);
    }),
    { numRuns: 60 },
  );
});

describe('outputs at scripts', () => {
  const script = 'cd'.repeat(28);
  const locked = formatAddress(addressOf(1, { kind: 'script', hash: script }));
  const page = Array.from({ length: 100 }, (_, index) => ({
    ...{ address: locked, tx_hash: hash('a'), output_index: index, data_hash: null, inline_datum: null },
    ...{
      amount: [lovelace('1'), { unit: coin, quantity: '1' }],
      block: hash('b'),
      reference_script_hash: null,
    },
  }));

  test('are the newest ones, and those that came before the time was over', async () => {
    const over = new AbortController();
    server.answer = (response, { url }) => {
      if (new URL(url, server.url).searchParams.get('page') === '1') reply(response, JSON.stringify(page));
      else over.abort();
    };
    const listed = await ledger.scriptOutputs([script], coin, over.signal);
    expect(listed).toMatchObject({ ok: true, value: { complete: false } });
    expect(listed.ok && listed.value.outputs).toHaveLength(100);
    expect(server.seen[0]?.url).toContain('order=desc');
  });

  test('are none where the first of them did not come', async () => {
    const over = new AbortController();
    server.answer = () => over.abort();
    expect(await ledger.scriptOutputs([script], coin, over.signal)).toMatchObject({ ok: false });
  });
});
