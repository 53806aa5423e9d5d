import { lovelace } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { AveragePrice, MarketPair, Pool, PoolRecord, PracticeToken } from './types.ts';

/** The pools of all exchanges as they stand at one moment, and what all pools of a token say together. */
export class PoolBook {
  readonly #tokens: ReadonlyMap<AssetId, PracticeToken>;
  readonly #pools = new Map<string, Pool>();
  readonly #idsOf = new Map<AssetId, string[]>();

  constructor(tokens: ReadonlyMap<AssetId, PracticeToken>) {
    this.#tokens = tokens;
  }

  /** Adds a pool, or puts it in the place of the one with its id. */
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

  /** The pools of a token against ADA; empty when there is none. */
  of(token: AssetId): readonly Pool[] {
    return (this.#idsOf.get(token) ?? []).map((id) => this.#pools.get(id) as Pool);
  }

  /** All reserves of the token's pools together: a price weighted by liquidity. `undefined` without a pool. */
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

  /** Takes the place of all pools that there were. */
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
