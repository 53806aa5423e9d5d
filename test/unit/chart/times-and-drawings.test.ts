import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CandleStore } from '../../../src-renderer/chart/candle-store.ts';
import {
  distanceToLine,
  extensionPrices,
  parallelOf,
  positionOf,
  timeAt,
} from '../../../src-renderer/chart/drawings.ts';
import { countdownLabel, timeLabel, timeTicks, zoneLabel } from '../../../src-renderer/chart/time-labels.ts';

function storeOf(times: readonly number[]): CandleStore {
  const store = new CandleStore();
  const column = (): Float64Array => new Float64Array(times.length).fill(1);
  store.replace({
    time: Float64Array.from(times),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  });
  return store;
}

const every = (step: number, count: number, from: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => from + at * step);

describe('the time axis', () => {
  it('labels the hours, and the day where it begins', () => {
    const start = Date.UTC(2026, 10, 20, 18) / 1000;
    const store = storeOf(every(900, 80, start));
    const ticks = timeTicks(store, 0, 80, 7, 'utc');
    expect(ticks.map(({ text }) => text)).toEqual([
      '18:00',
      '21:00',
      '21\u00a0Nov',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
    ]);
    expect(ticks.map(({ position }) => position)).toEqual([0, 12, 24, 36, 48, 60, 72]);
    expect(ticks.map(({ strong }) => strong)).toEqual([false, false, true, false, false, false, false]);
  });

  it('labels months and years of weekly candles', () => {
    const store = storeOf(every(604_800, 160, Date.UTC(2024, 0, 1) / 1000));
    const ticks = timeTicks(store, 0, 160, 8, 'utc').map(({ text }) => text);
    expect(ticks).toContain('2025');
    expect(ticks).toContain('Jul');
  });

  it('never gives more labels than asked for, however the gaps lie', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 2, maxLength: 300 }),
        fc.integer({ min: 1, max: 14 }),
        (gaps, most) => {
          let time = 1_700_000_000;
          const store = storeOf(gaps.map((gap) => (time += gap)));
          const ticks = timeTicks(store, 0, store.length, most, 'utc');
          expect(ticks.length).toBeLessThanOrEqual(most + 1);
          const positions = ticks.map(({ position }) => position);
          expect(new Set(positions).size).toBe(positions.length);
          expect(positions).toEqual([...positions].sort((left, right) => left - right));
        },
      ),
    );
  });

  it('says a moment in full, without the clock for days', () => {
    const time = Date.UTC(2026, 10, 21, 14, 3, 20) / 1000;
    expect(timeLabel(time, 'utc', 20)).toBe('Sat 21 Nov 2026 14:03:20');
    expect(timeLabel(time, 'utc', 900)).toBe('Sat 21 Nov 2026 14:03');
    expect(timeLabel(time, 'utc', 86_400)).toBe('Sat 21 Nov 2026');
    expect(zoneLabel(time, 'utc')).toBe('UTC');
  });

  it('counts down to the close', () => {
    expect([11.2, 65, 3_600 * 3 + 245, 86_400 * 2 + 3_600 * 4, -3].map(countdownLabel)).toEqual([
      '0:12',
      '1:05',
      '3:04:05',
      '2d 4h',
      '0:00',
    ]);
  });
});

describe('anchors of drawings', () => {
  it('lie at the same moment whatever candles are there', () => {
    const store = storeOf([600, 660, 900, 960]);
    for (const time of [600, 660, 900, 960]) {
      expect(timeAt(store, positionOf(store, time, 60), 60)).toBe(time);
    }
    // Beyond the ends in steps of the period.
    expect(timeAt(store, positionOf(store, 1_200, 60), 60)).toBe(1_200);
    expect(timeAt(store, positionOf(store, 300, 60), 60)).toBe(300);
    // Within a gap between its neighbours.
    expect(positionOf(store, 780, 60)).toBeCloseTo(2, 9);
  });

  it('are hit near the line between them, and beyond it only for a ray', () => {
    expect(distanceToLine([5, 3], [0, 0], [10, 0], false)).toBe(3);
    expect(distanceToLine([20, 0], [0, 0], [10, 0], false)).toBe(10);
    expect(distanceToLine([20, 0], [0, 0], [10, 0], true)).toBe(0);
    expect(distanceToLine([-5, 0], [0, 0], [10, 0], true)).toBe(5);
  });

  it('make a channel whose second line is parallel to the first and goes through the third', () => {
    const [left, right] = parallelOf([0, 0], [10, 20], [5, 40]);
    expect([left, right]).toEqual([
      [0, 30],
      [10, 50],
    ]);
    expect(distanceToLine([5, 40], left, right, false)).toBeCloseTo(0, 9);
    // A vertical line is moved sideways.
    expect(parallelOf([3, 0], [3, 20], [8, 7])).toEqual([
      [8, 0],
      [8, 20],
    ]);
  });

  it('make an extension that counts from where the move fell back to, in its direction', () => {
    const at = (price: number): { time: number; price: number } => ({ time: 0, price });
    const rising = new Map(extensionPrices(at(10), at(20), at(15)));
    expect([rising.get(0), rising.get(1), rising.get(1.618)]).toEqual([15, 25, 15 + 10 * 1.618]);
    // A fall ends at nothing: there are no prices below.
    const falling = extensionPrices(at(20), at(10), at(15));
    expect(falling.map(([share]) => share)).toEqual([0, 0.382, 0.618, 1, 1.272]);
  });
});
