import { describe, expect, test } from 'vitest';
import { FundedPlace, type CommandJson } from '../../support/command-line.ts';
import { eventually } from '../../support/eventually.ts';
import { replayedBalance } from '../../support/ledger-replay.ts';

/** An exchange that fills limit orders in parts. */
const PARTIAL = 'EXBV3';
/** The ticker in hex: how the token's id ends. */
const AMBER = '414d424552';

const place = new FundedPlace();
const { keys } = place;

interface OrderJson {
  readonly id: string;
  readonly status: string;
  readonly source: string;
  readonly tx_hash: string;
  readonly cancellable: boolean;
}

const limit = (...args: readonly string[]) =>
  place.json(['limit', ...place.there, ...keys, '--in', 'ADA', '--out', 'AMBER', '--yes', ...args]);
const cancel = (...args: readonly string[]) =>
  place.json(['cancel', ...place.there, ...keys, '--yes', ...args]);

async function orders(...args: readonly string[]): Promise<readonly OrderJson[]> {
  const { code, json, stderr } = await place.json(['orders', ...place.there, ...keys, ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return json['orders'] as readonly OrderJson[];
}

/** Base units by asset that the wallet holds. */
async function balances(): Promise<ReadonlyMap<string, bigint>> {
  const { json } = await place.json(['balance', ...place.there, ...keys]);
  const amounts = json['amounts'] as readonly { token: string; base_units: string }[];
  return new Map(
    amounts.map((each) => [each.token === 'ADA' ? 'lovelace' : each.token, BigInt(each.base_units)]),
  );
}

const lovelace = async (): Promise<bigint> => (await balances()).get('lovelace') ?? 0n;

const ada = (json: CommandJson, name: string): bigint =>
  BigInt(Math.round(Number((json['costs_ada'] as Readonly<Record<string, string>>)[name]) * 1e6));

describe('orders on the command line', () => {
  test('twelve are placed in one transaction, listed and cancelled; the balance is exact to the lovelace', async () => {
    const before = await lovelace();
    const placed = await limit('--amount', '1200', '--percent=-40', '--multiples', '12');
    expect([placed.code, placed.json['state']]).toEqual([0, 'placed']);
    expect(placed.json).toMatchObject({
      side: 'buy',
      multiples: 12,
      tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const listed = await orders();
    expect(listed).toHaveLength(12);
    expect(
      listed.every(
        ({ source, status, cancellable }) => source === 'here' && status === 'open' && cancellable,
      ),
    ).toBe(true);
    const [first] = listed;
    const one = await cancel('--order', first?.id ?? '');
    expect(one.code).toBe(0);
    expect(one.json['cancelled']).toEqual([first?.id]);
    const rest = await cancel('--all');
    expect(rest.code).toBe(0);
    expect(rest.json['cancelled']).toHaveLength(11);
    expect(rest.stderr).toMatch(/You get back/);
    expect(await orders()).toEqual([]);
    expect(await orders('--status', 'cancelled')).toHaveLength(12);
    const fees = [one, rest].reduce(
      (sum, { json }) => sum + BigInt(Math.round(Number(json['network_fees_ada']) * 1e6)),
      0n,
    );
    expect(before - (await lovelace())).toBe(ada(placed.json, 'network_fee') + fees);
  });

  test('one that the market has reached is filled', async () => {
    const filled = await limit('--amount', '20', '--percent', '5', '--wait', 'filled');
    expect([filled.code, filled.json['state']]).toEqual([0, 'filled']);
    expect(filled.stderr).toMatch(/fills at once/);
    const hash = String(filled.json['tx_hash']);
    expect((await orders('--status', 'filled')).map(({ tx_hash }) => tx_hash)).toEqual([hash]);
    const late = await cancel('--order', `${hash}#0`);
    expect([late.code, late.json.failure?.code]).toEqual([1, 'order-already-closed']);
  });

  test('one that is filled in part is taken back as far as it is not; every balance is what the bytes of the transactions say', async () => {
    const before = await balances();
    // The pool gives a part before its price is where the order waits; the rest is far more than it gives there.
    const bid = await limit('--amount', '3000', '--percent', '1', '--dex', PARTIAL);
    expect([bid.code, bid.json['state']]).toEqual([0, 'placed']);
    const order = await eventually('a part is filled', async () =>
      (await orders()).find(({ status }) => status === 'partly-filled'),
    );
    // Another part may be filled before the cancellation is on chain: then the rest is taken back again.
    await eventually('what is left comes back', async () => {
      const { json } = await cancel('--order', order.id);
      return (json['cancelled'] as readonly string[] | undefined)?.length === 1 ? true : undefined;
    });
    expect(await orders()).toEqual([]);
    const after = await balances();
    expect(after.get('lovelace') ?? 0n).toBeLessThan(before.get('lovelace') ?? 0n);
    const amber = [...after.keys()].find((asset) => asset.endsWith(AMBER)) ?? '';
    expect(after.get(amber) ?? 0n).toBeGreaterThan(before.get(amber) ?? 0n);
    expect(after).toEqual(await replayedBalance(place.practice.endpoints.ledgerUrl, place.address));
  });

  test('a ladder goes up under one agreement, and comes down again by its pair', async () => {
    const ladder = await limit(
      '--amount',
      '60',
      '--percent=-20',
      '--to=-40',
      '--count',
      '3',
      '--sizes',
      'linear',
    );
    expect(ladder.code).toBe(0);
    expect(ladder.json['state']).toBe('done');
    expect(ladder.json['exchange']).toMatch(/^EX/);
    const levels = ladder.json['orders'] as readonly { tx_hash: string; pay: { base_units: string } }[];
    expect(levels.map(({ pay }) => pay.base_units)).toEqual(['10000000', '20000000', '30000000']);
    expect(new Set(levels.map(({ tx_hash }) => tx_hash)).size).toBe(3);
    const gone = await cancel('--pair', 'AMBER');
    expect([gone.code, (gone.json['cancelled'] as string[]).length]).toEqual([0, 3]);
  });

  test('orders of an address are listed without keys', async () => {
    const { code, json } = await place.json([
      'orders',
      ...place.there,
      '--address',
      place.address,
      '--status',
      'all',
    ]);
    expect(code).toBe(0);
    expect((json['orders'] as readonly OrderJson[]).length).toBeGreaterThanOrEqual(16);
  });

  test('a journal that cannot be read is said, and own orders are never called others’', async () => {
    const damaged = place.file('damaged.sqlite', 'not a journal '.repeat(100));
    for (const command of [['orders'], ['dca', 'list']]) {
      const { code, json } = await place.json([
        ...command,
        ...place.there,
        ...keys,
        ...['--journal', damaged],
      ]);
      expect([code, json.failure?.code]).toEqual([1, 'storage-corrupt']);
    }
  });

  test('each wrong use says so, by exit code and failure code', async () => {
    const codeOf = async (run: Promise<{ code: number | null; json: CommandJson }>) => {
      const { code, json } = await run;
      return [code, json.failure?.code];
    };
    expect(await codeOf(limit('--amount', '20'))).toEqual([2, 'command-line-wrong']);
    expect(await codeOf(limit('--amount', '20', '--price', '0'))).toEqual([1, 'price-malformed']);
    expect(await codeOf(limit('--amount', '0.1', '--percent=-5'))).toEqual([1, 'amount-too-small']);
    expect(await codeOf(limit('--amount', '20', '--percent=-5', '--dex', 'NONE'))).toEqual([
      1,
      'exchange-without-limits',
    ]);
    expect(await codeOf(limit('--amount', '20', '--percent=-5', '--count', '3'))).toEqual([
      2,
      'command-line-wrong',
    ]);
    expect(await codeOf(cancel())).toEqual([2, 'command-line-wrong']);
    expect(await codeOf(cancel('--order', 'nothing'))).toEqual([1, 'order-unknown']);
    expect(await codeOf(cancel('--all'))).toEqual([1, 'nothing-to-cancel']);
  });
});

describe('a price that is off the market', () => {
  test('is refused with the figure, alone or in a ladder, and nothing is built', async () => {
    const [before, listed] = [await lovelace(), await orders('--status', 'all')];
    const single = await limit('--amount', '100', '--percent', '5.5');
    expect(single.code).toBe(1);
    expect(single.json.failure).toMatchObject({ code: 'limit-off-market', money: 'none' });
    expect(single.json.failure?.message).toMatch(/^The price is 5\.(5|49) % above the market, which is at /);
    const ladder = await limit('--amount', '100', '--percent=-2', '--to', '9', '--count', '3');
    expect(ladder.code).toBe(1);
    expect(ladder.json.failure?.code).toBe('limit-off-market');
    expect(await orders('--status', 'all')).toHaveLength(listed.length);
    expect(await lovelace()).toBe(before);
  });

  test('is ordered at where the command line says that it is meant', async () => {
    const placed = await limit('--amount', '25', '--percent', '6', '--off-market');
    expect(placed.json.failure).toBeUndefined();
    expect(placed.json).toMatchObject({ side: 'buy', tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
});
