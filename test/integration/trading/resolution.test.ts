import CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { failureText } from '#domain/failure.ts';
import { BlockfrostLedger } from '../../../src-main/ledger/blockfrost/client.ts';
import { KoiosLedger } from '../../../src-main/ledger/koios/client.ts';
import type { ReferenceSource } from '../../../src-main/ports/ledger.ts';
import { resolveInputs } from '../../../src-main/trading/input-resolver.ts';
import { baseUrl, HandClock } from '../../support/http-parts.ts';
import { loopbackServer, reply, type LoopbackServer } from '../../support/loopback-server.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

const TOKEN = parseAssetId(`${'cd'.repeat(28)}47454d`) as AssetId;
const { address } = practiceWallet(1);
const stranger = practiceWallet(2).address;

/** A transaction on chain, with one output of 5 ADA and 7 tokens. */
const parent = ((): string => {
  const inputs = CSL.TransactionInputs.new();
  inputs.add(CSL.TransactionInput.new(CSL.TransactionHash.from_hex('11'.repeat(32)), 0));
  const tokens = CSL.MultiAsset.new();
  tokens.set_asset(
    CSL.ScriptHash.from_hex('cd'.repeat(28)),
    CSL.AssetName.new(Buffer.from('GEM')),
    CSL.BigNum.from_str('7'),
  );
  const outputs = CSL.TransactionOutputs.new();
  const value = CSL.Value.new_with_assets(CSL.BigNum.from_str('5000000'), tokens);
  outputs.add(CSL.TransactionOutput.new(CSL.Address.from_bech32(address), value));
  const body = CSL.TransactionBody.new_tx_body(inputs, outputs, CSL.BigNum.from_str('170000'));
  return CSL.Transaction.new(body, CSL.TransactionWitnessSet.new()).to_hex();
})();
const parentId = CSL.FixedTransaction.from_hex(parent).transaction_hash().to_hex();
const reference = `${parentId}#0` as const;
const proven = {
  address,
  value: new Map([
    [ADA, 5_000_000n],
    [TOKEN, 7n],
  ]),
  known: 'proven',
};

/** A back-end's answers; a part that is `undefined` is answered as absent, `'down'` with status 500. */
interface Words {
  readonly magic?: number;
  readonly bytes?: string | 'down';
  readonly told?: Told | 'down';
}
interface Told {
  readonly address?: string;
  readonly ada?: string;
  readonly tokens?: string;
  readonly datum?: string;
}

let firstServer: LoopbackServer;
let secondServer: LoopbackServer;
let first: Words;
let second: Words;
let ledger: BlockfrostLedger;
let koios: KoiosLedger;
let other: BlockfrostLedger;

beforeAll(async () => {
  firstServer = await loopbackServer((response, { url }) => {
    const [body, status] = blockfrostAnswer(url, first);
    reply(response, JSON.stringify(body), status);
  });
  secondServer = await loopbackServer((response, { url }) => {
    const [body, status] = url.startsWith('/koios')
      ? koiosAnswer(url, second)
      : blockfrostAnswer(url, second);
    reply(response, JSON.stringify(body), status);
  });
});
beforeEach(() => {
  firstServer.seen.length = 0;
  secondServer.seen.length = 0;
  const parts = {
    clock: new HandClock(5_000),
    random: { bytes: (count: number) => new Uint8Array(count) },
    rate: { concurrency: 4, perSecond: 1000, burst: 1000 },
  };
  ledger = new BlockfrostLedger({ ...parts, base: baseUrl(firstServer.url) });
  koios = new KoiosLedger({ ...parts, base: baseUrl(`${secondServer.url}/koios`) });
  other = new BlockfrostLedger({ ...parts, base: baseUrl(`${secondServer.url}/blockfrost`) });
});
afterEach(() => Promise.all([ledger.close(), koios.close(), other.close()]));
afterAll(() => Promise.all([firstServer.close(), secondServer.close()]));

function blockfrostAnswer(url: string, { magic = 1, bytes, told }: Words): [unknown, number] {
  if (url.endsWith('/genesis')) return [{ network_magic: magic }, 200];
  if (url.endsWith('/cbor')) return part(bytes, (cbor) => ({ cbor }));
  return part(told, (words) => ({
    hash: parentId,
    inputs: [],
    outputs: [
      {
        address: words.address ?? address,
        output_index: 0,
        amount: [
          { unit: 'lovelace', quantity: words.ada ?? '5000000' },
          { unit: TOKEN, quantity: words.tokens ?? '7' },
        ],
        inline_datum: words.datum ?? null,
      },
    ],
  }));
}

function koiosAnswer(url: string, { magic = 1, bytes, told }: Words): [unknown, number] {
  if (url.endsWith('/genesis')) return [[{ networkmagic: String(magic) }], 200];
  const rows = url.endsWith('/tx_cbor')
    ? part(bytes, (cbor) => [{ tx_hash: parentId, cbor }])
    : part(told, (words) => [
        {
          tx_hash: parentId,
          tx_index: 0,
          address: words.address ?? address,
          value: words.ada ?? '5000000',
          asset_list: [{ policy_id: 'cd'.repeat(28), asset_name: '47454d', quantity: words.tokens ?? '7' }],
          inline_datum: words.datum === undefined ? null : { bytes: words.datum },
        },
      ]);
  return rows[1] === 404 ? [[], 200] : rows;
}

function part<T>(said: T | 'down' | undefined, body: (words: T) => unknown): [unknown, number] {
  if (said === 'down') return [{ message: 'broken' }, 500];
  return said === undefined ? [{ message: 'not found' }, 404] : [body(said), 200];
}

async function resolved(source?: ReferenceSource) {
  const answer = await resolveInputs([reference], ledger, { second: source });
  return answer.ok ? (answer.value.resolved.get(reference) ?? 'absent') : answer.failure;
}

describe.each([
  ['Koios', () => koios],
  ['Blockfrost', () => other],
] as const)('two back-ends, the second with the API of %s', (_api, source) => {
  test('the bytes of the first are proof; the second hears nothing', async () => {
    first = { bytes: parent };
    second = { told: {} };
    expect(await resolved(source())).toEqual(proven);
    expect(secondServer.seen).toHaveLength(0);
  });

  test.each([
    ['has no bytes', { told: { ada: '6000000' } }],
    ['has the bytes of another transaction', { bytes: parent.replace('004c4b40', '004c4b41'), told: {} }],
    ['has bytes that are none', { bytes: 'd87980', told: {} }],
    ['does not answer for bytes', { bytes: 'down' }],
  ] satisfies [string, Words][])('the first %s: the bytes of the second are proof', async (_name, words) => {
    first = words;
    second = { bytes: parent };
    expect(await resolved(source())).toEqual(proven);
  });

  test('no bytes anywhere, both report the same: known by two sources', async () => {
    first = { told: { datum: 'd87980' } };
    second = { told: { datum: 'd87980' } };
    const datum = { kind: 'inline', hex: 'd87980' };
    expect(await resolved(source())).toEqual({ ...proven, known: 'two-sources', datum });
  });

  test('a datum that only one reports is not taken from it', async () => {
    first = { told: { datum: 'd87980' } };
    second = { told: {} };
    expect(await resolved(source())).toEqual({ ...proven, known: 'two-sources' });
  });

  test.each([
    ['the address', { address: stranger }],
    ['the ADA, by one lovelace', { ada: '5000001' }],
    ['the tokens', { tokens: '6' }],
    ['the datum', { datum: 'd87a80' }],
  ] satisfies [string, Told][])(
    'they contradict each other about %s: stopped, naming the input',
    async (_, told) => {
      first = { told: { datum: 'd87980' } };
      second = { told: { datum: 'd87980', ...told } };
      const failure = await resolved(source());
      expect(failure).toMatchObject({ code: 'sources-disagree', data: { input: reference } });
      expect(failureText(failure as never).what).toMatch(/contradict/);
      expect(failureText(failure as never).what).toContain(reference);
    },
  );

  test.each([
    ['is down', { magic: 1, bytes: 'down', told: 'down' }],
    ['does not know the output', {}],
  ] satisfies [string, Words][])('the second %s: told by the first alone', async (_name, words) => {
    first = { told: {} };
    second = words;
    expect(await resolved(source())).toEqual({ ...proven, known: 'told' });
  });

  test('the first does not know the output: reported by the second alone', async () => {
    first = {};
    second = { told: {} };
    expect(await resolved(source())).toEqual({ ...proven, known: 'told' });
  });

  test.each([2, 42])('the second serves another network (magic %i): stopped', async (magic) => {
    first = { told: {} };
    second = { magic, told: {} };
    expect(await resolved(source())).toMatchObject({ code: 'wrong-network' });
  });

  test('neither knows it: left out, for the inspector to block', async () => {
    first = {};
    second = {};
    expect(await resolved(source())).toBe('absent');
  });
});

describe('one back-end', () => {
  test('without bytes its word is taken and marked', async () => {
    first = { told: {} };
    expect(await resolved()).toEqual({ ...proven, known: 'told' });
  });

  test('that does not answer for bytes is a failure', async () => {
    first = { bytes: 'down', told: {} };
    expect(await resolved()).toMatchObject({ code: 'ledger-error' });
  });

  test('is asked for each parent once, however many of its outputs are spent', async () => {
    first = { bytes: parent };
    const references = [reference, `${parentId}#1`, reference, `${parentId}#2`] as const;
    const answer = await resolveInputs(references, ledger);
    expect(answer.ok && [...answer.value.resolved.keys()]).toEqual([reference]);
    expect(firstServer.seen.filter(({ url }) => url.endsWith('/cbor'))).toHaveLength(1);
  });
});
