import { expect, test } from 'vitest';
import { FundedPlace } from '../../support/command-line.ts';

const place = new FundedPlace();

interface LineJson {
  readonly of: string;
  readonly about: string;
  readonly verdict: string;
}

test('a connection that carries trades is tested line by line, and ends with 0', async () => {
  const { code, json, stderr } = await place.json(['check-connection', ...place.there]);
  expect([code, stderr]).toEqual([0, '']);
  const lines = json['lines'] as readonly LineJson[];
  expect(lines.map(({ of, about }) => `${of} ${about}`)).toEqual(
    expect.arrayContaining(['service key', 'service variations', 'ledger tip', 'ledger proof']),
  );
  expect(json['network']).toBe('preprod');
}, 60_000);

test('a refused key ends with 1 and names what to do, without the key', async () => {
  const { code, stdout, stderr } = await place.run(['check-connection', ...place.there], {
    SERVICE_KEY: 'wrong-key-of-nobody',
  });
  expect(code).toBe(1);
  expect(stdout).toContain('failed     Service: The service refused the API key.');
  expect(stdout).toContain('Enter the key of your partner dashboard again');
  expect(stdout + stderr).not.toContain('wrong-key-of-nobody');
}, 60_000);

test('another network fails in words', async () => {
  const { code, stdout } = await place.run([
    'check-connection',
    ...place.there.map((one) => (one === 'preprod' ? 'mainnet' : one)),
  ]);
  expect(code).toBe(1);
  expect(stdout).toContain('on another network (preprod, expected mainnet)');
}, 60_000);
