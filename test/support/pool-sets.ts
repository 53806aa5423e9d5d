import { lovelace } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { constantProduct } from '../../src-main/exchanges/constant-product.ts';
import type { RouteRequest } from '../../src-main/practice/market/router.ts';
import type { RouteTask } from '../../src-main/exchanges/routing/route.ts';
import { bruteForceOptimum, type BruteOptimum } from './brute-force-router.ts';

/** The token that every pool trades against ADA. */
export const POOL_TOKEN = 'ef'.repeat(28) as AssetId;

export interface Venue {
  readonly exchange: string;
  readonly ada: bigint;
  readonly tokens: bigint;
  readonly feePpm: number;
  /** Lovelace, the same for all pools of an exchange. */
  readonly batcherFee: bigint;
}

/** One trade and the pools it can go through. */
export interface PoolSet {
  readonly venues: readonly Venue[];
  readonly buys: boolean;
  /** Base units of what is sold. */
  readonly quantity: bigint;
}

/** The set as our router takes it. */
export function taskOf({ venues, buys, quantity }: PoolSet): RouteTask {
  return {
    sells: buys ? ADA : POOL_TOKEN,
    wants: buys ? POOL_TOKEN : ADA,
    quantity,
    places: venues.map(({ exchange, ada, tokens, feePpm, batcherFee }) => ({
      exchange,
      fee: batcherFee,
      pool: constantProduct({
        assets: [ADA, POOL_TOKEN],
        reserves: [ada, tokens],
        fees: [BigInt(feePpm), BigInt(feePpm)],
        of: 1_000_000n,
      }),
    })),
  };
}

/** The set as practice's router takes it. */
export function requestOf({ venues, buys, quantity }: PoolSet): RouteRequest {
  const exchanges = [...new Map(venues.map((venue) => [venue.exchange, venue])).values()];
  return {
    token: POOL_TOKEN,
    direction: buys ? 'buy' : 'sell',
    amountIn: quantity,
    pools: venues.map((venue, index) => ({ ...venue, token: POOL_TOKEN, id: `pool ${index}` })),
    exchanges: exchanges.map(({ exchange, feePpm, batcherFee }) => ({
      code: exchange,
      name: exchange,
      poolFeePpm: feePpm,
      batcherFee: lovelace(batcherFee),
      deposit: lovelace(0n),
      partialFills: false,
      limit: true,
      dca: true,
    })),
  };
}

/** The continuous optimum, by searching every subset of the pools. */
export function bruteOf({ venues, buys, quantity }: PoolSet): BruteOptimum {
  const pools = venues.map(({ exchange, ada, tokens, feePpm, batcherFee }) => ({
    exchange,
    reserveIn: buys ? ada : tokens,
    reserveOut: buys ? tokens : ada,
    feePpm: BigInt(feePpm),
    batcherFee,
  }));
  return bruteForceOptimum(pools, quantity, !buys);
}
