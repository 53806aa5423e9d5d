import type { IncomingMessage } from 'node:http';

/**
 * Why a request may not come in, whatever it asks for: a web page in the user's browser sent it. Any page can make a
 * browser call a port on loopback, also past the same-origin rules: simple requests and WebSocket handshakes go out
 * without being asked for, and a name of the page's own that is pointed at 127.0.0.1 (DNS rebinding) makes the answers
 * readable as well. Browsers always name the page in `Origin`, or at least say in `Sec-Fetch-Site` that there is one,
 * and always send the name that was asked for as `Host`; clients that are programs send neither of the first two.
 */
export function pageBehind(
  headers: IncomingMessage['headers'],
  port: number | undefined,
): string | undefined {
  const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  if (!names.includes(headers.host?.toLowerCase() ?? ''))
    return `Practice answers to ${names.slice(0, 2).join(' and ')} only.`;
  const site = headers['sec-fetch-site'];
  // `none` is a page that the user opened by its address.
  if (headers.origin !== undefined || (site !== undefined && site !== 'none'))
    return 'Practice answers no web page.';
  return undefined;
}
