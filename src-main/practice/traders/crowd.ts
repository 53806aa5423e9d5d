import type { AssetId } from '#domain/asset.ts';
import { sendOwn } from '../accounts.ts';
import { poolAssets } from '../chain/scripts.ts';
import type { Fill, Pool } from '../market/types.ts';
import type { Floor } from './floor.ts';
import { poolsMoved, settleTransaction, unspentPool } from './fill-transaction.ts';

/**
 * Trades on the market and returns the pools that moved, in their new state; `undefined` if nothing traded. Settles the
 * crowd's earlier trades in those pools on chain first, so that the fill's own transaction moves each pool by the fill alone.
 */
export function tradedPools(floor: Floor, trade: () => Fill | undefined): readonly Pool[] | undefined {
  const before = new Map(floor.market.pools().map((pool) => [pool.id, pool]));
  const fill = trade();
  if (!fill) return undefined;
  const moved = poolsMoved(floor.market, fill);
  carryPools(
    floor,
    moved.flatMap(({ id }) => before.get(id) ?? []),
  );
  return moved;
}

/**
 * Moves some tokens' pools on chain to where the crowd has traded them. From the next block on, a client that compares a
 * price with the pools reads the market that the price was quoted from. A token's pools always fit into one transaction.
 */
export function carryMarkets(floor: Floor, tokens: ReadonlySet<AssetId>): void {
  for (const token of tokens) carryPools(floor, floor.market.poolsOf(token));
}

function carryPools({ chain, keys }: Floor, pools: readonly Pool[]): void {
  const codes = [...keys.batchers.keys()];
  const behind = pools.filter((pool) => {
    const held = poolAssets(unspentPool(chain, pool, codes).output);
    return held?.ada !== pool.ada || held.tokens !== pool.tokens;
  });
  const [first] = behind;
  if (!first) return;
  sendOwn(chain, settleTransaction(chain, keys, first.exchange, [], behind).bytes, "the crowd's trades");
}
