import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { encodeBech32 } from '../../src-main/cardano/bech32.ts';
import { hexBytes } from '../../src-main/cardano/hex.ts';

/** In a thread of its own: answers what scripts lock, as Blockfrost does, from lists that are made beforehand. */

const PAGE = 100;
const lists = new Map(
  (workerData as readonly (readonly [string, readonly object[]])[]).map(([script, outputs]) => [
    encodeBech32('addr_vkh', hexBytes(script)),
    Array.from({ length: Math.floor(outputs.length / PAGE) + 1 }, (_, page) =>
      JSON.stringify(outputs.slice(page * PAGE, (page + 1) * PAGE)),
    ),
  ]),
);

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost');
  const list = lists.get(url.pathname.split('/')[2] ?? '');
  const body = list?.[Number(url.searchParams.get('page') ?? 1) - 1] ?? '[]';
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
