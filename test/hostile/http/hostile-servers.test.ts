import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { HttpClient, type HttpCall } from '../../../src-main/http/http-client.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { accessKey, baseUrl, SECRET } from '../../support/http-parts.ts';
import { loopbackServer, reply, type Answer } from '../../support/loopback-server.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function server(answer: Answer) {
  const made = await loopbackServer(answer);
  cleanups.push(made.close);
  return made;
}

function client(url: string) {
  const made = new HttpClient({
    base: baseUrl(url),
    credential: { header: 'X-Partner-Id', key: accessKey() },
    clock: systemClock,
    random: systemRandom,
    rate: { concurrency: 4, perSecond: 1000, burst: 1000 },
  });
  cleanups.push(() => made.close());
  return made;
}

function call(changes: Partial<HttpCall> = {}): HttpCall {
  return {
    method: 'GET',
    segments: ['thing'],
    readOnly: false,
    timeoutMs: 30_000,
    maxBytes: 64 * 1024,
    ...changes,
  };
}

/** Writes raw bytes to every connection, which no well-behaved HTTP library would send. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const tcp = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => tcp.close(resolve));
  });
  return `http://127.0.0.1:${(tcp.address() as AddressInfo).port}`;
}

test('a host that hangs up on idle connections never leaves it unclear what became of a change', async () => {
  const answered = new WeakSet<object>();
  const service = await server((response) => {
    const { socket } = response;
    if (socket === null) return;
    if (answered.has(socket)) socket.destroy();
    else reply(response, '{}');
    answered.add(socket);
  });
  const made = client(service.url);
  const change = { method: 'POST', body: { type: 'application/json', content: '{}' } } as const;
  expect(await made.send(call({ readOnly: true }))).toMatchObject({ ok: true });
  expect(await made.send(call(change))).toMatchObject({ ok: true });
  expect(await made.send(call(change))).toMatchObject({ ok: true });
  expect(service.seen).toHaveLength(3);
  // Shows that reads share a connection, so that the host has one to hang up on; reads are repeated.
  expect(await made.send(call({ readOnly: true }))).toMatchObject({ ok: true });
  expect(service.seen).toHaveLength(5);
});

describe('redirects', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    for (const method of ['GET', 'POST'] as const) {
      test(`${method} ${status} to another origin: refused, and the other origin never hears of us`, async () => {
        const thief = await server((response) => {
          reply(response, '{}');
        });
        const service = await server((response) => {
          reply(response, '', status, { location: `${thief.url}/steal` });
        });
        const body = method === 'POST' ? { body: { type: 'application/json', content: '{}' } as const } : {};
        const outcome = await client(service.url).send(call({ method, ...body, readOnly: true }));
        expect(outcome).toEqual({ ok: false, failure: { kind: 'redirected', sent: true } });
        expect(thief.connections()).toBe(0);
        expect(service.seen).toHaveLength(1);
        expect(service.seen[0]?.headers['x-partner-id']).toBe(SECRET);
      });
    }
  }

  test('a redirect within the origin is refused too', async () => {
    const service = await server((response) => {
      reply(response, '', 302, { location: '/elsewhere' });
    });
    const outcome = await client(service.url).send(call());
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'redirected' } });
    expect(service.seen).toHaveLength(1);
  });
});

describe('size', () => {
  test('a gzip bomb is cut off by its decoded size', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const service = await server((response) => {
      reply(response, bomb, 200, { 'content-encoding': 'gzip' });
    });
    const before = process.memoryUsage().rss;
    const outcome = await client(service.url).send(call());
    expect(outcome).toEqual({ ok: false, failure: { kind: 'too-large', sent: true } });
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 * 1024);
  });

  test('an endless plain body is cut off, and its connection closed', async () => {
    let closed = false;
    const service = await server((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(Buffer.alloc(16 * 1024, 0x20)), 1);
      response.on('close', () => {
        closed = true;
        clearInterval(timer);
      });
    });
    const outcome = await client(service.url).send(call());
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'too-large' } });
    await expect.poll(() => closed, { timeout: 60_000 }).toBe(true);
  });

  test('a body of exactly the cap passes, one byte more does not', async () => {
    const service = await server((response, { url }) => {
      reply(response, Buffer.alloc(url === '/fits' ? 1000 : 1001, 0x31));
    });
    const http = client(service.url);
    expect(await http.send(call({ segments: ['fits'], maxBytes: 1000 }))).toMatchObject({ ok: true });
    expect(await http.send(call({ segments: ['bursts'], maxBytes: 1000 }))).toMatchObject({
      failure: { kind: 'too-large' },
    });
  });

  test('a header larger than 16 KB is refused', async () => {
    const service = await server((response) => {
      reply(response, '{}', 200, { 'x-large': 'a'.repeat(64 * 1024) });
    });
    const outcome = await client(service.url).send(call());
    expect(outcome).toEqual({ ok: false, failure: { kind: 'malformed', reason: 'headers', sent: true } });
  });
});

describe('time', () => {
  test('a dripping body ends at the total deadline', async () => {
    const service = await server((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    const outcome = await client(service.url).send(call({ timeoutMs: 1_000 }));
    expect(outcome).toEqual({ ok: false, failure: { kind: 'timeout', seconds: 1, sent: true } });
  });

  test('headers that never come end at the total deadline', async () => {
    const service = await server(() => undefined);
    const outcome = await client(service.url).send(call({ timeoutMs: 1_000, readOnly: true }));
    expect(outcome).toEqual({ ok: false, failure: { kind: 'timeout', seconds: 1, sent: true } });
    expect(service.seen).toHaveLength(1);
  });

  test('headers that drip end at the total deadline', async () => {
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      const timer = setInterval(() => socket.write('a'), 50);
      socket.on('close', () => {
        clearInterval(timer);
      });
    });
    const outcome = await client(url).send(call({ timeoutMs: 1_000 }));
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'timeout' } });
  });

  test('giving up ends the call as cancelled and frees the connection', async () => {
    const service = await server(() => undefined);
    const giveUp = new AbortController();
    const pending = client(service.url).send(call({ signal: giveUp.signal }));
    await expect.poll(() => service.seen.length, { timeout: 60_000 }).toBe(1);
    giveUp.abort();
    expect(await pending).toEqual({ ok: false, failure: { kind: 'cancelled', sent: true } });
  });

  test('closing the client ends what is under way', async () => {
    const service = await server(() => undefined);
    const http = client(service.url);
    const pending = http.send(call());
    await expect.poll(() => service.seen.length, { timeout: 60_000 }).toBe(1);
    await http.close();
    expect(await pending).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
  });
});

describe('broken answers', () => {
  test('a body shorter than announced is no answer', async () => {
    const url = await rawServer((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a":1');
    });
    expect(await client(url).send(call())).toEqual({
      ok: false,
      failure: { kind: 'unreachable', sent: true },
    });
  });

  test('a truncated gzip stream is no answer', async () => {
    const whole = gzipSync('{"price_ba": 1.5, "more": "0123456789abcdefghijklmnop"}');
    const service = await server((response) => {
      reply(response, whole.subarray(0, whole.length - 12), 200, { 'content-encoding': 'gzip' });
    });
    const outcome = await client(service.url).send(call());
    expect(outcome).toEqual({ ok: false, failure: { kind: 'malformed', reason: 'encoding', sent: true } });
  });

  test('an encoding that was not asked for is refused', async () => {
    const service = await server((response) => {
      reply(response, '{}', 200, { 'content-encoding': 'gzip, gzip' });
    });
    expect(await client(service.url).send(call())).toMatchObject({ failure: { reason: 'encoding' } });
  });

  test('bytes that are not UTF-8 are refused', async () => {
    const service = await server((response) => {
      reply(response, Buffer.from([0x22, 0xff, 0xfe, 0x22]));
    });
    expect(await client(service.url).send(call())).toMatchObject({ failure: { reason: 'not UTF-8' } });
  });

  test('something that is not HTTP is refused', async () => {
    const url = await rawServer((socket) => {
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    });
    expect(await client(url).send(call())).toMatchObject({
      failure: { kind: 'malformed', reason: 'headers' },
    });
  });

  test('a connection closed without a word may have taken the request', async () => {
    const url = await rawServer((socket) => {
      socket.once('data', () => socket.destroy());
    });
    expect(await client(url).send(call())).toEqual({
      ok: false,
      failure: { kind: 'unreachable', sent: true },
    });
  });

  test('nobody listening: certainly unsent', async () => {
    const gone = await loopbackServer(() => undefined);
    await gone.close();
    expect(await client(gone.url).send(call())).toEqual({
      ok: false,
      failure: { kind: 'unreachable', sent: false },
    });
  });

  test('a compressed answer arrives as text, without its byte order mark', async () => {
    const service = await server((response) => {
      reply(response, gzipSync('\ufeff{"a":1}'), 200, { 'content-encoding': 'gzip' });
    });
    expect(await client(service.url).send(call())).toMatchObject({ ok: true, value: { text: '{"a":1}' } });
  });
});

describe('the key', () => {
  test('an answer that echoes it is shown without it', async () => {
    const service = await server((response, { headers }) => {
      reply(response, `{"error":"bad key ${String(headers['x-partner-id'])}"}`, 500);
    });
    const outcome = await client(service.url).send(call());
    expect(outcome.ok && outcome.value.excerpt).toContain('bad key [access key]');
    expect(outcome.ok && outcome.value.excerpt).not.toContain(SECRET);
  });

  test('an excerpt cannot hold the key’s beginning where it was cut', async () => {
    const service = await server((response) => {
      reply(response, `${'x'.repeat(190)}${SECRET}`, 500);
    });
    const outcome = await client(service.url).send(call());
    expect(outcome.ok && outcome.value.excerpt).toHaveLength(200);
    expect(JSON.stringify(outcome.ok && outcome.value.excerpt)).not.toContain(SECRET.slice(0, 10));
  });
});
