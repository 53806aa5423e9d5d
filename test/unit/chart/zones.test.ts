import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { bucketEnd, bucketStart, type CandlePeriod, PERIOD_SECONDS } from '#domain/candle.ts';
import { candleAt, type Columns } from '../../../src-renderer/chart/candle-store.ts';
import { positionOf, timeAt } from '../../../src-renderer/chart/drawings.ts';
import { LiveScene } from '../../../src-renderer/chart/live-scene.ts';
import { timeMarks } from '../../../src-renderer/chart/axes.ts';
import { summaryOf } from '../../../src-renderer/chart/readout.ts';
import { timeLabel, timeTicks, zoneLabel } from '../../../src-renderer/chart/time-labels.ts';
import { candleWords } from '../../../src-renderer/features/charts/chart-words.ts';
import { standardSettings } from '../../../src-renderer/features/charts/chart-settings.ts';
import { showPast, showStart } from '../../../src-renderer/features/dca/dca-words.ts';

const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Kathmandu'] as const;
const { TZ } = process.env;

function inZone(zone: string): void {
  process.env['TZ'] = zone;
}

afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

const seconds = (iso: string): number => Date.parse(iso) / 1000;

function seriesOf(time: readonly number[]): Columns {
  const column = Float64Array.from(time, (_, at) => 1 + (at % 5) / 10);
  return {
    time: Float64Array.from(time),
    open: column,
    high: column,
    low: column,
    close: column,
    volume: column,
    length: time.length,
  };
}

function sceneOf(time: readonly number[], periodSeconds: number): LiveScene {
  const scene = new LiveScene({} as never, 'local', periodSeconds, 1, () => 0);
  Object.assign(scene, { width: 900, height: 500 });
  scene.lay();
  scene.replace(seriesOf(time), periodSeconds);
  scene.lay();
  scene.look();
  return scene;
}

/** Candles from a moment on, as the calendar has them. */
function candles(from: string, period: '1day' | '1week' | '1month', count: number): readonly number[] {
  const times = [bucketStart(seconds(from), period)];
  while (times.length < count) times.push(bucketEnd(times.at(-1) ?? 0, PERIOD_SECONDS[period]));
  return times;
}

const PLAIN = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** All that a label may read at a moment: its clock, its day, its month and its year, as ICU knows the zone. */
function labelsAt(time: number, timeZone: string): readonly string[] {
  const of = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(time * 1000);
  const clock = of(PLAIN);
  const month = of({ month: 'long' }).slice(0, 3);
  return [
    clock,
    clock.slice(0, 5),
    `${of({ day: 'numeric' })}\u00a0${month}`,
    month,
    of({ year: 'numeric' }),
  ];
}

describe.each(ZONES)('in %s', (zone) => {
  it('days, weeks and months have the dates of UTC: axis, crosshair, summary, spoken candles', () => {
    inZone(zone);
    for (const period of ['1day', '1week', '1month'] as const) {
      const time = candles('2026-02-20T12:00:00Z', period, 90);
      const length = PERIOD_SECONDS[period];
      const scene = sceneOf(time, length);
      const axis = timeMarks(scene).map(({ text }) => text);
      const summary = summaryOf(scene);
      const said = time.map((at, index) => {
        const readout = {
          candle: candleAt(scene.store, index),
          change: undefined,
          runs: [],
          comparison: undefined,
          volumeTop: undefined,
        };
        return [timeLabel(at, 'local', length), candleWords({ period, readout, settings: standardSettings })];
      });
      const ticks = timeTicks(scene.series, 0, time.length, 9, scene.zone);
      expect(ticks.length).toBeGreaterThan(2);
      for (const { position, text } of ticks) expect(labelsAt(time[position] ?? 0, 'UTC')).toContain(text);
      inZone('UTC');
      const same = sceneOf(time, length);
      expect(axis).toEqual(timeMarks(same).map(({ text }) => text));
      expect(summary).toEqual(summaryOf(same));
      for (const [index, at] of time.entries()) {
        const label = timeLabel(at, 'local', length);
        expect(said[index]?.[0]).toBe(label);
        expect(said[index]?.[1]).toContain(label);
      }
      inZone(zone);
      expect(zoneLabel(time[0] ?? 0, scene.zone)).toBe('UTC');
    }
  });

  it('each label of the axis has the time of the candle under it, across changes of the clock and holes', () => {
    inZone(zone);
    const changes = [
      '2026-03-08T07:00:00Z',
      '2026-03-29T01:00:00Z',
      '2026-10-25T01:00:00Z',
      '2026-11-01T06:00:00Z',
    ];
    const periods = fc.constantFrom<CandlePeriod>('20s', '1min', '5min', '15min', '1hour', '4hour');
    fc.assert(
      fc.property(
        periods,
        fc.constantFrom(...changes),
        fc.integer({ min: 1, max: 299 }),
        fc.array(fc.nat({ max: 3 }), { minLength: 20, maxLength: 300 }),
        fc.integer({ min: 2, max: 14 }),
        (period, change, before, gaps, most) => {
          const length = PERIOD_SECONDS[period];
          let at = bucketStart(seconds(change), period) - before * length;
          const time = gaps.map((gap) => (at += (gap === 3 ? 9 : 1) * length));
          const ticks = timeTicks(seriesOf(time), 0, time.length, most, 'local');
          expect(ticks.length).toBeLessThanOrEqual(most + 2);
          for (const { position, text } of ticks) expect(labelsAt(time[position] ?? 0, zone)).toContain(text);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('what a plan would have done in days or weeks has the dates of those', () => {
    inZone(zone);
    const day = seconds('2026-03-01T00:00:00Z') * 1000;
    for (const period of ['1day', '1week'] as const) {
      expect(showPast(day, { period })).toBe('2026-03-01');
      expect(showStart(day, 1, { period })).toBe('2026-03-01');
    }
    const clock = new Date(day).toLocaleTimeString('en-GB', { timeZone: zone }).slice(0, 5);
    expect(showPast(day, { period: '1hour' }).slice(-5)).toBe(clock);
  });
});

it('a day that begins at midnight is labelled there, on the days of the clock too', () => {
  for (const [zone, change, begins] of [
    ['Europe/Berlin', '2026-03-29T01:00:00Z', ['00:00']],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', ['00:00']],
    ['America/New_York', '2026-03-08T07:00:00Z', ['00:00']],
    ['America/New_York', '2026-11-01T06:00:00Z', ['00:00']],
    // Here the hour that is left out is the first of a day.
    ['America/Santiago', '2026-09-06T04:00:00Z', ['00:00', '01:00']],
  ] as const) {
    inZone(zone);
    const time = Array.from({ length: 96 }, (_, at) => seconds(change) + (at - 48) * 3_600);
    const days = timeTicks(seriesOf(time), 0, time.length, 16, 'local').filter(({ strong }) => strong);
    expect(days.length).toBeGreaterThan(2);
    const clocks = days.map(({ position }) => labelsAt(time[position] ?? 0, zone)[1]);
    expect(new Set(clocks)).toEqual(new Set(begins));
  }
});

it('months beyond the candles are those of the calendar', () => {
  const month = PERIOD_SECONDS['1month'];
  const series = seriesOf(candles('2026-03-10T00:00:00Z', '1month', 3));
  const labelAt = (position: number): string => timeLabel(timeAt(series, position, month), 'local', month);
  expect([-14, -2, -1, 0, 2, 3, 70].map(labelAt)).toEqual([
    'Jan 2025',
    'Jan 2026',
    'Feb 2026',
    'Mar 2026',
    'May 2026',
    'Jun 2026',
    'Jan 2032',
  ]);
  for (const position of [-30, -1, 4, 90]) {
    const time = timeAt(series, position, month);
    expect(positionOf(series, time, month)).toBeCloseTo(position + 0.5, 9);
    expect(positionOf(series, time + 86_400, month)).toBeGreaterThan(position + 0.5);
  }
});
