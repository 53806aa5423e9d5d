import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import {
  bucketStart,
  PERIOD_SECONDS,
  type Candle,
  type CandlePeriod,
  type ChartPeriod,
} from '#domain/candle.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { LiveCharts } from '../../../../src-main/features/charts/live-charts.ts';
import type { CandleQuery, Charts, StreamListener } from '../../../../src-main/ports/charts.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryCandleCache } from '../../../support/scripted-charts.ts';
import { seenPolling } from '../../../support/seen-polling.ts';

/** The budget of the charts lane in `market/polling-lane.ts` while the user is there. */
const BUDGET_PER_MINUTE = 6;
const tokens = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(56) as AssetId);
const flat = (time: number): Candle => ({ time, open: 2, high: 2, low: 2, close: 2, volume: 1 });

/** A market in which each candle trades; its streams send every candle as it opens, or are refused. */
class BusyCharts implements Charts {
  asked = 0;
  readonly open = new Set<{ readonly listener: StreamListener; readonly period: CandlePeriod }>();
  readonly #streams: boolean;
  readonly #clock: ManualClock;

  constructor(clock: ManualClock, streams: boolean) {
    this.#clock = clock;
    this.#streams = streams;
  }

  history({ period, from, to }: CandleQuery) {
    this.asked += 1;
    const seconds = PERIOD_SECONDS[period];
    const end = Math.min(to, this.#clock.now() / 1_000);
    const candles: Candle[] = [];
    for (let time = bucketStart(Math.max(from, end - 1_200 * seconds), period); time < end; time += seconds)
      if (time >= from) candles.push(flat(time));
    return Promise.resolve(ok({ candles, dropped: 0 }));
  }

  trending() {
    return Promise.resolve(failed(failure('service-not-found')));
  }

  stream(_pair: unknown, period: CandlePeriod, listener: StreamListener) {
    const stream = { listener, period };
    this.open.add(stream);
    queueMicrotask(() =>
      this.#streams ? listener.opened() : listener.lost(failure('stream-refused'), 'refused'),
    );
    return { close: () => void this.open.delete(stream) };
  }

  /** Lets time pass, with a candle of each stream whenever one opens. */
  async run(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 5_000) {
      await this.#clock.advance(5_000);
      if (this.#streams)
        for (const { listener, period } of this.open)
          listener.candle(flat(bucketStart(Math.floor(this.#clock.now() / 1_000), period)));
    }
  }
}

/** Requests for history in the hour after these charts were opened and loaded, and the streams that are open. */
async function anHourOf(periods: readonly ChartPeriod[], streams: boolean) {
  const clock = new ManualClock();
  const charts = new BusyCharts(clock, streams);
  const service = { averagePrice: () => Promise.resolve(ok(2)) };
  const desk = new LiveCharts({
    charts,
    service,
    cache: new MemoryCandleCache(),
    clock,
    polling: seenPolling,
  });
  const watches = periods.map((period, at) =>
    desk.watch({ base: tokens[at] as AssetId, quote: ADA, period }),
  );
  await charts.run(10 * MINUTE_MS);
  const loading = charts.asked;
  await charts.run(60 * MINUTE_MS);
  const result = { loading, asked: charts.asked - loading, streams: charts.open.size };
  for (const watch of watches) if (watch.ok) watch.value.leave();
  const after = charts.asked;
  await charts.run(30 * MINUTE_MS);
  expect(charts.asked).toBe(after);
  expect(charts.open.size).toBe(0);
  desk.stop();
  return result;
}

describe('several charts at once', () => {
  it('ask history as often as one alone: four streams and a comparison stay far inside the budget', async () => {
    const alone = await anHourOf(['20s'], true);
    const five = await anHourOf(['20s', '20s', '1min', '5min', '20s'], true);
    expect(alone.asked).toBeGreaterThan(50);
    expect(five.asked).toBeGreaterThan(20);
    expect(five.asked).toBeLessThanOrEqual(alone.asked * 1.1);
    expect(five.asked).toBeLessThanOrEqual((BUDGET_PER_MINUTE * 60) / 5);
    expect(five.streams).toBe(5);
    // Loading takes what a burst allows.
    expect(five.loading).toBeLessThanOrEqual(60);
  });

  it('stay inside the budget where the service refuses every stream, and where periods do not stream', async () => {
    const refused = await anHourOf(['20s', '20s', '20s', '20s', '20s'], false);
    expect(refused.asked).toBeLessThanOrEqual(BUDGET_PER_MINUTE * 60);
    const long = await anHourOf(['1day', '1week', '1day', '1month', '12hour'], true);
    expect(long.asked).toBeLessThanOrEqual((BUDGET_PER_MINUTE * 60) / 2);
    expect(long.streams).toBeLessThanOrEqual(8);
  });

  it('ask for nothing once nobody sees them, as every one of these runs ends', async () => {
    const { asked } = await anHourOf(['1min', '1min'], true);
    expect(asked).toBeGreaterThan(0);
  });
});
