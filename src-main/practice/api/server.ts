import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { reply, send, serve, type Api } from './http.ts';
import { refuseUpgrade } from './upgrade.ts';
import { pageBehind } from './web-page.ts';

/** Streams of one API: takes requests to change to the WebSocket protocol, and ends what it took. */
export interface Streams {
  upgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/** The APIs behind one port: by the first segment of the path, and everything else. */
export interface ApiTable {
  readonly prefixed: Readonly<Record<string, Api>>;
  readonly rest: Api;
  /** By the first segment of the path, as well. */
  readonly streams: Readonly<Record<string, Streams>>;
}

export interface ApiServer {
  readonly port: number;
  /** Stops taking requests, and resolves when the ones under way are answered. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Listens on loopback only, and serves programs only, no web pages. Rejects when the port cannot be had. */
export async function startServer(
  port: number,
  table: ApiTable,
  onBug: (error: unknown) => void,
): Promise<ApiServer> {
  const limits = {
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    // Requests that would change to another protocol than the streams' are answered as plain ones.
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
  };
  const server = createServer(limits, (incoming, response) => {
    const { path, first, rest, query } = partsOf(incoming);
    const api = Object.hasOwn(table.prefixed, first) ? table.prefixed[first] : undefined;
    const page = pageBehind(incoming.headers, incoming.socket.localPort);
    if (page !== undefined) {
      send(response, (api ?? table.rest).trouble(403, page));
      return;
    }
    void serve(api ?? table.rest, api ? rest : path, query, incoming, response, onBug);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const page = pageBehind(incoming.headers, incoming.socket.localPort);
    if (page !== undefined) {
      refuseUpgrade(socket, reply(403, { error: 'web_page', message: page }));
      return;
    }
    const { first, rest } = partsOf(incoming);
    const streams = Object.hasOwn(table.streams, first) ? table.streams[first] : undefined;
    if (streams) streams.upgrade(rest, incoming, socket, head);
    else refuseUpgrade(socket, reply(404, 'not_found'));
  });
  await listen(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        // A client that never ends its request must not hold the stop up.
        setTimeout(() => server.closeAllConnections(), 2_000).unref();
      });
      await Promise.all([closed, ...Object.values(table.streams).map((streams) => streams.close())]);
    },
  };
}

function partsOf({ url = '/' }: IncomingMessage): {
  readonly path: string;
  readonly first: string;
  readonly rest: string;
  readonly query: URLSearchParams;
} {
  const parsed = URL.parse(url, 'http://loopback');
  const path = parsed?.pathname ?? '/';
  const [, first = '', ...others] = path.split('/');
  return { path, first, rest: `/${others.join('/')}`, query: parsed?.searchParams ?? new URLSearchParams() };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
