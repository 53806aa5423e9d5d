import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';

/** The checked address of a remote API. The host is ASCII (punycode), so that look-alike letters show. */
export interface BaseUrl {
  /** Scheme, host and port, as a browser writes them: `https://api.example`. */
  readonly origin: string;
  /** Host and port, for display. */
  readonly host: string;
  /** Path in front of every endpoint: empty, or like `/api/v0` (no slash at the end). */
  readonly prefix: string;
  /** True for this machine's own addresses, the only ones that may use plain http. */
  readonly loopback: boolean;
}

const PRINTABLE_WITHOUT_SPACE = /^[^\s\p{Cc}\p{Cf}\\]+$/u;
const SCHEME = /^https?:\/\/[^/]/i;
const PREFIX = /^(?:\/[A-Za-z0-9._-]+){0,8}$/;
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * Checks the address of a service or a ledger back-end: https, or plain http on this machine only; no user name,
 * query, fragment, backslash or blank; host by name. A path is allowed where the API has one (`pathAllowed`).
 * Fails with `service-address-refused` and the reason.
 */
export function parseBaseUrl(
  text: string,
  options: { readonly pathAllowed?: boolean } = {},
): Result<BaseUrl, Failure> {
  const plain = text.trim();
  if (plain.length > 300) return refused('it is too long');
  if (!PRINTABLE_WITHOUT_SPACE.test(plain)) return refused('it has blanks, backslashes or hidden characters');
  if (!SCHEME.test(plain)) return refused('it does not start with https://');
  if (plain.includes('@')) return refused('it has a user name');
  if (plain.includes('?') || plain.includes('#')) return refused('it has a query or a fragment');
  if (plain.includes('%') || DOT_SEGMENT.test(plain)) return refused('its path is not plain');
  const url = URL.parse(plain);
  if (url === null || url.hostname === '') return refused('it is not an address');
  // A trailing dot means the same host, and would make one back-end look like two.
  if (url.hostname.endsWith('.')) return refused('its host ends with a dot');
  const loopback = isLoopback(url.hostname);
  if (url.protocol === 'http:' && !loopback) return refused('plain http is allowed on this machine only');
  if (!loopback && (IPV4.test(url.hostname) || url.hostname.startsWith('['))) {
    return refused('it names a number in place of a host');
  }
  const prefix = url.pathname.replace(/\/$/, '');
  if (!PREFIX.test(prefix)) return refused('its path is not plain');
  if (prefix !== '' && options.pathAllowed !== true) return refused('it has a path');
  return ok({ origin: url.origin, host: url.host, prefix, loopback });
}

/**
 * The URL of an endpoint: each segment percent-encoded, the query by the form rules.
 * @throws RangeError when the result would leave the origin or the prefix: segments are checked before they come here.
 */
export function endpointUrl(
  base: BaseUrl,
  segments: readonly string[],
  query: Readonly<Record<string, string>> = {},
): URL {
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    throw new RangeError('a path segment is empty or climbs');
  }
  const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  const url = new URL(`${base.origin}${base.prefix}${path}`);
  const search = new URLSearchParams(query).toString();
  if (search !== '') url.search = search;
  if (url.origin !== base.origin || url.pathname !== `${base.prefix}${path}`) {
    throw new RangeError('an endpoint left the configured address');
  }
  return url;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (IPV4.test(hostname) && hostname.startsWith('127.'))
  );
}

function refused(reason: string): Result<never, Failure> {
  return failed(failure('service-address-refused', { reason }));
}
