import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { reply, type SeenRequest } from './loopback-server.ts';

/** A charts service on a real loopback port that follows the test's orders. */
export interface CandleServer {
  readonly url: string;
  readonly socketUrl: string;
  readonly seen: SeenRequest[];
  /** Paths and headers of the streams that were asked for. */
  readonly handshakes: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  /** Streams that are open. */
  readonly streams: ReadonlySet<WebSocket>;
  /** The answer to `POST` requests. */
  answer: (body: Readonly<Record<string, unknown>>, path: string) => { status?: number; text: string };
  /** A status in place of a stream, with a place for redirects; or bytes that are no answer at all. */
  refuse: { readonly status: number; readonly location?: string } | { readonly bytes: string } | undefined;
  /** Sent to each new stream at once. */
  greet: (stream: WebSocket) => void;
  say(message: unknown): void;
  /** Ends every connection without a goodbye. */
  cut(): void;
  close(): Promise<void>;
}

export async function candleServer(): Promise<CandleServer> {
  const sockets = new Set<Socket>();
  const web = new WebSocketServer({ noServer: true });
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(chunks);
      server.seen.push({ method, url, headers, body });
      const { status = 200, text } = server.answer(
        JSON.parse(body.toString('utf8') || '{}') as Record<string, unknown>,
        url,
      );
      reply(response, text, status);
    });
  });
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    server.handshakes.push({ path: request.url ?? '', headers: request.headers });
    if (server.refuse && 'bytes' in server.refuse) {
      socket.end(server.refuse.bytes);
      return;
    }
    if (server.refuse) {
      const { status, location } = server.refuse;
      const where = location === undefined ? '' : `Location: ${location}\r\n`;
      socket.end(`HTTP/1.1 ${status} No\r\n${where}Content-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    web.handleUpgrade(request, socket, head, (stream) => {
      streams.add(stream);
      stream.on('error', () => undefined);
      stream.on('close', () => streams.delete(stream));
      server.greet(stream);
    });
  });
  const streams = new Set<WebSocket>();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const server: CandleServer = {
    url: `http://127.0.0.1:${port}`,
    socketUrl: `ws://127.0.0.1:${port}`,
    seen: [],
    handshakes: [],
    streams,
    answer: () => ({ text: '{"data":[]}' }),
    refuse: undefined,
    greet: () => undefined,
    say: (message) => {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      for (const stream of streams) stream.send(text);
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      web.close();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}
