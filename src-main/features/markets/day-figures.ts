import type { Candle } from '#domain/candle.ts';

/** What hourly candles tell of the last 24 hours. Prices are ADA for one token. */
export interface DayFigures {
  readonly change24h: number;
  readonly high24h: number;
  readonly low24h: number;
  readonly volume24hAda: number;
  /** Closes of the last 24 hours, oldest first. */
  readonly spark: readonly number[];
}

const HOUR = 3_600;
const HOURS = 24;

/**
 * Figures of the 24 hours up to `now` (Unix seconds), from hourly candles that may begin before them. The change is
 * measured against the last price before that time, or, for a younger market, its first one. `undefined` without
 * candles.
 */
export function dayFigures(candles: readonly Candle[], now: number): DayFigures | undefined {
  const last = candles.at(-1);
  const lastHour = Math.floor(now / HOUR) * HOUR;
  const begins = lastHour - (HOURS - 1) * HOUR;
  const before = candles.findLast(({ time }) => time < begins);
  const within = candles.filter(({ time }) => time >= begins);
  const opening = before?.close ?? within[0]?.open;
  if (!last || opening === undefined) return undefined;
  const hours = new Map(within.map(({ time, close }) => [Math.floor(time / HOUR) * HOUR, close]));
  let price = opening;
  const spark = Array.from({ length: HOURS }, (_, at) => (price = hours.get(begins + at * HOUR) ?? price));
  return {
    change24h: last.close / opening - 1,
    high24h: within.reduce((highest, { high }) => Math.max(highest, high), opening),
    low24h: within.reduce((lowest, { low }) => Math.min(lowest, low), opening),
    volume24hAda: within.reduce((sum, { volume }) => sum + volume, 0),
    spark,
  };
}
