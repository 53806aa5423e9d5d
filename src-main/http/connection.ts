import { createHash } from 'node:crypto';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { BodyError, codeOf, ConnectError } from './trouble.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * The connections to one host. Certificates are always checked (`NODE_TLS_REJECT_UNAUTHORIZED` has no effect), proxies
 * in the environment are not used, and no redirect is followed here. `reused`: whether a connection serves further
 * calls once it has answered; otherwise each call opens a new one.
 */
export function createConnections({ reused }: { readonly reused: boolean }): Dispatcher {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  });
  return new Agent({
    connections: 4,
    // 0 closes a connection after its first answer.
    pipelining: reused ? 1 : 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: HEADERS_TIMEOUT_MS,
    maxHeaderSize: 16_384,
    allowH2: false,
    connect: (options, callback) => {
      connect(options, (...[error, socket]) => {
        if (error === null) callback(null, socket);
        else callback(new ConnectError(codeOf(error)), null);
      });
    },
  });
}

/** A body's text, and the SHA-256 (hex) of its bytes as they came, after the content encoding was undone. */
interface ReadBody {
  readonly text: string;
  readonly hash: string;
}

/**
 * Reads a response body into text. The cap counts decoded bytes while they stream, so a small compressed bomb is
 * cut off as early as a plain flood; the sender's stated length is not believed.
 * @throws BodyError (`too-large`, `malformed`), or what the stream reports.
 */
export async function readBody(
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  async function collect(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw new BodyError({ kind: 'too-large', sent: true });
      chunks.push(chunk);
    }
  }
  const decoder = decoderFor(contentEncoding);
  if (decoder === undefined) await pipeline(body, collect, { signal });
  else await pipeline(body, decoder, collect, { signal });
  const bytes = Buffer.concat(chunks, size);
  return { text: decodeUtf8(bytes), hash: createHash('sha256').update(bytes).digest('hex') };
}

function decoderFor(contentEncoding: string): Transform | undefined {
  switch (contentEncoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new BodyError({ kind: 'malformed', reason: 'encoding', sent: true });
  }
}

/** Strict UTF-8; a byte order mark is dropped. */
function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BodyError({ kind: 'malformed', reason: 'not UTF-8', sent: true });
  }
}
