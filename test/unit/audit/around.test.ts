import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { aroundOrders, type PoolTrade } from '../../../src-main/exchanges/around.ts';
import { constantProduct } from '../../../src-main/exchanges/constant-product.ts';
import type { Pool } from '../../../src-main/exchanges/pool.ts';

const TOKEN = `${'ab'.repeat(28)}.544f4b` as AssetId;

/** Trades that buy the token for so many lovelace, one after the other, and the pool that the last one leaves. */
function bought(
  ...sales: readonly (readonly [txHash: string, trader: string | undefined, order: boolean, sold: bigint])[]
) {
  let pool: Pool = constantProduct({
    assets: [ADA, TOKEN],
    reserves: [1_000_000_000n, 500_000_000n],
    fees: [3n, 3n],
    of: 1_000n,
  });
  const trades = sales.map(([txHash, trader, order, sold]): PoolTrade => {
    const found = pool;
    const { out, after } = found.swap(0, sold);
    pool = after;
    return {
      ...{ txHash, trader, order: order ? `${txHash}#0` : undefined, pool: found },
      sold: { asset: ADA, quantity: sold },
      bought: { asset: TOKEN, quantity: out },
    };
  });
  return { trades, pool };
}

/** A sale of just what a purchase brought, to the pool as it is then. */
function reversed({ bought: sold }: PoolTrade, trader: string | undefined, pool: Pool): PoolTrade {
  return {
    ...{ txHash: 'back', trader, order: 'back#0', pool, sold },
    bought: { asset: ADA, quantity: pool.swap(1, sold.quantity).out },
  };
}

it('counts a trade without an order once, however many keys had a part in it', () => {
  const { trades, pool } = bought(
    ['front', 'thief', true, 50_000_000n],
    ['between', 'one key', false, 70_000_000n],
    ['fill', 'victim', true, 20_000_000n],
  );
  const [front, between, fill] = trades;
  if (!front || !between || !fill) throw new Error('three trades are wanted');
  const back = reversed(front, 'thief', pool);
  const [seen] = aroundOrders([front, between, fill, back]);
  expect(seen?.lost).toBeGreaterThan(0n);
  const withBoth = aroundOrders([front, between, { ...between, trader: 'another key' }, fill, back]);
  expect(withBoth).toEqual([seen]);
});

it('tells two trades of one key apart', () => {
  const { trades, pool } = bought(
    ['front', 'thief', true, 50_000_000n],
    ['first', 'key', false, 70_000_000n],
    ['second', 'key', false, 70_000_000n],
    ['fill', 'victim', true, 20_000_000n],
  );
  const [front, first, , fill] = trades;
  if (!front || !first || !fill) throw new Error('four trades are wanted');
  const back = reversed(front, 'thief', pool);
  const lost = (between: readonly PoolTrade[]): bigint | undefined =>
    aroundOrders([front, ...between, fill, back])[0]?.lost;
  // Two later trades leave the pool dearer than one, whoever made them.
  expect(lost(trades.slice(1, 3))).not.toBe(lost([first]));
});

describe('trades of unknown traders', () => {
  /** A purchase before an order and a sale of the same quantity after it, with another purchase in between. */
  function around(before: string | undefined, between: string | undefined, after: string | undefined) {
    const { trades, pool } = bought(
      ['front', before, true, 50_000_000n],
      ['between', between, true, 70_000_000n],
      ['fill', 'victim', true, 20_000_000n],
    );
    const [front] = trades;
    if (!front) throw new Error('a purchase is wanted');
    return aroundOrders([...trades, reversed(front, after, pool)], ({ txHash }) => txHash === 'fill');
  }

  it('are nobody’s before or after an order', () => {
    expect(around('thief', 'other', 'thief')).toHaveLength(1);
    expect(around(undefined, 'other', undefined)).toEqual([]);
    expect(around('thief', 'other', undefined)).toEqual([]);
    expect(around(undefined, 'other', 'thief')).toEqual([]);
  });

  it('count in what an order lost', () => {
    const [known] = around('thief', 'other', 'thief');
    expect(known?.lost).toBeGreaterThan(0n);
    expect(around('thief', undefined, 'thief')[0]?.lost).toBe(known?.lost);
  });
});

it('names the nearest earlier trade that is reversed, and the first trade that reverses it', () => {
  const { trades, pool } = bought(
    ['far', 'thief', true, 50_000_000n],
    ['near', 'thief', true, 60_000_000n],
    ['nearest', 'thief', true, 70_000_000n],
    ['fill', 'victim', true, 20_000_000n],
  );
  const sale = (txHash: string, quantity: bigint): PoolTrade => ({
    ...{ txHash, trader: 'thief', order: undefined, pool },
    sold: { asset: TOKEN, quantity },
    bought: { asset: ADA, quantity: 1n },
  });
  const [far = 0n, near = 0n] = trades.map((one) => one.bought.quantity);
  // As far apart as still counts as a reversal: one part in 100,000.
  const most = near / 100_000n;
  const after = [
    sale('of far', far),
    sale('a unit too little', near - most - 1n),
    sale('a unit too much', near + most + 1n),
    sale('most', near + most),
    sale('same', near),
    sale('least', near - most),
  ];
  const names = (later: readonly PoolTrade[]) =>
    aroundOrders([...trades, ...later]).map((seen) => [seen.order, seen.before.txHash, seen.after.txHash]);
  expect(names(after)).toEqual([['fill#0', 'near', 'most']]);
  expect(names(after.toReversed())).toEqual([['fill#0', 'near', 'least']]);
  expect(names(after.slice(0, 3))).toEqual([['fill#0', 'far', 'of far']]);
});

describe('however many trades a back-end makes up', () => {
  /** How often a trade is read to look around one order in the middle of so many, and what is found. */
  function readsAmong(count: number, traderOf: (index: number) => string, sold: (index: number) => bigint) {
    let reads = 0;
    const { trades } = bought(['fill', 'victim', true, 20_000_000n]);
    const [fill] = trades;
    if (!fill) throw new Error('an order is wanted');
    const half = count / 2;
    const counted = Array.from({ length: count }, (_, index): PoolTrade => {
      const [buys, sells] = [
        { sold: { asset: ADA, quantity: 1_000n }, bought: { asset: TOKEN, quantity: 1_000_000n } },
        { sold: { asset: TOKEN, quantity: sold(index) }, bought: { asset: ADA, quantity: 1n } },
      ];
      const trade: PoolTrade =
        index === half
          ? fill
          : {
              ...{ txHash: String(index), trader: traderOf(index), order: `${index}#0`, pool: fill.pool },
              ...(index < half ? buys : sells),
            };
      return new Proxy(trade, {
        get: (of, name) => {
          reads += 1;
          return Reflect.get(of, name) as unknown;
        },
      });
    });
    const seen = aroundOrders(counted, (trade) => trade === counted[half]);
    return { reads, seen };
  }

  it.each([
    ['of one trader, none of which is reversed', () => 'thief', () => 1_500_000n],
    ['of one trader, each of another quantity', () => 'thief', (index: number) => 2_000_000n - BigInt(index)],
    ['of as many traders', (index: number) => `key ${index}`, () => 1_000_000n],
  ] as const)('the time around an order grows with their number: trades %s', (_, traderOf, sold) => {
    const [half, whole] = [1_500, 3_000].map((count) => readsAmong(count, traderOf, sold));
    if (!half || !whole) throw new Error('both are wanted');
    expect([...half.seen, ...whole.seen]).toEqual([]);
    expect(whole.reads).toBeLessThan(20 * 3_000);
    expect(whole.reads).toBeLessThan(2.2 * half.reads);
  });

  it('the time grows with their number, too, where all of them are reversed', () => {
    const [half, whole] = [1_500, 3_000].map((count) =>
      readsAmong(
        count,
        () => 'thief',
        () => 1_000_000n,
      ),
    );
    expect([half?.seen.length, whole?.seen.length]).toEqual([1, 1]);
    expect(whole?.reads).toBeLessThan(20 * 3_000);
    expect(whole?.reads).toBeLessThan(2.2 * (half?.reads ?? 0));
  });
});
