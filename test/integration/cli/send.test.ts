import { describe, expect, test } from 'vitest';
import { FundedPlace } from '../../support/command-line.ts';
import { strangerAddress } from '../../support/good-trade.ts';

const place = new FundedPlace({});
const { keys } = place;
const to = ['--to', strangerAddress];

describe('send', () => {
  test('asks before the first payment to an address; accepted, it says what went where and what it cost', async () => {
    const wish = ['send', ...place.there, ...keys, ...to, '--amount', '3', '--yes'];
    const first = await place.json(wish);
    expect(first.code).toBe(1);
    expect(first.json).toMatchObject({ failure: { code: 'warning-unaccepted' }, to: strangerAddress });
    const { code, json, stderr } = await place.json([...wish, '--accept', 'P7']);
    expect(stderr).toContain(`You send 3 ADA to ${strangerAddress}.`);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      to: strangerAddress,
      own_address: false,
      sent: [{ token: 'ADA', base_units: '3000000', amount: '3' }],
    });
    expect(Number(json['network_fee_ada'])).toBeGreaterThan(0.1);
    expect(Number(json['network_fee_ada'])).toBeLessThan(0.3);
    // The same journal knows the address now.
    const again = await place.run(wish);
    expect(again.stdout).toMatch(
      new RegExp(`^Sent 3 ADA to ${strangerAddress}\\.\n[0-9a-f]{64} (placed|closed)\n$`),
    );
    const resumed = await place.json(['resume', ...place.there, '--journal', String(json['journal'])]);
    expect(resumed.json).toMatchObject({ to: strangerAddress, assembled_by: 'local' });
  });

  test('says what is wrong before anything is built', async () => {
    const codeOf = async (...args: readonly string[]): Promise<unknown> => {
      const { json } = await place.json(['send', ...place.there, ...keys, '--yes', ...args]);
      return (json['failure'] as { readonly code?: string } | undefined)?.code;
    };
    expect(await codeOf('--to', 'addr_test1nothing', '--amount', '2')).toBe('send-address');
    expect(await codeOf(...to, '--amount', '0.5')).toBe('send-below-minimum');
    expect(await codeOf(...to, '--amount', '99999999')).toBe('send-not-enough');
    expect(await codeOf(...to, '--amount', '2', '--coins', `${'0'.repeat(64)}#0`)).toBe('coin-unknown');
    for (const wrong of [
      [...to],
      ['--amount', '2'],
      [...to, '--token', 'AMBER'],
      [...to, '--amount', '10,000'],
      [...to, '--amount', '2', '--coins', 'this one'],
    ]) {
      const { code } = await place.run(['send', ...place.there, ...keys, '--yes', ...wrong]);
      expect(code).toBe(2);
    }
  });
});
