import { afterEach, beforeEach, expect, test } from 'vitest';
import { HttpClient } from '../../../src-main/http/http-client.ts';
import { KoiosLedger } from '../../../src-main/ledger/koios/client.ts';
import { SpenderSearch } from '../../../src-main/ledger/koios/spenders.ts';
import { answeringServer, quickParts } from '../../support/answering-server.ts';
import { baseUrl } from '../../support/http-parts.ts';
import { reply } from '../../support/loopback-server.ts';
import { must } from '../../support/trader.ts';

/** Koios says that an output is spent, and not by whom: the search for it. */

const placed = 'a0'.repeat(32);
const place = 'addr_test1script';
const server = answeringServer();
const hashOf = (number: number): string => number.toString(16).padStart(64, '0');

let ledger: KoiosLedger;
/** How many transactions there are at the address since, and which of them spent the output. */
let later: number;
let spender: number | undefined;
let isSpent: boolean;
/** Rows that nobody asked for, by the call that they come with. */
let added: Readonly<Record<string, readonly object[]>>;

beforeEach(() => {
  [later, spender, isSpent] = [30, 20, true];
  added = {};
  ledger = new KoiosLedger({ base: baseUrl(server.url), ...quickParts() });
  server.answer = (response, request) => {
    const url = new URL(request.url, server.url);
    const body = JSON.parse(request.body.toString('utf8')) as Record<string, readonly string[]>;
    reply(response, JSON.stringify([...rows(url, body), ...(added[url.pathname] ?? [])]));
  };
});
afterEach(() => ledger.close());

function rows(url: URL, body: Readonly<Record<string, readonly string[]>>): readonly object[] {
  if (url.pathname === '/utxo_info') return [{ tx_hash: placed, tx_index: 0, is_spent: isSpent }];
  if (url.pathname === '/address_txs') {
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(url.searchParams.get(name)));
    return Array.from({ length: later }, (_, at) => ({ tx_hash: hashOf(at) })).slice(
      offset,
      (offset ?? 0) + (limit ?? 0),
    );
  }
  return (body['_tx_hashes'] ?? []).map((hash) => {
    const output = { tx_hash: placed, tx_index: 0, value: '5', payment_addr: { bech32: place } };
    const spends = spender !== undefined && hash === hashOf(spender);
    return {
      tx_hash: hash,
      block_height: 7,
      inputs: spends ? [output] : [],
      outputs: hash === placed ? [output] : [],
    };
  });
}

async function spentBy(): Promise<string | undefined> {
  const found = await ledger.transaction(placed);
  if (!found.ok) throw new Error(found.failure.code);
  return found.value?.outputs[0]?.spentBy;
}

const asked = (path: string): number => server.seen.filter(({ url }) => url.startsWith(path)).length;

test('finds it among the later transactions at the address, and looks no further', async () => {
  expect(await spentBy()).toBe(hashOf(20));
  const [search] = server.seen.filter(({ url }) => url.startsWith('/address_txs'));
  expect(search?.url).toContain('order=block_height.asc');
  expect(JSON.parse(search?.body.toString('utf8') ?? '')).toEqual({
    _addresses: [place],
    _after_block_height: 7,
  });
  // The transaction itself, and two of three parts of the list.
  expect(asked('/tx_info')).toBe(3);
  for (const { body } of server.seen) expect(body.length).toBeLessThanOrEqual(1_000);
});

test('does not search where nothing is spent, or nobody asks', async () => {
  await ledger.transaction(placed, undefined, () => false);
  expect(server.seen).toHaveLength(1);
  isSpent = false;
  expect(await spentBy()).toBeUndefined();
  expect(asked('/address_txs')).toBe(0);
});

test('remembers what it found as a guess alone: another block may have put another in its place', async () => {
  await spentBy();
  const searches = asked('/address_txs');
  expect(await spentBy()).toBe(hashOf(20));
  expect(asked('/address_txs')).toBe(searches);
  spender = 21;
  expect(await spentBy()).toBe(hashOf(21));
  isSpent = false;
  expect(await spentBy()).toBeUndefined();
});

test('passes over rows that cannot be read, and says so where the spender may be among them', async () => {
  const honest = server.answer;
  const unread = (asked: string, is: (row: object) => boolean): void => {
    server.answer = (response, request) => {
      const url = new URL(request.url, server.url);
      const body = JSON.parse(request.body.toString('utf8')) as Record<string, readonly string[]>;
      const found = rows(url, body);
      if (!url.pathname.startsWith(asked) || body['_inputs'] === undefined) honest(response, request);
      else reply(response, JSON.stringify(found.map((row) => (is(row) ? { ...row, inputs: 'odd' } : row))));
    };
  };
  const nameOf = (row: object): unknown => Reflect.get(row, 'tx_hash');
  unread('/tx_info', (row) => nameOf(row) === hashOf(3));
  expect(await spentBy()).toBe(hashOf(20));
  const another = new KoiosLedger({ base: baseUrl(server.url), ...quickParts() });
  unread('/tx_info', (row) => nameOf(row) === hashOf(20));
  expect(await another.transaction(placed)).toMatchObject({ failure: { code: 'ledger-cannot-prove' } });
  await another.close();
});

test.each([
  ['nobody', 30, undefined],
  ['one too far away', 900, 700],
])('says so where it was spent by %s who can be found', async (_who, many, who) => {
  [later, spender] = [many, who];
  expect(await ledger.transaction(placed)).toMatchObject({
    failure: { code: 'ledger-cannot-prove', data: { backEnd: 'Koios', what: 'spender' } },
  });
  expect(asked('/address_txs')).toBeLessThanOrEqual(5);
});

/** A transaction that is not in the list of the address, and is said to have spent the output. */
const stranger = { tx_hash: 'ee'.repeat(32), inputs: [{ tx_hash: placed, tx_index: 0 }] };

test.each([
  ['a transaction that was not asked for', '/tx_info', stranger, 'tx_hash'],
  [
    'an output that was not asked for',
    '/utxo_info',
    { tx_hash: placed, tx_index: 7, is_spent: true },
    'utxo',
  ],
])('does not believe a back-end that adds %s', async (_what, path, row, names) => {
  const { outputs = [] } = must(await ledger.transaction(placed, undefined, () => false)) ?? {};
  const http = new HttpClient({ base: baseUrl(server.url), ...quickParts() });
  const search = new SpenderSearch(http);
  added = { [path]: [row] };
  const refused = { ok: false, failure: { code: 'ledger-answer-malformed', data: { path: names } } };
  expect(await search.of(outputs, 7, undefined)).toMatchObject(refused);
  added = {};
  expect([...must(await search.of(outputs, 7, undefined))]).toEqual([[`${placed}#0`, hashOf(20)]]);
  await http.close();
});

test('does not believe one that adds rows to the look at what it remembers', async () => {
  expect(await spentBy()).toBe(hashOf(20));
  // Only the look at the guess has rows added: the transaction itself is asked for alone.
  const honest = server.answer;
  server.answer = (response, request) => {
    const guess = request.body.toString('utf8').includes(hashOf(20));
    added = guess ? { '/tx_info': [stranger] } : {};
    honest(response, request);
  };
  expect(await ledger.transaction(placed)).toMatchObject({
    failure: { code: 'ledger-answer-malformed', data: { path: 'tx_hash' } },
  });
});
