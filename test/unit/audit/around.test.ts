import { expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { aroundOrders, type PoolTrade } from '../../../src-main/audit/around.ts';
import { constantProduct } from '../../../src-main/pools/constant-product.ts';
import type { Pool } from '../../../src-main/pools/pool.ts';

const TOKEN = `${'ab'.repeat(28)}.544f4b` as AssetId;

/** Trades that buy the token for so many lovelace, one after the other, and the pool that the last one leaves. */
function bought(
  ...sales: readonly (readonly [txHash: string, trader: string, order: boolean, sold: bigint])[]
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

it('counts a trade without an order once, however many keys had a part in it', () => {
  const { trades, pool } = bought(
    ['front', 'thief', true, 50_000_000n],
    ['between', 'one key', false, 70_000_000n],
    ['fill', 'victim', true, 20_000_000n],
  );
  const [front, between, fill] = trades;
  if (!front || !between || !fill) throw new Error('three trades are wanted');
  const back: PoolTrade = {
    ...{ txHash: 'back', trader: 'thief', order: 'back#0', pool },
    sold: front.bought,
    bought: { asset: ADA, quantity: pool.swap(1, front.bought.quantity).out },
  };
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
  const back: PoolTrade = {
    ...{ txHash: 'back', trader: 'thief', order: 'back#0', pool },
    sold: front.bought,
    bought: { asset: ADA, quantity: 1n },
  };
  const lost = (between: readonly PoolTrade[]): bigint | undefined =>
    aroundOrders([front, ...between, fill, back])[0]?.lost;
  // Two later trades leave the pool dearer than one, whoever made them.
  expect(lost(trades.slice(1, 3))).not.toBe(lost([first]));
});
