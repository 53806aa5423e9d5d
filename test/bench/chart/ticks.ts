import { PERIOD, type Tick } from './rival.ts';

/** A state of the last candle within its range, so that no axis has to move. */
export function tickIn(last: Tick, turn: number): Tick {
  const share = 0.5 + 0.4 * Math.sin(turn * 1.3);
  const close = last.low + (last.high - last.low) * share;
  return { ...last, close, volume: last.volume + turn * 0.01 };
}

/** The candle after the last one. */
export function candleAfter(last: Tick, turn: number): Tick {
  const open = last.close;
  const close = open * (1 + 0.003 * Math.sin(turn * 1.7));
  return {
    time: last.time + PERIOD,
    open,
    high: Math.max(open, close) * 1.002,
    low: Math.min(open, close) * 0.998,
    close,
    volume: 100,
  };
}
