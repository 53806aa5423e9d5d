import { lovelace } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { mulDivCeil, mulDivFloor, WHOLE_PPM } from '#domain/ratio.ts';
import type { AveragePrice, Direction, MarketPair, Pool, PoolRecord, PracticeToken } from './types.ts';

/** A pool's reserves as one trade direction sees them. */
export interface Reserves {
  readonly in: bigint;
  readonly out: bigint;
}

export function reserves(pool: Pool, direction: Direction): Reserves {
  return direction === 'buy' ? { in: pool.ada, out: pool.tokens } : { in: pool.tokens, out: pool.ada };
}

/**
 * A constant-product pool's payment for `amountIn` base units, rounded down: `⌊out·γx / (in + γx)⌋` with `γ = 1 − fee`.
 * Always less than the reserve.
 */
export function poolOut(pool: Pool, direction: Direction, amountIn: bigint): bigint {
  if (amountIn <= 0n) return 0n;
  const side = reserves(pool, direction);
  const effective = amountIn * (WHOLE_PPM - BigInt(pool.feePpm));
  return mulDivFloor(side.out, effective, side.in * WHOLE_PPM + effective);
}

/** The smallest input for which the pool pays at least `amountOut`; `undefined` when it never can. */
export function poolIn(pool: Pool, direction: Direction, amountOut: bigint): bigint | undefined {
  if (amountOut <= 0n) return 0n;
  const side = reserves(pool, direction);
  if (amountOut >= side.out) return undefined;
  return mulDivCeil(
    amountOut * side.in,
    WHOLE_PPM,
    (side.out - amountOut) * (WHOLE_PPM - BigInt(pool.feePpm)),
  );
}

/** The pool after taking `amountIn` and paying `poolOut`: it keeps the fee, so the product never falls. */
export function applySwap(pool: Pool, direction: Direction, amountIn: bigint): Pool {
  const out = poolOut(pool, direction, amountIn);
  return direction === 'buy'
    ? { ...pool, ada: pool.ada + amountIn, tokens: pool.tokens - out }
    : { ...pool, ada: pool.ada - out, tokens: pool.tokens + amountIn };
}

/** The fee that the pool keeps of `amountIn`, rounded up as the payout is rounded down. */
export function poolFeeOf(pool: Pool, amountIn: bigint): bigint {
  return mulDivCeil(amountIn, BigInt(pool.feePpm), WHOLE_PPM);
}

/** Output at the pool's current price after the fee, without price impact; scaled by 10^6 for small amounts. */
export function outAtSpotScaled(pool: Pool, direction: Direction, amountIn: bigint): bigint {
  const side = reserves(pool, direction);
  return mulDivFloor(amountIn * (WHOLE_PPM - BigInt(pool.feePpm)), side.out, side.in);
}

/** How far `out` is below the output at the current price, in parts per million. */
export function priceImpactPpm(outAtSpot: bigint, out: bigint): number {
  if (outAtSpot <= 0n) return 0;
  const lost = outAtSpot - out * WHOLE_PPM;
  return lost <= 0n ? 0 : Number(mulDivFloor(lost, WHOLE_PPM, outAtSpot));
}

/** The current pools of all exchanges, and figures over all pools of a token. */
export class PoolBook {
  readonly #tokens: ReadonlyMap<AssetId, PracticeToken>;
  readonly #pools = new Map<string, Pool>();
  readonly #idsOf = new Map<AssetId, string[]>();

  constructor(tokens: ReadonlyMap<AssetId, PracticeToken>) {
    this.#tokens = tokens;
  }

  /** Adds a pool, or replaces the one with its id. */
  put(pool: Pool): void {
    if (!this.#pools.has(pool.id))
      this.#idsOf.set(pool.token, [...(this.#idsOf.get(pool.token) ?? []), pool.id]);
    this.#pools.set(pool.id, pool);
  }

  all(): readonly Pool[] {
    return [...this.#pools.values()];
  }

  get(id: string): Pool | undefined {
    return this.#pools.get(id);
  }

  /** The pools of a token against ADA; may be empty. */
  of(token: AssetId): readonly Pool[] {
    return (this.#idsOf.get(token) ?? []).map((id) => this.#pools.get(id) as Pool);
  }

  /** The ratio of all reserves of the token's pools: a price weighted by liquidity. `undefined` without a pool. */
  averagePrice(token: AssetId): AveragePrice | undefined {
    const pools = this.of(token);
    if (pools.length === 0) return undefined;
    const ada = pools.reduce((sum, pool) => sum + pool.ada, 0n);
    const tokens = pools.reduce((sum, pool) => sum + pool.tokens, 0n);
    return { lovelace: ada, tokens, adaPerToken: this.adaPerToken(token, ada, tokens) };
  }

  /** Lovelace for base units of a token, as ADA for one whole token. */
  adaPerToken(token: AssetId, ada: bigint, tokens: bigint): number {
    const decimals = this.#tokens.get(token)?.decimals ?? 0;
    return (Number(ada) / Number(tokens)) * 10 ** (decimals - 6);
  }

  /** A token trades against ADA only; ADA against every token that has a pool. */
  pairsOf(token: AssetId): readonly MarketPair[] {
    if (token !== ADA) {
      const both = this.#liquidityOf(token);
      return both === 0n ? [] : [{ token: ADA, ticker: 'ADA', liquidity: lovelace(both) }];
    }
    return [...this.#tokens.values()].flatMap(({ id, ticker }) => {
      const both = this.#liquidityOf(id);
      return both === 0n ? [] : [{ token: id, ticker, liquidity: lovelace(both) }];
    });
  }

  records(): readonly PoolRecord[] {
    return this.all().map((pool) => [
      pool.id,
      pool.exchange,
      pool.token,
      pool.ada.toString(),
      pool.tokens.toString(),
      pool.feePpm,
    ]);
  }

  /** Replaces all pools. */
  restore(records: readonly PoolRecord[]): void {
    this.#pools.clear();
    this.#idsOf.clear();
    for (const [id, exchange, token, ada, tokens, feePpm] of records)
      this.put({ id, exchange, token: token as AssetId, ada: BigInt(ada), tokens: BigInt(tokens), feePpm });
  }

  #liquidityOf(token: AssetId): bigint {
    return this.of(token).reduce((sum, pool) => sum + 2n * pool.ada, 0n);
  }
}
