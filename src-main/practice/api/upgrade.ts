import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import type { ApiReply } from './http.ts';

/** Answers a request to change protocols with an ordinary refusal, and lets go of the connection. */
export function refuseUpgrade(socket: Duplex, { status, json }: ApiReply): void {
  const text = JSON.stringify(json);
  socket.on('error', () => undefined);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'cache-control: no-store',
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}
