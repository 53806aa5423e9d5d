import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A client of the live candle stream that writes down what it hears. */
export class CandleListener {
  readonly socket: WebSocket;
  readonly messages: string[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.on('message', (data: Buffer) => this.messages.push(data.toString('utf8')));
    this.closed = new Promise((resolve) =>
      this.socket.once('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') })),
    );
  }

  /** The messages as JSON. */
  get candles(): readonly Readonly<Record<string, number>>[] {
    return this.messages.map((text) => JSON.parse(text) as Record<string, number>);
  }

  /** Resolves with the latest message when there are at least `count`. */
  async heard(count: number): Promise<Readonly<Record<string, number>>> {
    while (this.messages.length < count) await once(this.socket, 'message');
    return this.candles.at(-1) ?? {};
  }

  close(): void {
    this.socket.close();
  }
}

/** Status and body of a handshake that is refused. @throws when it is not. */
export function refusedHandshake(url: string): Promise<{ readonly status: number; readonly json: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.on('open', () => {
      socket.terminate();
      reject(new Error('the handshake was not refused'));
    });
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) as unknown });
      });
    });
  });
}
