import type { AssetId } from '#domain/asset.ts';
import { PERIOD_SECONDS } from '#domain/candle.ts';
import type { Bar, BarSource } from '../charts/bar.ts';
import type { Charts } from '../charts/charts.ts';
import type { Course, CourseTrade } from '../market/followed.ts';

const BUCKET = PERIOD_SECONDS['20s'];
const HOUR = PERIOD_SECONDS['1hour'];
const DAY = PERIOD_SECONDS['1day'];

/**
 * The generated history as a sequence of trades: those of a bucket of 20 seconds make exactly its bar, so the candles
 * of a market that carries them out are the history's own, of any period.
 */
export class PastCourse implements Course {
  /** Where the history ends, in milliseconds. */
  readonly end: number;
  readonly #pasts: readonly (readonly [AssetId, BarSource])[];
  /** The trades of the hours that were asked for last, by the hour's start in seconds. */
  readonly #hours = new Map<number, readonly CourseTrade[]>();

  constructor(charts: Charts) {
    this.#pasts = charts.pasts();
    this.end = charts.pastEnds * 1000;
  }

  *between(from: number, until: number): Generator<CourseTrade> {
    const last = Math.min(until, this.end);
    for (let hour = Math.floor(from / 1000 / HOUR) * HOUR; hour * 1000 < last; hour += HOUR)
      for (const trade of this.#hour(hour)) if (trade.time >= from && trade.time < last) yield trade;
  }

  pricesAt(time: number): ReadonlyMap<AssetId, number> {
    const moment = Math.floor(time / 1000 / BUCKET) * BUCKET;
    return new Map(
      this.#pasts.map(([token, past]) => {
        const last =
          past.bars('20s', moment - HOUR, moment - 1).at(-1) ??
          past.bars('20s', moment - DAY, moment - 1).at(-1);
        // Every day of the history has trades, but not every hour.
        return [token, (last ?? (past.bars('1day', moment - 9 * DAY, moment).at(-1) as Bar)).close];
      }),
    );
  }

  #hour(hour: number): readonly CourseTrade[] {
    const known = this.#hours.get(hour);
    if (known) return known;
    const trades = this.#pasts
      .flatMap(([token, past]) =>
        past.bars('20s', hour, hour + HOUR - 1).flatMap((bar) => tradesOf(token, bar)),
      )
      .sort((left, right) => left.time - right.time);
    this.#hours.clear();
    this.#hours.set(hour, trades);
    return trades;
  }
}

/** The fewest trades that make a bar: its open, what is beyond that and its close, and the close. */
function tradesOf(token: AssetId, bar: Bar): readonly CourseTrade[] {
  const { open, high, low, close } = bar;
  const prices = [open];
  const extremes = [
    ...(low < Math.min(open, close) ? [low] : []),
    ...(high > Math.max(open, close) ? [high] : []),
  ];
  prices.push(...(close < open ? extremes.toReversed() : extremes));
  if (bar.trades > 1) prices.push(close);
  const each = Math.floor(bar.lovelace / prices.length);
  return prices.map((price, index) => ({
    token,
    time: bar.time * 1000 + Math.floor((index * BUCKET * 1000) / prices.length),
    price,
    lovelace: index > 0 ? each : bar.lovelace - each * (prices.length - 1),
  }));
}
