import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { serve, type Api } from './api/http.ts';

/** The APIs behind one port: by the first segment of the path, and everything else. */
export interface ApiTable {
  readonly prefixed: Readonly<Record<string, Api>>;
  readonly rest: Api;
}

export interface ApiServer {
  readonly port: number;
  /** Stops taking requests, and resolves when the ones under way are answered. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Listens on loopback only. Rejects when the port cannot be had. */
export async function startServer(
  port: number,
  table: ApiTable,
  onBug: (error: unknown) => void,
): Promise<ApiServer> {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (incoming, response) => {
    const url = URL.parse(incoming.url ?? '/', 'http://loopback');
    const path = url?.pathname ?? '/';
    const [, first = '', ...others] = path.split('/');
    const api = Object.hasOwn(table.prefixed, first) ? table.prefixed[first] : undefined;
    const query = url?.searchParams ?? new URLSearchParams();
    void serve(api ?? table.rest, api ? `/${others.join('/')}` : path, query, incoming, response, onBug);
  });
  await listen(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        // A client that never ends its request must not hold the stop up.
        setTimeout(() => server.closeAllConnections(), 2_000).unref();
      }),
  };
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
