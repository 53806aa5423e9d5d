import type { CustomScheme, Session } from 'electron';
import { pageHeaders } from '../content-security-policy.ts';
import type { RendererFile } from '../renderer-files.ts';

export const APP_ORIGIN = 'app://touchstone';

/** Registered before `ready`: standard, secure, fetch; nothing more (no CSP bypass, no CORS). */
export const APP_SCHEME: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** Answers one request out of the fixed table; anything else is 404. */
export function answerAppRequest(
  request: Pick<Request, 'url' | 'method'>,
  files: ReadonlyMap<string, RendererFile>,
): Response {
  const url = URL.parse(request.url);
  const ours =
    url !== null && url.protocol === 'app:' && url.host === 'touchstone' && request.method === 'GET';
  const file = ours ? files.get(url.pathname) : undefined;
  if (file === undefined) return new Response(null, { status: 404, headers: pageHeaders('text/plain') });
  return new Response(new Uint8Array(file.body), { status: 200, headers: pageHeaders(file.contentType) });
}

/** Serves `app://touchstone/…` in a session and cancels every request to anything else. */
export function serveAppProtocol(session: Session, files: ReadonlyMap<string, RendererFile>): void {
  session.protocol.handle('app', (request) => answerAppRequest(request, files));
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !details.url.startsWith(`${APP_ORIGIN}/`) });
  });
}
