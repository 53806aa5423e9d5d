import { lovelace } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { epochMs, DAY_MS } from '#domain/time.ts';
import type { Direction, MarketDailyStats, MarketSnapshot, MarketTrade, Pool, TradeRecord } from './types.ts';

const TRADES_KEPT = 2_048;

/** A trade without its sequence number. */
export type NewTrade = Omit<MarketTrade, 'sequence' | 'price' | 'token' | 'exchange' | 'poolId'>;

/** The latest trades, numbered over the life of the market. Old ones are dropped. */
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

  /** Replaces the log: the last record has the number before `nextSequence`. */
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

const INTERVAL_MS = 300_000;
const INTERVALS_PER_DAY = DAY_MS / INTERVAL_MS;

interface Interval {
  readonly number: number;
  buys: number;
  sales: number;
  lovelace: bigint;
}

/** Start of the 24 hours up to `time`, both in milliseconds: the start of an interval. */
export function dayBegan(time: number): number {
  return (Math.floor(time / INTERVAL_MS) - INTERVALS_PER_DAY + 1) * INTERVAL_MS;
}

/** Counts and volumes of the last 24 hours of each token, kept in intervals of five minutes. */
export class DailyStatistics {
  readonly #intervals = new Map<AssetId, Interval[]>();

  static restored(records: MarketSnapshot['stats']): DailyStatistics {
    const statistics = new DailyStatistics();
    for (const [token, rows] of records) {
      const intervals = rows.map(([number, buys, sales, volume]) => ({
        number,
        buys,
        sales,
        lovelace: BigInt(volume),
      }));
      statistics.#intervals.set(token as AssetId, intervals);
    }
    return statistics;
  }

  records(): MarketSnapshot['stats'] {
    return [...this.#intervals].map(([token, intervals]) => [
      token,
      intervals.map((item) => [item.number, item.buys, item.sales, item.lovelace.toString()] as const),
    ]);
  }

  add(token: AssetId, time: number, side: Direction, ada: bigint): void {
    const number = Math.floor(time / INTERVAL_MS);
    let intervals = this.#intervals.get(token);
    if (intervals === undefined) {
      intervals = [];
      this.#intervals.set(token, intervals);
    }
    let last = intervals.at(-1);
    if (last === undefined || last.number < number) {
      last = { number, buys: 0, sales: 0, lovelace: 0n };
      intervals.push(last);
      while ((intervals[0] as Interval).number <= number - INTERVALS_PER_DAY) intervals.shift();
    }
    if (side === 'buy') last.buys += 1;
    else last.sales += 1;
    last.lovelace += ada;
  }

  /** The 24 hours up to `time` in milliseconds. */
  of(token: AssetId, time: number): MarketDailyStats {
    const first = dayBegan(time) / INTERVAL_MS;
    let buys = 0;
    let sales = 0;
    let volume = 0n;
    for (const item of this.#intervals.get(token) ?? []) {
      if (item.number < first) continue;
      buys += item.buys;
      sales += item.sales;
      volume += item.lovelace;
    }
    return { buys, sales, volume: lovelace(volume) };
  }
}
