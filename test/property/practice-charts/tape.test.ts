import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { CANDLE_PERIODS, PERIOD_SECONDS, bucketStart, type CandlePeriod } from '#domain/candle.ts';
import type { Bar } from '../../../src-main/practice/charts/bar.ts';
import { CrossTape } from '../../../src-main/practice/charts/cross.ts';
import { Tape, type Print } from '../../../src-main/practice/charts/tape.ts';

const START = Date.UTC(2026, 10, 15, 23, 50);
const periods = fc.constantFrom(...CANDLE_PERIODS);

/** Trades after one another: mostly seconds apart, sometimes hours or days, often at the same moment. */
const prints: fc.Arbitrary<readonly Print[]> = fc
  .array(
    fc.record({
      wait: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 40_000 }),
        fc.integer({ min: 1, max: 200_000_000 }),
      ),
      price: fc.oneof(
        fc.double({ min: 1e-12, max: 1e-8, noNaN: true }),
        fc.double({ min: 0.1, max: 1e12, noNaN: true }),
      ),
      lovelace: fc.integer({ min: 1, max: 10 ** 12 }),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((steps) => {
    let time = START;
    return steps.map(({ wait, price, lovelace }, sequence) => ({
      time: (time += wait),
      price,
      lovelace,
      sequence,
    }));
  });

function tapeOf(trades: readonly Print[], most?: number): Tape {
  const tape = new Tape(most);
  for (const trade of trades) tape.add(trade);
  return tape;
}

/** Candles of trades in the plainest way. */
function plainly(trades: readonly Print[], period: CandlePeriod): Bar[] {
  const buckets = Map.groupBy(trades, ({ time }) => bucketStart(Math.floor(time / 1000), period));
  return [...buckets].map(([time, inside]) => ({
    time,
    open: inside[0]?.price ?? 0,
    high: Math.max(...inside.map(({ price }) => price)),
    low: Math.min(...inside.map(({ price }) => price)),
    close: inside.at(-1)?.price ?? 0,
    lovelace: inside.reduce((sum, { lovelace }) => sum + lovelace, 0),
    trades: inside.length,
  }));
}

describe('a tape', () => {
  test('has, of every period, the candles of its trades', () => {
    fc.assert(
      fc.property(prints, periods, (trades, period) => {
        const tape = tapeOf(trades);
        const expected = plainly(trades, period);
        expect(tape.bars(period, 0, Infinity)).toEqual(expected);
        expect(tape.latest(period)).toEqual(expected.at(-1));
      }),
    );
  });

  test('answers any span with the candles that start in it, so that spans side by side give the whole', () => {
    fc.assert(
      fc.property(
        prints,
        periods,
        fc.array(fc.integer({ min: -90, max: 9_000_000 })),
        (trades, period, cuts) => {
          const tape = tapeOf(trades);
          const edges = [
            0,
            ...cuts.map((cut) => START / 1000 + cut).toSorted((left, right) => left - right),
            1e11,
          ];
          const parts = edges.slice(1).map((edge, index) => tape.bars(period, edges[index] ?? 0, edge - 1));
          expect(parts.flat()).toEqual(plainly(trades, period));
        },
      ),
    );
  });

  test('gives volumes and prices from any moment on', () => {
    fc.assert(
      fc.property(prints, fc.integer({ min: 0, max: 300_000_000 }), (trades, after) => {
        const tape = tapeOf(trades);
        const moment = START + after;
        const later = trades.filter(({ time }) => time >= moment);
        expect(tape.lovelaceFrom(moment)).toBe(later.reduce((sum, { lovelace }) => sum + lovelace, 0));
        expect(tape.before(moment)).toEqual(trades.filter(({ time }) => time < moment).at(-1));
      }),
    );
  });

  test('that grew too long lets go of old trades; long candles stay, short ones are whole or gone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000 }), (step) => {
        const trades = Array.from({ length: 2_000 }, (_, sequence) => ({
          time: START + sequence * step,
          price: 1 + ((sequence * 7) % 13),
          lovelace: 1 + sequence,
          sequence,
        }));
        const tape = tapeOf(trades, 512);
        // All in one quarter of an hour, nothing can go.
        if (step * 2_000 > 3_600_000) expect(tape.firstPlace).toBeGreaterThan(1_000);
        for (const period of CANDLE_PERIODS) {
          const expected = plainly(trades, period);
          const bars = tape.bars(period, 0, Infinity);
          const isKept = PERIOD_SECONDS[period] >= 900;
          expect(bars).toEqual(isKept ? expected : expected.slice(expected.length - bars.length));
        }
      }),
      { numRuns: 20 },
    );
  });

  test('counts a trade that is reported late at the time of the one before it', () => {
    const tape = tapeOf([
      { time: START + 60_000, price: 2, lovelace: 5, sequence: 0 },
      { time: START, price: 3, lovelace: 7, sequence: 1 },
    ]);
    expect(tape.bars('20s', 0, Infinity)).toEqual([
      { time: START / 1000 + 60, open: 2, high: 3, low: 2, close: 3, lovelace: 12, trades: 2 },
    ]);
  });
});

describe('the tape of a pair of tokens', () => {
  test('has the ratio of the two prices at every trade of either, however often it is looked at', () => {
    const sides = fc.array(fc.boolean(), { minLength: 120, maxLength: 120 });
    const looks = fc.array(fc.boolean(), { minLength: 120, maxLength: 120 });
    fc.assert(
      fc.property(prints, sides, looks, periods, (trades, isBase, isLookedAt, period) => {
        const [base, quote] = [new Tape(), new Tape()];
        const cross = new CrossTape({ tape: base, opening: 3 }, { tape: quote, opening: 0.5 });
        const expected: Print[] = [];
        let [basePrice, quotePrice] = [3, 0.5];
        for (const [index, trade] of trades.entries()) {
          (isBase[index] ? base : quote).add(trade);
          if (isBase[index]) basePrice = trade.price;
          else quotePrice = trade.price;
          expected.push({ ...trade, price: basePrice / quotePrice });
          if (isLookedAt[index]) cross.catchUp();
        }
        expect(cross.catchUp().bars(period, 0, Infinity)).toEqual(plainly(expected, period));
      }),
    );
  });

  test('begins where both sides are still known', () => {
    const [base, quote] = [new Tape(64), new Tape()];
    for (let second = 0; second < 1_000; second += 1) {
      const print = { time: START + second * 60_000, lovelace: 1, sequence: second };
      base.add({ ...print, price: 10 + second });
      quote.add({ ...print, price: 2, sequence: second + 0.5 });
    }
    const tape = new CrossTape({ tape: base, opening: 10 }, { tape: quote, opening: 2 }).catchUp();
    const known = base.at(base.firstPlace);
    expect(base.firstPlace).toBeGreaterThan(0);
    expect(tape.at(0)).toMatchObject({ time: known?.time, price: (known?.price ?? 0) / 2 });
    expect(tape.before(Infinity)?.price).toBe(1_009 / 2);
  });
});
