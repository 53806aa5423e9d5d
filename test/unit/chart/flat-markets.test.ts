import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisLabels } from '../../../src-renderer/chart/axes.ts';
import { LiveScene } from '../../../src-renderer/chart/live-scene.ts';
import { PriceScale, type ScaleKind } from '../../../src-renderer/chart/price-scale.ts';
import { pricePane } from '../../../src-renderer/chart/scene.ts';
import { timeTicks } from '../../../src-renderer/chart/time-labels.ts';
import { bestOutput } from '../../../src-renderer/features/markets/pool-figures.ts';
import { standardSettings } from '../../../src-renderer/features/charts/chart-settings.ts';
import type { Walk } from '../../bench/chart/series.ts';

/** Twelve magnitudes of prices, and values between two of them. */
const MAGNITUDES = [-12, -9, -7, -5, -3, -1, 0, 2, 5, 8, 12, 15] as const;
const price = fc
  .tuple(fc.constantFrom(...MAGNITUDES), fc.double({ min: 1, max: 9.999, noNaN: true }))
  .map(([magnitude, digits]) => digits * 10 ** magnitude);
const kinds = fc.constantFrom<ScaleKind>('linear', 'logarithmic', 'percent');

const bits = new DataView(new ArrayBuffer(8));

/** A number so many units in the last place above another. */
function above(value: number, units: number): number {
  bits.setFloat64(0, value);
  bits.setBigUint64(0, bits.getBigUint64(0) + BigInt(units));
  return bits.getFloat64(0);
}

function scaleOf(kind: ScaleKind, low: number, high: number): PriceScale {
  const scale = new PriceScale();
  Object.assign(scale, { kind, base: low, top: 20, height: 400 });
  scale.fit(low, high);
  return scale;
}

const PIXELS = 40;
const MOST_TICKS = 400 / PIXELS + 1;

function expectLabels(scale: PriceScale): readonly number[] {
  const ticks = scale.ticks(PIXELS);
  expect(ticks.length).toBeLessThanOrEqual(MOST_TICKS);
  for (const [at, tick] of ticks.entries()) {
    expect(Number.isFinite(scale.toY(tick))).toBe(true);
    if (at > 0) expect(tick).toBeGreaterThan(ticks[at - 1] as number);
  }
  return ticks;
}

/** Candles of one price. */
function flat(value: number, count: number): Walk {
  const column = (): Float64Array => new Float64Array(count).fill(value);
  const time = Float64Array.from({ length: count }, (_, at) => 1_790_000_000 + at * 900);
  return { time, open: column(), high: column(), low: column(), close: column(), volume: column() };
}

describe('the value axis of a market that does not move', () => {
  it('has labels, a bounded number of them, with its ends a few units in the last place apart', () => {
    fc.assert(
      fc.property(kinds, price, fc.integer({ min: 0, max: 4_000_000 }), (kind, low, units) => {
        for (const apart of [0, 1, 2, units]) {
          const high = above(low, apart);
          const scale = scaleOf(kind, low, high);
          expect(expectLabels(scale).length).toBeGreaterThan(1);
          expect(scale.toY(low)).toBeGreaterThan(scale.top);
          expect(scale.toY(high)).toBeLessThan(scale.top + scale.height);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('has a bounded number of labels whatever it is to fit', () => {
    const any = fc.double();
    fc.assert(
      fc.property(kinds, any, any, any, (kind, low, high, base) => {
        const scale = scaleOf(kind, low, high);
        scale.base = base;
        expect(scale.ticks(PIXELS).length).toBeLessThanOrEqual(MOST_TICKS);
        expect(scale.low).toBeLessThan(scale.high);
      }),
      { numRuns: 500 },
    );
  });

  it('can be stretched, squeezed and moved for as long as one likes', () => {
    const moves = fc.array(
      fc.record({
        factor: fc.constantFrom(0.25, 0.8, 1.25, 4),
        pixels: fc.integer({ min: -400, max: 400 }),
        times: fc.integer({ min: 1, max: 300 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(kinds, price, moves, (kind, low, all) => {
        const scale = scaleOf(kind, low, low);
        for (const { factor, pixels, times } of all)
          for (let time = 0; time < times; time += 1) {
            scale.stretch(factor);
            scale.slide(pixels);
          }
        expectLabels(scale);
        expect(scale.low).toBeLessThan(scale.high);
        expect(Number.isFinite(scale.high - scale.low)).toBe(true);
        // The way back is open: lines that fit by themselves do so again.
        scale.fit(low, low);
        expect(expectLabels(scale).length).toBeGreaterThan(1);
      }),
      { numRuns: 200 },
    );
  });

  it('is laid out with the averages that a chart begins with, which miss the price by their last digit', () => {
    fc.assert(
      fc.property(kinds, price, (kind, value) => {
        const scene = new LiveScene({} as never, 'utc', 900, 1, () => 0);
        Object.assign(scene, { width: 900, height: 500 });
        scene.setScale(kind);
        scene.setIndicators(standardSettings.indicators);
        scene.replace(flat(value, 300), 900);
        scene.lay();
        while (scene.look()) scene.lay();
        for (const pane of scene.panes) expect(axisLabels(pane).length).toBeLessThanOrEqual(30);
        const pane = pricePane(scene);
        expect(pane && axisLabels(pane).length).toBeGreaterThan(1);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what else counts in steps', () => {
  it('labels no time that a calendar does not have, and comes to an end', () => {
    const times = fc.uniqueArray(fc.double({ min: 0, max: 2 ** 60, noNaN: true }), {
      minLength: 2,
      maxLength: 20,
    });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 14 }), (unsorted, most) => {
        const time = Float64Array.from(unsorted).sort();
        const series = { ...flat(1, time.length), time, length: time.length };
        const ticks = timeTicks(series, 0, time.length, most, 'utc');
        expect(ticks.length).toBeLessThanOrEqual(time.length);
        expect(ticks.filter(({ text }) => text.includes('NaN'))).toEqual([]);
      }),
    );
    const late = Float64Array.from([2 ** 60, 2 ** 60]);
    expect(timeTicks({ ...flat(1, 2), time: late, length: 2 }, 0, 2, 5, 'utc')).toEqual([]);
  });

  it('finds the best split over pools of any size', () => {
    const reserve = fc.double({ min: 0, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.record({ incoming: reserve, outgoing: reserve }), { maxLength: 4 }),
        reserve,
        (pools, input) => {
          expect(typeof bestOutput(pools, input)).toBe('number');
        },
      ),
    );
    expect(bestOutput([{ incoming: Number.MIN_VALUE, outgoing: 1e6 }], 1)).not.toBeNaN();
  });
});
