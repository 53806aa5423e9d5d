import { request as plainRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ADA } from '#domain/asset.ts';
import type { RunningPractice } from '../../../src-main/practice/start.ts';
import { KEY, PracticeCalls, startTestPractice } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

const { address } = practiceWallet(57);
let practice: RunningPractice;
let calls: PracticeCalls;
let port: number;
let token: string;

beforeAll(async () => {
  practice = await startTestPractice();
  calls = new PracticeCalls(practice);
  port = Number(new URL(practice.addresses.base_url).port);
  const { json } = await calls.get('/swap/tokens?query=AMBER&verified=true');
  token = (json as { token_id: string }[])[0]?.token_id ?? '';
});
afterAll(() => practice.stop());

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** One of each of practice's doors. */
const doors: readonly (readonly [string, () => Asked])[] = [
  [
    'the faucet',
    () => ({ method: 'POST', path: '/ledger/practice/faucet', body: JSON.stringify({ address }) }),
  ],
  ['a submission', () => ({ method: 'POST', path: '/ledger/tx/submit', body: 'x' })],
  ['the ledger’s tip', () => ({ method: 'GET', path: '/ledger/blocks/latest' })],
  ['an address', () => ({ method: 'GET', path: `/ledger/addresses/${address}` })],
  ['the service', () => ({ method: 'GET', path: '/swap/adaValue' })],
  [
    'the charts',
    () => ({
      method: 'POST',
      path: '/candles/charts',
      body: JSON.stringify({ tokenIn: token, tokenOut: ADA, period: '1min', from: 0, to: 1 }),
    }),
  ],
];

/** A request whose every header is chosen, as neither `fetch` nor a browser's page could. */
function send({ method, path, body }: Asked, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = plainRequest(
      { host: '127.0.0.1', port, method, path, headers: { 'X-Partner-Id': KEY, ...headers } },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const pages: readonly (readonly [string, () => Record<string, string>])[] = [
  ['a page of the web', () => ({ host: `127.0.0.1:${port}`, origin: 'https://evil.example' })],
  [
    'a page without an origin, such as a sandboxed frame',
    () => ({ host: `localhost:${port}`, origin: 'null' }),
  ],
  [
    'a page on another port of this machine',
    () => ({ host: `localhost:${port}`, origin: 'http://localhost:8080' }),
  ],
  [
    'a page that claims our own origin',
    () => ({ host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` }),
  ],
  // An image or a link: a browser names no origin then.
  ['a page’s request for an image', () => ({ host: `127.0.0.1:${port}`, 'sec-fetch-site': 'cross-site' })],
  // The page's own name leads to loopback: to the browser it is its own server, and no origin is named on GET.
  ['a rebound name', () => ({ host: `evil.example:${port}` })],
  ['a rebound name that begins like ours', () => ({ host: `localhost.evil.example:${port}` })],
  ['our name with another port', () => ({ host: 'localhost:80' })],
  ['our name without a port', () => ({ host: 'localhost' })],
];

describe.each(doors)('%s', (_door, asked) => {
  it.each(pages)('is closed to %s', async (_page, headers) => {
    expect(await send(asked(), headers())).toBe(403);
  });

  it('answers programs, by either name of this machine', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST'])
      expect(await send(asked(), { host: `${host}:${port}` })).not.toBe(403);
  });
});

it('a page’s call of the faucet gives nothing', async () => {
  const { address: other } = practiceWallet(58);
  const body = JSON.stringify({ address: other });
  const headers = { host: `127.0.0.1:${port}`, origin: 'https://evil.example', 'content-type': 'text/plain' };
  expect(await send({ method: 'POST', path: '/ledger/practice/faucet', body }, headers)).toBe(403);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await calls.balance(other)).toEqual(new Map());
});

describe('the candle stream', () => {
  const handshake = (headers: Record<string, string>): Promise<string> =>
    new Promise((resolve) => {
      const path = `/ws/lastCandle/${token}/${ADA}/1min`;
      const socket = new WebSocket(practice.addresses.charts_ws_url + path, { headers });
      socket.on('message', () => {
        socket.terminate();
        resolve('candles');
      });
      socket.on('unexpected-response', (_request, response) => {
        response.resume();
        resolve(String(response.statusCode));
      });
      socket.on('error', (error) => resolve(error.message));
    });

  it.each(pages)('is closed to %s', async (_page, headers) => {
    expect(await handshake(headers())).toBe('403');
  });

  it('answers programs', async () => {
    expect(await handshake({ host: `localhost:${port}` })).toBe('candles');
  });
});

it('serves no request that names no host at all', async () => {
  // HTTP/1.0 has no Host; a browser cannot speak it.
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('GET /ledger/health HTTP/1.0\r\n\r\n'));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });
  expect(text).toMatch(/^HTTP\/1\.1 403 /);
});
