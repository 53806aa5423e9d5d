import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import {
  bucketEnd,
  bucketStart,
  CHART_PERIODS,
  COMPOSED_PERIODS,
  PERIOD_SECONDS,
  type Candle,
  type ComposedPeriod,
} from '#domain/candle.ts';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { DAY_MS } from '#domain/time.ts';
import type { CandleSource, SourceChange } from '../../../../src-main/features/charts/chart-watch.ts';
import { composed, ComposedSeries } from '../../../../src-main/features/charts/composed-series.ts';
import { LiveCharts } from '../../../../src-main/features/charts/live-charts.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { candlesOfTrades, MemoryCandleCache, ScriptedCharts } from '../../../support/scripted-charts.ts';
import { seenPolling } from '../../../support/seen-polling.ts';

const PERIODS = Object.keys(COMPOSED_PERIODS) as readonly ComposedPeriod[];
const token = 'b'.repeat(56) as AssetId;

/** Trades within some 400 days, oldest first. Prices and volumes are whole, so that sums are exact. */
const trades = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 400 * DAY_MS }),
      price: fc.integer({ min: 1, max: 1_000 }),
      volume: fc.integer({ min: 0, max: 1_000 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((all) => all.toSorted((left, right) => left.at - right.at));
const start = fc.integer({ min: 1_600_000_000, max: 1_800_000_000 }).map((second) => second * 1_000);

describe('a period that the service does not have', () => {
  it('is what its trades make of it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PERIODS), trades, start, (period, traded, from) => {
        const short = candlesOfTrades(traded, COMPOSED_PERIODS[period], from);
        expect(composed(short, period)).toEqual(candlesOfTrades(traded, period, from));
      }),
    );
  });

  it('begins and ends where the calendar says', () => {
    const at = (text: string): number => Date.parse(text) / 1_000;
    const month = PERIOD_SECONDS['1month'];
    expect(bucketStart(at('2028-02-29T23:59:59Z'), '1month')).toBe(at('2028-02-01T00:00:00Z'));
    expect(bucketEnd(at('2028-02-01T00:00:00Z'), month)).toBe(at('2028-03-01T00:00:00Z'));
    expect(bucketEnd(at('2026-12-01T00:00:00Z'), month)).toBe(at('2027-01-01T00:00:00Z'));
    expect(bucketStart(at('2026-11-25T13:00:00Z'), '12hour')).toBe(at('2026-11-25T12:00:00Z'));
    expect(CHART_PERIODS.map((period) => PERIOD_SECONDS[period])).toEqual(
      CHART_PERIODS.map((period) => PERIOD_SECONDS[period]).toSorted((left, right) => left - right),
    );
  });

  it('takes the day of a service that begins elsewhere to the month of its middle', () => {
    const day = (text: string): Candle => ({
      time: Date.parse(text) / 1_000,
      open: 1,
      high: 1,
      low: 1,
      close: 1,
      volume: 1,
    });
    const months = composed([day('2026-01-30T16:00:00Z'), day('2026-01-31T16:00:00Z')], '1month');
    expect(months.map(({ time }) => new Date(time * 1_000).toISOString().slice(0, 10))).toEqual([
      '2026-01-01',
      '2026-02-01',
    ]);
  });
});

describe('its live series', () => {
  it('passes on the candles that changed, and leaves out the oldest, which may be of half its trades', () => {
    const short = new StandIn();
    const released: string[] = [];
    const half = candlesOfTrades(
      [0, 15, 30, 45, 60].map((minute) => ({ at: minute * 60_000, price: 2, volume: 1 })),
      '15min',
      0,
    );
    short.candles = half.slice(1);
    const series = new ComposedSeries('30min', short, () => released.push('short'));
    expect(series.candles.map(({ time, volume }) => [time, volume])).toEqual([
      [1_800, 2],
      [3_600, 1],
    ]);
    const heard: SourceChange[] = [];
    series.onChange((change) => heard.push(change));
    const late = { ...(half.at(-1) as Candle), high: 5, volume: 4 };
    short.candles = [...half.slice(1, -1), late];
    short.change({ changed: [late], restarted: false });
    expect(heard).toEqual([{ changed: [{ ...late, time: 3_600 }], restarted: false }]);
    short.change({ changed: [], restarted: true });
    expect(heard.at(-1)).toEqual({ changed: [], restarted: true });
    series.stop();
    short.change({ changed: [late], restarted: false });
    expect([heard.length, released]).toEqual([2, ['short']]);
  });
});

describe('its history', () => {
  it('goes back page by page, every bucket whole and once', async () => {
    const traded = Array.from({ length: 300 }, (_, at) => ({
      at: at * 7 * 3_600_000 + (at % 11) * 1_000_000,
      price: 1 + (at % 9),
      volume: 1 + (at % 5),
    }));
    for (const period of PERIODS) {
      const clock = new ManualClock();
      const begin = clock.now();
      const charts = new ScriptedCharts(clock, traded, [0]);
      await clock.advance(90 * DAY_MS);
      const live = new LiveCharts({
        charts,
        clock,
        service: { averagePrice: () => Promise.resolve(failed(failure('service-not-found'))) },
        cache: new MemoryCandleCache(),
        polling: seenPolling,
      });
      const subject = { base: token, quote: ADA, period };
      let to = Math.floor(clock.now() / 1_000);
      let found: readonly Candle[] = [];
      for (let pages = 0, beginning = false; !beginning; pages += 1) {
        if (pages > 200) throw new Error(`${period} never reaches its beginning`);
        const asked = live.history(subject, to, 7);
        for (let at = 0; at < 200; at += 1) await clock.advance(0);
        const page = await Promise.race([asked, Promise.resolve(undefined)]);
        if (page?.ok !== true) throw new Error(`${period} has no page before ${to}`);
        found = [...page.value.candles, ...found];
        ({ from: to, beginning } = page.value);
      }
      expect([period, found]).toEqual([period, candlesOfTrades(traded, period, begin)]);
      live.stop();
    }
  });
});

/** A shorter series whose changes the test makes. */
class StandIn implements CandleSource {
  candles: readonly Candle[] = [];
  readonly state = 'live';
  readonly lastMessageAt = undefined;
  readonly failure = undefined;
  readonly #listeners = new Set<(change: SourceChange) => void>();

  onChange(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  change(change: SourceChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  stop(): void {
    this.#listeners.clear();
  }
}
