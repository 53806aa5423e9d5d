import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { parseAccessKey } from '../../../src-main/http/access-key.ts';
import { HttpClient } from '../../../src-main/http/http-client.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { systemRandom } from '../../../src-main/system/random.ts';
import { accessKey, baseUrl, SECRET } from '../../support/http-parts.ts';

test.each([
  '',
  'short',
  `${SECRET}\n`,
  ` ${SECRET}`,
  `${SECRET}\r\nX-Other: 1`,
  'clé-de-partenaire',
  'a'.repeat(257),
])('refused without being quoted: %j', (text) => {
  const outcome = parseAccessKey(text);
  expect(outcome).toEqual({ ok: false, failure: { code: 'api-key-malformed' } });
});

test.each(['12345678', 'a'.repeat(256), "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"])('taken: %s', (text) => {
  const outcome = parseAccessKey(text);
  expect(outcome.ok && outcome.value.reveal()).toBe(text);
});

test('neither the key nor a client that holds it prints the key', () => {
  const key = accessKey();
  const client = new HttpClient({
    base: baseUrl('https://x.example'),
    credential: { header: 'X-Partner-Id', key },
    clock: systemClock,
    random: systemRandom,
  });
  for (const holder of [key, { key }, client]) {
    const printed = [
      String(holder),
      JSON.stringify(holder),
      inspect(holder, { depth: 20, showHidden: true }),
    ];
    expect(printed.join()).not.toContain(SECRET);
  }
});
