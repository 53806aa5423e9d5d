import fc from 'fast-check';
import { expect, test } from 'vitest';

import { joined, type Bar } from '../../../src-main/practice/charts/bar.ts';
import { splitBar, type Part } from '../../../src-main/practice/charts/split.ts';
import { SeededRandom } from '../../../src-main/practice/market/random.ts';

const scales = fc.constantFrom(1e-12, 1e-9, 0.37, 9_600, 1e12);

/** Bars as trades can make them: with one trade one price, with n trades at most n − 2 extremes besides open and close. */
const bars: fc.Arbitrary<Bar> = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 7, max: 4_000 })),
    fc.array(fc.double({ min: 1, max: 2, noNaN: true }), { minLength: 4, maxLength: 4 }),
    scales,
    fc.integer({ min: 0, max: 10 ** 15 }),
  )
  .map(([trades, prices, scale, spare]) => {
    const [open = 1, second = 1, ...more] = prices.map((price) => price * scale);
    const close = trades === 1 ? open : second;
    const reached = [open, close, ...more.slice(0, Math.max(0, trades - 2))];
    const [high, low] = [Math.max(...reached), Math.min(...reached)];
    return { time: 1_200, open, high, low, close, lovelace: trades + spare, trades };
  });

const parts: fc.Arbitrary<readonly Part[]> = fc
  .array(fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 20, noNaN: true })), {
    minLength: 2,
    maxLength: 7,
  })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => weights.map((weight, index) => ({ time: 1_200 + index * 20, weight })));

test('the parts of a bar are lawful, stand where something trades, and give the bar when put together', () => {
  fc.assert(
    fc.property(bars, parts, fc.integer(), (bar, into, seed) => {
      const split = splitBar(bar, into, SeededRandom.seeded(seed));
      expect(split.reduce(joined)).toEqual({ ...bar, time: split[0]?.time });
      expect(split.map(({ time }) => time)).toEqual(
        split.map(({ time }) => time).toSorted((left, right) => left - right),
      );
      for (const { time, open, high, low, close, lovelace, trades } of split) {
        expect(into.find((part) => part.time === time)?.weight).toBeGreaterThan(0);
        expect(low).toBeLessThanOrEqual(Math.min(open, close));
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        expect(lovelace).toBeGreaterThanOrEqual(trades);
        const beyond = Number(high > Math.max(open, close)) + Number(low < Math.min(open, close));
        expect(beyond).toBeLessThanOrEqual(Math.max(0, trades - 2));
        if (trades === 1) expect(close).toBe(open);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('a part may be divided again and again, down to single trades', () => {
  fc.assert(
    fc.property(bars, fc.integer(), (bar, seed) => {
      const random = SeededRandom.seeded(seed);
      const halves = [
        { time: 0, weight: 1 },
        { time: 1, weight: 1 },
      ];
      let level: readonly Bar[] = [bar];
      for (let depth = 0; depth < 6; depth += 1)
        level = level.flatMap((item) => splitBar(item, halves, random));
      expect(level.reduce(joined)).toMatchObject({
        open: bar.open,
        high: bar.high,
        low: bar.low,
        close: bar.close,
        lovelace: bar.lovelace,
        trades: bar.trades,
      });
    }),
    { numRuns: 300 },
  );
});
