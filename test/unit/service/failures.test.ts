import { expect, test } from 'vitest';
import { failureOfAnswer, failureOfWords } from '../../../src-main/service/service-failures.ts';

const answer = (status: number, text: string) => ({
  status,
  text,
  bodyHash: '',
  excerpt: text.slice(0, 200),
});

test.each([
  ['not_enough_liquidity', 'not-enough-liquidity'],
  ['pool_out_of_sync', 'pool-out-of-sync'],
  ['pool_not_found', 'no-pool'],
  ['no_valid_pools_for_trade', 'no-pool'],
  ['input_too_small', 'amount-too-small'],
  ['amount_in is more than any token has', 'amount-too-large'],
  ['amount_too_large', 'amount-too-large'],
  ['insufficient_funds', 'insufficient-funds'],
  ['token_not_found', 'token-unknown'],
])('%s, however it is wrapped', (word, code) => {
  const spaced = word.replaceAll('_', ' ');
  const bodies = [
    word,
    `"${word}"`,
    `"${spaced}"`,
    `{"error":"${word}"}`,
    `{"message":"${word.toUpperCase()}","statusCode":400}`,
    `{"error":{"code":"${word}"}}`,
  ];
  for (const body of bodies) {
    for (const status of [200, 400, 404, 422, 500]) {
      expect(failureOfWords(answer(status, body))?.code).toBe(code);
    }
    expect(failureOfAnswer(answer(500, body)).code).toBe(code);
  }
});

test.each([
  [401, '{"error":"key_missing"}', 'service-key-refused'],
  [401, '<html>Unauthorized</html>', 'service-key-refused'],
  [403, '', 'service-key-refused'],
  [403, ' <html>Forbidden</html>', 'service-blocked'],
  [403, '"not_enough_liquidity"', 'service-key-refused'],
  [400, 'Invalid partner', 'service-key-refused'],
  [400, '"INVALID PARTNER"', 'service-key-refused'],
  [422, '{"error":{"code":"invalid_partner_id"}}', 'service-key-refused'],
  [400, '<html>Invalid partner</html>', 'service-error'],
  [400, '{"error":"invalid_partner_fee"}', 'service-error'],
  [429, '', 'service-rate-limited'],
  [404, '', 'service-not-found'],
  [404, '<html>pool_not_found</html>', 'service-not-found'],
  [500, '', 'service-error'],
  [502, '<!doctype html><title>Bad gateway</title>', 'service-error'],
  [400, '[["input_too_small"]]', 'service-error'],
  [418, '{"__proto__":{"error":"x"}}', 'service-error'],
])('status %i with %j is %s', (status, body, code) => {
  expect(failureOfAnswer(answer(status, body)).code).toBe(code);
});

test('says what is missing and what the least is, when the body plainly says so', () => {
  const lacking = '{"error":"insufficient_funds","message":"The address lacks 3.5 ADA and 12 SNEK."}';
  expect(failureOfAnswer(answer(400, lacking)).data).toEqual({ missing: '3.5 ADA and 12 SNEK' });
  const markup = '{"error":"insufficient_funds","message":"The address lacks <b>all</b>"}';
  expect(failureOfAnswer(answer(400, markup)).data).toEqual({});
  const small = '{"error":"input_too_small","minimum":2.5}';
  expect(failureOfAnswer(answer(400, small)).data).toEqual({ minimum: '2.5' });
});

test('every exchange excluded is distinguished from a missing pool', () => {
  const body = '{"error":"no_valid_pools_for_trade","message":"Every exchange is excluded."}';
  expect(failureOfAnswer(answer(400, body)).code).toBe('all-exchanges-excluded');
});

test('a detail is at most 200 printable characters', () => {
  const { detail } = failureOfAnswer(answer(500, `\u001b[2J${'é'.repeat(400)}`));
  expect(detail).toMatch(/^[\x20-\x7e]{1,200}$/);
});
