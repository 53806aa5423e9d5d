import { toApplication } from './address.ts';
import type { CdpSession } from './cdp.ts';
import type { SessionParts } from './session.ts';
import { notProvided, strict } from './strict.ts';

/** A request that the browser holds until it is answered. */
export interface Held {
  readonly id: string;
  /** As the application knows it. */
  readonly url: string;
  readonly method: string;
  readonly resourceType: string;
}

/**
 * Answers a request like Electron's network stack: docs/api/web-request.md, "webRequest.onBeforeRequest" may cancel it;
 * an address of a handled scheme is answered by its handler (docs/api/protocol.md, "protocol.handle"); everything else
 * goes to the network. Pages' sockets do not pass through here, as Chromium does not intercept them: a deviation.
 */
export async function answerRequest(session: CdpSession, held: Held, parts: SessionParts): Promise<void> {
  const requestId = held.id;
  if (await isCancelled(held, parts)) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    return;
  }
  const handler = parts.schemes.get(new URL(held.url).protocol.slice(0, -1));
  if (handler === undefined) {
    await session.send('Fetch.continueRequest', { requestId });
    return;
  }
  if (held.method !== 'GET' && held.method !== 'HEAD') throw notProvided('a request with a body');
  const response = await handler(new Request(held.url, { method: held.method }));
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  });
}

function isCancelled({ url, method, resourceType }: Held, parts: SessionParts): Promise<boolean> {
  const listener = parts.beforeRequest();
  if (listener === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const details = strict('OnBeforeRequestListenerDetails', { url, method, resourceType });
    listener(details, ({ cancel, ...rest }) => {
      if (Object.keys(rest).length > 0) throw notProvided('a redirected request');
      resolve(cancel === true);
    });
  });
}

export function asHeld({
  requestId,
  request,
  resourceType,
}: {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly method: string };
  readonly resourceType: string;
}): Held {
  return { id: requestId, url: toApplication(request.url), method: request.method, resourceType };
}
