import { bucketStart, type Candle, type CandlePeriod } from '#domain/candle.ts';

/**
 * A candle with what is needed to merge and divide candles: the volume as a whole number of lovelace (exact below
 * 2^53) and the number of trades. There is at least one trade; with exactly one, all four prices are equal.
 */
export interface Bar {
  /** Start of the bucket, in Unix seconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lovelace: number;
  readonly trades: number;
}

/** Bars of one pair. Every bucket with trades has one; the others have none. */
export interface BarSource {
  /** Bars whose bucket starts between `from` and `to` (Unix seconds, both inclusive), oldest first. */
  bars(period: CandlePeriod, from: number, to: number): Bar[];
}

const LOVELACE_PER_ADA = 1_000_000;

/** The bar as a candle on the wire: volume in ADA. */
export function candleOf({ time, open, high, low, close, lovelace }: Bar): Candle {
  return { time, open, high, low, close, volume: lovelace / LOVELACE_PER_ADA };
}

/** Two consecutive bars merged, in the bucket of the earlier. */
export function joined(earlier: Bar, later: Bar): Bar {
  return {
    time: earlier.time,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    lovelace: earlier.lovelace + later.lovelace,
    trades: earlier.trades + later.trades,
  };
}

/** Bars of a longer period, merged from those of a shorter one that divides it; both oldest first. */
export function summed(bars: Iterable<Bar>, period: CandlePeriod): Bar[] {
  const sums: Bar[] = [];
  for (const bar of bars) {
    const time = bucketStart(bar.time, period);
    const last = sums.at(-1);
    if (last?.time === time) sums[sums.length - 1] = joined(last, bar);
    else sums.push({ ...bar, time });
  }
  return sums;
}

/** The bars whose bucket starts between `from` and `to`, both inclusive. */
export function within(bars: readonly Bar[], from: number, to: number): Bar[] {
  return bars.filter(({ time }) => time >= from && time <= to);
}

/** The same bar for the inverted pair: high and low swap. */
export function inverted(bar: Bar): Bar {
  return { ...bar, open: 1 / bar.open, high: 1 / bar.low, low: 1 / bar.high, close: 1 / bar.close };
}
