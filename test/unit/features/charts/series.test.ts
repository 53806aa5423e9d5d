import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CandleSeries } from '../../../../src-main/features/charts/candle-series.ts';
import { foldInto } from '../../../../src-main/features/charts/derived-series.ts';
import {
  chartPairOf,
  invertCandle,
  orientationOf,
  referencePrice,
  turned,
} from '../../../../src-main/features/charts/chart-watch.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { bucketStart, isLawful, type Candle } from '#domain/candle.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { missingSpans, withSpan, type Span } from '#domain/span.ts';
import { candlesOfTrades } from '../../../support/scripted-charts.ts';

const [first, second] = ['a'.repeat(56), 'b'.repeat(56)] as [AssetId, AssetId];
const candle = (time: number, volume = 5, close = 3): Candle => ({
  time,
  open: 2,
  high: 4,
  low: 1,
  close,
  volume,
});

describe('spans', () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))
    .map(([from, length]): Span => ({ from, to: from + length }));
  const covered = (spans: readonly Span[]): readonly number[] =>
    Array.from({ length: 90 }, (_, at) => at).filter((at) =>
      spans.some(({ from, to }) => from <= at && at < to),
    );

  it('join to what they cover, apart and ascending; what is missing is the rest', () => {
    fc.assert(
      fc.property(fc.array(span), span, (spans, wanted) => {
        const known = spans.reduce<readonly Span[]>(withSpan, []);
        expect(covered(known)).toEqual(covered(spans));
        for (const [at, { from, to }] of known.entries()) {
          expect(to).toBeGreaterThan(from);
          expect(from).toBeGreaterThan(known[at - 1]?.to ?? -1);
        }
        const missing = missingSpans(wanted, known);
        expect(covered(missing)).toEqual(covered([wanted]).filter((at) => !covered(known).includes(at)));
      }),
    );
  });
});

describe('states of one candle whose volume is not known', () => {
  const silent = (high: number, low: number, close = 2): Candle => ({
    time: 60,
    open: 2,
    high,
    low,
    close,
    volume: undefined,
  });

  it('are known by their range: it only widens', () => {
    const series = new CandleSeries(60, 100);
    expect(series.offer(silent(3, 1))).toBe('opened');
    expect(series.offer(silent(3, 1))).toBe('same');
    expect(series.offer(silent(4, 1))).toBe('changed');
    expect(series.offer(silent(4, 2))).toBe('late');
    expect(series.offer(silent(4, 1, 3))).toBe('changed');
    expect(series.offer({ ...silent(4, 1, 3), volume: 7 })).toBe('changed');
  });

  it('make a longer candle whose volume is not known either', () => {
    const [one, other] = [candle(0), { ...candle(14_400), volume: undefined }];
    expect(foldInto(0, [86_400, 14_400], [one, other])[0]?.volume).toBeUndefined();
    expect(foldInto(0, [86_400, 14_400], [one, candle(14_400)])[0]?.volume).toBe(10);
  });
});

describe('a series', () => {
  it('takes a newer candle, a later state of the open one, and nothing else from the stream', () => {
    const series = new CandleSeries(60, 100);
    expect(series.offer(candle(60))).toBe('opened');
    expect(series.offer(candle(60))).toBe('same');
    expect(series.offer(candle(60, 6))).toBe('changed');
    expect(series.offer(candle(60, 5))).toBe('late');
    expect(series.offer(candle(180))).toBe('opened');
    expect(series.offer(candle(120))).toBe('late');
    expect(series.candles).toEqual([candle(60, 6), candle(180)]);
  });

  it('believes history of closed candles, and of the open one whoever knows more trades', () => {
    const series = new CandleSeries(60, 100);
    for (const each of [candle(60, 9), candle(120, 9)]) series.offer(each);
    const merged = series.merge([candle(0), candle(60, 7), candle(120, 8)], { from: 0, to: 180 });
    expect(merged).toEqual({ changed: [candle(0), candle(60, 7)], removed: false });
    expect(series.merge([candle(120, 12)], { from: 120, to: 180 }).changed).toEqual([candle(120, 12)]);
    expect(series.candles).toEqual([candle(0), candle(60, 7), candle(120, 12)]);
  });

  it('loses what history does not know, once history had the time to', () => {
    const series = new CandleSeries(60, 100);
    for (const time of [60, 120, 180]) series.offer(candle(time));
    expect(series.merge([candle(60)], { from: 60, to: 240 }).removed).toBe(false);
    expect(series.merge([candle(60)], { from: 60, to: 280 }).removed).toBe(true);
    expect(series.candles.map(({ time }) => time)).toEqual([60, 180]);
  });

  it('keeps its newest candles', () => {
    const series = new CandleSeries(60, 100);
    for (let at = 0; at < 1_000; at += 1) series.offer(candle(at * 60));
    expect(series.candles.length).toBeGreaterThanOrEqual(100);
    expect(series.candles.length).toBeLessThan(400);
    expect(series.last).toEqual(candle(999 * 60));
  });
});

describe('days from shorter candles', () => {
  const trade = fc.record({
    at: fc.integer({ min: 0, max: 20 * 86_400_000 }),
    price: fc.integer({ min: 1, max: 100 }),
    volume: fc.integer({ min: 1, max: 100 }),
  });

  it('equal the days of the trades themselves, from any day on, also where days begin elsewhere', () => {
    fc.assert(
      fc.property(fc.array(trade, { minLength: 1, maxLength: 200 }), fc.boolean(), (list, weeks) => {
        const trades = list.toSorted((left, right) => left.at - right.at);
        const start = Date.UTC(2026, 0, 5);
        const [period, seconds] = weeks ? (['1week', 604_800] as const) : (['1day', 86_400] as const);
        const short = candlesOfTrades(trades, '4hour', start);
        const long = candlesOfTrades(trades, period, start);
        const from = short[0]?.time ?? 0;
        const begins = long.find(({ time }) => time >= from)?.time;
        if (begins === undefined) return;
        expect(foldInto(begins, [seconds, 14_400], short)).toEqual(long.filter(({ time }) => time >= begins));
      }),
    );
    const shifted = [candle(14_400), candle(28_800)];
    expect(foldInto(14_400, [86_400, 14_400], shifted)).toHaveLength(1);
  });

  it('are not made of candles that lie across a boundary, or begin later', () => {
    expect(foldInto(7_200, [86_400, 14_400], [candle(0), candle(14_400)])).toEqual([]);
    expect(foldInto(86_400, [86_400, 14_400], [candle(100_800)])).toEqual([]);
    expect(foldInto(0, [86_400, 14_400], [])).toEqual([]);
  });
});

describe('the direction of prices', () => {
  it('is seen by the average price, unless that is near one or unknown', () => {
    expect(orientationOf(0.12, 0.121)).toEqual({ inverted: false, checked: true });
    expect(orientationOf(8.3, 0.121)).toEqual({ inverted: true, checked: true });
    expect(orientationOf(1.01, 1.02)).toEqual({ inverted: false, checked: false });
    expect(orientationOf(0.12, Number.NaN)).toEqual({ inverted: false, checked: false });
    expect(orientationOf(0.12, 0)).toEqual({ inverted: false, checked: false });
  });

  it('compares with what the second asset costs in the first', async () => {
    const prices = new Map<AssetId, number>([
      [first, 2],
      [second, 10],
    ]);
    const averagePrice = (id: AssetId) => {
      const price = prices.get(id);
      return Promise.resolve(price === undefined ? failed(failure('no-pool')) : ok(price));
    };
    expect(await referencePrice({ first: ADA, second }, { averagePrice })).toBe(10);
    expect(await referencePrice({ first, second }, { averagePrice })).toBe(5);
    expect(
      await referencePrice({ first, second: 'c'.repeat(56) as AssetId }, { averagePrice }),
    ).toBeUndefined();
  });

  it('has one spelling for a pair, whichever way round it is asked for', () => {
    expect(chartPairOf(second, ADA)).toEqual({ first: ADA, second });
    expect(chartPairOf(ADA, second)).toEqual({ first: ADA, second });
    expect(chartPairOf(second, first)).toEqual({ first, second });
    expect(chartPairOf(first, second)).toEqual({ first, second });
    expect(chartPairOf(ADA, ADA)).toBeUndefined();
  });

  it('turned round keeps the law, and twice is back', () => {
    const price = fc.double({ min: 1e-12, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(price, price, price, price, (a, b, c, d) => {
        const [low, open, close, high] = [a, b, c, d].toSorted((left, right) => left - right) as [
          number,
          number,
          number,
          number,
        ];
        const each = { time: bucketStart(1e9, '1hour'), open, high, low, close, volume: 1 };
        const turnedOnce = invertCandle(each);
        expect(isLawful(turnedOnce)).toBe(true);
        expect(invertCandle(turnedOnce).high / each.high).toBeCloseTo(1, 9);
      }),
    );
    expect(turned([{ ...candle(60), low: 5e-324 }], true)).toEqual([]);
  });
});
