import { CANDLE_PERIODS, PERIOD_SECONDS, type Candle, type CandlePeriod } from '#domain/candle.ts';
import type { Dialect } from './requests.ts';

/** How services of this family write a candle's time: each sticks to one way for a period. */
const TIME_WRITTEN = [
  ({ time }: Candle) => ({ unix: time }),
  ({ time }: Candle) => ({ time: time * 1000 }),
  ({ time }: Candle) => ({ unix: time * 1000 }),
] as const;

/** A candle as written on the wire; the wild dialect writes the time in other ways. */
export function candleRow(candle: Candle, period: CandlePeriod, dialect: Dialect): object {
  if (dialect === 'spec') return candle;
  const { open, high, low, close, volume } = candle;
  const written = TIME_WRITTEN[CANDLE_PERIODS.indexOf(period) % TIME_WRITTEN.length];
  return { ...written?.(candle), open, high, low, close, volume };
}

/** Candles, oldest first, as written on the wire; in the wild dialect some rows change places or come twice. */
export function candleRows(candles: readonly Candle[], period: CandlePeriod, dialect: Dialect): object[] {
  const rows = candles.map((candle) => candleRow(candle, period, dialect));
  if (dialect === 'spec') return rows;
  const wild: object[] = [];
  for (const [index, row] of rows.entries()) {
    const number = (candles[index] as Candle).time / PERIOD_SECONDS[period];
    if (Math.floor(number) % 5 === 0) wild.splice(Math.max(0, wild.length - 2), 0, row);
    else wild.push(row);
    if (Math.floor(number) % 7 === 0) wild.push(row);
  }
  return wild;
}
