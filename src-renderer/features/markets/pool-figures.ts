import type { MarketView } from '#contract/views.ts';

/** A pool with what follows from its reserves. Display figures. */
export interface PoolFigures {
  readonly exchange: string;
  readonly poolId: string;
  readonly ada: number;
  readonly tokens: number;
  /** ADA per token that the reserves imply; absent for an empty pool. */
  readonly price: number | undefined;
  /** Fraction by which that price lies above or below the reference. */
  readonly offset: number | undefined;
  /** The pool's part of the ADA in all pools. */
  readonly share: number;
}

/** The pools by depth, deepest first, each beside a reference price. */
export function poolFigures(
  pools: MarketView['pools'],
  reference: number | undefined,
): readonly PoolFigures[] {
  const whole = totalAda(pools);
  return pools
    .map((pool) => {
      const price = pool.tokens > 0 && pool.ada > 0 ? pool.ada / pool.tokens : undefined;
      const comparable = price !== undefined && reference !== undefined && reference > 0;
      return {
        ...pool,
        price,
        offset: comparable ? price / reference - 1 : undefined,
        share: whole > 0 ? pool.ada / whole : 0,
      };
    })
    .sort((a, b) => b.ada - a.ada);
}

export function totalAda(pools: MarketView['pools']): number {
  return pools.reduce((sum, pool) => sum + pool.ada, 0);
}

const DISAGREEMENT = 0.05;

/** How far the service's price and the deepest pool's are apart, when that is too far to be passed over. */
export function disagreement(
  priceAda: number | undefined,
  pools: readonly PoolFigures[],
): { readonly pool: PoolFigures; readonly offset: number } | undefined {
  const deepest = pools[0];
  if (priceAda === undefined || deepest?.offset === undefined) return undefined;
  return Math.abs(deepest.offset) > DISAGREEMENT ? { pool: deepest, offset: deepest.offset } : undefined;
}

/** Fraction by which the dearest pool lies above the cheapest; absent with fewer than two that tell a price. */
export function spreadOf(pools: readonly PoolFigures[]): number | undefined {
  const prices = pools.flatMap(({ price }) => (price === undefined ? [] : [price]));
  return prices.length < 2 ? undefined : Math.max(...prices) / Math.min(...prices) - 1;
}
