import { describe, expect, it, test } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import { failureText, type Failure } from '#domain/failure.ts';
import {
  baseAddress,
  formatAddress,
  rewardAccountOf,
  formatRewardAccount,
} from '../../../src-main/cardano/address.ts';
import { readBundle, type Bundle } from '../../../src-main/cli/inspect-bundle.ts';
import { linesOf, MOST_BUNDLE_BYTES } from '../../../src-main/cli/inspect.ts';

const PAYMENT = 'a1'.repeat(28);
const STAKE = 'b2'.repeat(28);
const HASH = 'c3'.repeat(32);
const TOKEN = `${'d4'.repeat(28)}544f4b454e` as AssetId;
const address = formatAddress(baseAddress(1, PAYMENT, STAKE));
const least = { network: 'mainnet', tx: '84' };
const input = { txHash: HASH, index: 1, address, amount: [{ unit: 'lovelace', quantity: '5' }] };

function read(bundle: unknown): Bundle {
  const result = readBundle(JSON.stringify(bundle));
  if (!result.ok) throw new Error(failureText(result.failure).what);
  return result.value;
}

function refusal(text: string): Failure {
  const result = readBundle(text);
  if (result.ok) throw new Error('it was read');
  return result.failure;
}

describe('a bundle', () => {
  it('needs no more than a network and a transaction', () => {
    expect(read(least)).toEqual({
      network: 'mainnet',
      tx: '84',
      own: { paymentKeyHashes: new Set(), stakeKeyHashes: new Set() },
      stated: new Map(),
      parents: [],
      terms: { kind: 'any' },
      tipSlot: undefined,
    });
  });

  it('may say nothing as null, as ledger back-ends do, and more than anybody reads', () => {
    const nothing = { account: null, inputs: null, parents: null, intent: null, tipSlot: null };
    const parts = { addresses: null, paymentKeyHashes: null, stakeKeyHashes: null, colour: 'red' };
    const inputs = [{ ...input, inlineDatum: null, dataHash: null, block: 7 }];
    expect(read({ ...least, ...nothing })).toEqual(read(least));
    expect(read({ ...least, account: parts, inputs, surplus: [[[]]] }).stated.size).toBe(1);
  });

  it('may begin with a byte order mark', () => {
    expect(readBundle(`\uFEFF${JSON.stringify(least)}`).ok).toBe(true);
  });

  it('counts hashes that are named, and the keys of its addresses in Bech32, hex and as a stake address', () => {
    const other = baseAddress(0, 'e5'.repeat(28), 'f6'.repeat(28));
    const addresses = [
      address,
      other.hex.toUpperCase(),
      formatRewardAccount(rewardAccountOf(1, '07'.repeat(28))),
    ];
    const { own } = read({
      ...least,
      account: {
        addresses,
        paymentKeyHashes: ['18'.repeat(28), 'A1'.repeat(28)],
        stakeKeyHashes: ['29'.repeat(28)],
      },
    });
    expect([...own.paymentKeyHashes].sort()).toEqual(['18'.repeat(28), PAYMENT, 'e5'.repeat(28)]);
    expect([...own.stakeKeyHashes].sort()).toEqual(
      ['07'.repeat(28), '29'.repeat(28), STAKE, 'f6'.repeat(28)].sort(),
    );
  });

  it('counts no script of an address as a key', () => {
    const script = `11${PAYMENT}${STAKE}`;
    const { own } = read({ ...least, account: { addresses: [script] } });
    expect([...own.paymentKeyHashes]).toEqual([]);
    expect([...own.stakeKeyHashes]).toEqual([STAKE]);
  });

  it.each(['lovelace', '', 'ADA', `${'0'.repeat(56)}6c6f76656c616365`])('takes "%s" for ADA', (unit) => {
    const amount = [{ unit, quantity: '5' }];
    const { stated } = read({ ...least, inputs: [{ ...input, amount }] });
    expect(stated.get(`${HASH}#1`)?.value).toEqual(new Map([['ADA', 5n]]));
  });

  it('keeps every digit', () => {
    const amount = [
      { unit: 'lovelace', quantity: '9007199254740993' },
      { unit: TOKEN.toUpperCase(), quantity: '18446744073709551615' },
    ];
    const { stated } = read({ ...least, inputs: [{ ...input, amount, inlineDatum: 'D8799FFF' }] });
    expect(stated.get(`${HASH}#1`)).toEqual({
      address,
      value: new Map([
        ['ADA', 9_007_199_254_740_993n],
        [TOKEN, 18_446_744_073_709_551_615n],
      ]),
      inlineDatum: 'd8799fff',
    });
  });

  it("writes addresses of inputs in one way: Bech32, and hex for Byron's", () => {
    const hex = baseAddress(1, PAYMENT, STAKE).hex;
    const byron = 'Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi';
    const text = (given: string): string | undefined =>
      read({ ...least, inputs: [{ ...input, address: given }] }).stated.get(`${HASH}#1`)?.address;
    expect([text(address), text(hex), text(hex.toUpperCase())]).toEqual([address, address, address]);
    expect(text(byron)).toMatch(/^82d818[0-9a-f]{80}$/);
    expect(text(text(byron) ?? '')).toBe(text(byron));
  });

  it('reads what was wanted', () => {
    const intent = { tokenIn: 'lovelace', tokenOut: TOKEN, amountIn: '100', minimumReceived: '7' };
    const fees = { batcher: '2000000', deposits: '1000000', service: '500000' };
    expect(read({ ...least, intent: { kind: 'limit', ...intent, fees } }).terms).toEqual({
      kind: 'limit',
      pay: { asset: 'ADA', quantity: 100n },
      receive: TOKEN,
      atLeast: 7n,
      stated: { batcher: 2_000_000n, deposits: 1_000_000n, service: 500_000n },
    });
    expect(
      read({ ...least, intent: { kind: 'dca', ...intent, minimumReceived: null, fees: {} } }).terms,
    ).toEqual({
      kind: 'dca',
      pay: { asset: 'ADA', quantity: 100n },
      receive: TOKEN,
      stated: {},
    });
    expect(read({ ...least, intent: { kind: 'cancel', orders: [`${HASH.toUpperCase()}#3`] } }).terms).toEqual(
      {
        kind: 'cancel',
        orders: [`${HASH}#3`],
      },
    );
    expect(read({ ...least, intent: { kind: 'any', tokenIn: 5 } }).terms).toEqual({ kind: 'any' });
  });
});

describe('anything that is not a bundle is refused with its place', () => {
  const swap = { kind: 'swap', tokenIn: '', tokenOut: TOKEN, amountIn: '5' };
  const amount = (quantity: unknown): object => ({
    ...least,
    inputs: [input, { ...input, index: 2, amount: [...input.amount, { unit: TOKEN, quantity }] }],
  });
  test.each<[string, unknown, string, RegExp]>([
    ['a list', [], 'the whole', /must be an object/],
    ['a text', 'bundle', 'the whole', /must be an object/],
    ['no network', { tx: '84' }, 'network', /is missing|must be/],
    ['an unknown network', { ...least, network: 'sanchonet' }, 'network', /must be mainnet/],
    ['no transaction', { network: 'mainnet' }, 'tx', /is missing/],
    ['a transaction that is no text', { ...least, tx: { cborHex: '84' } }, 'tx', /must be a string/],
    ['an account as a list', { ...least, account: [] }, 'account', /must be an object/],
    [
      'an address alone',
      { ...least, account: { addresses: address } },
      'account.addresses',
      /must be a list/,
    ],
    [
      'a mistyped address',
      { ...least, account: { addresses: [address, `${address}q`] } },
      'account.addresses[1]',
      /checksum/,
    ],
    [
      'a short key hash',
      { ...least, account: { paymentKeyHashes: ['a1'] } },
      'account.paymentKeyHashes[0]',
      /28 bytes/,
    ],
    ['a quantity as a number', amount(5), 'inputs[1].amount[1].quantity', /lose digits/],
    ['a negative quantity', amount('-5'), 'inputs[1].amount[1].quantity', /digits alone/],
    ['a quantity with a point', amount('5.0'), 'inputs[1].amount[1].quantity', /digits alone/],
    ['more than an output holds', amount('18446744073709551616'), 'inputs[1].amount[1].quantity', /2\^64/],
    [
      'an asset twice',
      { ...least, inputs: [{ ...input, amount: [...input.amount, { unit: 'ADA', quantity: '1' }] }] },
      'inputs[0].amount',
      /twice/,
    ],
    [
      'an asset that is none',
      { ...least, inputs: [{ ...input, amount: [{ unit: 'DJED', quantity: '1' }] }] },
      'inputs[0].amount[0].unit',
      /policy id/,
    ],
    [
      'an input with two values',
      { ...least, inputs: [input, { ...input, amount: [] }] },
      'inputs[1]',
      /contradicts/,
    ],
    [
      'an index as text',
      { ...least, inputs: [{ ...input, index: '1' }] },
      'inputs[0].index',
      /must be a number/,
    ],
    [
      'an input at no address',
      { ...least, inputs: [{ ...input, address: 'home' }] },
      'inputs[0].address',
      /Bech32/,
    ],
    [
      'a datum that is no hex',
      { ...least, inputs: [{ ...input, inlineDatum: { int: 5 } }] },
      'inputs[0].inlineDatum',
      /hex/,
    ],
    ['a parent that is no hex', { ...least, parents: ['84', 'xyz'] }, 'parents[1]', /must be hex/],
    ['no kind', { ...least, intent: {} }, 'intent.kind', /must be swap/],
    ['another kind', { ...least, intent: { ...swap, kind: 'stake' } }, 'intent.kind', /must be swap/],
    ['no amount', { ...least, intent: { ...swap, amountIn: undefined } }, 'intent.amountIn', /is missing/],
    [
      'an amount as a number',
      { ...least, intent: { ...swap, amountIn: 5 } },
      'intent.amountIn',
      /lose digits/,
    ],
    [
      'a fee as a number',
      { ...least, intent: { ...swap, fees: { batcher: 2 } } },
      'intent.fees.batcher',
      /lose digits/,
    ],
    [
      'an order that is none',
      { ...least, intent: { kind: 'cancel', orders: [HASH] } },
      'intent.orders[0]',
      /output index/,
    ],
    ['a slot before the first', { ...least, tipSlot: -1 }, 'tipSlot', /negative/],
    ['a slot as text', { ...least, tipSlot: '149212813' }, 'tipSlot', /must be a number/],
  ])('%s', (_name, bundle, path, reason) => {
    const item = refusal(JSON.stringify(bundle));
    expect(item).toMatchObject({ code: 'bundle-malformed', data: { path } });
    expect(failureText(item).what).toMatch(reason);
  });

  test.each([
    ['nothing', '', 'it is empty'],
    ['a text that ends early', '{"network":', 'it ends too early'],
    ['a control character', '{"network":\u001b[31m}', 'it is not valid JSON'],
    ['a comma too many', '{"network":"mainnet",}', 'it is not valid JSON near character 21'],
  ])('%s', (_name, text, reason) => {
    expect(refusal(text)).toEqual({ code: 'bundle-not-json', data: { reason } });
  });

  test('nesting without end', () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    expect(refusal(deep).code).toBe('bundle-malformed');
    expect(readBundle(`{"network":"mainnet","tx":"84","surplus":${deep}}`).ok).toBe(true);
    expect(refusal('['.repeat(1_000_000)).code).toBe('bundle-not-json');
  });
});

describe('lines of a stream', () => {
  async function lines(...chunks: readonly (string | Uint8Array)[]): Promise<unknown[]> {
    const stream = async function* (): AsyncGenerator<Uint8Array> {
      for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    };
    const found: unknown[] = [];
    for await (const line of linesOf(stream())) found.push(line.ok ? line.value : line.failure.code);
    return found;
  }

  it('are cut wherever the stream is, and the last needs no end', async () => {
    expect(await lines('one\ntw', 'o\r', '\n\n', 'thr', 'ee')).toEqual(['one', 'two\r', '', 'three']);
    expect(await lines('one\n')).toEqual(['one']);
    expect(await lines()).toEqual([]);
    const euro = Buffer.from('€');
    expect(await lines(euro.subarray(0, 1), euro.subarray(1))).toEqual(['€']);
  });

  it('that are too large, or no text, are reported and the next is read', async () => {
    const part = 'x'.repeat(MOST_BUNDLE_BYTES / 4);
    expect(await lines(part, part, part, part, '\n', part, part, part, part, 'y\nnext')).toEqual([
      part.repeat(4),
      'bundle-too-large',
      'next',
    ]);
    expect(await lines(Uint8Array.of(0xff, 0x0a), 'next')).toEqual(['bundle-not-json', 'next']);
  });
});
