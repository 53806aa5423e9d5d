import { describe, expect, it } from 'vitest';
import { dayFigures } from '../../../../src-main/features/markets/market-board.ts';
import {
  MOST_WATCH_LIST_BYTES,
  readWatchLists,
  writeWatchLists,
} from '../../../../src-main/features/markets/watch-list-file.ts';
import { WatchLists } from '../../../../src-main/features/markets/watch-lists.ts';
import type { AssetId } from '#domain/asset.ts';
import type { Candle } from '#domain/candle.ts';

const [first, second] = ['a', 'b'].map((letter) => letter.repeat(56)) as [AssetId, AssetId];
const HOUR = 3_600;

function store() {
  const kept = new Map<string, unknown>();
  return {
    kept,
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown) => void kept.set(key, JSON.parse(JSON.stringify(value))),
  };
}

function listsIn(settings: ReturnType<typeof store>, profile = 'practice') {
  let count = settings.kept.size;
  return new WatchLists(settings, profile, () => `id${(count += 1)}`);
}

function file(change: object): string {
  return JSON.stringify({ format: 'touchstone-watch-lists', version: 1, ...change });
}

describe('watch lists', () => {
  it('begin with one, and are kept apart for every profile', () => {
    const settings = store();
    const lists = listsIn(settings);
    expect(lists.lists).toEqual([{ id: 'first', name: 'Watched', tokens: [] }]);
    const made = lists.create('Stones');
    if (!made.ok) throw new Error('failed');
    lists.setTokens(made.value.id, [second, first, second]);
    lists.order([made.value.id, 'unknown']);
    lists.rename('first', 'All');
    const again = listsIn(settings).lists;
    expect(again).toEqual([
      { id: made.value.id, name: 'Stones', tokens: [second, first] },
      { id: 'first', name: 'All', tokens: [] },
    ]);
    expect(listsIn(settings, 'live-mainnet').lists).toEqual([{ id: 'first', name: 'Watched', tokens: [] }]);
    lists.remove('first');
    lists.remove(made.value.id);
    expect(listsIn(settings).lists).toEqual([]);
  });

  it('know no list that is not there, and end at twenty', () => {
    const lists = listsIn(store());
    for (const answer of [lists.rename('x', 'y'), lists.remove('x'), lists.setTokens('x', [])])
      expect(answer).toMatchObject({ failure: { code: 'watch-list-unknown' } });
    for (let at = 1; at < 20; at += 1) expect(lists.create(`List ${at}`).ok).toBe(true);
    expect(lists.create('One more')).toMatchObject({ failure: { code: 'watch-lists-full' } });
  });

  it('go out as a file and come in again beside those there are, all or none', () => {
    const lists = listsIn(store());
    const made = lists.create('Stones');
    if (!made.ok) throw new Error('failed');
    lists.setTokens(made.value.id, [second, first]);
    const read = readWatchLists(writeWatchLists(lists.lists));
    if (!read.ok) throw new Error('failed');
    expect(read.value).toEqual([
      { name: 'Watched', tokens: [] },
      { name: 'Stones', tokens: [second, first] },
    ]);
    expect(lists.add(read.value).ok).toBe(true);
    expect(lists.lists.map(({ name }) => name)).toEqual(['Watched', 'Stones', 'Watched (2)', 'Stones (2)']);
    expect(lists.lists[3]).toMatchObject({ tokens: [second, first] });
    expect(new Set(lists.lists.map(({ id }) => id)).size).toBe(4);
    for (let at = 4; at < 19; at += 1) lists.create(`List ${at}`);
    expect(lists.add(read.value)).toMatchObject({ failure: { code: 'watch-lists-full' } });
    expect(lists.lists).toHaveLength(19);
  });

  it('fit into the bound of a file when there are as many as there can be', () => {
    const tokens = Array.from({ length: 200 }, (_, at) => at.toString(16).padStart(120, '0') as AssetId);
    const full = Array.from({ length: 20 }, () => ({ name: '夜'.repeat(40), tokens }));
    const text = writeWatchLists(full);
    expect(Buffer.byteLength(text)).toBeLessThan(MOST_WATCH_LIST_BYTES);
    expect(readWatchLists(text)).toEqual({ ok: true, value: full });
    expect(readWatchLists(writeWatchLists([{ name: 'a\u202eb', tokens: [] }]))).toMatchObject({
      value: [{ name: 'List' }],
    });
  });

  it.each([
    ['not JSON', 'it is not JSON'],
    ['[]', 'it is not a file of watch lists of Touchstone'],
    [file({ version: 2 }), 'another version of Touchstone wrote it'],
    [file({ lists: [] }), 'lists is not as it should be'],
    [file({ lists: [{ name: 'a\u202eb', tokens: [] }] }), 'lists.0.name is not as it should be'],
    [file({ lists: [{ name: 'a', tokens: ['<b>'] }] }), 'lists.0.tokens.0 is not as it should be'],
    [
      file({ lists: [{ name: 'a', tokens: Array(201).fill(first) }] }),
      'lists.0.tokens is not as it should be',
    ],
    [file({ lists: Array(21).fill({ name: 'a', tokens: [] }) }), 'lists is not as it should be'],
    [file({ lists: [{ name: 'a', tokens: [], more: 1 }] }), 'lists.0.more is not as it should be'],
  ])('are refused from a file that has not their form: %#', (text, reason) => {
    expect(readWatchLists(text)).toMatchObject({
      failure: { code: 'watch-list-file-unreadable', data: { reason } },
    });
  });

  it('remember what was looked at, the newest first, each once, twenty at most', () => {
    const settings = store();
    const lists = listsIn(settings);
    for (const id of [first, second, first]) lists.visited(id);
    expect(lists.recent).toEqual([first, second]);
    for (let at = 0; at < 30; at += 1) lists.visited(at.toString(16).padStart(56, '0') as AssetId);
    expect(listsIn(settings).recent).toHaveLength(20);
  });

  it('survive whatever is in the settings', () => {
    const settings = store();
    const fit = { id: 'fit', name: 'Fit', tokens: [first, 'not an asset', 7, first] };
    const stored = [
      fit,
      { ...fit, name: 'twice' },
      { id: '../x', name: 'a' },
      { id: 'b', name: ' ' },
      null,
      7,
    ];
    settings.kept.set('markets.practice', { lists: stored, recent: 'all' });
    expect(listsIn(settings).lists).toEqual([{ id: 'fit', name: 'twice', tokens: [first] }]);
    for (const wrong of [null, 7, 'x', [], { lists: {} }]) {
      settings.kept.set('markets.practice', wrong);
      expect(listsIn(settings).lists).toHaveLength(1);
      expect(listsIn(settings).recent).toEqual([]);
    }
  });
});

describe('figures of a day', () => {
  const now = 500 * HOUR + 1_800;
  const candle = (hour: number, close: number): Candle => ({
    time: hour * HOUR,
    open: close,
    high: close * 2,
    low: close / 2,
    close,
    volume: 10,
  });

  it('are measured against the last price before the day', () => {
    const figures = dayFigures([candle(400, 9), candle(476, 2), candle(480, 8), candle(500, 4)], now);
    expect(figures).toMatchObject({ change24h: 1, high24h: 16, low24h: 2, volume24hAda: 20 });
    expect(figures?.spark).toEqual([2, 2, 2, ...Array<number>(20).fill(8), 4]);
  });

  it('of a younger market begin with its first price', () => {
    const figures = dayFigures([candle(498, 8), candle(500, 4)], now);
    expect(figures).toMatchObject({ change24h: -0.5, volume24hAda: 20 });
    expect(figures?.spark.slice(-4)).toEqual([8, 8, 8, 4]);
  });

  it('stand still where nothing traded for a day, and are none where nothing ever did', () => {
    expect(dayFigures([candle(300, 8)], now)).toMatchObject({ change24h: 0, volume24hAda: 0, high24h: 8 });
    expect(dayFigures([], now)).toBeUndefined();
  });

  it('have no volume where that of an hour is not known', () => {
    const silent = { ...candle(499, 8), volume: undefined };
    const figures = dayFigures([candle(498, 8), silent, candle(500, 4)], now);
    expect(figures).toMatchObject({ change24h: -0.5, volume24hAda: undefined });
  });
});
