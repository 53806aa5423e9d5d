import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from '#domain/candle.ts';
import {
  type CandleArrays,
  candleAt,
  CandleStore,
  HeikinAshi,
} from '../../../src-renderer/chart/candle-store.ts';
import { bucketsOf, levelFor, Pyramid } from '../../../src-renderer/chart/pyramid.ts';

const figure = fc.double({ min: 1e-9, max: 1e6, noNaN: true });

/** A lawful candle at a moment. */
const candle = (time: number): fc.Arbitrary<Candle> =>
  fc
    .tuple(
      figure,
      figure,
      figure,
      figure,
      fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: undefined, freq: 9 }),
    )
    .map(([a, b, open, close, volume]) => ({
      time,
      open,
      close,
      high: Math.max(a, b, open, close),
      low: Math.min(a, b, open, close),
      volume,
    }));

const moments = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 300 });
const messages = moments.chain((times) => fc.tuple(...times.map((time) => candle(time * 60))));

const toArrays = (candles: readonly Candle[]): CandleArrays => ({
  time: candles.map(({ time }) => time),
  open: candles.map(({ open }) => open),
  high: candles.map(({ high }) => high),
  low: candles.map(({ low }) => low),
  close: candles.map(({ close }) => close),
  volume: candles.map(({ volume = null }) => volume),
});

function rowsOf(store: CandleStore): readonly Candle[] {
  return Array.from({ length: store.length }, (_, at) => candleAt(store, at));
}

describe('the series', () => {
  it('is what the last message of each moment said, in order, whatever came late or twice', () => {
    fc.assert(
      fc.property(messages, (all) => {
        const store = new CandleStore();
        const wanted = new Map<number, Candle>();
        let first = Infinity;
        for (const one of all) {
          const at = store.put(toArrays([one]));
          // Before the first candle nothing is taken: older ones come by `prepend`.
          if (one.time < first && first !== Infinity) expect(at).toBe(-1);
          else {
            first = Math.min(first, one.time);
            wanted.set(one.time, one);
          }
        }
        expect(rowsOf(store)).toEqual([...wanted.values()].sort((left, right) => left.time - right.time));
      }),
    );
  });

  it('takes older candles in front, and refuses those that are not older', () => {
    const store = new CandleStore();
    const at = (time: number): Candle => ({ time, open: 1, high: 2, low: 1, close: 2, volume: time });
    store.replace(toArrays([at(300), at(360)]));
    store.prepend(toArrays([at(180), at(240)]));
    store.put(toArrays([at(240), at(420)]), 1);
    expect(rowsOf(store).map(({ time }) => time)).toEqual([180, 240, 300, 360, 420]);
    expect(() => store.prepend(toArrays([at(180)]))).toThrow(RangeError);
    store.prepend(toArrays([{ ...at(120), volume: undefined }]));
    expect(rowsOf(store).map(({ volume }) => volume)).toEqual([undefined, 180, 240, 300, 360, 420]);
    store.replace(toArrays([at(300), { ...at(360), volume: undefined }]));
    expect(rowsOf(store).map(({ volume }) => volume)).toEqual([300, undefined]);
    expect(() => store.replace(toArrays([at(2), at(1)]))).toThrow(RangeError);
  });
});

describe('the pyramid', () => {
  it('holds at each level what its candles make together, however they came in', () => {
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 6 }), (all, level) => {
        const store = new CandleStore();
        const pyramid = new Pyramid(store);
        pyramid.reset();
        for (const [turn, one] of all.entries()) {
          const before = store.length;
          const from = store.put(toArrays([one]));
          if (from < 0) continue;
          if (store.length > before && from < before) pyramid.reset();
          else pyramid.touch(from);
          // Levels are built on first use: sometimes before all candles are there.
          if (turn === 3) pyramid.level(level);
        }
        const columns = pyramid.level(level);
        const size = 2 ** level;
        for (let bucket = 0; bucket < bucketsOf(store.length, level); bucket += 1) {
          const rows = rowsOf(store).slice(bucket * size, (bucket + 1) * size);
          expect(columns.high[bucket]).toBe(Math.max(...rows.map(({ high }) => high)));
          expect(columns.low[bucket]).toBe(Math.min(...rows.map(({ low }) => low)));
          const volume = rows.reduce((sum, { volume: part = Number.NaN }) => sum + part, 0);
          if (Number.isNaN(volume)) expect(columns.volume[bucket]).toBeNaN();
          else expect(columns.volume[bucket]).toBeCloseTo(volume, 3);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never gives more buckets than half the pixels', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.integer({ min: 50, max: 4_000 }),
        (count, width) => {
          const level = levelFor(width / count, 2);
          expect(bucketsOf(count, level)).toBeLessThanOrEqual(Math.ceil(width / 2) + 1);
        },
      ),
    );
  });
});

describe('Heikin-Ashi', () => {
  it('follows tick by tick to what one run over all gives', () => {
    fc.assert(
      fc.property(messages, (all) => {
        const store = new CandleStore();
        const live = new HeikinAshi(store);
        for (const one of all) {
          const from = store.put(toArrays([one]));
          if (from >= 0) live.follow(from);
        }
        const whole = new HeikinAshi(store);
        for (const name of ['open', 'high', 'low', 'close'] as const) {
          expect(live[name].slice(0, store.length)).toEqual(whole[name].slice(0, store.length));
        }
      }),
    );
  });

  it('has the mean of the four prices as its close and the middle of the body before as its open', () => {
    const store = new CandleStore();
    store.replace(
      toArrays([
        { time: 0, open: 10, high: 14, low: 9, close: 12, volume: 1 },
        { time: 60, open: 12, high: 13, low: 8, close: 9, volume: 1 },
      ]),
    );
    const { open, high, low, close } = new HeikinAshi(store);
    expect([open[0], close[0]]).toEqual([11, 11.25]);
    expect([open[1], close[1], high[1], low[1]]).toEqual([11.125, 10.5, 13, 8]);
  });
});
