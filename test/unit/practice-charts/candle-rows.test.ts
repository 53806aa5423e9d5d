import { describe, expect, it } from 'vitest';

import { CANDLE_PERIODS, PERIOD_SECONDS, type Candle } from '#domain/candle.ts';
import { candleRow, candleRows } from '../../../src-main/practice/api/charts-api.ts';

function candles(seconds: number): Candle[] {
  return Array.from({ length: 50 }, (_, index) => ({
    time: 1_790_000_000 - (1_790_000_000 % seconds) + index * seconds,
    open: 1 + index,
    high: 3 + index,
    low: 0.5,
    close: 2,
    volume: index,
  }));
}

describe('candles on the wire', () => {
  it('are written as the specification has them', () => {
    const rows = candles(60);
    expect(candleRows(rows, '1min', 'spec')).toEqual(rows);
  });

  it('in the wild have their time in other ways, one for a period', () => {
    const written = CANDLE_PERIODS.map((period) => {
      const [candle] = candles(PERIOD_SECONDS[period]);
      if (!candle) throw new Error('no candle');
      const { time, unix } = candleRow(candle, period, 'wild') as {
        readonly time?: number;
        readonly unix?: number;
      };
      expect([candle.time, candle.time * 1000]).toContain(time ?? unix);
      return `${time === undefined ? 'unix' : 'time'} ${(time ?? unix) === candle.time ? 's' : 'ms'}`;
    });
    expect(new Set(written)).toEqual(new Set(['unix s', 'time ms', 'unix ms']));
  });

  it('in the wild come out of order and twice, and none is lost', () => {
    for (const period of CANDLE_PERIODS) {
      const right = candles(PERIOD_SECONDS[period]).map((candle) => candleRow(candle, period, 'wild'));
      const rows = candleRows(candles(PERIOD_SECONDS[period]), period, 'wild');
      const places = rows.map((row) =>
        right.findIndex((item) => JSON.stringify(item) === JSON.stringify(row)),
      );
      expect(new Set(places).size).toBe(right.length);
      expect(places.length).toBeGreaterThan(right.length);
      expect(places).not.toEqual(places.toSorted((left, other) => left - other));
    }
  });
});
