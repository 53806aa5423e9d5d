import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChartsClient, parseSocketBase } from '../../../src-main/charts/charts-client.ts';
import { STREAM_LIMITS, type StreamLimits } from '../../../src-main/charts/candle-stream.ts';
import type { Clock } from '../../../src-main/ports/system.ts';
import type { StreamListener, StreamSubscription } from '../../../src-main/ports/charts.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Candle } from '#domain/candle.ts';
import { candleServer, type CandleServer } from '../../support/candle-server.ts';
import { eventually } from '../../support/eventually.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { accessKey, baseUrl, SECRET } from '../../support/http-parts.ts';

const token = 'b'.repeat(56) as AssetId;
const pair = { first: ADA, second: token };
const candle = (time: number): Candle => ({ time, open: 2, high: 4, low: 1, close: 3, volume: 5 });
/** Chance that makes every pause the shortest. */
const quickest = { bytes: (count: number) => new Uint8Array(count) };

let server: CandleServer;
let client: ChartsClient;
let stream: StreamSubscription | undefined;
let told: string[];
let candles: Candle[];

const listener: StreamListener = {
  opened: () => void told.push('opened'),
  candle: (each) => void candles.push(each),
  dropped: () => void told.push('dropped'),
  silent: () => void told.push('silent'),
  lost: (why, next) => void told.push(`${why.code} ${next}`),
};

function connect(
  limits: Partial<StreamLimits> = {},
  clock: Clock = systemClock,
  socketUrl = server.socketUrl,
): void {
  const socketBase = parseSocketBase(socketUrl);
  if (!socketBase.ok) throw new Error('refused');
  client = new ChartsClient({
    base: baseUrl(server.url),
    socketBase: socketBase.value,
    key: accessKey(),
    clock,
    random: quickest,
    limits: { ...STREAM_LIMITS, ...limits },
  });
}

const until = (what: string, holds: () => boolean) =>
  eventually(what, () => Promise.resolve(holds() ? true : undefined));
const follow = async (): Promise<void> => {
  stream = client.stream(pair, '1min', listener);
  await until('open', () => told.includes('opened'));
};

beforeEach(async () => {
  server = await candleServer();
  told = [];
  candles = [];
});
afterEach(async () => {
  stream?.close();
  await client.close();
  await server.close();
});

describe('the charts client', () => {
  it('asks for history with the key, and for the stream without', async () => {
    connect();
    server.answer = () => ({ text: JSON.stringify({ data: [candle(660), candle(600)] }) });
    const answer = await client.history({ ...pair, period: '1min', from: 600, to: 720 });
    expect(answer).toEqual({ ok: true, value: { candles: [candle(600), candle(660)], dropped: 0 } });
    const [request] = server.seen;
    expect(request).toMatchObject({ method: 'POST', url: '/charts', headers: { 'x-partner-id': SECRET } });
    expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
      tokenIn: '',
      tokenOut: token,
      period: '1min',
      from: 600,
      to: 720,
    });
    await follow();
    expect(server.handshakes[0]?.path).toBe(`/ws/lastCandle/ADA/${token}/1min`);
    expect(JSON.stringify(server.handshakes)).not.toContain(SECRET);
    expect(server.handshakes[0]?.headers['sec-websocket-extensions']).toBeUndefined();
  });

  it.each([
    [401, 'service-key-refused'],
    [404, 'service-not-found'],
    [500, 'service-error'],
  ])('names the failure of status %i', async (status, code) => {
    connect();
    server.answer = () => ({ status, text: 'not today' });
    expect(await client.trending('1day')).toMatchObject({ ok: false, failure: { code } });
    expect(await client.history({ ...pair, period: '1min', from: 0, to: 60 })).toMatchObject({
      ok: false,
      failure: { code },
    });
  });

  it('refuses answers that are not candles, and more than is allowed', async () => {
    connect();
    server.answer = () => ({ text: '<html>' });
    const query = { ...pair, period: '1min', from: 0, to: 60 } as const;
    expect(await client.history(query)).toMatchObject({ failure: { code: 'service-answer-malformed' } });
    server.answer = () => ({ text: `{"data":["${'x'.repeat(9 * 1024 * 1024)}"]}` });
    expect(await client.history(query)).toMatchObject({ failure: { code: 'service-answer-too-large' } });
  });

  it('asks for trending tokens by volume', async () => {
    connect();
    server.answer = () => ({
      text: JSON.stringify([
        { token_id: token, token_symbol: 'TKN', current_period_volume: 12.5, price_change: -3 },
      ]),
    });
    expect(await client.trending('30min')).toEqual({
      ok: true,
      value: [{ token, ticker: 'TKN', volumeAda: 12.5, change: -0.03 }],
    });
    expect(JSON.parse(server.seen[0]?.body.toString() ?? '')).toEqual({
      sort: 'VOLUME_AMOUNT',
      period: '30min',
    });
  });
});

describe('a stream', () => {
  it('passes candles on, and counts what is none', async () => {
    connect();
    await follow();
    server.say(candle(600));
    server.say({ ...candle(660), high: 0 });
    server.say('rubbish');
    for (const each of server.streams) each.send(Buffer.from(JSON.stringify(candle(660))));
    server.say(candle(720));
    await until('candles', () => candles.length === 2);
    expect(candles).toEqual([candle(600), candle(720)]);
    expect(told).toEqual(['opened', 'dropped', 'dropped', 'dropped']);
  });

  it('is connected again after a cut, and again', async () => {
    connect();
    await follow();
    for (const [at, time] of [600, 660, 720].entries()) {
      server.say(candle(time));
      await until('candle', () => candles.at(-1)?.time === time);
      server.cut();
      await until('again', () => told.filter((each) => each === 'opened').length === at + 2);
    }
    expect(told.filter((each) => each === 'stream-lost again')).toHaveLength(3);
  });

  it.each([401, 403, 404, 501])('refused with status %i is left alone', async (status) => {
    const clock = new ManualClock();
    connect({}, clock);
    server.refuse = { status };
    stream = client.stream(pair, '1min', listener);
    await until('refused', () => told.length > 0);
    server.refuse = undefined;
    await clock.advance(3_600_000);
    expect(told).toEqual(['stream-refused left-alone']);
    expect(server.handshakes).toHaveLength(1);
  });

  const SIGN_IN = '<html><title>Sign in to the network</title></html>';
  it.each([
    ['status 200', { status: 200 }, 'stream-refused refused'],
    ['status 204', { status: 204 }, 'stream-refused refused'],
    ['status 302', { status: 302, location: 'ws://127.0.0.1:9/' }, 'service-redirected refused'],
    ['status 400', { status: 400 }, 'stream-refused refused'],
    ['status 407', { status: 407 }, 'stream-refused refused'],
    ['status 426', { status: 426 }, 'stream-refused refused'],
    ['status 429', { status: 429 }, 'stream-refused refused'],
    ['status 503', { status: 503 }, 'stream-refused refused'],
    ['status 511', { status: 511 }, 'stream-refused refused'],
    ['a page without a status', { bytes: SIGN_IN }, 'service-unreachable again'],
    ['nothing', { bytes: '' }, 'service-unreachable again'],
    [
      'an upgrade that proves nothing',
      { bytes: 'HTTP/1.1 101 Ok\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n' },
      'service-unreachable again',
    ],
  ])('answered with %s is asked for again, pause by pause, until it comes', async (_, refuse, expected) => {
    const clock = new ManualClock();
    connect({}, clock);
    server.refuse = refuse;
    stream = client.stream(pair, '1min', listener);
    for (let count = 1; count <= 3; count += 1) {
      await until('refused', () => told.length === count);
      expect(server.handshakes).toHaveLength(count);
      await clock.advance(500);
      expect(server.handshakes).toHaveLength(count);
      if (count === 3) server.refuse = undefined;
      await clock.advance(1_000);
    }
    await until('open', () => told.includes('opened'));
    expect(told).toEqual([expected, expected, expected, 'opened']);
  });

  it('behind a certificate that nobody vouches for is asked for again, and says why', async () => {
    const clock = new ManualClock();
    let met = 0;
    const portal = createTlsServer(selfSigned()).on('connection', () => (met += 1));
    await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
    const { port } = portal.address() as AddressInfo;
    try {
      connect({}, clock, `wss://localhost:${port}`);
      stream = client.stream(pair, '1min', listener);
      for (let count = 1; count <= 3; count += 1) {
        await until('refused', () => told.length === count);
        await clock.advance(2_000);
      }
      expect(told.slice(0, 3)).toEqual(Array(3).fill('service-certificate-refused again'));
      expect(met).toBeGreaterThanOrEqual(3);
    } finally {
      portal.close();
    }
  });

  it('follows no redirect', async () => {
    connect();
    const other = await candleServer();
    server.refuse = { status: 302, location: `${other.socketUrl}/ws/lastCandle/ADA/${token}/1min` };
    stream = client.stream(pair, '1min', listener);
    await until('refused twice', () => told.length > 1);
    expect(told.slice(0, 2)).toEqual(['service-redirected refused', 'service-redirected refused']);
    expect(other.handshakes).toEqual([]);
    await other.close();
  });

  it('is given up and made again when the other side says nothing at all', async () => {
    connect({ pingMs: 50, deadMs: 400 });
    // Nothing is read any more, so that no ping is answered.
    server.greet = (each) => each.pause();
    await follow();
    await until('given up', () => told.includes('stream-lost again'));
    server.greet = () => undefined;
    await until('again', () => told.filter((each) => each === 'opened').length >= 2);
  });

  it('is made again after the machine slept, though it would still answer', async () => {
    const clock = new ManualClock();
    connect({}, clock);
    await follow();
    clock.jump(20_000);
    await clock.advance(15_000);
    expect(told).toEqual(['opened']);
    clock.jump(3_600_000);
    await clock.advance(15_000);
    expect(told).toEqual(['opened', 'stream-lost again']);
    await clock.advance(2_000);
    await until('again', () => told.length === 3);
    expect(told[2]).toBe('opened');
  });

  it('that answers pings but brings no candle is called silent, and made again ever more rarely', async () => {
    const clock = new ManualClock();
    connect({ deadMs: Number.POSITIVE_INFINITY }, clock);
    await follow();
    const count = (what: string): number => told.filter((each) => each === what).length;
    // Two candles of a minute are waited for.
    await clock.advance(119_000);
    expect(told).toEqual(['opened']);
    await clock.advance(16_000);
    expect(told).toEqual(['opened', 'silent', 'stream-lost again']);
    await clock.advance(2_000);
    await until('again', () => count('opened') === 2);
    await clock.advance(135_000);
    expect([count('silent'), count('stream-lost again')]).toEqual([2, 1]);
    await clock.advance(120_000);
    expect([count('silent'), count('stream-lost again')]).toEqual([2, 2]);
    await clock.advance(2_000);
    await until('again', () => count('opened') === 3);
    // A candle ends the patience.
    server.say(candle(600));
    await until('candle', () => candles.length === 1);
    await clock.advance(135_000);
    expect([count('silent'), count('stream-lost again')]).toEqual([3, 3]);
  });

  it('survives giant frames, broken text, floods of fragments and half messages: it is cut off and continues', async () => {
    connect();
    const attacks: ((raw: { write(bytes: Buffer): void }) => void)[] = [
      (raw) =>
        raw.write(Buffer.concat([Buffer.from([0x81, 127, 0, 0, 0, 0, 1, 0x40, 0, 0]), Buffer.alloc(4_096)])),
      (raw) => raw.write(Buffer.from([0x81, 2, 0xc3, 0x28])),
      (raw) => {
        raw.write(Buffer.from([0x01, 1, 0x20]));
        for (let at = 0; at < 100; at += 1) raw.write(Buffer.from([0x00, 1, 0x20]));
      },
      (raw) => raw.write(Buffer.from([0xf1, 1, 0x20])),
      (raw) => raw.write(Buffer.from([0x83, 0])),
    ];
    await follow();
    for (const [at, attack] of attacks.entries()) {
      const [each] = server.streams;
      attack(Reflect.get(each ?? {}, '_socket') as { write(bytes: Buffer): void });
      await until(
        `cut off ${at}`,
        () => told.filter((item) => item.startsWith('stream-lost')).length === at + 1,
      );
      await until('again', () => told.filter((item) => item === 'opened').length === at + 2);
    }
    server.say(candle(600));
    await until('candle', () => candles.length === 1);
  });

  it('cuts off a flood', async () => {
    // A second that does not end: a slow machine would take the flood in several of them.
    const clock = new ManualClock();
    connect({ messagesPerSecond: 500 }, clock);
    await follow();
    const text = JSON.stringify(candle(600));
    for (let count = 0; count < 20_000; count += 1) server.say(text);
    await until('cut off', () => told.includes('stream-lost again'));
    expect(candles.length).toBeLessThanOrEqual(500);
    await clock.advance(2_000);
    await until('again', () => told.filter((each) => each === 'opened').length === 2);
  });

  it('says nothing any more once it is closed, and holds no more than eight at once', async () => {
    connect();
    const many = Array.from({ length: 9 }, () => client.stream(pair, '1min', listener));
    await until('open', () => told.length === 9);
    expect(told.toSorted()).toEqual([...Array<string>(8).fill('opened'), 'stream-refused left-alone']);
    for (const each of many) each.close();
    server.say(candle(600));
    await until('gone', () => server.streams.size === 0);
    expect(candles).toEqual([]);
    expect(told).toHaveLength(9);
  });
});
