import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as an API's handlers see it. */
export interface ApiRequest {
  readonly method: string;
  /** Decoded path parameters by name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  readonly headers: IncomingMessage['headers'];
}

/** An answer: `json` is written as JSON. */
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

/** One API: its routes, what it says of requests that none of them takes, and who may come in. */
export interface Api {
  readonly routes: readonly Route[];
  readonly bodyLimit: number;
  /** A reply for a request that may not come in, whatever it asks for. */
  admit?(headers: IncomingMessage['headers']): ApiReply | undefined;
  /** The reply for trouble before a handler is reached. */
  trouble(status: 400 | 403 | 404 | 405 | 413 | 500, message: string): ApiReply;
}

export function reply(status: number, json: unknown): ApiReply {
  return { status, json };
}

/** Finds the route and answers. Never rejects: a handler's bug becomes a 500 that `onBug` hears of. */
export async function serve(
  api: Api,
  path: string,
  query: URLSearchParams,
  incoming: IncomingMessage,
  response: ServerResponse,
  onBug: (error: unknown) => void,
): Promise<void> {
  const answer = await answerTo(api, path, query, incoming).catch((error: unknown) => {
    onBug(error);
    return api.trouble(500, 'The practice service has failed.');
  });
  send(response, answer);
}

async function answerTo(
  api: Api,
  path: string,
  query: URLSearchParams,
  incoming: IncomingMessage,
): Promise<ApiReply> {
  const refused = api.admit?.(incoming.headers);
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

export function send(response: ServerResponse, { status, json }: ApiReply): void {
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
