import type { Columns } from '../../../src-renderer/chart/candle-store.ts';

/** Candles in columns, each entry of which counts. */
export type Walk = Omit<Columns, 'length'>;

/** A repeatable walk of prices: the same candles for every library and every run. */
export function walk(count: number, periodSeconds = 300, start = 0.0042, seed = 7): Walk {
  let state = seed;
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const column = (): Float64Array => new Float64Array(count);
  const arrays = {
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  const end = Math.floor(1_795_000_000 / periodSeconds) * periodSeconds;
  let price = start;
  for (let at = 0; at < count; at += 1) {
    const open = price;
    const swing = 0.012 * (0.4 + chance());
    const close = open * (1 + (chance() - 0.4985) * swing);
    const pull = (start / close) ** 0.002;
    arrays.time[at] = end - (count - 1 - at) * periodSeconds;
    arrays.open[at] = open;
    arrays.close[at] = close * pull;
    arrays.high[at] = Math.max(open, close * pull) * (1 + chance() * swing * 0.4);
    arrays.low[at] = Math.min(open, close * pull) * (1 - chance() * swing * 0.4);
    arrays.volume[at] = Math.round(200 + 9_000 * chance() ** 3 * (1 + 40 * Math.abs(close / open - 1)));
    price = close * pull;
  }
  return arrays;
}
