import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChartsClient, parseSocketBase } from '../../../src-main/charts/charts-client.ts';
import { LiveCharts } from '../../../src-main/features/charts/live-charts.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { CANDLE_PERIODS, isLawful, PERIOD_SECONDS } from '#domain/candle.ts';
import { eventually } from '../../support/eventually.ts';
import { accessKey, baseUrl } from '../../support/http-parts.ts';
import { liveClients, need } from '../../support/live-clients.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { MemoryCandleCache } from '../../support/scripted-charts.ts';
import { seenPolling } from '../../support/seen-polling.ts';

const clock = systemClock;
let practice: PracticeProcess;
let charts: ChartsClient;
let clients: ReturnType<typeof liveClients>;
let desk: LiveCharts;

async function someToken(): Promise<AssetId> {
  const tokens = need(await clients.service.search('a', true));
  const token = tokens.find(({ id }) => id !== ADA);
  if (!token) throw new Error('practice has no token');
  return token.id;
}

beforeAll(async () => {
  practice = await PracticeProcess.start({ dialect: 'wild' });
  clients = liveClients(practice.endpoints);
  charts = new ChartsClient({
    base: baseUrl(practice.chartsUrl),
    socketBase: need(parseSocketBase(practice.chartsUrl.replace(/^http/, 'ws'))),
    key: accessKey(practice.endpoints.apiKey),
    clock,
    random: systemRandom,
    rate: { concurrency: 4, perSecond: 100, burst: 100 },
  });
  desk = new LiveCharts({
    polling: seenPolling,
    charts,
    service: clients.service,
    cache: new MemoryCandleCache(),
    clock,
  });
});
afterAll(async () => {
  desk.stop();
  await Promise.all([charts.close(), clients.close()]);
  await practice.stop();
});

describe('a service that writes candles as services in the wild do', () => {
  it('is read over every period: lawful, in order, none lost', async () => {
    const base = await someToken();
    const now = Math.ceil(Date.now() / 1000);
    for (const period of CANDLE_PERIODS) {
      const span = { from: now - 300 * PERIOD_SECONDS[period], to: now };
      const batch = need(await charts.history({ first: ADA, second: base, period, ...span }));
      expect(batch.dropped).toBe(0);
      expect(batch.candles.length).toBeGreaterThan(0);
      expect(batch.candles.every(isLawful)).toBe(true);
      const times = batch.candles.map(({ time }) => time);
      expect(times).toEqual([...new Set(times)].toSorted((left, right) => left - right));
    }
    expect(need(await charts.trending('1day')).length).toBeGreaterThan(0);
  });

  it('streams late and repeated candles, and the series still equals history', async () => {
    const subject = { base: await someToken(), quote: ADA, period: '20s' } as const;
    const watch = need(desk.watch(subject));
    let ticks = 0;
    watch.onChange(({ changed }) => void (ticks += changed.length));
    await eventually('live', () => Promise.resolve(watch.state === 'live' ? true : undefined));
    await eventually('two candles more', () => Promise.resolve(ticks > 3 ? true : undefined));
    const now = Math.floor(Date.now() / 1000);
    const span = { from: now - 1_200, to: now - 40 };
    const told = need(await desk.span(subject, span));
    await eventually('as history', () => {
      const shown = watch.candles.filter(({ time }) => time >= span.from && time < span.to);
      return Promise.resolve(JSON.stringify(shown) === JSON.stringify(told) ? true : undefined);
    });
    watch.leave();
  });
});
