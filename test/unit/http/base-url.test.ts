import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endpointUrl, parseBaseUrl } from '../../../src-main/http/base-url.ts';
import { baseUrl } from '../../support/http-parts.ts';

describe('an address that is taken', () => {
  test.each([
    [
      'https://api.example',
      { origin: 'https://api.example', host: 'api.example', prefix: '', loopback: false },
    ],
    [' https://API.Example:8443/ ', { origin: 'https://api.example:8443', host: 'api.example:8443' }],
    ['http://127.0.0.1:4000', { origin: 'http://127.0.0.1:4000', loopback: true }],
    ['http://localhost:4000/', { origin: 'http://localhost:4000', loopback: true }],
    ['http://[::1]:4000', { origin: 'http://[::1]:4000', loopback: true }],
    ['https://аpi.example', { host: 'xn--pi-6kc.example' }],
  ])('%s', (text, expected) => {
    expect(parseBaseUrl(text)).toMatchObject({ ok: true, value: expected });
  });

  test('a path where the API has one', () => {
    expect(parseBaseUrl('https://ledger.example/api/v0/', { pathAllowed: true })).toMatchObject({
      ok: true,
      value: { prefix: '/api/v0' },
    });
  });
});

test.each([
  '',
  'api.example',
  'ftp://api.example',
  'javascript:alert(1)',
  'https:api.example',
  'https:///api.example',
  'http://api.example',
  'http://localhost.example',
  'http://127.0.0.1.example',
  'http://10.0.0.1',
  'https://10.0.0.1',
  'https://[2001:db8::1]',
  'https://user@api.example',
  'https://user:word@api.example',
  'https://@api.example',
  'https://api.example?key=1',
  'https://api.example/#part',
  'https://api.example#',
  'https://api.example\\@other.example',
  'https:\\\\api.example',
  'https://api.exa\tmple',
  'https://api.exa\nmple',
  'https://api .example',
  'https://api.\u200bexample',
  'https://api.example/path',
  'https://api.example:99999',
  `https://${'a'.repeat(400)}.example`,
])('refused: %j', (text) => {
  expect(parseBaseUrl(text)).toMatchObject({ ok: false, failure: { code: 'service-address-refused' } });
});

test.each([
  'https://x.example/a/../b',
  'https://x.example/%2e%2e/b',
  'https://x.example/a//b',
  'https://x.example/.',
])('a path that is not plain is refused even where one is allowed: %s', (text) => {
  expect(parseBaseUrl(text, { pathAllowed: true }).ok).toBe(false);
});

describe('an endpoint', () => {
  test('joins prefix, segments and query', () => {
    const url = endpointUrl(baseUrl('https://x.example/api/v0'), ['swap', 'tokens'], { query: 'a b&c=d' });
    expect(url.href).toBe('https://x.example/api/v0/swap/tokens?query=a+b%26c%3Dd');
  });

  test('never leaves origin and prefix, whatever the segments and the query', () => {
    const base = baseUrl('https://x.example/api/v0');
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.string(), (segments, query) => {
        let url: URL;
        try {
          url = endpointUrl(base, ['swap', ...segments], { query });
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          return;
        }
        expect(url.origin).toBe('https://x.example');
        expect(url.pathname.startsWith('/api/v0/swap')).toBe(true);
        expect(url.pathname.split('/')).toHaveLength(4 + segments.length);
        expect(url.searchParams.get('query')).toBe(query);
      }),
    );
  });
});
