import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  CANDLE_PERIODS,
  PERIOD_SECONDS,
  STREAMED_PERIODS,
  bucketStart,
  isLawful,
  type Candle,
} from '#domain/candle.ts';
import { TRENDING_PERIODS } from '#domain/trending.ts';
import type { RunningPractice } from '../../../src-main/practice/start.ts';
import { CandleListener, refusedHandshake } from '../../support/candle-listener.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import {
  call,
  KEY,
  PracticeCalls,
  startTestPractice,
  until,
  type Answer,
} from '../../support/practice-service.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const UNKNOWN = `${'00'.repeat(27)}ff4e4f4e45`;
const ALL = { from: 0, to: 4e9 };
const directory = temporaryDirectories();
let running: RunningPractice;
let calls: PracticeCalls;
let [amber, kelp, mote, cinder, shelf] = ['', '', '', '', ''];

beforeAll(async () => {
  // Twenty times as fast as the clock: candles change and end while the tests look on.
  running = await startTestPractice({ speed: 20 });
  calls = new PracticeCalls(running);
  [amber = '', kelp = '', mote = '', cinder = '', shelf = ''] = await Promise.all(
    ['AMBER', 'KELP', 'MOTE', 'CNDR', 'SHELF'].map(tokenOf),
  );
});
afterAll(() => running.stop());

async function tokenOf(ticker: string): Promise<string> {
  const { json } = await calls.get(`/swap/tokens?query=${ticker}`);
  return (
    (json as { token_id: string; ticker: string }[]).find((item) => item.ticker === ticker)?.token_id ?? ''
  );
}

function post(path: string, body: unknown, of: RunningPractice = running): Promise<Answer> {
  return call(of.addresses.charts_url + path, {
    method: 'POST',
    headers: { 'X-Partner-Id': KEY, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function history(body: object, of: RunningPractice = running): Promise<readonly Candle[]> {
  const { status, json } = await post(
    '/charts',
    { tokenIn: '', tokenOut: amber, period: '20s', ...body },
    of,
  );
  expect(status, JSON.stringify(json)).toBe(200);
  expect(Object.keys(json as object)).toEqual(['data']);
  return (json as { data: Candle[] }).data;
}

function stream(path: string, of: RunningPractice = running): string {
  return `${of.addresses.charts_ws_url}/ws/lastCandle/${path}`;
}

describe('history', () => {
  test('has candles of all eight periods, over years, exactly as specified', async () => {
    for (const period of CANDLE_PERIODS) {
      const candles = await history({ period, ...ALL });
      expect(candles.length).toBeGreaterThan(150);
      const wrong = candles.find(
        (candle, index) =>
          candle.time <= (candles[index - 1]?.time ?? 0) ||
          bucketStart(candle.time, period) !== candle.time ||
          !isLawful(candle),
      );
      expect(wrong).toBeUndefined();
      expect(Object.keys(candles[0] ?? {})).toEqual(['time', 'open', 'high', 'low', 'close', 'volume']);
      // One answer reaches back 100,000 periods; the past is three years long.
      const reached = (candles.at(-1)?.time ?? 0) - (candles[0]?.time ?? 0);
      expect(reached).toBeGreaterThan(
        0.99 * Math.min(100_000 * PERIOD_SECONDS[period], 3 * 365 * 86_400) - 604_800,
      );
      expect(reached).toBeLessThanOrEqual(100_000 * PERIOD_SECONDS[period]);
    }
  });

  test('a pair with ADA is priced in ADA for one token, whichever way it is named', async () => {
    const span = { period: '1hour', from: 1_790_000_000 - 1e7, to: 1_790_000_000 };
    const forwards = await history({ ...span, tokenIn: '', tokenOut: kelp });
    const backwards = await history({ ...span, tokenIn: kelp, tokenOut: '' });
    expect(forwards).toEqual(backwards);
    expect(forwards.length).toBeGreaterThan(1_000);
    await until(async () => {
      const [last] = (await history({ period: '1day', ...ALL, tokenIn: kelp, tokenOut: '' })).slice(-1);
      const price = await calls.get(`/swap/averagePrice/ADA/${kelp}`);
      return last?.close === (price.json as { price_ba: number }).price_ba;
    }, 'the last close to be the average price');
  });

  test('a pair of tokens is priced in tokenOut for one tokenIn, from 1e-12 to 1e12', async () => {
    const span = { period: '4hour', from: 1_700_000_000, to: 1_790_000_000 };
    const small = await history({ ...span, tokenIn: mote, tokenOut: kelp });
    const large = await history({ ...span, tokenIn: kelp, tokenOut: mote });
    expect(small.length).toBeGreaterThan(1_000);
    expect(large.map(({ time }) => time)).toEqual(small.map(({ time }) => time));
    for (const [index, { open, high, low, close, volume }] of small.entries()) {
      const other = large[index] as Candle;
      expect(close).toBeLessThan(1e-9);
      expect(other.close).toBeGreaterThan(1e9);
      expect([open * other.open, high * other.low, low * other.high, close * other.close]).toEqual([
        expect.closeTo(1, 12),
        expect.closeTo(1, 12),
        expect.closeTo(1, 12),
        expect.closeTo(1, 12),
      ]);
      expect(other.volume).toBe(volume);
    }
  });

  test('from and to are both counted; a span in which nothing traded is an empty list', async () => {
    const candles = await history({ period: '1hour', from: 1_780_000_000, to: 1_780_000_000 + 86_400 });
    const [first, second, third] = candles;
    if (!first || !second || !third) throw new Error('too few candles');
    expect(await history({ period: '1hour', from: second.time, to: second.time })).toEqual([second]);
    expect(await history({ period: '1hour', from: first.time, to: third.time })).toEqual([
      first,
      second,
      third,
    ]);
    expect(await history({ period: '1hour', from: first.time + 1, to: third.time - 1 })).toEqual([second]);
    for (const empty of [
      { from: 0, to: 0 },
      { from: -5, to: 1_000 },
      { from: 1e10, to: 2e10 },
      { from: 1e300, to: 1e300 },
      { period: '1hour', from: first.time + 1, to: first.time + 2 },
    ])
      expect(await history(empty)).toEqual([]);
  });

  test('buckets without trades are left out', async () => {
    const span = { from: 1_780_000_000, to: 1_780_000_000 + 10 * 86_400 };
    const candles = await history({ tokenIn: '', tokenOut: cinder, period: '5min', ...span });
    expect(candles.length).toBeGreaterThan(300);
    expect(candles.length).toBeLessThan(2_200);
  });

  test('the volume of the last day is that of the daily statistics', async () => {
    await until(async () => {
      const before = await calls.get(`/stats/daily_stats/ADA/${amber}`);
      const candles = await history({ period: '5min', ...ALL, from: Date.now() / 1000 - 100_000 });
      const after = await calls.get(`/stats/daily_stats/ADA/${amber}`);
      const volume = (before.json as { daily_volume: number }).daily_volume;
      const sum = (count: number): number =>
        candles.slice(-count).reduce((total, { volume: part = Number.NaN }) => total + part, 0);
      // The market continues between the calls, and its day begins with a whole interval.
      const isStill = volume === (after.json as { daily_volume: number }).daily_volume;
      return isStill && [286, 287, 288].some((count) => Math.abs(sum(count) / volume - 1) < 1e-9);
    }, 'candles and statistics of one moment');
  });

  test('every refusal is a 4xx that names the field', async () => {
    const good = { tokenIn: '', tokenOut: amber, period: '1min', from: 1, to: 2 };
    const cases: [unknown, number, object][] = [
      ['{"tokenIn"', 400, { field: 'body' }],
      ['[]', 400, { field: 'body' }],
      [{ ...good, tokenIn: undefined }, 400, { field: 'tokenIn' }],
      [{ ...good, tokenIn: 7 }, 400, { field: 'tokenIn' }],
      [{ ...good, tokenOut: 'nonsense' }, 400, { field: 'tokenOut' }],
      [{ ...good, tokenOut: UNKNOWN }, 404, { error: 'token_not_found', token_id: UNKNOWN }],
      [{ ...good, tokenOut: shelf }, 404, { error: 'pool_not_found' }],
      [{ ...good, tokenOut: '' }, 400, { error: 'same_token' }],
      [{ ...good, tokenIn: amber }, 400, { error: 'same_token' }],
      [{ ...good, period: undefined }, 400, { field: 'period' }],
      [{ ...good, period: 60 }, 400, { field: 'period' }],
      [{ ...good, period: '1m' }, 400, { field: 'period' }],
      [{ ...good, from: undefined }, 400, { field: 'from' }],
      [{ ...good, from: '1' }, 400, { field: 'from' }],
      [{ ...good, to: null }, 400, { field: 'to' }],
      [`{"tokenIn":"","tokenOut":"${amber}","period":"1min","from":1,"to":1e999}`, 400, { field: 'to' }],
      [{ ...good, from: 3 }, 400, { field: 'from', error: 'malformed_request' }],
    ];
    for (const [body, status, expected] of cases)
      expect(await post('/charts', body), JSON.stringify(body)).toMatchObject({ status, json: expected });
  });

  test('no page of another origin is let in', async () => {
    const response = await fetch(`${running.addresses.charts_url}/charts`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(response.ok).toBe(false);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('trending', () => {
  test('has the tokens that traded, most ADA first, of all five periods', async () => {
    let before = 0;
    for (const period of TRENDING_PERIODS) {
      const { status, json } = await post('/trending', { sort: 'VOLUME_AMOUNT', period });
      expect(status).toBe(200);
      const entries = json as Record<string, number | string>[];
      expect(entries.length).toBeGreaterThan(5);
      for (const entry of entries)
        expect(entry).toEqual({
          token_id: expect.stringMatching(/^[0-9a-f]{56,}$/),
          token_symbol: expect.stringMatching(/./),
          current_period_volume: expect.any(Number),
          price_change: expect.any(Number),
        });
      const volumes = entries.map((entry) => entry['current_period_volume'] as number);
      expect(volumes).toEqual(volumes.toSorted((left, right) => right - left));
      expect(volumes.at(-1)).toBeGreaterThan(0);
      const total = volumes.reduce((sum, volume) => sum + volume, 0);
      expect(total).toBeGreaterThan(before);
      before = total;
    }
  });

  test('other sorts and periods are 400', async () => {
    const good = { sort: 'VOLUME_AMOUNT', period: '1hour' };
    expect((await post('/trending', good)).status).toBe(200);
    for (const [body, field] of [
      [{ ...good, sort: 'NAME' }, 'sort'],
      [{ ...good, sort: undefined }, 'sort'],
      [{ ...good, period: '15min' }, 'period'],
      [{ ...good, period: 5 }, 'period'],
      ['x', 'body'],
    ] as const)
      expect(await post('/trending', body)).toMatchObject({ status: 400, json: { field } });
  });
});

describe('the stream', () => {
  test('sends the latest candle at once, then every change; candles that closed are those of the history', async () => {
    for (const [pair, tokens] of [
      [`ADA/${amber}`, { tokenIn: '', tokenOut: amber }],
      [`${kelp}/${amber}`, { tokenIn: kelp, tokenOut: amber }],
    ] as const) {
      const listener = new CandleListener(stream(`${pair}/20s`));
      const first = await listener.heard(1);
      const begun = (await history({ ...tokens, ...ALL })).filter(({ time }) => time >= (first['time'] ?? 0));
      expect(begun[0]?.open).toBe(first['open']);
      await until(
        () => Promise.resolve(new Set(listener.candles.map(({ time }) => time)).size > 4),
        'candles',
      );
      listener.close();
      const heard = listener.candles as unknown as readonly Candle[];
      expect(heard.map(({ time }) => time)).toEqual(heard.map(({ time }) => time).toSorted((a, b) => a - b));
      const lastWords = new Map(heard.map((candle) => [candle.time, candle]));
      const closed = [...lastWords.values()].slice(0, -1);
      const told = await history({ ...tokens, from: closed[0]?.time, to: closed.at(-1)?.time });
      expect(closed).toEqual(told);
    }
  });

  test('carries the six shorter periods', async () => {
    expect(STREAMED_PERIODS).toHaveLength(6);
    for (const period of STREAMED_PERIODS) {
      const listener = new CandleListener(stream(`ADA/${amber}/${period}`));
      const { time = 0, ...rest } = await listener.heard(1);
      expect(bucketStart(time, period)).toBe(time);
      expect(isLawful({ time, ...rest } as Candle)).toBe(true);
      listener.close();
    }
  });

  test('a fill of one’s own order is in it', async () => {
    const wallet = practiceWallet(61);
    await calls.fund(wallet.address);
    const listener = new CandleListener(stream(`ADA/${cinder}/4hour`));
    const asked = {
      buyer_address: wallet.address,
      token_in: '',
      token_out: cinder,
      amount_in: 100,
      slippage: 20,
    };
    await listener.heard(1);
    const { json: built } = await calls.post('/swap/build', asked);
    const { cbor: txCbor } = built as { cbor: string };
    const { json: signed } = await calls.post('/swap/sign', { txCbor, signatures: wallet.sign(txCbor) });
    expect((await calls.submit((signed as { cbor: string }).cbor)).status).toBe(200);
    // The crowd never trades as much at once on so small a pool.
    await until(
      () =>
        Promise.resolve(
          listener.candles.some(
            ({ volume = 0, time }, index) =>
              index > 0 &&
              volume -
                (listener.candles[index - 1]?.['time'] === time
                  ? (listener.candles[index - 1]?.['volume'] ?? 0)
                  : 0) >
                // A difference of two floats.
                99.999,
          ),
        ),
      'the fill',
    );
    listener.close();
  });

  test('when a bucket ends without a trade, the latest candle comes again: silence means that it is lost', async () => {
    const listener = new CandleListener(stream(`ADA/${cinder}/20s`));
    await until(
      () => Promise.resolve(listener.messages.some((text, index) => text === listener.messages[index - 1])),
      'a repeated candle',
    );
    listener.close();
  });

  test('other periods, pairs and paths are refused at the handshake', async () => {
    for (const period of ['1day', '1week', '1m', '', '20S'])
      expect((await refusedHandshake(stream(`ADA/${amber}/${period}`))).status).toBe(
        period === '' ? 404 : 400,
      );
    expect(await refusedHandshake(stream(`ADA/${amber}/1day`))).toMatchObject({
      status: 400,
      json: { error: 'malformed_request', field: 'period' },
    });
    for (const [path, status] of [
      [`ADA/${UNKNOWN}/20s`, 404],
      [`${amber}/${UNKNOWN}/20s`, 404],
      [`ADA/${shelf}/20s`, 404],
      ['ADA/nonsense/20s', 400],
      ['ADA/%E0%A4%A/20s', 400],
      [`/${amber}/20s`, 400],
      [`ADA/ADA/20s`, 400],
      [`${amber}/${amber}/20s`, 400],
      [`ADA/${amber}/20s/more`, 404],
      [`ADA/${amber}`, 404],
    ] as const)
      expect((await refusedHandshake(stream(path))).status, path).toBe(status);
    const { base_url: base } = running.addresses;
    for (const path of [`/ws/lastCandle/ADA/${amber}/20s`, '/swap/adaValue', '/'])
      expect((await refusedHandshake(base.replace('http', 'ws') + path)).status).toBe(404);
  });

  test('a plain request at a stream’s path is no stream', async () => {
    const url = stream(`ADA/${amber}/20s`).replace('ws:', 'http:');
    expect((await call(url)).status).toBe(401);
    expect((await call(url, { headers: { 'X-Partner-Id': KEY } })).status).toBe(404);
  });

  test('pings are answered, what clients say is not listened to, and long speeches end the connection', async () => {
    const listener = new CandleListener(stream(`ADA/${amber}/1min`));
    await listener.heard(1);
    const pong = once(listener.socket, 'pong');
    listener.socket.ping('are you there');
    expect(String((await pong)[0])).toBe('are you there');
    listener.socket.send('{"subscribe":"everything"}');
    await listener.heard(3);
    listener.socket.send('x'.repeat(2_000));
    expect((await listener.closed).code).toBe(1009);
  });

  test('many clients hear the same, and one that breaks off disturbs nobody', async () => {
    const listeners = Array.from({ length: 80 }, () => new CandleListener(stream(`ADA/${amber}/20s`)));
    await Promise.all(listeners.map((listener) => listener.heard(1)));
    listeners[0]?.socket.terminate();
    await Promise.all(listeners.slice(1).map((listener) => listener.heard(4)));
    const heard = listeners.slice(1).map(({ messages }) => new Set(messages));
    const last = listeners[1]?.messages.at(-1) ?? '';
    await until(
      () => Promise.resolve(listeners.slice(1).every(({ messages }) => messages.includes(last))),
      'all',
    );
    expect(heard).toHaveLength(79);
    for (const listener of listeners) listener.close();
  });

  test('a stop says goodbye', async () => {
    const other = await startTestPractice();
    const listener = new CandleListener(stream(`ADA/${amber}/20s`, other));
    await listener.heard(1);
    await other.stop();
    expect(await listener.closed).toEqual({ code: 1001, reason: 'practice stops' });
  });
});

describe('the wild dialect', () => {
  test('writes times in other ways, rows out of order and twice, and a stream that repeats and comes late', async () => {
    const wild = await startTestPractice({ dialect: 'wild', wild: ['candles-unix'], speed: 60 });
    try {
      const rows = (await history(
        { period: '20s', from: 1_780_000_000, to: 1_780_004_000 },
        wild,
      )) as readonly {
        unix?: number;
      }[];
      const times = rows.map(({ unix = 0 }) => unix);
      expect(Math.min(...times)).toBeGreaterThanOrEqual(1_780_000_000);
      expect(new Set(times).size).toBeLessThan(times.length);
      expect(times).not.toEqual(times.toSorted((left, right) => left - right));
      const body = { tokenIn: '', tokenOut: amber, period: '2s', from: 1, to: 2 };
      expect(await post('/charts', body, wild)).toEqual({ status: 400, json: 'malformed_request' });
      const listener = new CandleListener(stream(`ADA/${amber}/20s`, wild));
      await until(() => {
        const heard = listener.candles.map(({ unix = 0 }) => unix);
        const isLate = heard.some((time, index) => time < (heard[index - 1] ?? 0));
        return Promise.resolve(isLate && new Set(listener.messages).size < listener.messages.length);
      }, 'late and repeated candles');
      listener.close();
    } finally {
      await wild.stop();
    }
  });
});

describe('a kept world', () => {
  test('has the same candles after a power cut as before it', async () => {
    const data = directory();
    const look = async ({ endpoints, chartsUrl }: PracticeProcess, to: number): Promise<unknown> => {
      const answers = await Promise.all(
        CANDLE_PERIODS.map((period) =>
          call(`${chartsUrl}/charts`, {
            method: 'POST',
            headers: { 'X-Partner-Id': endpoints.apiKey },
            body: JSON.stringify({ tokenIn: kelp, tokenOut: amber, period, from: to - 90_000, to: to - 60 }),
          }),
        ),
      );
      return answers;
    };
    const first = await PracticeProcess.start({ data });
    const to = Math.floor(Date.now() / 1000) - 20;
    const before = await look(first, bucketStart(to, '20s'));
    await first.kill();
    const again = await PracticeProcess.start({ data });
    const after = await look(again, bucketStart(to, '20s'));
    await again.stop();
    const closed = (answers: unknown): unknown =>
      (answers as { status: number; json: { data: Candle[] } }[]).map(({ status, json }, index) => ({
        status,
        candles: json.data.filter(
          ({ time }) => time + PERIOD_SECONDS[CANDLE_PERIODS[index] ?? '20s'] < bucketStart(to, '20s'),
        ),
      }));
    expect(closed(after)).toEqual(closed(before));
    expect(JSON.stringify(before).length).toBeGreaterThan(50_000);
  });
});
