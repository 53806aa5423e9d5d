import type { BrowserContext, Route } from 'playwright-core';
import { pageHeaders } from '../content-security-policy.ts';
import type { RendererFile } from '../renderer-files.ts';

/** Origin of the pages in the Chromium shell. The name can never resolve (RFC 6761), so nothing else can answer for it. */
export const PAGE_ORIGIN = 'https://touchstone.invalid';

/**
 * Serves the renderer by interception, with no TCP port, and refuses every other request of the browser.
 * `onRefused` is told the origin of each refused request.
 */
export async function servePages(
  context: BrowserContext,
  files: ReadonlyMap<string, RendererFile>,
  onRefused: (origin: string) => void,
): Promise<void> {
  await context.route('**/*', (route) => answer(route, files, onRefused));
  await context.routeWebSocket('**/*', (socket) => {
    onRefused(new URL(socket.url()).origin);
    void socket.close({ code: 1008, reason: 'refused' });
  });
}

async function answer(
  route: Route,
  files: ReadonlyMap<string, RendererFile>,
  onRefused: (origin: string) => void,
): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  const file = url.origin === PAGE_ORIGIN && request.method() === 'GET' ? files.get(url.pathname) : undefined;
  if (file === undefined) {
    onRefused(url.origin);
    await route.abort('blockedbyclient').catch(() => undefined);
    return;
  }
  // The page may be gone by now; then there is nobody to answer.
  await route
    .fulfill({ status: 200, headers: pageHeaders(file.contentType), body: file.body })
    .catch(() => undefined);
}
