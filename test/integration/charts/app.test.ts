import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenView } from '#contract/tokens.ts';
import { isLawful, PERIOD_SECONDS, type CandlePeriod } from '#domain/candle.ts';
import { eventually } from '../../support/eventually.ts';
import { candlesOf, ShownChart } from '../../support/shown-chart.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';

const folder = temporaryDirectory();
let app: TestApp;
let tokens: readonly TokenView[];

const until = (what: string, holds: () => boolean) =>
  eventually(what, () => Promise.resolve(holds() ? true : undefined));
const now = (): number => Math.ceil(Date.now() / 1000);

async function start(): Promise<void> {
  app = await startTestApp(folder.path);
  await app.main.topicWhen('profile', ({ service }) => service === 'ready');
  tokens = must(await app.main.call('tokens.suggested', {})).filter(
    ({ id, verified }) => id !== 'ADA' && verified,
  );
}

function tokenAt(index: number): TokenView {
  const token = tokens[index];
  if (!token) throw new Error('practice has too few tokens');
  return token;
}

async function watched(slot: 'main' | 'compare', base: string, quote: string, period: CandlePeriod) {
  must(await app.main.call('chart.watch', { slot, base, quote, period }));
  const chart = new ShownChart(app.main, slot === 'main' ? 'chartMain' : 'chartCompare');
  await until(`${period} chart`, () => chart.last?.pair?.period === period && chart.candles.length > 0);
  return chart;
}

/** History's candles of a chart, except for the open one. */
async function closedHistory(base: string, quote: string, period: CandlePeriod, count: number, to = now()) {
  const page = must(await app.main.call('chart.history', { base, quote, period, to, count }));
  const open = to - PERIOD_SECONDS[period];
  return candlesOf(page.candles).filter(({ time }) => time <= open);
}

/** Waits until a 20-second chart in ADA shows the very candles that history has of the time before now. */
async function comesToEqualHistory(chart: ShownChart, base: string, count: number): Promise<void> {
  const closed = await closedHistory(base, 'ADA', '20s', count);
  await until('the same as history', () => {
    const shown = chart.candles
      .filter(({ time }) => time <= (closed.at(-1)?.time ?? 0))
      .slice(-closed.length);
    return JSON.stringify(shown) === JSON.stringify(closed);
  });
}

beforeAll(start);
afterAll(async () => {
  await app.close();
  folder.remove();
});

describe('charts of the practice exchange, through the whole application', () => {
  it('answer history back to the beginning, page by page, lawful and without a hole between pages', async () => {
    const { id } = tokenAt(0);
    const times: number[] = [];
    const end = now();
    let to = end;
    for (let pages = 0; pages < 60; pages += 1) {
      const page = must(
        await app.main.call('chart.history', { base: id, quote: 'ADA', period: '4hour', to, count: 1_000 }),
      );
      const candles = candlesOf(page.candles);
      expect(candles.every(isLawful)).toBe(true);
      expect(candles.every(({ time }) => time >= page.from && time < to)).toBe(true);
      times.unshift(...candles.map(({ time }) => time));
      to = page.from;
      if (page.beginning) break;
    }
    expect(times).toEqual([...new Set(times)].toSorted((left, right) => left - right));
    const whole = must(
      await app.main.call('chart.history', {
        base: id,
        quote: 'ADA',
        period: '4hour',
        to: end,
        count: 5_000,
      }),
    );
    expect(times.slice(-whole.candles.time.length)).toEqual(whole.candles.time);
    expect(times.length).toBeGreaterThan(2_000);
  });

  it('are live: in the direction of the average price, with small deltas, and equal to history', async () => {
    const { id } = tokenAt(0);
    const chart = await watched('main', id, 'ADA', '20s');
    await until('live', () => chart.last?.state === 'live' && chart.last.orientation === 'checked');
    await until('deltas', () => chart.deltas.filter((count) => count > 0).length >= 3);
    expect(Math.max(...chart.deltas)).toBeLessThan(10);
    const { priceAda } = must(await app.main.call('market.get', { id }));
    expect(Math.abs(Math.log((chart.candles.at(-1)?.close ?? 0) / (priceAda ?? 0)))).toBeLessThan(0.2);
    await comesToEqualHistory(chart, id, 100);
    chart.end();
  });

  it('turn round: highest is lowest, and prices are one over the other', async () => {
    const { id } = tokenAt(1);
    const moment = now();
    const straight = await closedHistory(id, 'ADA', '1hour', 50, moment);
    const turned = await closedHistory('ADA', id, '1hour', 50, moment);
    expect(turned.map(({ time }) => time)).toEqual(straight.map(({ time }) => time));
    for (const [at, candle] of turned.entries()) {
      expect(candle.high).toBeCloseTo(1 / (straight[at]?.low ?? 0), 9);
      expect(candle.low).toBeCloseTo(1 / (straight[at]?.high ?? 0), 9);
      expect(candle.volume).toBe(straight[at]?.volume);
    }
  });

  it('two are live at once; days and weeks are polled, their last candle as new as the stream', async () => {
    const [first, second] = [tokenAt(0), tokenAt(2)];
    const main = await watched('main', first.id, 'ADA', '4hour');
    const compare = await watched('compare', first.id, 'ADA', '1day');
    await until('both', () => main.last?.state === 'live' && compare.last?.state === 'polling');
    await until('as new', () => {
      const [hours, day] = [main.candles.at(-1), compare.candles.at(-1)];
      return hours !== undefined && day?.close === hours.close && main.deltas.length > 1;
    });
    const days = await closedHistory(first.id, 'ADA', '1day', 30);
    const shown = compare.candles.filter(({ time }) => time <= (days.at(-1)?.time ?? 0));
    expect(shown.slice(-days.length)).toEqual(days);
    compare.end();
    const pair = await watched('compare', second.id, first.id, '1min');
    await until('pair', () => pair.last?.state === 'live');
    const [a, b] = await Promise.all([second, first].map(({ id }) => app.main.call('market.get', { id })));
    const price = (a?.ok ? (a.value.priceAda ?? 0) : 0) / (b?.ok ? (b.value.priceAda ?? 1) : 1);
    expect(Math.abs(Math.log((pair.candles.at(-1)?.close ?? 0) / price))).toBeLessThan(0.3);
    must(await app.main.call('chart.unwatch', { slot: 'compare' }));
    await until('idle', () => pair.last?.state === 'idle');
    pair.end();
    main.end();
  });

  it('stop when the exchange dies, are marked so, and come back without a hole', async () => {
    const { id } = tokenAt(0);
    const chart = await watched('main', id, 'ADA', '20s');
    await until('live', () => chart.last?.state === 'live');
    app.killPractice();
    await until('stopped', () => chart.last?.state === 'stopped');
    expect(chart.last?.lastMessageAt).toBeGreaterThan(0);
    await until('live again', () => chart.last?.state === 'live');
    await comesToEqualHistory(chart, id, 60);
    chart.end();
  });

  it('refuse an asset against itself, and anything that is not a period', async () => {
    const { id } = tokenAt(0);
    const same = { base: id, quote: id, period: '1min', to: now(), count: 10 } as const;
    expect(await app.main.call('chart.history', same)).toMatchObject({
      failure: { code: 'pair-without-chart' },
    });
    const wrong = { ...same, quote: 'ADA', period: '2min' as '1min' };
    expect(await app.main.call('chart.history', wrong)).toMatchObject({
      failure: { code: 'request-refused' },
    });
  });
});

describe('market lists', () => {
  it('are kept in their order over a restart', async () => {
    const [first, second] = [tokenAt(0), tokenAt(1)];
    const { id } = must(await app.main.call('watchLists.create', { name: 'Stones' }));
    must(await app.main.call('watchLists.setTokens', { id, tokens: [second.id, first.id, second.id] }));
    must(await app.main.call('watchLists.order', { ids: [id] }));
    must(await app.main.call('watchLists.rename', { id, name: 'Gems' }));
    must(await app.main.call('market.visited', { id: first.id }));
    must(await app.main.call('market.visited', { id: second.id }));
    expect(await app.main.call('watchLists.remove', { id: 'nothing' })).toMatchObject({
      failure: { code: 'watch-list-unknown' },
    });
    await app.close();
    await start();
    const lists = await app.main.topicWhen(
      'watchLists',
      ([list]) => list?.tokens[0]?.ticker === second.ticker,
    );
    expect(lists.map(({ name, tokens: listed }) => [name, listed.map((token) => token.id)])).toEqual([
      ['Gems', [second.id, first.id]],
      ['Watched', []],
    ]);
    const recent = await app.main.topicWhen('recentTokens', (list) => list.length === 2);
    expect(recent.map((token) => token.id)).toEqual([second.id, first.id]);
    must(await app.main.call('watchLists.remove', { id }));
    await app.main.topicWhen('watchLists', (all) => all.length === 1);
  });

  it('show figures of what is attended, and nothing new while hidden', async () => {
    const ids = [tokenAt(0).id, tokenAt(1).id];
    must(await app.main.call('market.attend', { visible: true, tokens: ids }));
    const rows = await app.main.topicWhen(
      'marketFigures',
      (all) =>
        all.length === 2 &&
        all.every((row) => row.priceAda && row.spark && row.liquidityAda) &&
        // No list shows it of the others.
        all[0]?.buys24h !== undefined,
    );
    expect(rows.map((row) => row.id)).toEqual(ids);
    for (const row of rows) {
      expect(row.high24h).toBeGreaterThanOrEqual(row.low24h ?? Infinity);
      expect(row.spark).toHaveLength(24);
      expect(Math.abs(row.change24h ?? 9)).toBeLessThan(5);
    }
    must(await app.main.call('market.attend', { visible: false, tokens: ids }));
  });

  it('rank tokens by volume over every period', async () => {
    for (const period of ['5min', '1day'] as const) {
      const { rows } = must(await app.main.call('market.trending', { period }));
      const volumes = rows.map(({ volumeAda }) => volumeAda);
      expect(volumes).toEqual(volumes.toSorted((left, right) => right - left));
      if (period === '1day') expect(rows.filter(({ token }) => token.verified).length).toBeGreaterThan(3);
    }
    const stats = must(await app.main.call('market.stats', { id: tokenAt(3).id }));
    expect(stats.liquidityAda).toBeGreaterThan(0);
    expect(stats.priceAda).toBeGreaterThan(0);
  });
});
