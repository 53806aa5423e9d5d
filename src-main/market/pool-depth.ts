import type { PoolInfo } from '#domain/token.ts';

/**
 * The amounts that pools take or give between one price and the next; display units: ADA, whole tokens, ADA per token.
 */
export interface DepthLevel {
  readonly price: number;
  readonly tokens: number;
  readonly ada: number;
}

export interface PoolDepth {
  /** Best first: what the pools take for tokens on the way down from the price now. */
  readonly bids: readonly DepthLevel[];
  /** The levels at which they give, on the way up. */
  readonly asks: readonly DepthLevel[];
  /** ADA per token of all pools together, now. */
  readonly price: number;
}

/** Steps of a quarter percent of the price, up to a fifth of it on each side. */
const STEP = 0.0025;
const STEPS = 80;

/**
 * Depth of constant-product pools, without their fees: an estimate. Moving a pool that holds `a` ADA and `t` tokens to
 * the price p leaves it with √(a·t·p) ADA and √(a·t/p) tokens. `undefined` when no pool holds anything.
 */
export function poolDepth(pools: readonly PoolInfo[]): PoolDepth | undefined {
  const live = pools.filter(({ ada, tokens }) => ada > 0 && tokens > 0);
  const ada = live.reduce((sum, pool) => sum + pool.ada, 0);
  const tokens = live.reduce((sum, pool) => sum + pool.tokens, 0);
  const price = ada / tokens;
  if (!(price > 0) || !Number.isFinite(price)) return undefined;
  const side = (direction: 1 | -1): readonly DepthLevel[] => {
    let before = { tokens: 0, ada: 0 };
    return Array.from({ length: STEPS }, (_, step) => {
      const at = price * (1 + direction * STEP * (step + 1));
      const total = movedTo(live, at, direction);
      const level = { price: at, tokens: total.tokens - before.tokens, ada: total.ada - before.ada };
      before = total;
      return level;
    }).filter((level) => level.tokens > 0 && level.ada > 0);
  };
  return { bids: side(-1), asks: side(1), price };
}

/** Tokens and ADA that change hands when all pools beyond a price are moved to it. */
export function movedTo(
  pools: readonly PoolInfo[],
  price: number,
  direction: 1 | -1,
): { readonly tokens: number; readonly ada: number } {
  let [tokens, ada] = [0, 0];
  for (const pool of pools) {
    const spot = pool.ada / pool.tokens;
    if (direction === 1 ? spot >= price : spot <= price) continue;
    const product = pool.ada * pool.tokens;
    tokens += Math.abs(Math.sqrt(product / price) - pool.tokens);
    ada += Math.abs(Math.sqrt(product * price) - pool.ada);
  }
  return { tokens, ada };
}
