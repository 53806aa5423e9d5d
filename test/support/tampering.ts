import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import type { Interference, ProxyAnswer, RawAnswer } from './practice-proxy.ts';

/** The replies that can be tampered with, by the address that is asked for. */
export const replies = {
  search: /^\/swap\/tokens\?/,
  token: /^\/swap\/token\//,
  links: /^\/external_stats\/links\//,
  adaValue: /^\/swap\/adaValue$/,
  price: /^\/swap\/averagePrice\//,
  pools: /^\/stats\/pools\//,
  pairs: /^\/stats\/pairs\//,
  stats: /^\/stats\/daily_stats\//,
  estimate: /^\/swap\/estimate$/,
  build: /^\/swap\/build$/,
  sign: /^\/swap\/sign$/,
  'ledger network': /^\/ledger\/genesis$/,
  'ledger tip': /^\/ledger\/blocks\/latest$/,
  'ledger parameters': /^\/ledger\/epochs\/latest\/parameters$/,
  'ledger asset': /^\/ledger\/assets\//,
  'ledger bytes': /^\/ledger\/txs\/[0-9a-f]+\/cbor$/,
  'ledger outputs': /^\/ledger\/txs\/[0-9a-f]+\/utxos$/,
  submit: /^\/ledger\/tx\/submit$/,
} as const;

export type Reply = keyof typeof replies;
export type Json = Record<string, unknown>;

/** Answers of one kind in place of the real ones. */
export function instead(reply: Reply, answer: ProxyAnswer | RawAnswer | undefined): Interference {
  return ({ url }, forward) => (replies[reply].test(url) ? Promise.resolve(answer) : forward());
}

/** Changes the text of the answers of one kind. */
export function rewriting(reply: Reply, change: (text: string) => string): Interference {
  return async ({ url }, forward) => {
    const answer = await forward();
    return replies[reply].test(url) ? { ...answer, body: change(answer.body) } : answer;
  };
}

/** Changes the JSON of the answers of one kind. */
export function changing(reply: Reply, change: (answer: never) => unknown): Interference {
  return rewriting(reply, (text) => JSON.stringify(change(JSON.parse(text) as never)));
}

/** Sets members of the JSON object that is answered; a text with `raw:` in front is written as it is. */
export function setting(reply: Reply, members: Json): Interference {
  return rewriting(reply, (text) => {
    const changed = JSON.stringify({ ...(JSON.parse(text) as Json), ...members });
    return changed.replaceAll(/"raw:([^"]*)"/g, '$1');
  });
}

/** Several lies at once. */
export function together(...lies: readonly Interference[]): Interference {
  return (request, forward) =>
    lies.reduce<() => ReturnType<Interference>>(
      (inner, lie) => () => lie(request, inner as () => Promise<ProxyAnswer>),
      forward,
    )();
}

/** Invalid answers for any request. */
export const garbage: Readonly<Record<string, ProxyAnswer | RawAnswer>> = {
  nothing: { status: 200, body: '' },
  HTML: { status: 200, body: '<!doctype html><title>Sign in</title><form action="/steal">' },
  null: { status: 200, body: 'null' },
  'a word': { status: 200, body: '"ok"' },
  'a number': { status: 200, body: '1e400' },
  'an empty object': { status: 200, body: '{}' },
  'an empty list': { status: 200, body: '[]' },
  'a list of lists': { status: 200, body: '[[[[]]]]' },
  'half an object': { status: 200, body: '{"total_output": 1' },
  'a deep tower': { status: 200, body: '['.repeat(20_000) },
  'a prototype': { status: 200, body: '{"__proto__":{"cbor":"84","total_output":1,"ok":true}}' },
  'two megabytes': { status: 200, body: JSON.stringify({ pad: 'x'.repeat(2 * 1024 * 1024) }) },
  'a bomb': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(8 * 1024 * 1024, 0x20)));
  },
  'a redirect': (response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:9/steal' });
    response.end();
  },
  'status 401': { status: 401, body: '{"message":"unauthorized"}' },
  'status 404': { status: 404, body: '{"message":"not found"}' },
  'status 418': { status: 418, body: '"teapot"' },
  'status 429': { status: 429, body: '' },
  'status 500': { status: 500, body: 'Internal Server Error' },
  'status 200 with an error': { status: 200, body: '{"error":"<script>alert(1)</script>"}' },
  'a hang-up': (response) => void response.socket?.destroy(),
  'half a body': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"cbor":"84');
    setTimeout(() => response.socket?.destroy(), 20);
  },
};

/** Answers that never end: they meet the deadline. */
export const endless: Readonly<Record<string, RawAnswer | undefined>> = {
  silence: undefined,
  'a drip': (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(drip));
  },
};
