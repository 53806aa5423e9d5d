import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import { CANDLE_PERIODS, PERIOD_SECONDS, bucketStart, isLawful } from '#domain/candle.ts';
import { candleOf, summed, type Bar } from '../../../src-main/practice/charts/bar.ts';
import { TestWorld } from '../../support/practice-world.ts';

const world = new TestWorld();
world.pass(3_700);
const { charts } = world.practice;
const tokens = charts.origin.openings.map(([token]) => token);
const NOW = world.now / 1000;
const YEARS = 3 * 365 * 86_400;

/** Pairs of ADA and a token, either way round, and of two tokens. */
const pairs = fc
  .tuple(fc.constantFrom(ADA, ...tokens), fc.constantFrom(...tokens), fc.boolean())
  .filter(([first, second]) => first !== second)
  .map(([first, second, turn]): readonly [AssetId, AssetId] => (turn ? [second, first] : [first, second]));

/** Recent moments and moments anywhere in the past: both matter. */
const ages = fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: YEARS }));

function barsOf(pair: readonly [AssetId, AssetId], ...span: Parameters<typeof barsIn>): Bar[] {
  return barsIn.call(pair, ...span);
}

function barsIn(
  this: readonly [AssetId, AssetId],
  period: (typeof CANDLE_PERIODS)[number],
  from: number,
  to: number,
): Bar[] {
  const series = charts.series(...this);
  if (!series) throw new Error('no such pair');
  return series.bars(period, from, to);
}

function close(bar: Bar, other: Bar): void {
  // Of a pair that is turned round, a price is one over the other: the last digit may differ.
  for (const side of ['open', 'high', 'low', 'close'] as const)
    expect(Math.abs(bar[side] / other[side] - 1)).toBeLessThan(1e-12);
  expect([bar.time, bar.lovelace, bar.trades]).toEqual([other.time, other.lovelace, other.trades]);
}

describe('candles of every pair, past and present', () => {
  test('the shorter candles of a span add up to the longer ones', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 7 }), ages, (pair, place, age) => {
        const [shorter = '20s', longer = '20s'] = CANDLE_PERIODS.slice(place - 1, place + 1);
        const length = PERIOD_SECONDS[longer];
        const to = bucketStart(NOW - age, longer) + length - 1;
        const from = to + 1 - 12 * length;
        const sums = summed(barsOf(pair, shorter, from, to), longer);
        const bars = barsOf(pair, longer, from, to);
        expect(sums).toHaveLength(bars.length);
        for (const [index, bar] of bars.entries()) close(sums[index] as Bar, bar);
      }),
      { numRuns: 300 },
    );
  });

  test('are lawful, ascending and aligned, and begin inside the span', () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom(...CANDLE_PERIODS), ages, (pair, period, age) => {
        const to = NOW - age;
        const from = to - 150 * PERIOD_SECONDS[period];
        const bars = barsOf(pair, period, from, to);
        for (const [index, bar] of bars.entries()) {
          expect(isLawful(candleOf(bar))).toBe(true);
          expect(bucketStart(bar.time, period)).toBe(bar.time);
          expect(bar.time).toBeGreaterThan(index === 0 ? from - 1 : (bars[index - 1] as Bar).time);
          expect(bar.time).toBeLessThanOrEqual(to);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a span cut anywhere gives the same candles', () => {
    const cuts = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(pairs, fc.constantFrom(...CANDLE_PERIODS), ages, cuts, (pair, period, age, cut) => {
        const to = Math.floor(NOW - age);
        const from = to - 90 * PERIOD_SECONDS[period];
        const middle = Math.floor(from + cut * (to - from));
        expect([...barsOf(pair, period, from, middle), ...barsOf(pair, period, middle + 1, to)]).toEqual(
          barsOf(pair, period, from, to),
        );
      }),
      { numRuns: 200 },
    );
  });
});
