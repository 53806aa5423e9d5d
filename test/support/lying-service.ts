import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Changes an answer's JSON on its way; `undefined` makes the service fail with status 500. */
export type Lie = (answer: Record<string, unknown>) => Record<string, unknown> | undefined;

/** A service between the client and practice that lies on chosen paths. */
export interface LyingService {
  readonly baseUrl: string;
  /** How often each path was asked for. */
  readonly asked: ReadonlyMap<string, number>;
  lies: Readonly<Record<string, Lie>>;
  close(): Promise<void>;
}

export async function startLyingService(honestUrl: string): Promise<LyingService> {
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/';
      asked.set(path, (asked.get(path) ?? 0) + 1);
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const honest = await fetch(honestUrl + path, {
        method: request.method ?? 'GET',
        headers: {
          'x-partner-id': String(request.headers['x-partner-id']),
          'content-type': 'application/json',
        },
        ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
      });
      const text = await honest.text();
      const lie = lying.lies[path];
      const told = lie && honest.ok ? lie(JSON.parse(text) as Record<string, unknown>) : undefined;
      const failing = lie !== undefined && told === undefined;
      response.writeHead(failing ? 500 : honest.status, { 'content-type': 'application/json' });
      response.end(failing ? '"broken"' : told ? JSON.stringify(told) : text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lying: LyingService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    lies: {},
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return lying;
}
