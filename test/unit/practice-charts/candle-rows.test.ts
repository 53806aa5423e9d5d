import { describe, expect, it } from 'vitest';

import { CANDLE_PERIODS, PERIOD_SECONDS, type Candle } from '#domain/candle.ts';
import { candleRows } from '../../../src-main/practice/api/charts-api.ts';
import { Wire } from '../../../src-main/practice/api/wire.ts';
import { readHistory } from '../../../src-main/charts/wire.ts';
import { ADA, type AssetId } from '#domain/asset.ts';

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
    expect(candleRows(rows, '1min', new Wire('spec', 7, ['candles-unix']), 'a pair')).toEqual(rows);
  });

  it.each([
    ['candles-unix', { unix: 1_789_999_980 }],
    ['candles-milliseconds', { time: 1_789_999_980_000 }],
    ['candles-unix-milliseconds', { unix: 1_789_999_980_000 }],
    ['candles-timestamp', { timestamp: '2026-09-21T14:13:00.000Z' }],
    ['candles-unreadable-time', { time: 'Mon, 21 Sep 2026 14:13:00 GMT', unix: 1_789_999_980 }],
  ])('in the wild have their time in other ways: %s', (name, time) => {
    const [row] = candleRows(candles(60).slice(0, 1), '1min', new Wire('wild', 7, [name]), 'a pair');
    expect(row).toEqual({ ...time, open: 1, high: 3, low: 0.5, close: 2, volume: 0 });
  });

  it('in the wild have one way for a pair and period, and every way for some', () => {
    const wire = new Wire('wild', 7);
    const ways = Array.from({ length: 100 }, (_, pair) => {
      const write = wire.candles(`pair ${pair}`);
      const [one, other] = [write({ time: 60, volume: 1 }), write({ time: 120, volume: 1 })];
      expect(Object.keys(one)).toEqual(Object.keys(other));
      return `${Object.keys(one).join()} ${typeof one['time']} ${String(one['time'] ?? one['unix']).length}`;
    });
    // Six ways to write a time, with a volume and without.
    expect(new Set(ways).size).toBe(12);
  });

  it('in the wild come out of order and twice, and none is lost', () => {
    for (const period of CANDLE_PERIODS) {
      const wire = new Wire('wild', 7);
      const right = candles(PERIOD_SECONDS[period]).map((candle) => wire.candles('a pair')({ ...candle }));
      const rows = candleRows(candles(PERIOD_SECONDS[period]), period, wire, 'a pair');
      const places = rows.map((row) =>
        right.findIndex((item) => JSON.stringify(item) === JSON.stringify(row)),
      );
      expect(new Set(places).size).toBe(right.length);
      expect(places.length).toBeGreaterThan(right.length);
      expect(places).not.toEqual(places.toSorted((left, other) => left - other));
    }
  });

  it('are the same candles to a client, whatever the seed', () => {
    const query = {
      first: ADA,
      second: 'b'.repeat(56) as AssetId,
      period: '1min',
      from: 0,
      to: 2e9,
    } as const;
    for (let seed = 0; seed < 40; seed += 1) {
      const rows = candleRows(candles(60), '1min', new Wire('wild', seed), 'a pair');
      const { candles: read = [], dropped } = readHistory(JSON.stringify({ data: rows }), query) ?? {};
      expect(dropped).toBe(0);
      const silent = read.every(({ volume }) => volume === undefined);
      expect(read).toEqual(candles(60).map((candle) => (silent ? { ...candle, volume: undefined } : candle)));
    }
  });
});
