import type { IncomingMessage } from 'node:http';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { reply, type SeenRequest } from '../loopback-server.ts';

/** The fault of a server, until another one is set. */
export type Trouble =
  /** Takes a submission and breaks off before it answers. */
  | 'cut-after-submit'
  | 'rate-limited'
  /** As one that was given another key. */
  | 'key-refused'
  /** It serves a network that nobody knows. */
  | 'unknown-network'
  /** Its parameters and its clock are nonsense. */
  | 'odd';

/** A back-end on a loopback port that says in its own protocol what a chain has. */
export interface LedgerServer {
  readonly url: string;
  /** Submissions that reached it. */
  submissions: number;
  trouble: Trouble | undefined;
  /** Requests and handshakes, headers and all. */
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

/** The magic number of a network: practice is on preprod. */
export const magicOf = (trouble: Trouble | undefined): number => (trouble === 'unknown-network' ? 42 : 1);

/** By how much an odd server's clock is ahead. */
const ODD_CLOCK_MS = 5 * 60_000;

export type Handle = (response: ServerResponse, request: SeenRequest, server: LedgerServer) => Promise<void>;
export type Upgrade = (request: IncomingMessage, socket: Socket, head: Buffer, server: LedgerServer) => void;

export async function ledgerServer(handle: Handle, upgrade?: Upgrade): Promise<LedgerServer> {
  const sockets = new Set<Socket>();
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks) };
      server.seen.push(seen);
      if (server.trouble === 'odd')
        response.setHeader('date', new Date(Date.now() + ODD_CLOCK_MS).toUTCString());
      handle(response, seen, server).catch((error: unknown) => reply(response, String(error), 500));
    });
    response.on('error', () => undefined);
  });
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const { method = '', url = '', headers } = request;
    server.seen.push({ method, url, headers, body: Buffer.alloc(0) });
    upgrade?.(request, socket, head, server);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: LedgerServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    submissions: 0,
    trouble: undefined,
    seen: [],
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

/** Answers with JSON. */
export function json(response: ServerResponse, body: unknown, status = 200): void {
  reply(response, JSON.stringify(body), status);
}
