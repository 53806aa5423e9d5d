// Rows and fields that cannot be read cost themselves alone, except where absence is a proof.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import { germanFailureText } from '#domain/failure.de.ts';
import { failureText } from '#domain/failure.ts';
import { addressOf, baseAddress, formatAddress } from '../../../src-main/cardano/address.ts';
import { BlockfrostLedger } from '../../../src-main/ledger/blockfrost/client.ts';
import { KoiosLedger } from '../../../src-main/ledger/koios/client.ts';
import { answeringServer, quickParts } from '../../support/answering-server.ts';
import { baseUrl } from '../../support/http-parts.ts';
import { reply } from '../../support/loopback-server.ts';
import { must } from '../../support/trader.ts';

const STAKE = 'ee'.repeat(28);
const addresses = ['11', '22', '33', '44'].map((byte) =>
  formatAddress(baseAddress(1, byte.repeat(28), STAKE)),
);
const [address = ''] = addresses;
const hash = (digit: string): string => digit.repeat(64);
const policy = 'ab'.repeat(28);
const coin = `${policy}47454d` as AssetId;
const script = 'cd'.repeat(28);
const locked = formatAddress(addressOf(1, { kind: 'script', hash: script }));
const server = answeringServer();
const parts = () => ({ base: baseUrl(server.url), ...quickParts() });

interface Row {
  readonly index: number;
  readonly at: string;
  readonly odd: boolean;
}

const protocols = [
  {
    name: 'Blockfrost',
    open: () => new BlockfrostLedger(parts()),
    path: 'amount.0.quantity',
    positionOf: (query: URLSearchParams) => (Number(query.get('page')) - 1) * Number(query.get('count')),
    addressOf: (url: string) => decodeURIComponent(url.split('/')[2] ?? ''),
    row: ({ index, at, odd }: Row): object => ({
      ...{ address: at, tx_hash: hash('a'), output_index: index },
      amount: [
        { unit: 'lovelace', quantity: odd ? 'a lot' : '1000000' },
        { unit: coin, quantity: '1' },
      ],
    }),
    transaction: (input: object, output: object): object => ({
      ...{ hash: hash('a'), inputs: [input], outputs: [output] },
    }),
  },
  {
    name: 'Koios',
    open: () => new KoiosLedger(parts()),
    path: 'value',
    positionOf: (query: URLSearchParams) => Number(query.get('offset')),
    addressOf: (_url: string, body: string) =>
      (JSON.parse(body) as { readonly _addresses?: readonly string[] })._addresses?.[0] ?? '',
    row: ({ index, at, odd }: Row): object => ({
      ...{ address: at, payment_addr: { bech32: at }, tx_hash: hash('a'), tx_index: index, is_spent: false },
      value: odd ? 'a lot' : '1000000',
      asset_list: [{ policy_id: policy, asset_name: '47454d', quantity: '1' }],
    }),
    transaction: (input: object, output: object): object[] => [
      { tx_hash: hash('a'), block_height: 7, inputs: [input], outputs: [output] },
    ],
  },
];

describe.each(protocols)('$name', ({ open, path, positionOf, addressOf: askedOf, row, transaction }) => {
  let ledger: BlockfrostLedger | KoiosLedger;
  beforeEach(() => {
    ledger = open();
  });
  afterEach(() => ledger.close());

  /** Lists these, page by page, in answer to whatever is asked. */
  function lists(rows: readonly Row[], of: (asked: string) => readonly Row[] = () => rows): void {
    server.answer = (response, { url, body }) => {
      const from = positionOf(new URL(url, server.url).searchParams);
      const page = of(url.includes('account') ? 'account' : askedOf(url, String(body)));
      reply(response, JSON.stringify(page.slice(from, from + 100).map(row)));
    };
  }
  const some = (count: number, odd: (index: number) => boolean, at = address): readonly Row[] =>
    Array.from({ length: count }, (_, index) => ({ index, at, odd: odd(index) }));

  test('a coin that cannot be read costs itself alone, and is counted', async () => {
    lists(some(5, (index) => index === 1 || index === 3));
    const found = await ledger.utxos(address);
    if (!found.ok || !found.leftOut) throw new Error('two are left out');
    expect(found.value.map(({ index }) => index)).toEqual([0, 2, 4]);
    expect(found.leftOut).toMatchObject({ code: 'rows-left-out', data: { count: 2, path } });
    expect(failureText(found.leftOut).what).toMatch(/^2 of the coins that the ledger back-end sent cannot/);
    expect(germanFailureText(found.leftOut).what).toMatch(/^Vom Ledger-Dienst gesendet.*: 2 Coins/);
    lists(some(5, () => false));
    expect((await ledger.utxos(address)) as object).not.toHaveProperty('leftOut.code');
  });

  test('the list ends where no more rows are sent, not where fewer can be read', async () => {
    lists(some(230, (index) => index % 100 > 20));
    const found = await ledger.utxos(address);
    expect(found).toMatchObject({ ok: true, leftOut: { data: { count: 79 + 79 + 9 } } });
    expect(found.ok && found.value.at(-1)?.index).toBe(220);
  });

  test('coins of several addresses are counted as theirs: an account’s list with one that is unclear is given up', async () => {
    const rows = addresses.flatMap((at, of) =>
      some(3, (index) => of === 2 && index === 0, at).map((one) => ({ ...one, index: one.index + 3 * of })),
    );
    // Under the same stake key, at an address of somebody else.
    const theirs = some(4, () => true, formatAddress(baseAddress(1, '99'.repeat(28), STAKE)));
    lists([], (asked) =>
      asked === 'account' ? [...rows, ...theirs] : rows.filter(({ at }) => at === asked),
    );
    const found = await ledger.utxosAt(addresses);
    expect(found).toMatchObject({ ok: true, leftOut: { data: { count: 1 } } });
    expect(found.ok && found.value.map((one) => one.address)).toEqual(
      addresses.flatMap((at, of) => Array.from({ length: of === 2 ? 2 : 3 }, () => at)),
    );
  });

  test('outputs at scripts are not all there are', async () => {
    lists(some(4, (index) => index === 0, locked));
    const found = must(await ledger.scriptOutputs([script], coin));
    expect([found.outputs.length, found.complete]).toEqual([3, false]);
    lists(some(4, () => false, locked));
    expect(must(await ledger.scriptOutputs([script], coin)).complete).toBe(true);
  });

  test('a transaction, and outputs asked for by name, come whole or not at all: what is missing counts as spent', async () => {
    const [good = {}, bad = {}] = some(2, (index) => index === 1).map(row);
    for (const [input, output] of [
      [good, bad],
      [bad, good],
    ] as const) {
      server.answers(transaction(input, output));
      const nobody = (): boolean => false;
      const found = await ledger.transaction(hash('a'), undefined, nobody);
      expect(found).toMatchObject({ failure: { code: 'ledger-answer-malformed' } });
    }
    server.answers(ledger instanceof KoiosLedger ? [good, bad] : transaction(good, bad));
    const references = [0, 1].map((index) => ({ txHash: hash('a'), index }));
    expect(await ledger.outputs(references)).toMatchObject({ failure: { code: 'ledger-answer-malformed' } });
  });

  test('of transactions and addresses, too', async () => {
    server.answers([{ tx_hash: hash('a') }, { tx_hash: 'none' }, { tx_hash: hash('b') }]);
    expect(await ledger.transactions(address, 10)).toMatchObject({
      ...{ ok: true, value: [hash('a'), hash('b')] },
      leftOut: { data: { count: 1, list: 'transactions' } },
    });
    server.answers(
      ledger instanceof KoiosLedger ? [{ addresses: [address, 7] }] : [{ address }, { address: 7 }],
    );
    const reward = 'stake1u8a9qstrmj4rvc3k5z8fems7f0j2vzht8det2klsatakhvcxmtf3z';
    expect(must(await ledger.accountAddresses(reward))).toEqual({ addresses: [address], complete: false });
  });
});

describe('one odd field of a token', () => {
  const known = { id: coin, decimals: 6, ticker: 'GEM', name: 'Gem', supply: 5n };
  const metadata = { name: 'Gem', ticker: 'GEM', decimals: 6 };
  const backEnds = [
    {
      name: 'Blockfrost',
      open: () => new BlockfrostLedger(parts()),
      answer: (registered: unknown, supply: unknown) => ({
        ...{ quantity: supply, metadata: registered, onchain_metadata: null },
      }),
    },
    {
      name: 'Koios',
      open: () => new KoiosLedger(parts()),
      answer: (registered: unknown, supply: unknown) => [
        {
          policy_id: policy,
          asset_name: '47454d',
          total_supply: supply,
          token_registry_metadata: registered,
        },
      ],
    },
  ];

  test.each(backEnds)('costs itself alone at $name', async ({ open, answer }) => {
    const ledger = open();
    const nothing = { id: coin, decimals: undefined, ticker: undefined, name: undefined, supply: 5n };
    for (const [registered, supply, expected] of [
      [metadata, '5', known],
      [{ ...metadata, ticker: 42 }, '5', { ...known, ticker: undefined }],
      [{ ...metadata, name: ['Gem'] }, '5', { ...known, name: undefined }],
      [metadata, '9'.repeat(21), { ...known, supply: undefined }],
      [metadata, { much: true }, { ...known, supply: undefined }],
      ['Gem, of six decimals', '5', nothing],
      [[metadata], '5', nothing],
      [7, '5', nothing],
      [{ ...metadata, decimals: '6' }, '5', known],
      [{ ...metadata, decimals: { int: 6 } }, '5', known],
      ...[
        -1,
        31,
        1.5,
        '',
        ' ',
        '30',
        '0x6',
        'six',
        '06',
        true,
        [],
        [6],
        {},
        { int: 'six' },
        { bytes: '36' },
      ].map((decimals) => [{ ...metadata, decimals }, '5', { ...known, decimals: undefined }] as const),
    ] as const) {
      server.answers(answer(registered, supply));
      expect(must(await ledger.asset(coin))).toEqual(expected);
    }
    await ledger.close();
  });

  test('is left out of what the minter wrote on chain, whatever form that has', async () => {
    const ledger = new BlockfrostLedger(parts());
    for (const [written, decimals] of [
      [{ name: 'Gem', decimals: '6', image: ['ipfs://', 'rest'] }, 6],
      [{ name: { bytes: '47' }, ticker: 7, decimals: { int: 6 } }, 6],
      [{ decimals: 'six' }, undefined],
      ['{"decimals": 6}', undefined],
      [[{ decimals: 6 }], undefined],
      [6, undefined],
    ] as const) {
      server.answers({ quantity: '5', metadata: null, onchain_metadata: written });
      expect(must(await ledger.asset(coin))).toMatchObject({ decimals, supply: 5n, ticker: undefined });
      // An odd entry in the registry leaves what is on chain.
      server.answers({ quantity: '5', metadata: { decimals: 'six' }, onchain_metadata: written });
      expect(must(await ledger.asset(coin))?.decimals).toBe(decimals);
    }
    server.answers({ quantity: '5', metadata: null, onchain_metadata: { ticker: 'GEM', image: [] } });
    expect(must(await ledger.asset(coin))).toMatchObject({ ticker: undefined, minted: 'GEM' });
    await ledger.close();
  });
});
