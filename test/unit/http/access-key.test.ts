import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { parseAccessKey } from '../../../src-main/http/access-key.ts';
import { HttpClient } from '../../../src-main/http/http-client.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { accessKey, baseUrl, SECRET } from '../../support/http-parts.ts';

test.each([
  '',
  'two words',
  `${SECRET}\n`,
  ` ${SECRET}`,
  `${SECRET}\r\nX-Other: 1`,
  'clé-de-partenaire',
  'a'.repeat(257),
])('refused without being quoted: %j', (text) => {
  const outcome = parseAccessKey(text);
  expect(outcome).toEqual({ ok: false, failure: { code: 'api-key-malformed' } });
});

test.each(['K', '12345678', 'a'.repeat(256), "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"])('taken: %s', (text) => {
  const outcome = parseAccessKey(text);
  expect(outcome.ok && outcome.value.reveal()).toBe(text);
});

test.each([
  [SECRET, `no "${SECRET}" and no x${SECRET}x`, 'no "[access key]" and no x[access key]x'],
  ['K', 'the key K is not OK: "K", K.', 'the key [access key] is not OK: "[access key]", [access key].'],
  ['a.+', 'a.+ but neither abb nor ba.+', '[access key] but neither abb nor ba.+'],
])('a remote that echoes the key %s is not repeated', (key, echo, shown) => {
  const parsed = parseAccessKey(key);
  expect(parsed.ok && parsed.value.redactFrom(echo)).toBe(shown);
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
