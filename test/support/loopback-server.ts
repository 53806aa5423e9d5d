import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface LoopbackServer {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** TCP connections taken so far, with or without a request. */
  connections(): number;
  close(): Promise<void>;
}

export type Answer = (response: ServerResponse, request: SeenRequest) => void;

/** A real HTTP server on a free loopback port that records every request and answers as told. */
export async function loopbackServer(answer: Answer): Promise<LoopbackServer> {
  const seen: SeenRequest[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const record = { method, url, headers, body: Buffer.concat(chunks) };
      seen.push(record);
      answer(response, record);
    });
    response.on('error', () => undefined);
  };
  return listen(createServer(listener), seen);
}

/** Answers with a body and status, as JSON unless told otherwise. */
export function reply(
  response: ServerResponse,
  body: string | Buffer,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

async function listen(server: Server, seen: SeenRequest[]): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
