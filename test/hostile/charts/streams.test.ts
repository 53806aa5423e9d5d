import { afterEach, describe, expect, it } from 'vitest';
import { ChartsClient, parseSocketBase } from '../../../src-main/charts/charts-client.ts';
import { STREAM_LIMITS } from '../../../src-main/charts/candle-stream.ts';
import { readMessage } from '../../../src-main/charts/wire.ts';
import { CandleHistory } from '../../../src-main/features/charts/candle-history.ts';
import { LiveSeries } from '../../../src-main/features/charts/live-series.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { bucketStart, isLawful, type Candle } from '#domain/candle.ts';
import { candleServer } from '../../support/candle-server.ts';
import { eventually } from '../../support/eventually.ts';
import { accessKey, baseUrl } from '../../support/http-parts.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { candlesOfTrades, MemoryCandleCache, ScriptedCharts } from '../../support/scripted-charts.ts';
import { seenPolling } from '../../support/seen-polling.ts';

const token = 'b'.repeat(56) as AssetId;
const key = { first: ADA, second: token, period: '1min' } as const;

/** Hostile messages, the same in every run: time in all directions, figures that are none, other things altogether. */
function* hostileMessages(count: number, nowSeconds: number): Generator<string> {
  let state = 20_261_121;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const good = { open: 2, high: 4, low: 1, close: 3, volume: 5 };
  const open = bucketStart(nowSeconds, '1min');
  const kinds: readonly (() => string)[] = [
    () => JSON.stringify({ time: open - 60 * random(5_000), ...good, volume: random(1_000) }),
    () => JSON.stringify({ time: open + 60 * random(100_000), ...good }),
    () => JSON.stringify({ time: open + random(60), ...good }),
    () => JSON.stringify({ time: open, ...good, close: 1 + random(300) / 100, volume: random(9) }),
    () => JSON.stringify({ time: open * 1000, ...good, high: 3 + random(9) }),
    () => `{"time":${open},"open":NaN,"high":Infinity,"low":1,"close":2,"volume":3}`,
    () => `{"time":1e${random(400)},"open":1,"high":1e999,"low":1,"close":1,"volume":1}`,
    () => JSON.stringify({ time: open, open: 1, high: -1, low: 7, close: 1, volume: -random(7) }),
    () => JSON.stringify({ time: -open, ...good }),
    () => JSON.stringify({ pair: `${'f'.repeat(56)}/ADA`, period: '1week', time: random(4e9), ...good }),
    () => `{"__proto__":{"time":${open}},"constructor":${random(9)},"time":${open}}`,
    () => '['.repeat(random(3_000)),
    () => String.fromCodePoint(random(0xd7ff), random(0xd7ff)),
    () => 'null',
    () => '',
  ];
  for (let at = 0; at < count; at += 1) yield kinds[random(kinds.length)]?.() ?? '';
}

function expectSound(candles: readonly Candle[], most: number): void {
  expect(candles.length).toBeLessThanOrEqual(most);
  for (const [at, candle] of candles.entries()) {
    if (!isLawful(candle) || candle.time <= (candles[at - 1]?.time ?? -1))
      expect(candle).toBe('lawful, in order');
  }
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe('a hostile stream', () => {
  it('of a million messages leaves a sound series, and history has the last word', async () => {
    const clock = new ManualClock();
    const start = clock.now();
    /** Work just started may begin before time passes. */
    const pass = async (ms: number): Promise<void> => {
      await clock.advance(0);
      await clock.advance(ms);
    };
    const trades = Array.from({ length: 30 }, (_, at) => ({
      at: at * 20_000,
      price: 2 + (at % 5),
      volume: 7,
    }));
    const charts = new ScriptedCharts(clock, trades);
    const history = new CandleHistory(charts, new MemoryCandleCache(), clock);
    const live = new LiveSeries({
      key,
      charts,
      history,
      clock,
      streamed: true,
      share: { charts: 1 },
      polling: seenPolling,
    }).start();
    ends.push(() => live.stop());
    await pass(600_000);
    charts.listener?.opened();
    await pass(1_000);
    expect(live.state).toBe('live');
    let told = 0;
    live.onChange(({ changed }) => void (told += changed.length));
    let count = 0;
    for (const text of hostileMessages(1_000_000, Math.floor(clock.now() / 1000))) {
      const candle = readMessage(text);
      if (candle) charts.listener?.candle(candle);
      else charts.listener?.dropped();
      count += 1;
      if (count % 50_000 === 0) {
        expectSound(live.candles, 3_300);
        await pass(500);
      }
    }
    expect(count).toBe(1_000_000);
    expect(live.dropped).toBeGreaterThan(500_000);
    expect(told).toBeGreaterThan(0);
    expectSound(live.candles, 3_300);
    // A stream that continues with impossible values is marked, though it is not silent.
    for (let seconds = 0; seconds < 180; seconds += 5) {
      charts.listener?.candle({ time: 0, open: 1, high: 1, low: 1, close: 1, volume: 1 });
      await pass(5_000);
    }
    expect(live.state).toBe('late');
    // Invented figures are gone once history has had the time to correct them.
    await pass(300_000);
    charts.listener?.lost({ code: 'stream-lost' }, 'again');
    expect(live.state).toBe('late');
    charts.listener?.opened();
    await pass(1_000);
    const truth = candlesOfTrades(trades, '1min', start);
    expect(live.candles.at(-1)?.time).toBe(truth.at(-1)?.time);
    expect(live.candles).toEqual(truth);
    expect(live.state).toBe('live');
  });

  it('over a real socket, unbraked, leaves the process and the series sound', async () => {
    const server = await candleServer();
    ends.push(() => server.close());
    const socketBase = parseSocketBase(server.socketUrl);
    if (!socketBase.ok) throw new Error('refused');
    const client = new ChartsClient({
      base: baseUrl(server.url),
      socketBase: socketBase.value,
      key: accessKey(),
      clock: systemClock,
      random: systemRandom,
      limits: { ...STREAM_LIMITS, messagesPerSecond: Number.POSITIVE_INFINITY },
    });
    ends.push(() => client.close());
    const history = new CandleHistory(client, new MemoryCandleCache(), systemClock);
    const live = new LiveSeries({
      key,
      charts: client,
      history,
      clock: systemClock,
      streamed: true,
      share: { charts: 1 },
      polling: seenPolling,
    }).start();
    ends.push(() => live.stop());
    await eventually('live', () => Promise.resolve(live.state === 'live' ? true : undefined));
    let sent = 0;
    for (const text of hostileMessages(100_000, Date.now() / 1000)) {
      server.say(text);
      sent += 1;
      if (sent % 2_000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const time = bucketStart(Date.now() / 1000, '1min');
    const last = { time, open: 2, high: 99, low: 1, close: 77, volume: 1e6 };
    await eventually('the last word', () => {
      server.say(last);
      return Promise.resolve(live.candles.some(({ close }) => close === 77) ? true : undefined);
    });
    expectSound(live.candles, 3_300);
    expect(live.dropped).toBeGreaterThan(50_000);
    expect(server.handshakes).toHaveLength(1);
  });
});
