import { describe, expect, it } from 'vitest';
import { CandleHistory, FIRST_TOKENS } from '../../../../src-main/features/charts/candle-history.ts';
import { LiveCharts } from '../../../../src-main/features/charts/live-charts.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { ok } from '#domain/result.ts';
import { HOUR_MS } from '#domain/time.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryCandleCache, ScriptedCharts } from '../../../support/scripted-charts.ts';
import { seenPolling } from '../../../support/seen-polling.ts';

const token = 'b'.repeat(56) as AssetId;
const key = { first: ADA, second: token, period: '1min' } as const;
/** A trade every 30 seconds for six hours. */
const busy = Array.from({ length: 720 }, (_, at) => ({ at: at * 30_000, price: 1 + (at % 7), volume: 1 }));

async function after(hours: number, trades = busy, cache = new MemoryCandleCache()) {
  const clock = new ManualClock();
  const charts = new ScriptedCharts(clock, trades, [0]);
  await clock.advance(hours * HOUR_MS);
  const history = new CandleHistory(charts, cache, clock);
  const soon = async <T>(asked: Promise<T>): Promise<T> => {
    for (let at = 0; at < 100; at += 1) await clock.advance(0);
    return asked;
  };
  return { clock, charts, cache, history, soon, now: Math.floor(clock.now() / 1000) };
}

describe('history', () => {
  it('asks only for what is not kept', async () => {
    const { charts, history, soon, now } = await after(7);
    const span = { from: now - 7 * 3_600, to: now - 3_600 };
    const all = await soon(history.between(key, span));
    expect(all.ok && all.value).toHaveLength(360);
    expect(charts.asked).toHaveLength(1);
    expect(await soon(history.between(key, span))).toEqual(all);
    expect(charts.asked).toHaveLength(1);
    const wider = { from: span.from - 600, to: now };
    await soon(history.between(key, wider));
    expect(charts.asked.slice(1).map(({ from, to }) => [from - span.from, to - span.to])).toEqual([
      [-600, -6 * 3_600],
      [6 * 3_600, 3_600],
    ]);
  });

  it('keeps no candle that may still change', async () => {
    const { cache, history, soon, now } = await after(3);
    await soon(history.between(key, { from: now - 3_600, to: now + 60 }));
    const { known } = cache.read(key, { from: 0, to: now + 60 });
    expect(known).toHaveLength(1);
    expect(known[0]?.to).toBeLessThanOrEqual(now - 60);
  });

  it('goes back as far as there are candles, with ever longer spans where trades are rare', async () => {
    const rare = Array.from({ length: 12 }, (_, at) => ({ at: at * 30 * HOUR_MS, price: 2, volume: 1 }));
    const { charts, history, soon, now } = await after(400, rare);
    const page = await soon(history.before(key, now, 1_000));
    expect(page.ok && page.value).toMatchObject({ from: FIRST_TOKENS, beginning: true });
    expect(page.ok && page.value.candles).toHaveLength(12);
    expect(charts.asked.length).toBeLessThan(12);
    const some = await soon(history.before(key, now, 5));
    if (!some.ok) throw new Error('failed');
    expect(some.value.candles).toHaveLength(5);
    expect(some.value).toMatchObject({ from: some.value.candles[0]?.time, beginning: false });
  });

  it('answers what could be had, and fails when nothing could', async () => {
    const { charts, history, soon, now } = await after(7);
    await soon(history.before(key, now, 30));
    charts.trouble = failure('service-unreachable', { host: 'x' });
    const kept = await soon(history.before(key, now - 3_600, 15));
    expect(kept.ok && kept.value.candles).toHaveLength(15);
    expect(await soon(history.before(key, now - 6 * 3_600, 15))).toMatchObject({
      failure: { code: 'service-unreachable' },
    });
  });

  it('throws away what is kept from another world', async () => {
    const { cache, history, soon, now } = await after(7);
    await soon(history.between(key, { from: now - 3 * 3_600, to: now - 2 * 3_600 }));
    const same = await after(7, busy, cache);
    expect(await same.soon(same.history.isSound(key))).toBe(true);
    expect(cache.newest(key)).toBeDefined();
    const other = await after(
      7,
      busy.map((trade) => ({ ...trade, price: trade.price * 2 })),
      cache,
    );
    expect(await other.soon(other.history.isSound(key))).toBe(false);
    expect(cache.newest(key)).toBeUndefined();
    expect(await other.soon(other.history.isSound(key))).toBe(true);
  });
});

describe('the chart desk', () => {
  const parts = async (price: number) => {
    const world = await after(7);
    const { charts, cache, clock } = world;
    const service = { averagePrice: () => Promise.resolve(ok(price)) };
    return { ...world, desk: new LiveCharts({ polling: seenPolling, charts, cache, clock, service }) };
  };
  const subject = { base: token, quote: ADA, period: '1min' } as const;

  it('turns prices round when the service states them the other way, and when the chart asks for it', async () => {
    // The last trades are at 6 and 7.
    const straight = await parts(6.5);
    const told = await straight.soon(straight.desk.history(subject, straight.now, 10));
    const inverted = await parts(1 / 6.5);
    const turnedBack = await inverted.soon(inverted.desk.history(subject, inverted.now, 10));
    if (!told.ok || !turnedBack.ok) throw new Error('failed');
    for (const [at, candle] of told.value.candles.entries()) {
      const other = turnedBack.value.candles[at];
      expect(other).toMatchObject({ time: candle.time, high: 1 / candle.low, low: 1 / candle.high });
    }
    const flipped = await inverted.soon(
      inverted.desk.history({ ...subject, base: ADA, quote: token }, inverted.now, 10),
    );
    expect(flipped).toEqual(told);
  });

  it('has one stream for a pair and period, until the last view has left', async () => {
    const { desk, charts, clock } = await parts(6.5);
    const views = [subject, { ...subject, base: ADA, quote: token }, subject].map((each) => desk.watch(each));
    const first = charts.listener;
    expect(first).toBeDefined();
    first?.opened();
    await clock.advance(0);
    await clock.advance(1_000);
    const watches = views.map((view) => {
      if (!view.ok) throw new Error('failed');
      return view.value;
    });
    expect(watches.map(({ state }) => state)).toEqual(['live', 'live', 'live']);
    const [one, other] = watches;
    expect(one?.candles.at(-1)?.close).toBeCloseTo(1 / (other?.candles.at(-1)?.close ?? 0), 12);
    for (const [at, watch] of watches.entries()) {
      expect(charts.listener).toBe(first);
      watch.leave();
      watch.leave();
      expect(charts.listener === undefined).toBe(at === 2);
    }
    desk.stop();
  });

  it('refuses an asset against itself', async () => {
    const { desk } = await parts(1);
    expect(desk.watch({ ...subject, base: ADA })).toMatchObject({ failure: { code: 'pair-without-chart' } });
  });

  it.each([
    [404, 'left-alone'],
    [200, 'refused'],
  ] as const)(
    'polls what does not stream, and what is refused with %i, until it streams',
    async (...refused) => {
      const [status, next] = refused;
      const { desk, charts, clock } = await parts(6.5);
      const minute = desk.watch(subject);
      charts.listener?.lost(failure('stream-refused', { status }), next);
      await clock.advance(0);
      await clock.advance(1_000);
      if (!minute.ok) throw new Error('failed');
      expect(minute.value.state).toBe('polling');
      const before = charts.asked.length;
      await clock.advance(60_000);
      expect(charts.asked.length).toBeGreaterThan(before);
      charts.trouble = failure('service-unreachable', { host: 'x' });
      await clock.advance(60_000);
      expect(minute.value).toMatchObject({ state: 'late', failure: { code: 'service-unreachable' } });
      charts.trouble = undefined;
      await clock.advance(120_000);
      expect(minute.value).toMatchObject({ state: 'polling', failure: { code: 'stream-refused' } });
      charts.listener?.opened();
      await clock.advance(0);
      await clock.advance(1_000);
      expect([minute.value.state, minute.value.failure]).toEqual(['live', undefined]);
      minute.value.leave();
      const day = desk.watch({ ...subject, period: '1day' });
      await clock.advance(0);
      await clock.advance(1_000);
      expect(day.ok && day.value.state).toBe('polling');
      expect(day.ok && day.value.candles.length).toBeGreaterThan(0);
      desk.stop();
    },
  );
});
