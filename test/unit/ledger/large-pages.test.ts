import { describe, expect, test } from 'vitest';
import { BlockfrostLedger } from '../../../src-main/ledger/blockfrost/client.ts';
import { KoiosLedger } from '../../../src-main/ledger/koios/client.ts';
import { MOST_BYTES } from '../../../src-main/ledger/ledger-read.ts';
import { answeringServer, quickParts } from '../../support/answering-server.ts';
import { baseUrl } from '../../support/http-parts.ts';
import { reply } from '../../support/loopback-server.ts';

const address =
  'addr1qxqs59lphg8g6qndelq8xwqn60ag3aeyfcp33c2kdp46a09re5df3pzwwmyq946axfcejy5n4x0y99wqpgtp2gd0k09qsgy6pz';
const server = answeringServer();

interface Slice {
  readonly from: number;
  readonly size: number;
}

const protocols = [
  {
    name: 'Blockfrost',
    open: () => new BlockfrostLedger({ base: baseUrl(server.url), ...quickParts() }),
    slice: (query: URLSearchParams): Slice => {
      const size = Number(query.get('count'));
      return { from: (Number(query.get('page')) - 1) * size, size };
    },
    rowOf: (index: number, datum: string) => ({
      ...{ address, tx_hash: 'a'.repeat(64), output_index: index, inline_datum: datum },
      amount: [{ unit: 'lovelace', quantity: '1000000' }],
    }),
  },
  {
    name: 'Koios',
    open: () => new KoiosLedger({ base: baseUrl(server.url), ...quickParts() }),
    slice: (query: URLSearchParams): Slice => ({
      from: Number(query.get('offset')),
      size: Number(query.get('limit')),
    }),
    rowOf: (index: number, datum: string) => ({
      ...{ address, tx_hash: 'a'.repeat(64), tx_index: index, value: '1000000' },
      inline_datum: { bytes: datum },
    }),
  },
];

describe.each(protocols)('$name: pages of coins above the size that is read', ({ open, slice, rowOf }) => {
  /** Reads an address whose outputs carry data of these many bytes, from a server that pages them. */
  async function read(dataBytes: readonly number[]) {
    const rows = dataBytes.map((bytes, index) => rowOf(index, 'ab'.repeat(bytes)));
    const asked: Slice[] = [];
    server.answer = (response, request) => {
      const wanted = slice(new URL(request.url, server.url).searchParams);
      asked.push(wanted);
      reply(response, JSON.stringify(rows.slice(wanted.from, wanted.from + wanted.size)));
    };
    const ledger = open();
    const found = await ledger.utxos(address);
    await ledger.close();
    return { asked, found };
  }
  const MOST_DATA = MOST_BYTES / 2;
  const sized = (count: number, bytesOf: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => bytesOf(index));

  test.each([
    ['all of them large', sized(230, () => 16_000)],
    ['some large ones in the middle', sized(350, (index) => (index >= 130 && index < 190 ? 15_000 : 1))],
    [
      'a few that each nearly fill an answer',
      sized(120, (index) => (index % 40 === 7 ? MOST_DATA - 500 : 1)),
    ],
    ['large ones up to the end of a page', sized(200, (index) => (index >= 100 ? 12_000 : 1))],
    ['two that only come alone', sized(104, (index) => (index > 101 ? MOST_DATA - 500 : 1))],
  ])('%s: each coin once, in its place', async (_case, dataBytes) => {
    const { found } = await read(dataBytes);
    expect(found.ok && found.value.map(({ index }) => index)).toEqual([...dataBytes.keys()]);
  });

  test('pages after the large ones are asked for whole', async () => {
    const { asked } = await read(sized(400, (index) => (index < 100 ? 15_000 : 1)));
    expect(asked.filter(({ from }) => from >= 100).map(({ size }) => size)).toEqual([100, 100, 100, 100]);
  });

  test('rows that are too large even alone cost themselves, and are counted', async () => {
    const { found } = await read(sized(103, (index) => (index === 1 || index === 101 ? MOST_DATA : 1)));
    expect(found).toMatchObject({ ok: true, leftOut: { code: 'rows-left-out', data: { count: 2 } } });
    expect(found.ok && found.value.map(({ index }) => index)).toEqual(
      [...sized(103, () => 0).keys()].filter((index) => index !== 1 && index !== 101),
    );
  });

  test('a list of nothing else is given up', async () => {
    const { found, asked } = await read(sized(100, () => MOST_DATA));
    expect(found).toMatchObject({ failure: { code: 'ledger-answer-too-large' } });
    expect(asked.at(-1)).toEqual({ from: 5, size: 1 });
  });
});
