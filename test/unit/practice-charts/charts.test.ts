import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import { CANDLE_PERIODS, bucketStart, type CandlePeriod } from '#domain/candle.ts';
import { epochMs } from '#domain/time.ts';
import { summed, type Bar } from '../../../src-main/practice/charts/bar.ts';
import { Charts, periodBegan, type Series, trendingSince } from '../../../src-main/practice/charts/charts.ts';
import { Market } from '../../../src-main/practice/market/market.ts';
import { defaultExchanges } from '../../support/practice-exchanges.ts';
import { TestWorld } from '../../support/practice-world.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const directory = temporaryDirectories();
const world = new TestWorld();
world.pass(1_000);
const { charts, market } = world.practice;
const [amber, kelp, mote] = ['AMBER', 'KELP', 'MOTE'].map((ticker) => world.token(ticker)) as [
  AssetId,
  AssetId,
  AssetId,
];

function series(base: AssetId, quote: AssetId, of: Charts = charts): Series {
  const found = of.series(base, quote);
  if (!found) throw new Error('no such pair');
  return found;
}

function all(of: Charts, pair: readonly [AssetId, AssetId], period: CandlePeriod, days = 3): Bar[] {
  return series(...pair, of).bars(period, world.now / 1000 - days * 86_400, Infinity);
}

describe('charts and the figures of the market', () => {
  it('the last close is the average price now, whichever way the pair is named', () => {
    for (const [token] of charts.origin.openings)
      for (const period of CANDLE_PERIODS) {
        const price = market.averagePrice(token)?.adaPerToken;
        expect(series(token, ADA).latest(period).close).toBe(price);
        expect(series(ADA, token).latest(period).close).toBe(price);
      }
  });

  it('a pair of tokens is priced in quote for one base; turned round, high and low change places', () => {
    const [of, inverse] = [series(kelp, mote).latest('1day'), series(mote, kelp).latest('1day')];
    const price = (token: AssetId): number => market.averagePrice(token)?.adaPerToken ?? 0;
    expect(of.close / (price(kelp) / price(mote))).toBeCloseTo(1, 12);
    expect(of.close).toBeGreaterThan(1e10);
    expect(inverse.high * of.low).toBeCloseTo(1, 12);
    expect(inverse.low * of.high).toBeCloseTo(1, 12);
  });

  it('volumes of the last day are those of the daily statistics, to the lovelace', () => {
    for (const [token] of charts.origin.openings) {
      const from = periodBegan('1day', market.time) / 1000;
      const bars = series(token, ADA).bars('5min', from, Infinity);
      const { volume, buys, sales } = market.dailyStats(token);
      expect(BigInt(bars.reduce((sum, { lovelace }) => sum + lovelace, 0))).toBe(volume);
      expect(bars.reduce((sum, { trades }) => sum + trades, 0)).toBe(buys + sales);
    }
  });

  it('trending is by volume, and its change is that of the candles', () => {
    const day = trendingSince(charts, periodBegan('1day', market.time));
    expect(day).toHaveLength(charts.origin.openings.length);
    for (const { token, lovelace } of day) expect(BigInt(lovelace)).toBe(market.dailyStats(token).volume);
    const from = periodBegan('1hour', market.time);
    expect(from).toBe(market.time - 3_600_000);
    const hour = trendingSince(charts, from);
    expect(hour.map(({ lovelace }) => lovelace)).toEqual(
      hour.map(({ lovelace }) => lovelace).toSorted((left, right) => right - left),
    );
    for (const { token, priceChange } of hour) {
      const before = charts.tape(token).tape.before(from)?.price ?? 0;
      const now = market.averagePrice(token)?.adaPerToken ?? 0;
      expect(priceChange).toBeCloseTo(100 * (now / before - 1), 9);
    }
  });

  it('has no charts of a token without a pool, nor of a token against itself', () => {
    const shelf = market.tokens.find(({ ticker }) => ticker === 'SHELF')?.id as AssetId;
    expect(charts.series(shelf, ADA)).toBeUndefined();
    expect(charts.series(amber, shelf)).toBeUndefined();
    expect(charts.series(amber, amber)).toBeUndefined();
    expect(charts.series(ADA, ADA)).toBeUndefined();
  });
});

describe('charts and the trades of the market', () => {
  it('every trade is in the candles: the crowd’s, arbitrage, and orders filled', () => {
    const began = epochMs(Date.UTC(2026, 10, 20, 11, 59, 50));
    const options = { seed: 5, exchanges: defaultExchanges(), now: began, historySeconds: 0 };
    const fresh = new Market(options);
    const openings = fresh.tokens.flatMap(({ id }) => {
      const price = fresh.averagePrice(id);
      return price ? [[id, price.adaPerToken] as const] : [];
    });
    const own = new Charts({ seed: 5, began, openings });
    const told: {
      readonly token: AssetId;
      readonly time: number;
      readonly ada: bigint;
      readonly price: number;
    }[] = [];
    const live = new Market({
      ...options,
      onTrade: ({ token, time, ada }, price) => {
        own.add({ token, time, lovelace: Number(ada), price });
        told.push({ token, time, ada, price });
      },
    });
    const sources = new Set<string>();
    for (let minute = 1; minute <= 20; minute += 1) {
      const now = epochMs(began + minute * 60_000);
      live.step(now);
      const quote = live.quote({ tokenIn: ADA, tokenOut: amber, amountIn: 900_000_000n });
      if (!quote.ok) throw new Error(quote.failure.code);
      for (const { poolId, amountIn } of quote.value.orders)
        expect(live.fill({ poolId, tokenIn: ADA, tokenOut: amber, amountIn }, now).ok).toBe(true);
    }
    for (const { source } of live.tradesSince(0)) sources.add(source);
    expect(sources).toEqual(new Set(['trader', 'arbitrage', 'order']));
    expect(told).toHaveLength(live.tradesSince(0).length);
    const trades = told.filter(({ token }) => token === amber);
    for (const period of ['20s', '1min', '15min'] as const) {
      const buckets = Map.groupBy(trades, ({ time }) => bucketStart(Math.floor(time / 1000), period));
      for (const [time, inside] of buckets) {
        const prices = inside.map(({ price }) => price);
        const [bar] = own.tape(amber).tape.bars(period, time, time);
        expect(bar).toEqual({
          time,
          open: prices[0],
          high: Math.max(...prices),
          low: Math.min(...prices),
          close: prices.at(-1),
          lovelace: Number(inside.reduce((sum, { ada }) => sum + ada, 0n)),
          trades: inside.length,
        });
      }
    }
  });

  it('a new world’s first day is spread over all of its seconds, not over the crowd’s long ticks', () => {
    const bars = all(charts, [ADA, amber], '20s', 1);
    expect(bars.length).toBeGreaterThan(1_500);
    expect(new Set(bars.map(({ time }) => time % 300)).size).toBe(15);
  });

  it('the past goes over into the market’s trades without a seam, in every period', () => {
    const { began } = charts.origin;
    for (const period of CANDLE_PERIODS) {
      const time = bucketStart(began / 1000, period);
      for (const pair of [
        [ADA, amber],
        [kelp, mote],
      ] as const) {
        const bars = series(...pair).bars(period, time - 20 * 86_400, time + 20 * 86_400);
        const steps = bars.slice(1).map((bar, index) => Math.abs(bar.open / (bars[index]?.close ?? 0) - 1));
        expect(Math.max(...steps)).toBeLessThan(0.2);
      }
    }
  });
});

describe('charts of a kept world', () => {
  function chartsAt(file: string, seconds: readonly number[]): Charts {
    const kept = new TestWorld({ file });
    for (const part of seconds) kept.pass(part);
    kept.practice.close();
    return kept.practice.charts;
  }

  it('are the same after a restart, and go on as if there had been none', () => {
    const file = join(directory(), 'practice.sqlite');
    const before = chartsAt(file, [40, 75]);
    const again = new TestWorld({ file, now: world.now - 1_000_000 + 115_000 });
    const after = again.practice.charts;
    expect(after.origin).toEqual(before.origin);
    for (const period of CANDLE_PERIODS)
      for (const pair of [
        [ADA, amber],
        [mote, kelp],
      ] as const)
        expect(all(after, pair, period)).toEqual(all(before, pair, period));
    again.pass(200);
    const straight = new TestWorld();
    for (const part of [40, 75, 200]) straight.pass(part);
    expect(all(after, [ADA, amber], '20s')).toEqual(all(straight.practice.charts, [ADA, amber], '20s'));
    again.practice.close();
  });

  it('a world from before there were charts gets a past up to the moment of its next trade', () => {
    const file = join(directory(), 'practice.sqlite');
    chartsAt(file, [40]);
    const database = new DatabaseSync(file);
    database.exec("DELETE FROM note WHERE key = 'charts'; DELETE FROM trades;");
    database.close();
    const again = new TestWorld({ file, now: world.now - 1_000_000 + 60_000 });
    const { market: old, charts: late } = again.practice;
    expect(late.origin.began).toBe(old.time);
    expect(series(ADA, amber, late).latest('1day').close).toBe(old.averagePrice(amber)?.adaPerToken);
    again.pass(400);
    expect(series(ADA, amber, late).latest('1day').close).toBe(old.averagePrice(amber)?.adaPerToken);
    again.practice.close();
  });

  it('damage is reported', () => {
    const own = new Charts(charts.origin);
    const bytes = new Uint8Array(Float64Array.from([999, 1, 1, 1]).buffer);
    expect(() => own.load(bytes)).toThrow(/damaged/);
    expect(own.takeUnsaved()).toBeUndefined();
  });

  it('candles of a longer period are kept beyond the trades they are made of', () => {
    const bars = all(charts, [ADA, amber], '15min', 1);
    expect(summed(bars, '1hour').slice(1)).toEqual(
      all(charts, [ADA, amber], '1hour', 1).slice(-summed(bars, '1hour').length + 1),
    );
  });
});
