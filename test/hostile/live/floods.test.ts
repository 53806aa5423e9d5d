import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { parseAssetId } from '#domain/asset.ts';
import { HttpClient } from '../../../src-main/http/http-client.ts';
import { parseJson, parsePlainJson } from '../../../src-main/http/json.ts';
import { OgmiosLedger } from '../../../src-main/ledger/ogmios/client.ts';
import { ServiceClient } from '../../../src-main/service/service-client.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { accessKey, baseUrl } from '../../support/http-parts.ts';
import { loopbackServer, reply, type Answer } from '../../support/loopback-server.ts';

/**
 * Answers within every limit on size and time, yet made to keep the main process busy, or to have it record what it
 * must not.
 */

const MEGABYTE = 1024 * 1024;
const QUICK = { concurrency: 4, perSecond: 1000, burst: 1000 };
const parts = { clock: systemClock, random: systemRandom, rate: QUICK };
const token = parseAssetId(`${'ab'.repeat(28)}414d42`);
if (token === undefined) throw new Error('no token');

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function server(answer: Answer): Promise<string> {
  const made = await loopbackServer(answer);
  cleanups.push(made.close);
  return made.url;
}

async function service(body: string): Promise<ServiceClient> {
  const url = await server((response) => reply(response, body));
  const client = new ServiceClient({ ...parts, base: baseUrl(url), key: accessKey() });
  cleanups.push(() => client.close());
  return client;
}

/** As many of these as fit into a body of this size, as a list. */
function listOf(item: string, size: number): string {
  return `[${Array.from({ length: Math.floor((size - 2) / (item.length + 1)) }, () => item).join(',')}]`;
}

describe('a list of millions of nothings', () => {
  test.each([['0'], ['{}']])(
    'as large as an answer may be, of %s, is refused before anything is read of it',
    async (item) => {
      const client = await service(listOf(item, 8 * MEGABYTE - 1));
      for (const asked of [client.limitOrders(token), client.orders('addr_test1q', 'all')])
        expect(await asked).toMatchObject({ failure: { code: 'service-answer-malformed' } });
    },
  );

  test('is refused where its numbers are only drawn, too', () => {
    expect(parsePlainJson(listOf('{}', 8 * MEGABYTE))).toBeUndefined();
    expect(parsePlainJson(listOf('[1,2,3,4,5,6]', 8 * MEGABYTE))).toBeUndefined();
  });

  test('does not stand for a list of some, however short its rows are', async () => {
    const client = await service(listOf('{}', 100_000));
    expect(await client.limitOrders(token)).toMatchObject({ failure: { code: 'service-answer-malformed' } });
  });

  test('commas inside of words are none', () => {
    expect(parseJson(JSON.stringify([','.repeat(2 * MEGABYTE)]))).toHaveLength(1);
  });

  test('what a book of thousands of orders holds is read', async () => {
    const order = { owner: 'x'.repeat(100), _id: 'y'.repeat(24), is_dexhunter: true };
    const client = await service(JSON.stringify(Array.from({ length: 10_000 }, () => order)));
    expect(await client.limitOrders(token)).toMatchObject({ ok: true });
  });
});

describe('a key that the other side repeats', () => {
  const LONG = `a-token-of-256-characters-${'0123456789'.repeat(23)}`;

  test.each([
    ['many times over', (key: string) => key.repeat(40)],
    ['many times over, apart', (key: string) => `${key} `.repeat(40)],
    ['once, at the very end of what is shown', (key: string) => 'x'.repeat(150) + key],
    ['once, cut off', (key: string) => 'x'.repeat(990) + key],
  ])('%s leaves no part of itself in the excerpt that is kept', async (_how, echo) => {
    const url = await server((response) => reply(response, echo(LONG), 500));
    const http = new HttpClient({
      ...parts,
      base: baseUrl(url),
      credential: { header: 'authorization', key: accessKey(LONG), scheme: 'Bearer' },
    });
    cleanups.push(() => http.close());
    const sent = await http.send({
      method: 'GET',
      segments: ['thing'],
      readOnly: false,
      timeoutMs: 10_000,
      maxBytes: MEGABYTE,
    });
    if (!sent.ok) throw new Error(sent.failure.kind);
    const { excerpt } = sent.value;
    for (let at = 0; at + 12 <= LONG.length; at += 1) expect(excerpt).not.toContain(LONG.slice(at, at + 12));
  });
});

describe('a socket that does not stop talking', () => {
  /** A node's socket that answers each call with these messages. */
  async function node(messages: (call: { readonly id: number }, stream: WebSocket) => void): Promise<{
    readonly ledger: OgmiosLedger;
    readonly opened: () => number;
  }> {
    const http = createServer();
    const web = new WebSocketServer({ server: http });
    let opened = 0;
    web.on('connection', (stream) => {
      opened += 1;
      stream.on('error', () => undefined);
      stream.on('message', (data: Buffer) =>
        messages(JSON.parse(data.toString('utf8')) as { readonly id: number }, stream),
      );
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const { port } = http.address() as AddressInfo;
    const ledger = new OgmiosLedger({ ...parts, base: baseUrl(`http://127.0.0.1:${port}`) });
    cleanups.push(async () => {
      await ledger.close();
      for (const client of web.clients) client.terminate();
      http.close();
    });
    return { ledger, opened: () => opened };
  }
  const genesis = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, result: { networkMagic: 1 } });

  test('is cut at the first message that nobody asked for', async () => {
    const closed = Promise.withResolvers<undefined>();
    const { ledger, opened } = await node(({ id }, stream) => {
      stream.on('close', () => closed.resolve(undefined));
      stream.send(genesis(id));
      stream.send(genesis(id));
    });
    expect(await ledger.network()).toEqual({ ok: true, value: 'preprod' });
    await closed.promise;
    expect(await ledger.network()).toEqual({ ok: true, value: 'preprod' });
    expect(opened()).toBe(2);
  });

  test('an answer to another call than was made is none, and ends the connection', async () => {
    const { ledger } = await node(({ id }, stream) => stream.send(genesis(id + 1)));
    expect(await ledger.network()).toMatchObject({ failure: { code: 'ledger-answer-malformed' } });
  });

  test('an answer to a call that was given up is taken, and forgotten', async () => {
    const held: (() => void)[] = [];
    const { ledger, opened } = await node(({ id }, stream) => {
      if (held.length === 0) held.push(() => stream.send(genesis(id)));
      else {
        held[0]?.();
        stream.send(genesis(id));
      }
    });
    const left = new AbortController();
    const first = ledger.network(left.signal);
    while (held.length === 0) await systemClock.sleep(5);
    left.abort();
    expect(await first).toMatchObject({ failure: { code: 'ledger-call-cancelled' } });
    expect(await ledger.network()).toEqual({ ok: true, value: 'preprod' });
    expect(opened()).toBe(1);
  });
});
