/**
 * Chromium does not know the application's own scheme. A registered one, `app://host/path`, is loaded as
 * `https://host.invalid/path` (a name that can never resolve: RFC 6761) and mapped back wherever the application sees
 * an address or an origin. The page itself sees the https one: a deviation from Electron.
 */
const SCHEME = 'app:';
const ENDING = '.invalid';

export function toBrowser(address: string): string {
  const url = URL.parse(address);
  if (url?.protocol !== SCHEME) return address;
  return `https://${url.host}${ENDING}${url.pathname}${url.search}${url.hash}`;
}

/** Also for an origin, which has no path. */
export function toApplication(address: string): string {
  return address.replace(/^https:\/\/([^/?#]+)\.invalid(?=$|[/?#])/, `${SCHEME}//$1`);
}
