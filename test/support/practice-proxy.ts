import type { ServerResponse } from 'node:http';
import { loopbackServer, reply, type SeenRequest } from './loopback-server.ts';
import type { PracticeEndpoints } from './practice-process.ts';

export interface ProxyAnswer {
  readonly status: number;
  readonly body: string;
}

/** Writes what no answer of a body and a status can be. */
export type RawAnswer = (response: ServerResponse) => void;

/** Interference between a client and practice: an answer in its place, or `undefined` for none at all. */
export type Interference = (
  request: SeenRequest,
  /** Asks practice, with another body or for another path where one is given. */
  forward: (body?: string, path?: string) => Promise<ProxyAnswer>,
) => Promise<ProxyAnswer | RawAnswer | undefined>;

/** A server in front of practice that forwards everything, except for requested changes. */
export interface PracticeProxy {
  readonly endpoints: PracticeEndpoints;
  /** From now on; without an argument everything is handed on as it is. */
  interfere(how?: Interference): void;
  /** Requests seen since the last `interfere` whose path holds the text. */
  seen(path: string): readonly SeenRequest[];
  close(): Promise<void>;
}

export async function practiceProxy({ baseUrl, apiKey }: PracticeEndpoints): Promise<PracticeProxy> {
  const honest: Interference = (_request, forward) => forward();
  let interference = honest;
  const server = await loopbackServer((response, request) => {
    const forward = (body?: string, url = request.url): Promise<ProxyAnswer> =>
      forwarded(baseUrl, { ...request, url, ...(body === undefined ? {} : { body: Buffer.from(body) }) });
    void interference(request, forward).then(
      (answer) => {
        if (typeof answer === 'function') answer(response);
        else if (answer !== undefined) reply(response, answer.body, answer.status);
      },
      // Practice is gone, or a lie threw: the caller sees a call that failed.
      () => response.destroy(),
    );
  });
  return {
    endpoints: { baseUrl: server.url, ledgerUrl: `${server.url}/ledger`, apiKey },
    interfere(how = honest) {
      interference = how;
      server.seen.length = 0;
    },
    seen: (path) => server.seen.filter(({ url }) => url.includes(path)),
    close: () => server.close(),
  };
}

/** Changes the JSON of the answers on the paths that end like this. */
export function changingJson(
  end: RegExp,
  change: (answer: Record<string, unknown>) => Record<string, unknown>,
): Interference {
  return async ({ url }, forward) => {
    const answer = await forward();
    if (!end.test(url) || answer.status !== 200) return answer;
    return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as Record<string, unknown>)) };
  };
}

/** Changes the `cbor` of the answers on one path. */
export function changingCbor(path: string, change: (cbor: string) => string): Interference {
  return changingJson(new RegExp(`${path}$`), (answer) => ({
    ...answer,
    cbor: change(String(answer['cbor'])),
  }));
}

/** Takes the requests on one path and never answers them. */
export function holding(path: string): Interference {
  return ({ url }, forward) => (url.endsWith(path) ? Promise.resolve(undefined) : forward());
}

async function forwarded(target: string, { method, url, headers, body }: SeenRequest): Promise<ProxyAnswer> {
  const kept = ['x-partner-id', 'project_id', 'content-type', 'accept'];
  const sent = kept.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const answer = await fetch(target + url, {
    method,
    headers: sent,
    ...(method === 'POST' ? { body: new Uint8Array(body) } : {}),
  });
  return { status: answer.status, body: await answer.text() };
}
