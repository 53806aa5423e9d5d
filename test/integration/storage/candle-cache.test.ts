import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Candle } from '#domain/candle.ts';
import type { SeriesKey } from '../../../src-main/ports/charts.ts';
import { openCandleCache, type CacheLimits } from '../../../src-main/storage/candle-cache.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const directory = temporaryDirectories();

const key = (letter: string, period: SeriesKey['period'] = '1min'): SeriesKey => ({
  first: ADA,
  second: letter.repeat(56) as AssetId,
  period,
});
const candle = (time: number, price = 1): Candle => ({
  time,
  open: price,
  high: price * 1.5,
  low: price / 1.5,
  close: price * 1.1,
  volume: time % 7,
});
const minutes = (from: number, to: number): Candle[] =>
  Array.from({ length: (to - from) / 60 }, (_, at) => candle(from + at * 60));

function open(path: string, limits?: CacheLimits) {
  const cache = openCandleCache(path, limits);
  onTestFinished(() => cache.close());
  return cache;
}

describe('candle cache', () => {
  it('knows what was written, and where nothing traded, after it was opened again', () => {
    const path = join(directory(), 'candles.sqlite');
    const first = openCandleCache(path);
    first.useSource('practice');
    first.write(key('a'), { from: 600, to: 1200 }, [candle(660), candle(900)]);
    first.write(key('a'), { from: 1200, to: 1500 }, [candle(1260)]);
    first.write(key('a'), { from: 3000, to: 3600 }, []);
    first.close();
    const cache = open(path);
    cache.useSource('practice');
    expect(cache.read(key('a'), { from: 0, to: 10_000 })).toEqual({
      known: [
        { from: 600, to: 1500 },
        { from: 3000, to: 3600 },
      ],
      candles: [candle(660), candle(900), candle(1260)],
    });
    expect(cache.read(key('a'), { from: 700, to: 1000 })).toEqual({
      known: [{ from: 700, to: 1000 }],
      candles: [candle(900)],
    });
    expect(cache.newest(key('a'))).toEqual(candle(1260));
    const silent = { ...candle(1320), volume: undefined };
    cache.write(key('a'), { from: 1320, to: 1380 }, [silent]);
    expect(cache.newest(key('a'))).toEqual(silent);
    expect(cache.read(key('a'), { from: 1320, to: 1380 }).candles).toEqual([silent]);
    expect(cache.read(key('b'), { from: 0, to: 10_000 })).toEqual({ known: [], candles: [] });
    expect(cache.read(key('a', '5min'), { from: 0, to: 10_000 })).toEqual({ known: [], candles: [] });
  });

  it('takes the later answer for a span: changed candles change, vanished ones go', () => {
    const cache = open(join(directory(), 'candles.sqlite'));
    cache.write(key('a'), { from: 0, to: 600 }, minutes(0, 600));
    cache.write(key('a'), { from: 120, to: 300 }, [candle(180, 5)]);
    const times = cache.read(key('a'), { from: 0, to: 600 }).candles.map(({ time, open }) => [time, open]);
    expect(times).toEqual([
      [0, 1],
      [60, 1],
      [180, 5],
      [300, 1],
      [360, 1],
      [420, 1],
      [480, 1],
      [540, 1],
    ]);
  });

  it('forgets a series, and everything when the candles are of another source', () => {
    const cache = open(join(directory(), 'candles.sqlite'));
    cache.useSource('https://one.example');
    cache.write(key('a'), { from: 0, to: 600 }, minutes(0, 600));
    cache.write(key('b'), { from: 0, to: 600 }, minutes(0, 600));
    cache.forget(key('a'));
    expect(cache.newest(key('a'))).toBeUndefined();
    expect(cache.newest(key('b'))).toEqual(candle(540));
    cache.useSource('https://one.example');
    expect(cache.newest(key('b'))).toEqual(candle(540));
    cache.useSource('https://two.example');
    expect(cache.read(key('b'), { from: 0, to: 600 })).toEqual({ known: [], candles: [] });
  });

  it('keeps the newest candles of a series, and no longer claims to know the others', () => {
    const cache = open(join(directory(), 'candles.sqlite'), {
      candlesOfSeries: 10,
      candles: 1_000,
      spans: 50,
    });
    cache.write(key('a'), { from: 0, to: 1_200 }, minutes(0, 1_200));
    expect(cache.read(key('a'), { from: 0, to: 1_200 })).toEqual({
      known: [{ from: 600, to: 1_200 }],
      candles: minutes(600, 1_200),
    });
  });

  it('forgets what was not used for longest when the whole grows too large', () => {
    const cache = open(join(directory(), 'candles.sqlite'), { candlesOfSeries: 10, candles: 25, spans: 50 });
    for (const letter of ['a', 'b']) cache.write(key(letter), { from: 0, to: 600 }, minutes(0, 600));
    cache.read(key('a'), { from: 0, to: 600 });
    cache.write(key('c'), { from: 0, to: 600 }, minutes(0, 600));
    expect([key('a'), key('b'), key('c')].map((each) => cache.newest(each)?.time)).toEqual([
      540,
      undefined,
      540,
    ]);
  });

  it('forgets a series that is known in too many pieces', () => {
    const cache = open(join(directory(), 'candles.sqlite'), { candlesOfSeries: 99, candles: 999, spans: 3 });
    for (const from of [0, 1_000, 2_000, 3_000]) cache.write(key('a'), { from, to: from + 60 }, []);
    expect(cache.read(key('a'), { from: 0, to: 9_000 }).known).toEqual([]);
  });

  it.each([
    ['no database', 'not a database at all'],
    ['an empty file', ''],
    ['the beginning of one', 'SQLite format 3\0 and then nothing of the kind'],
  ])('is recreated from %s', (_what, content) => {
    const path = join(directory(), 'candles.sqlite');
    writeFileSync(path, content);
    const cache = open(path);
    cache.write(key('a'), { from: 0, to: 600 }, minutes(0, 600));
    expect(cache.newest(key('a'))).toEqual(candle(540));
  });

  it('starts over from another version, and from another kind of file', () => {
    for (const change of ['PRAGMA user_version=1', 'PRAGMA user_version=3', 'PRAGMA application_id=1']) {
      const path = join(directory(), 'candles.sqlite');
      const before = openCandleCache(path);
      before.write(key('a'), { from: 0, to: 600 }, minutes(0, 600));
      before.close();
      const database = new DatabaseSync(path);
      database.exec(change);
      database.close();
      const cache = open(path);
      expect(cache.newest(key('a'))).toBeUndefined();
      cache.write(key('a'), { from: 0, to: 600 }, minutes(0, 600));
      expect(cache.newest(key('a'))).toEqual(candle(540));
    }
  });

  it('survives damage in the middle of the file: what it says is what was written, or nothing', () => {
    const path = join(directory(), 'candles.sqlite');
    const before = openCandleCache(path);
    before.write(key('a'), { from: 0, to: 60_000 }, minutes(0, 60_000));
    before.close();
    const whole = readFileSync(path);
    for (let page = 1; page * 4096 < whole.length; page += 2) {
      const damaged = Buffer.from(whole);
      damaged.fill(0xa5, page * 4096, page * 4096 + 4096);
      writeFileSync(path, damaged);
      const cache = openCandleCache(path);
      const { candles } = cache.read(key('a'), { from: 0, to: 60_000 });
      for (const each of candles) expect(each).toEqual(candle(each.time));
      cache.write(key('b'), { from: 0, to: 600 }, minutes(0, 600));
      cache.write(key('b'), { from: 0, to: 600 }, minutes(0, 600));
      cache.close();
    }
    expect(existsSync(path)).toBe(true);
  });

  it('knows nothing and fails at nothing where no file can be made', () => {
    const cache = open(join(directory(), 'missing', 'candles.sqlite'));
    cache.useSource('practice');
    cache.write(key('a'), { from: 0, to: 600 }, minutes(0, 600));
    cache.forget(key('a'));
    expect(cache.read(key('a'), { from: 0, to: 600 })).toEqual({ known: [], candles: [] });
    expect(cache.newest(key('a'))).toBeUndefined();
  });
});
