import { epochMs } from '#domain/time.ts';
import type { MarketTrade, Pool, TradeRecord } from './types.ts';

const TRADES_KEPT = 2_048;

/** A trade before the log numbers it. */
export type NewTrade = Omit<MarketTrade, 'sequence' | 'price' | 'token' | 'exchange' | 'poolId'>;

/** The latest trades, numbered over the life of the market. Old ones fall off the end. */
export class TradeLog {
  readonly #priceOf: (pool: Pool, ada: bigint, tokens: bigint) => number;
  #trades: MarketTrade[] = [];
  #nextSequence = 1;

  constructor(priceOf: (pool: Pool, ada: bigint, tokens: bigint) => number) {
    this.#priceOf = priceOf;
  }

  get nextSequence(): number {
    return this.#nextSequence;
  }

  add(pool: Pool, trade: NewTrade): MarketTrade {
    const numbered = this.#numbered(this.#nextSequence, pool, trade);
    this.#nextSequence += 1;
    this.#trades.push(numbered);
    if (this.#trades.length >= 2 * TRADES_KEPT) this.#trades = this.#trades.slice(-TRADES_KEPT);
    return numbered;
  }

  /** Trades with a higher number than `sequence` that are still kept, oldest first. */
  since(sequence: number): readonly MarketTrade[] {
    const first = this.#trades[0];
    return first === undefined ? [] : this.#trades.slice(Math.max(0, sequence + 1 - first.sequence));
  }

  records(pools: readonly Pool[]): readonly TradeRecord[] {
    const places = new Map(pools.map((pool, index) => [pool.id, index]));
    return this.#trades.map((trade) => [
      trade.time,
      places.get(trade.poolId) as number,
      trade.side,
      trade.ada.toString(),
      trade.tokens.toString(),
      trade.source,
    ]);
  }

  /** Takes the place of what was logged: the last record has the number before `nextSequence`. */
  restore(records: readonly TradeRecord[], pools: readonly Pool[], nextSequence: number): void {
    this.#nextSequence = nextSequence;
    this.#trades = records.map(([time, place, side, ada, tokens, source], index) =>
      this.#numbered(nextSequence - records.length + index, pools[place] as Pool, {
        time: epochMs(time),
        side,
        ada: BigInt(ada),
        tokens: BigInt(tokens),
        source,
      }),
    );
  }

  #numbered(sequence: number, pool: Pool, trade: NewTrade): MarketTrade {
    const price = this.#priceOf(pool, trade.ada, trade.tokens);
    return { ...trade, sequence, token: pool.token, poolId: pool.id, exchange: pool.exchange, price };
  }
}
