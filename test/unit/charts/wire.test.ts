import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSocketBase, streamUrl } from '../../../src-main/charts/charts-client.ts';
import { byVolume, readHistory, readMessage, trendingRow } from '../../../src-main/charts/wire.ts';
import { decode, listUnder, readRows } from '../../../src-main/http/json.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { isLawful } from '#domain/candle.ts';

const token = 'b'.repeat(56) as AssetId;
const query = { first: ADA, second: token, period: '1min', from: 600, to: 1_200 } as const;
const row = (time: number) => ({ time, open: 2, high: 4, low: 1, close: 3, volume: 5 });
const read = (rows: readonly unknown[]) => readHistory(JSON.stringify({ data: rows }), query);

describe('an answer of history', () => {
  it('is read as it is specified', () => {
    expect(read([row(600), row(660)])).toEqual({ candles: [row(600), row(660)], dropped: 0 });
    expect(read([])).toEqual({ candles: [], dropped: 0 });
  });

  it('is read in the forms met in the wild', () => {
    const { time: _time, ...rest } = row(0);
    const text = { open: '2', high: '4.0', low: '1e0', close: ' 3', volume: '5' };
    expect(
      read([
        { unix: 660, ...rest },
        { time: 600_000_000_000_000, ...rest },
      ])?.candles,
    ).toEqual([row(660)]);
    expect(read([{ time: '720', ...text }])?.candles).toEqual([row(720)]);
    expect(readHistory(JSON.stringify([row(600)]), query)?.candles).toEqual([row(600)]);
    expect(readHistory('{"data":null}', query)?.candles).toEqual([]);
    expect(readHistory('null', query)?.candles).toEqual([]);
    const iso = [
      { timestamp: '1970-01-01T00:11:00Z', ...rest },
      { time: '1970-01-01T01:12:00+01:00', ...rest },
      { time: 'soon', unix: null, timestamp: '1970-01-01T00:13:00.000', ...rest },
      { time: 'soon', unix: 840, timestamp: 'never', ...rest },
    ];
    expect(read(iso)?.candles).toEqual([660, 720, 780, 840].map(row));
    const now = { ...query, from: 1_800_000_000, to: 1_800_000_600 };
    const inMs = JSON.stringify([{ unix: 1_800_000_060_000, ...rest }]);
    expect(readHistory(inMs, now)?.candles).toEqual([row(1_800_000_060)]);
  });

  it('is put in order; of two states of a candle the later one counts', () => {
    const later = { ...row(660), close: 3.5, volume: 6 };
    const answer = read([row(720), later, row(600), row(660), row(720)]);
    expect(answer).toEqual({ candles: [row(600), later, row(720)], dropped: 0 });
    // Without a volume the wider range is the later state, whichever comes first.
    const { volume: _volume, ...silent } = row(660);
    const wider = { ...silent, low: 0.5 };
    for (const rows of [
      [silent, wider],
      [wider, silent],
    ])
      expect(read(rows)?.candles).toEqual([{ ...wider, volume: undefined }]);
  });

  it('loses no more than the row in which a figure is written as no number', () => {
    for (const word of ['NaN', '-Infinity', 'Infinity', 'nan']) {
      const text = JSON.stringify({ data: [row(600), row(660), { ...row(720), note: 'NaN "NaN" \\' }] });
      const odd = text.replace('"time":660,"open":2', `"time":660,"open":${word}`);
      expect(odd).toContain(word);
      expect(readHistory(odd, query)).toEqual({ candles: [row(600), row(720)], dropped: 1 });
    }
    expect(readHistory('{"data":[NaN', query)).toBeUndefined();
    expect(readMessage(`{"time":600,"open":NaN}`)).toBeUndefined();
  });

  it('keeps the days of a place that changes its clocks, under one beginning', () => {
    const DAY = 86_400;
    // Berlin in 2026: days begin at 23:00 UTC until 29 March, then at 22:00.
    const change = Date.UTC(2026, 2, 29) / 1_000;
    const first = change - 10 * DAY - 3_600;
    const days = Array.from({ length: 17 }, (_, at) => first + at * DAY - (at > 10 ? 3_600 : 0));
    const year = { ...query, period: '1day', from: first - DAY, to: first + 40 * DAY } as const;
    const read = readHistory(JSON.stringify(days.map(row)), year);
    expect(read).toEqual({ candles: days.map((_, at) => row(first + at * DAY)), dropped: 0 });
    // Another that is hours away from all others is none of these.
    const stray = readHistory(JSON.stringify([...days, first + 3 * DAY + 40_000].map(row)), year);
    expect(stray).toMatchObject({ dropped: 1 });
  });

  it('loses what breaks the law of a candle, and counts it', () => {
    const bad = [
      { ...row(600), low: 0 },
      { ...row(600), low: -1 },
      { ...row(600), high: 2.5 },
      { ...row(600), low: 2.5 },
      { ...row(600), volume: -1 },
      { ...row(600), close: null },
      { ...row(600), close: 'NaN' },
      { ...row(600), open: true },
      { ...row(600), time: 600.5 },
      { ...row(600), volume: 'much' },
      { ...row(600), high: 1e31 },
      { ...row(600), low: 1e-31 },
      { ...row(600), open: '1e308' },
      null,
      [],
      'candle',
      row(540),
      row(1_200),
      row(-60),
    ];
    expect(read([...bad, row(660)])).toEqual({ candles: [row(660)], dropped: bad.length });
    const huge = '{"data":[{"time":600,"open":1,"high":1e999,"low":1,"close":1,"volume":1}]}';
    expect(readHistory(huge, query)).toEqual({ candles: [], dropped: 1 });
  });

  it('may have buckets that begin elsewhere, but all of them alike', () => {
    const shifted = [row(607), row(667), row(727)];
    expect(read([...shifted, row(780)])).toEqual({ candles: shifted, dropped: 1 });
  });

  it.each(['', '7', '"not_found"', '{}', '{"data":7}', '<html></html>', '['.repeat(20)])(
    'that is no list is refused: %s',
    (text) => {
      expect(readHistory(text, query)).toBeUndefined();
    },
  );

  it('never throws, and every candle that comes out is lawful, once and in order', () => {
    const figure = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.string(),
      fc.constantFrom(null, 600, 660, '720', 1e300),
    );
    const wild = fc.record(
      { time: figure, unix: figure, open: figure, high: figure, low: figure, close: figure, volume: figure },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.oneof(wild, fc.jsonValue())), fc.jsonValue()), (json) => {
        const answer = readHistory(JSON.stringify({ data: json }), query);
        for (const [at, candle] of (answer?.candles ?? []).entries()) {
          expect(isLawful(candle)).toBe(true);
          expect(candle.time).toBeGreaterThan(answer?.candles[at - 1]?.time ?? -1);
        }
        fc.pre(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a message of the stream', () => {
  it('is a candle, or nothing', () => {
    expect(readMessage(JSON.stringify(row(660)))).toEqual(row(660));
    expect(readMessage(JSON.stringify({ ...row(660), pair: 'x' }))).toEqual(row(660));
    for (const text of ['', '{}', '[]', 'null', '{"time":660}', JSON.stringify([row(660)]), '{"a":'])
      expect(readMessage(text)).toBeUndefined();
  });
});

describe('trending', () => {
  const entry = (id: string, volume: unknown, change: unknown = 5) => ({
    token_id: id,
    token_symbol: 'TKN',
    current_period_volume: volume,
    price_change: change,
  });
  const of = (json: unknown) => {
    const items = decode(JSON.stringify(json), listUnder('tokens'));
    return items.ok ? byVolume(readRows(items.value, trendingRow).rows) : undefined;
  };

  it('is by volume, each token once, the change as a fraction', () => {
    const other = 'c'.repeat(56);
    const rows = of([entry(token, 5), entry(other, '70.5', -12.5), entry(token, 900)]);
    expect(rows).toEqual([
      { token: other, ticker: 'TKN', volumeAda: 70.5, change: -0.125 },
      { token, ticker: 'TKN', volumeAda: 5, change: 0.05 },
    ]);
    expect(of({ data: [entry(token, 5)] })).toHaveLength(1);
    expect(of({ tokens: [entry(token, 5)] })).toHaveLength(1);
    expect(of(null)).toEqual([]);
  });

  it('says that a change is not known where it is not stated', () => {
    const { price_change: _change, ...silent } = entry(token, 5);
    expect(of([silent])?.[0]?.change).toBeUndefined();
    expect(of([{ ...silent, price_change: null }])?.[0]?.change).toBeUndefined();
    expect(of([{ ...silent, price_change_percentage: '2.5' }])?.[0]?.change).toBe(0.025);
    expect(of([{ ...silent, price_change: 0.0001, price_change_percentage: 7 }])?.[0]?.change).toBe(0.07);
  });

  it('leaves out what names no token or says nothing', () => {
    expect(of([entry('', 5), entry('xyz', 5), entry(token, -5), entry(token, 1, 1e300)])).toEqual([]);
    expect(of([entry(token, 'much'), entry('c'.repeat(56), 1)])).toHaveLength(1);
    expect(of('busy')).toBeUndefined();
    expect(of([{ ...entry(token, 1), token_symbol: `A\u202ED\u200B${'x'.repeat(99)}` }])?.[0]?.ticker).toBe(
      `AD${'x'.repeat(38)}`,
    );
  });
});

describe('the address of a stream', () => {
  it('is that of the specification', () => {
    const base = parseSocketBase('wss://charts.example.org/live');
    if (!base.ok) throw new Error('refused');
    const url = streamUrl(base.value, { first: ADA, second: token }, '15min');
    expect(url).toBe(`wss://charts.example.org/live/ws/lastCandle/ADA/${token}/15min`);
    const local = parseSocketBase('ws://127.0.0.1:8123');
    if (!local.ok) throw new Error('refused');
    expect(streamUrl(local.value, { first: token, second: token }, '20s')).toBe(
      `ws://127.0.0.1:8123/ws/lastCandle/${token}/${token}/20s`,
    );
  });

  it.each([
    'ws://charts.example.org',
    'https://charts.example.org',
    'wss://user@charts.example.org',
    'wss://10.0.0.1',
    'wss://charts.example.org/?key=1',
    'wss:charts.example.org',
    'wss://charts.example.org/../x',
    '',
  ])('is refused: %s', (text) => {
    expect(parseSocketBase(text)).toMatchObject({ ok: false, failure: { code: 'service-address-refused' } });
  });
});
