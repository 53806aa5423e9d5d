import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADA, type AssetId } from '#domain/asset.ts';
import { CANDLE_PERIODS, PERIOD_SECONDS, type CandlePeriod } from '#domain/candle.ts';
import { epochMs, HOUR_MS } from '#domain/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { summed } from '../../../src-main/practice/charts/bar.ts';
import { type Charts, trendingSince } from '../../../src-main/practice/charts/charts.ts';
import { ReplayWorld } from '../../support/replay-world.ts';
import { TestWorld } from '../../support/practice-world.ts';

const OPENED = Date.UTC(2026, 10, 18, 13, 27, 41, 500);
const MORNING = Date.UTC(2025, 2, 14, 9, 3, 20);
const worlds: ReplayWorld[] = [];

function replayFrom(at: number, file?: string): ReplayWorld {
  const world = new ReplayWorld(epochMs(at), { openedAt: OPENED, ...(file === undefined ? {} : { file }) });
  worlds.push(world);
  return world;
}

afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});

function tokenOf({ practice }: Pick<ReplayWorld, 'practice'>, ticker: string): AssetId {
  const token = practice.market.tokens.find((item) => item.ticker === ticker && item.verified);
  if (!token) throw new Error(`no ${ticker}`);
  return token.id;
}

/** Candles as they are on the wire, until `end` (seconds): the open one is what its shortest ones make. */
function knownAt(charts: Charts, token: AssetId, period: CandlePeriod, end: number): readonly object[] {
  const series = charts.series(token, ADA);
  const length = PERIOD_SECONDS[period];
  const bars = series?.bars(period, end - Math.min(300, 20 * length) * length, end - 1) ?? [];
  const closed = bars.filter(({ time }) => time + length <= end);
  const open = (closed.at(-1)?.time ?? 0) + length;
  const parts = series?.bars('20s', open, end - 1) ?? [];
  return [...closed, ...summed(parts, period)].map(({ trades: _, ...candle }) => candle);
}

describe('the candles of a replay', () => {
  test("are exactly those of practice's history, whatever the steps", () => {
    const real = new TestWorld({ now: OPENED });
    const replay = replayFrom(MORNING);
    const end = MORNING + HOUR_MS / 4;
    for (let at = MORNING, step = 7_000; at < end; at += step, step += 9_001) replay.jump(at);
    replay.jump(end);
    for (const ticker of ['AMBER', 'MOSS', 'KELP', 'MOTE']) {
      const token = tokenOf(replay, ticker);
      for (const period of CANDLE_PERIODS) {
        const expected = knownAt(real.practice.charts, token, period, end / 1000);
        const shown = knownAt(replay.practice.charts, token, period, end / 1000);
        expect(shown.length).toBeGreaterThan(2);
        expect(shown, `${ticker} ${period}`).toEqual(expected);
        // Nothing else is shown, and nothing of what comes after.
        const all = replay.practice.charts
          .series(token, ADA)
          ?.bars(period, end / 1000 - 60, end / 1000 + 9e6);
        expect(all?.map(({ trades: _, ...candle }) => candle)).toEqual(
          shown.slice(shown.length - (all?.length ?? 0)),
        );
      }
    }
  });

  test('follow an order of the user, and come back to the history', () => {
    const quiet = replayFrom(MORNING);
    const moved = replayFrom(MORNING);
    const token = tokenOf(moved, 'AMBER');
    const pool = moved.practice.market.poolsOf(token)[0];
    const order = {
      poolId: pool?.id ?? '',
      tokenIn: ADA,
      tokenOut: token,
      amountIn: (pool?.ada ?? 0n) / 20n,
    };
    expect(moved.practice.market.fill(order, moved.now).ok).toBe(true);
    const closes = (world: ReplayWorld): number[] =>
      (
        world.practice.charts.series(token, ADA)?.bars('1min', MORNING / 1000, MORNING / 1000 + 90_000) ?? []
      ).map(({ close }) => close);
    for (const world of [quiet, moved]) world.jump(MORNING + HOUR_MS / 4);
    const [before, after] = [closes(quiet), closes(moved)];
    expect(after.length).toBeGreaterThan(5);
    expect(after.at(-1)).toBeGreaterThan((before.at(-1) ?? 0) * 1.002);
    for (const world of [quiet, moved]) world.jump(MORNING + 14 * HOUR_MS);
    expect(closes(moved).at(-1)).toBe(closes(quiet).at(-1));
  });
});

test('pools trade at the price of the moment', () => {
  const { practice } = replayFrom(MORNING);
  for (const { id, decimals } of practice.market.tokens) {
    const shown = practice.charts.series(id, ADA)?.latest('20s').close;
    const pools = practice.market.poolsOf(id);
    if (shown === undefined) expect(pools).toEqual([]);
    for (const pool of pools) {
      const price = (Number(pool.ada) / Number(pool.tokens)) * 10 ** (decimals - 6);
      expect(Math.abs(price / (shown ?? 0) - 1)).toBeLessThan(0.001);
    }
  }
});

test('the day before counts in the statistics and in what is trending', () => {
  const { practice } = replayFrom(MORNING);
  const token = tokenOf({ practice }, 'AMBER');
  const { buys, sales, volume } = practice.market.dailyStats(token);
  expect(buys).toBeGreaterThan(100);
  expect(sales).toBeGreaterThan(100);
  const trending = trendingSince(practice.charts, MORNING - 24 * HOUR_MS);
  const found = trending.find((item) => item.token === token);
  expect(Math.abs((found?.lovelace ?? 0) / Number(volume) - 1)).toBeLessThan(0.02);
});

test('time passes only when it is told to, and never beyond the history', () => {
  const end = Math.floor((OPENED - 86_400_000) / 20_000) * 20_000;
  const replay = replayFrom(end);
  expect(replay.now).toBe(end - 24 * HOUR_MS);
  replay.jump(end - 60_000);
  const { tip } = replay.practice.chain;
  replay.steering.steer({ type: 'replay', do: 'play', speed: 600 });
  expect(replay.steering.state()).toMatchObject({ playing: true, speed: 600, at: end - 60_000 });
  replay.steering.steer({ type: 'replay', do: 'pause' });
  replay.jump(end - 40_000);
  expect(replay.practice.chain.tip.slot - tip.slot).toBe(20);
  // A step never leads back.
  replay.jump(end - 60_000);
  expect(replay.now).toBe(end - 40_000);
  replay.jump(end + HOUR_MS);
  expect(replay.now).toBe(end);
  replay.steering.steer({ type: 'replay', do: 'play', speed: 1 });
  expect(replay.steering.state().playing).toBe(false);
});

test('a kept replay goes on at the same moment, with the same candles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  try {
    const file = join(folder, 'practice.sqlite');
    const first = new ReplayWorld(epochMs(MORNING), { file, openedAt: OPENED });
    first.jump(MORNING + 600_400);
    const token = tokenOf(first, 'AMBER');
    const bars = first.practice.charts.series(token, ADA)?.bars('1min', MORNING / 1000, MORNING / 1000 + 900);
    first.close();
    const second = new ReplayWorld(epochMs(MORNING), { file, openedAt: OPENED });
    // To the millisecond, although a block's slot is a second.
    expect(second.now).toBe(MORNING + 600_400);
    expect(second.steering.state().playing).toBe(false);
    expect(
      second.practice.charts.series(token, ADA)?.bars('1min', MORNING / 1000, MORNING / 1000 + 900),
    ).toEqual(bars);
    second.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
