import type { AssetId } from '#domain/asset.ts';
import type { TrendingPeriod } from '#domain/trending.ts';
import { dayBegan } from '../market/statistics.ts';
import type { Charts } from './charts.ts';

/** How a token traded against ADA in the last stretch of time. */
export interface TrendingToken {
  readonly token: AssetId;
  readonly lovelace: number;
  /** Percent, from the price at the start of the stretch to the price now. */
  readonly priceChange: number;
}

const MINUTE_MS = 60_000;
const LENGTH_MS: Readonly<Record<Exclude<TrendingPeriod, '1day'>, number>> = {
  '5min': 5 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '1hour': 60 * MINUTE_MS,
  '4hour': 240 * MINUTE_MS,
};

/** When a trending period that ends at `now` began (both in milliseconds): its day is the daily statistics' day. */
export function periodBegan(period: TrendingPeriod, now: number): number {
  return period === '1day' ? dayBegan(now) : now - LENGTH_MS[period];
}

/** The tokens that traded since `from` (milliseconds), most ADA first. */
export function trendingSince(charts: Charts, from: number): readonly TrendingToken[] {
  return charts.origin.openings
    .map(([token]) => {
      const { tape, opening } = charts.tape(token);
      const before = tape.before(from)?.price ?? opening;
      const now = tape.before(Infinity)?.price ?? opening;
      return { token, lovelace: tape.lovelaceFrom(from), priceChange: (now / before - 1) * 100 };
    })
    .filter(({ lovelace }) => lovelace > 0)
    .toSorted((left, right) => right.lovelace - left.lovelace);
}
