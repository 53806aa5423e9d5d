import { lovelace } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { Direction, MarketDailyStats, MarketSnapshot } from './types.ts';

const INTERVAL_MS = 300_000;
const DAY_MS = 86_400_000;
const INTERVALS_PER_DAY = DAY_MS / INTERVAL_MS;

interface Interval {
  readonly number: number;
  buys: number;
  sales: number;
  lovelace: bigint;
}

/** When the 24 hours up to `time` began, both in milliseconds: at the start of an interval. */
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
