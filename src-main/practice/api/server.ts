import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Faults, parseFaults } from './faults.ts';

/** The streams of one API: accepts WebSocket upgrade requests and closes what it accepted. */
export interface Streams {
  upgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/** The APIs behind one port: by the first segment of the path, and one for everything else. */
export interface ApiTable {
  readonly prefixed: Readonly<Record<string, Api>>;
  readonly rest: Api;
  /** By the first segment of the path. */
  readonly streams: Readonly<Record<string, Streams>>;
  /** Where practice was started with faults. */
  readonly faults?: Faults;
}

export interface ApiServer {
  readonly port: number;
  /** Stops accepting requests; resolves when pending ones are answered. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Listens on loopback only and serves programs, not web pages. Rejects when the port is not available. */
export async function startServer(
  port: number,
  table: ApiTable,
  onBug: (error: unknown) => void,
): Promise<ApiServer> {
  const limits = {
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    // Requests to upgrade to any other protocol are answered as plain requests.
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
    const answer = (): Promise<ApiReply> =>
      answered(api ?? table.rest, api ? rest : path, query, incoming, onBug);
    if (table.faults && path === FAULTS_PATH) {
      void changeFaults(table.faults, incoming).then((changed) => send(response, changed));
      return;
    }
    const fault = table.faults?.meet(incoming.method, path);
    if (fault) void fault.serve(incoming, response, answer);
    else void answer().then((reply) => send(response, reply));
  });
  server.on('upgrade', (incoming, socket, head) => {
    const page = pageBehind(incoming.headers, incoming.socket.localPort);
    if (page !== undefined) {
      refuseUpgrade(socket, reply(403, { error: 'web_page', message: page }));
      return;
    }
    const { path, first, rest } = partsOf(incoming);
    const refusal = table.faults?.meet(incoming.method, path)?.refusal;
    if (refusal) {
      if (refusal.status === 0) socket.destroy();
      else refuseUpgrade(socket, reply(refusal.status, refusal.text));
      return;
    }
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
        // A client that never finishes its request must not delay the stop.
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

/** A request as passed to an API's handlers. */
export interface ApiRequest {
  readonly method: string;
  /** Decoded path parameters by name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  readonly headers: IncomingMessage['headers'];
}

/** A response: `json` is written as JSON. */
export interface ApiReply {
  readonly status: number;
  readonly json: unknown;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Segments of the path; one that begins with `:` is a parameter. */
  readonly path: string;
  handle(request: ApiRequest): ApiReply;
}

/** One API: its routes, its response to requests that no route handles, and who is admitted. */
export interface Api {
  readonly routes: readonly Route[];
  readonly bodyLimit: number;
  /** The response to a request that is not admitted, whatever it asks for. */
  admit?(headers: IncomingMessage['headers'], method: string | undefined): ApiReply | undefined;
  /** The response to an error before a handler is reached. */
  trouble(status: 400 | 403 | 404 | 405 | 413 | 500, message: string): ApiReply;
}

export function reply(status: number, json: unknown): ApiReply {
  return { status, json };
}

/** Finds the route and responds. Never rejects: a handler's bug becomes a 500 and is reported to `onBug`. */
function answered(
  api: Api,
  path: string,
  query: URLSearchParams,
  incoming: IncomingMessage,
  onBug: (error: unknown) => void,
): Promise<ApiReply> {
  return answerTo(api, path, query, incoming).catch((error: unknown) => {
    onBug(error);
    return api.trouble(500, 'The practice service has failed.');
  });
}

const FAULTS_PATH = '/practice/faults';
const FAULTS_BYTES = 64 * 1024;

/** `GET` lists the faults in force, `POST` replaces them. */
async function changeFaults(faults: Faults, incoming: IncomingMessage): Promise<ApiReply> {
  if (incoming.method === 'GET') return reply(200, faults.list());
  const wrong = (status: number, message: string): ApiReply =>
    reply(status, { error: 'malformed_faults', message });
  if (incoming.method !== 'POST') return wrong(405, 'This path takes GET or POST.');
  const body = await readBody(incoming, FAULTS_BYTES).catch(() => undefined);
  if (!body) return wrong(413, `The body has more than ${FAULTS_BYTES} bytes.`);
  const read = parseFaults(Buffer.from(body).toString('utf8'));
  if (!read.ok) return wrong(400, read.failure);
  faults.use(read.value);
  return reply(200, faults.list());
}

async function answerTo(
  api: Api,
  path: string,
  query: URLSearchParams,
  incoming: IncomingMessage,
): Promise<ApiReply> {
  const refused = api.admit?.(incoming.headers, incoming.method);
  if (refused) return refused;
  const segments = decodeSegments(path);
  if (!segments) return api.trouble(400, 'The path is not valid percent-encoding.');
  const matches = api.routes.flatMap((route) => {
    const parameters = match(route.path, segments);
    return parameters ? [{ route, parameters }] : [];
  });
  if (matches.length === 0) return api.trouble(404, 'There is nothing at this path.');
  const chosen = matches.find(({ route }) => route.method === incoming.method);
  if (!chosen)
    return api.trouble(405, `This path takes ${matches.map(({ route }) => route.method).join(' or ')}.`);
  const body = await readBody(incoming, api.bodyLimit);
  if (!body) return api.trouble(413, `The body has more than ${api.bodyLimit} bytes.`);
  const { method = 'GET', headers } = incoming;
  return chosen.route.handle({ method, parameters: chosen.parameters, query, body, headers });
}

function send(response: ServerResponse, { status, json }: ApiReply): void {
  const text = JSON.stringify(json);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}

function decodeSegments(path: string): string[] | undefined {
  try {
    return path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function match(pattern: string, segments: readonly string[]): Record<string, string> | undefined {
  const wanted = pattern.split('/').filter((segment) => segment !== '');
  if (wanted.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) parameters[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return parameters;
}

/** The whole body, or `undefined` when it is larger than the limit (the rest is then read and dropped). */
async function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size <= limit ? Buffer.concat(chunks) : undefined;
}

/** Refuses an upgrade request with an ordinary response and closes the connection. */
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

/**
 * Why a request is not admitted, whatever it asks for: a web page in the user's browser sent it. Any page can make
 * a browser call a port on loopback despite the same-origin policy: simple requests and WebSocket handshakes are
 * sent without a preflight, and a domain of the page's that resolves to 127.0.0.1 (DNS rebinding) makes the
 * responses readable as well. Browsers always name the page in `Origin`, or at least reveal it in `Sec-Fetch-Site`,
 * and always send the requested name as `Host`; programs send neither of the first two.
 */
function pageBehind(headers: IncomingMessage['headers'], port: number | undefined): string | undefined {
  const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  if (!names.includes(headers.host?.toLowerCase() ?? ''))
    return `Practice answers to ${names.slice(0, 2).join(' and ')} only.`;
  const site = headers['sec-fetch-site'];
  // `none`: the user opened the page by its address.
  if (headers.origin !== undefined || (site !== undefined && site !== 'none'))
    return 'Practice answers no web page.';
  return undefined;
}
