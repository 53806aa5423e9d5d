import { afterEach, beforeEach, expect, test } from 'vitest';
import { KoiosLedger } from '../../../src-main/ledger/koios/client.ts';
import { answeringServer, quickParts } from '../../support/answering-server.ts';
import { baseUrl } from '../../support/http-parts.ts';
import { reply } from '../../support/loopback-server.ts';

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

beforeEach(() => {
  [later, spender, isSpent] = [30, 20, true];
  ledger = new KoiosLedger({ base: baseUrl(server.url), ...quickParts() });
  server.answer = (response, request) => {
    const url = new URL(request.url, server.url);
    const body = JSON.parse(request.body.toString('utf8')) as Record<string, readonly string[]>;
    reply(response, JSON.stringify(rows(url, body)));
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
