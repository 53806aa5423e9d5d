import type { MarketView } from '#contract/markets.ts';

/** A pool with what follows from its reserves. Display figures. */
export interface PoolFigures {
  /** No two pools of a list have the same, even if the service lists one twice or gives no id. */
  readonly key: string;
  readonly exchange: string;
  readonly poolId: string;
  readonly ada: number;
  readonly tokens: number;
  /** ADA per token that the reserves imply; absent for an empty pool. */
  readonly price: number | undefined;
  /** Fraction by which that price is above or below the reference. */
  readonly offset: number | undefined;
  /** The pool's part of the ADA in all pools. */
  readonly share: number;
}

/** The pools by depth, deepest first, each with a reference price. */
export function poolFigures(
  pools: MarketView['pools'],
  reference: number | undefined,
): readonly PoolFigures[] {
  const whole = totalAda(pools);
  const seen = new Map<string, number>();
  return pools
    .map((pool) => {
      const name = `${pool.exchange} ${pool.poolId}`;
      const copy = (seen.get(name) ?? 0) + 1;
      seen.set(name, copy);
      const price = pool.tokens > 0 && pool.ada > 0 ? pool.ada / pool.tokens : undefined;
      const comparable = price !== undefined && reference !== undefined && reference > 0;
      return {
        ...pool,
        key: `${copy} ${name}`,
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

/** Fraction by which the dearest pool is above the cheapest; absent with fewer than two that have a price. */
export function spreadOf(pools: readonly PoolFigures[]): number | undefined {
  const prices = pools.flatMap(({ price }) => (price === undefined ? [] : [price]));
  return prices.length < 2 ? undefined : Math.max(...prices) / Math.min(...prices) - 1;
}

/** Reserves of one pool: of the asset going in, and of the asset coming out, in display figures. */
interface Reserves {
  readonly incoming: number;
  readonly outgoing: number;
}

const STEPS = 80;
/** As many as there are powers of two among numbers: a price of nothing, doubled, would stay nothing for ever. */
const MOST_DOUBLINGS = 2_100;

/**
 * Output of constant-product pools without fees for an input that is split optimally: the marginal price is the same
 * in each pool used. An estimate for display; order books and stable pools do not follow this formula.
 */
export function bestOutput(pools: readonly Reserves[], input: number): number {
  const usable = pools.filter(({ incoming, outgoing }) => incoming > 0 && outgoing > 0);
  if (usable.length === 0 || !(input > 0)) return 0;
  const taken = (price: number): number =>
    usable.reduce(
      (sum, pool) => sum + Math.max(0, Math.sqrt(pool.incoming * pool.outgoing * price) - pool.incoming),
      0,
    );
  // Marginal prices (input per output) between the best pool's and one at which the pools take more than there is.
  let low = Math.min(...usable.map(({ incoming, outgoing }) => incoming / outgoing));
  let high = low * 2;
  for (let step = 0; step < MOST_DOUBLINGS && taken(high) < input; step += 1) high *= 2;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (taken(middle) < input) low = middle;
    else high = middle;
  }
  return usable.reduce((sum, { incoming, outgoing }) => {
    const part = Math.max(0, Math.sqrt(incoming * outgoing * high) - incoming);
    return sum + (outgoing * part) / (incoming + part);
  }, 0);
}

/** Average prices (ADA per token) of a buy and a sale of one size, and their distance from the reference. */
interface DepthRow {
  readonly ada: number;
  readonly buy: number;
  readonly buyOffset: number;
  readonly sell: number;
  readonly sellOffset: number;
}

export function depthRows(
  pools: readonly { readonly ada: number; readonly tokens: number }[],
  reference: number,
  sizes: readonly number[],
): readonly DepthRow[] {
  const buying = pools.map(({ ada, tokens }) => ({ incoming: ada, outgoing: tokens }));
  const selling = pools.map(({ ada, tokens }) => ({ incoming: tokens, outgoing: ada }));
  return sizes.flatMap((ada) => {
    const bought = bestOutput(buying, ada);
    const sold = bestOutput(selling, ada / reference);
    if (bought <= 0 || sold <= 0) return [];
    const buy = ada / bought;
    const sell = (sold * reference) / ada;
    return [{ ada, buy, buyOffset: buy / reference - 1, sell, sellOffset: sell / reference - 1 }];
  });
}
