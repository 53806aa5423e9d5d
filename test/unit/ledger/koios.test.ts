import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { KoiosLedger } from '../../../src-main/ledger/koios/client.ts';
import { answeringServer, quickParts } from '../../support/answering-server.ts';
import { baseUrl } from '../../support/http-parts.ts';
import { reply } from '../../support/loopback-server.ts';
import { read } from '../../support/vectors.ts';

const address = `addr1${'q'.repeat(98)}`;
const policy = 'ab'.repeat(28);
const hash = (digit: string): string => digit.repeat(64);

const server = answeringServer();
let koios: KoiosLedger;

beforeEach(() => {
  koios = new KoiosLedger({
    base: baseUrl(`${server.url}/api/v1`),
    ...quickParts(),
  });
});
afterEach(() => koios.close());

const row = (changes: object = {}): object => ({
  tx_hash: hash('a'),
  tx_index: 1,
  address,
  value: '18446744073709551615',
  inline_datum: null,
  asset_list: [],
  is_spent: false,
  ...changes,
});

describe('network', () => {
  test.each([
    ['764824073', 'mainnet'],
    ['1', 'preprod'],
    ['2', 'preview'],
  ])('magic %s is %s', async (networkmagic, name) => {
    server.answers([{ networkmagic, networkid: 'Any' }]);
    expect(await koios.network()).toEqual({ ok: true, value: name });
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/api/v1/genesis' });
  });

  test('an address without the path of the API is called that', async () => {
    server.answers({ message: 'not found' }, 404);
    expect(await koios.network()).toMatchObject({
      failure: { code: 'ledger-path-wrong', data: { usual: expect.stringMatching(/\/api\/v1$/) } },
    });
  });

  test('another one is refused, and so is none', async () => {
    server.answers([{ networkmagic: '42' }]);
    expect(await koios.network()).toMatchObject({ failure: { code: 'wrong-network' } });
    server.answers([]);
    expect(await koios.network()).toMatchObject({ failure: { code: 'ledger-answer-malformed' } });
  });
});

describe('outputs', () => {
  test('are exact, with their tokens and inline datum; no key goes along', async () => {
    server.answers([
      row(),
      row({
        tx_index: 2,
        value: '2000000',
        inline_datum: { bytes: 'D87980', value: { constructor: 0, fields: [] } },
        asset_list: [
          { policy_id: policy, asset_name: '', quantity: '12', decimals: 0 },
          { policy_id: policy, asset_name: '47454d', quantity: '9223372036854775808', decimals: 3 },
        ],
        is_spent: true,
      }),
    ]);
    const references = [1, 2, 3].map((index) => ({ txHash: hash('a'), index }));
    expect(await koios.outputs(references)).toEqual({
      ok: true,
      value: [
        { txHash: hash('a'), index: 1, address, value: new Map([[ADA, 18_446_744_073_709_551_615n]]) },
        {
          txHash: hash('a'),
          index: 2,
          address,
          inlineDatum: 'd87980',
          value: new Map<AssetId, bigint>([
            [ADA, 2_000_000n],
            [parseAssetId(policy) as AssetId, 12n],
            [parseAssetId(`${policy}47454d`) as AssetId, 9_223_372_036_854_775_808n],
          ]),
        },
      ],
    });
    const [sent] = server.seen;
    expect(sent).toMatchObject({ method: 'POST', url: '/api/v1/utxo_info' });
    expect(JSON.parse(String(sent?.body))).toEqual({
      _utxo_refs: references.map(({ index }) => `${hash('a')}#${index}`),
      _extended: true,
    });
    expect(Object.keys(sent?.headers ?? {})).not.toContain('authorization');
  });

  test.each([
    ['a value below zero', row({ value: '-1' })],
    ['a value that is no number', row({ value: 'NaN' })],
    ['a value beyond 64 bits of digits', row({ value: '9'.repeat(21) })],
    ['a fraction', row({ value: 1.5 })],
    ['an index below zero', row({ tx_index: -1 })],
    ['a hash that is none', row({ tx_hash: 'xyz' })],
    ['a policy that is none', row({ asset_list: [{ policy_id: 'ab', asset_name: '', quantity: '1' }] })],
    ['a datum of half a byte', row({ inline_datum: { bytes: 'abc' } })],
    ['no address', row({ address: null })],
  ])('%s is not believed', async (_name, told) => {
    server.answers([told]);
    expect(await koios.outputs([{ txHash: hash('a'), index: 1 }])).toMatchObject({
      failure: { code: 'ledger-answer-malformed' },
    });
  });

  test('reads the published sample', async () => {
    const published = JSON.parse(read('backends/koios.json')) as {
      readonly requests: { readonly utxo_info: { readonly body: { readonly _utxo_refs: string[] } } };
      readonly utxo_infos200: readonly unknown[];
    };
    server.answers(published.utxo_infos200);
    const references = published.requests.utxo_info.body._utxo_refs.map((text) => {
      const [txHash = '', index] = text.split('#');
      return { txHash, index: Number(index) };
    });
    const told = await koios.outputs(references);
    expect(JSON.parse(String(server.seen[0]?.body))).toEqual(published.requests.utxo_info.body);
    const token = 'd3501d9531fcc25e3ca4b6429318c2cc374dbdbcf5e99c1c1e5da1ff444f4e545350414d';
    expect(told).toMatchObject({ ok: true, value: [{ ...references[0] }] });
    expect(told.ok && told.value[0]?.value).toEqual(
      new Map([
        [ADA, 157_832_856n],
        [parseAssetId(token), 1n],
      ]),
    );
  });
});

describe('a public instance', () => {
  const references = Array.from({ length: 60 }, (_, at) => ({
    txHash: at.toString(16).padStart(64, '0'),
    index: at * 100,
  }));

  test('is never sent a body above one kilobyte, and each output is asked for once', async () => {
    server.answer = (response, { body }) => {
      const { _utxo_refs: wanted } = JSON.parse(String(body)) as { readonly _utxo_refs: string[] };
      const rows = wanted.map((text) => {
        const [tx_hash, index] = text.split('#');
        return row({ tx_hash, tx_index: Number(index) });
      });
      reply(response, JSON.stringify(rows));
    };
    const told = await koios.outputs([...references, ...references]);
    expect(told.ok && told.value.map(({ txHash, index }) => ({ txHash, index }))).toEqual(references);
    expect(server.seen.length).toBeGreaterThan(1);
    for (const { body } of server.seen) expect(body.length).toBeLessThanOrEqual(1_000);
  });

  test('nor for transaction bytes; what is unknown is left out', async () => {
    server.answer = (response, { body }) => {
      const { _tx_hashes: wanted } = JSON.parse(String(body)) as { readonly _tx_hashes: string[] };
      const known = wanted.filter((one) => !one.endsWith('0'));
      reply(response, JSON.stringify(known.map((one) => ({ tx_hash: one, cbor: '84A0' }))));
    };
    const told = await koios.transactionBytes(references.map(({ txHash }) => txHash));
    const expected = references.map(({ txHash }) => txHash).filter((one) => !one.endsWith('0'));
    expect(told).toEqual({ ok: true, value: new Map(expected.map((one) => [one, '84a0'])) });
    expect(server.seen.every(({ url }) => url === '/api/v1/tx_cbor')).toBe(true);
    for (const { body } of server.seen) expect(body.length).toBeLessThanOrEqual(1_000);
  });

  test('is not called for nothing', async () => {
    expect(await koios.outputs([])).toEqual({ ok: true, value: [] });
    expect(await koios.transactionBytes([])).toEqual({ ok: true, value: new Map() });
    expect(server.seen).toEqual([]);
  });

  test.each([
    [413, 'ledger-error'],
    [429, 'ledger-rate-limited'],
    [500, 'ledger-error'],
    [504, 'ledger-error'],
  ])('status %i is %s', async (status, code) => {
    server.answers('Payload too large, body length was 5933.', status);
    expect(await koios.outputs(references.slice(0, 1))).toMatchObject({ failure: { code } });
  });

  test('HTML is not an answer', async () => {
    server.answers('<html>maintenance</html>');
    expect(await koios.transactionBytes([hash('a')])).toMatchObject({
      failure: { code: 'ledger-answer-malformed' },
    });
  });
});

describe('outputs at scripts', () => {
  const script = 'cd'.repeat(28);
  const token = `${policy}47` as AssetId;
  const locked = formatAddress(addressOf(1, { kind: 'script', hash: script }));
  const page = Array.from({ length: 100 }, (_, index) =>
    row({
      ...{ tx_index: index, address: locked },
      asset_list: [{ policy_id: policy, asset_name: '47', quantity: '1', decimals: 0 }],
    }),
  );

  test('are the newest ones, and those that came before the time was over', async () => {
    const over = new AbortController();
    server.answer = (response, { url }) => {
      if (new URL(url, server.url).searchParams.get('offset') === '0') reply(response, JSON.stringify(page));
      else over.abort();
    };
    const listed = await koios.scriptOutputs([script], token, over.signal);
    expect(listed).toMatchObject({ ok: true, value: { complete: false } });
    expect(listed.ok && listed.value.outputs).toHaveLength(100);
    expect(server.seen[0]?.url).toContain('order=block_height.desc');
  });

  test('are none where the first of them did not come', async () => {
    const over = new AbortController();
    server.answer = () => over.abort();
    expect(await koios.scriptOutputs([script], token, over.signal)).toMatchObject({ ok: false });
  });
});
