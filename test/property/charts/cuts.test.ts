import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Candle } from '#domain/candle.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { CandleHistory } from '../../../src-main/features/charts/candle-history.ts';
import { LiveSeries } from '../../../src-main/features/charts/live-series.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import {
  candlesOfTrades,
  MemoryCandleCache,
  ScriptedCharts,
  type ScriptedEvent,
  type ScriptedTrade,
} from '../../support/scripted-charts.ts';
import { seenPolling } from '../../support/seen-polling.ts';

const key = { first: ADA, second: 'b'.repeat(56) as AssetId, period: '1min' } as const;
const LENGTH = 40 * MINUTE_MS;
/** Afterwards: time for the last candle to be confirmed. */
const SETTLING = 4 * MINUTE_MS;

const moment = fc.integer({ min: 0, max: LENGTH });
const trades = fc
  .array(
    fc.record({
      at: moment,
      price: fc.integer({ min: 1, max: 1_000 }).map((figure) => figure / 128),
      volume: fc.integer({ min: 1, max: 10_000 }),
      untold: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((list) => list.toSorted((left, right) => left.at - right.at))
  // Trades that a stream left out are found when it sends the next.
  .map((list) => [...list, { at: LENGTH + MINUTE_MS, price: 1, volume: 1 }]);
/** Cuts from an instant to longer than the whole script. */
const cuts = fc.array(
  fc.record({ at: moment, length: fc.oneof(fc.integer({ min: 0, max: 3 * MINUTE_MS }), moment) }),
  { minLength: 3, maxLength: 8 },
);
const noise = fc.array(
  fc.record({ at: moment, what: fc.constantFrom('repeat' as const, 'rubbish' as const) }),
  { maxLength: 30 },
);
const delays = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 5 });

/** The series after the script, and every message told on the way put together as a chart does it. */
async function run(
  script: readonly ScriptedTrade[],
  events: readonly ScriptedEvent[],
  answers: readonly number[],
): Promise<{ series: readonly Candle[]; told: readonly Candle[]; truth: readonly Candle[] }> {
  const clock = new ManualClock();
  const truth = candlesOfTrades(script, key.period, clock.now());
  const charts = new ScriptedCharts(clock, script, answers);
  const history = new CandleHistory(charts, new MemoryCandleCache(), clock);
  const live = new LiveSeries({
    key,
    charts,
    history,
    clock,
    streamed: true,
    share: { charts: 1 },
    polling: seenPolling,
  });
  const chart = new Map<number, Candle>();
  live.onChange(({ changed, restarted }) => {
    if (restarted) chart.clear();
    for (const candle of restarted ? live.candles : changed) chart.set(candle.time, candle);
  });
  live.start();
  void charts.play([{ at: 0, what: 'open' }, ...events, { at: LENGTH + 1, what: 'open' }]);
  await clock.advance(LENGTH + SETTLING);
  const { candles } = live;
  live.stop();
  const told = [...chart.values()].toSorted((left, right) => left.time - right.time);
  return { series: candles, told, truth };
}

describe('a live series', () => {
  it('is the same after cuts of any length at any moment as without, and as the trades themselves', async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(trades, cuts, noise, delays, async (script, cutList, disorder, answers) => {
        tried += cutList.length;
        const broken = cutList.flatMap(({ at, length }) => [
          { at, what: 'cut' as const },
          { at: at + length, what: 'open' as const },
        ]);
        const uncut = await run(script, [], [40]);
        const cut = await run(script, [...broken, ...disorder], answers);
        expect(uncut.series).toEqual(uncut.truth);
        expect(cut.series).toEqual(uncut.series);
        expect(cut.told).toEqual(cut.series);
      }),
      { numRuns: 250 },
    );
    expect(tried).toBeGreaterThan(1_000);
  });
});
