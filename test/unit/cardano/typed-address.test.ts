import { describe, expect, it } from 'vitest';
import { failureText } from '#domain/failure.ts';
import { germanFailureText } from '#domain/failure.de.ts';
import { typedAddress } from '../../../src-main/cardano/typed-address.ts';
import { addressOf as addressOfCommand } from '../../../src-main/cli/addressed.ts';
import { readWatched } from '../../../src-main/wallet/watched.ts';
import { myAddress } from '../../support/good-trade.ts';

/** Texts that people paste where an address belongs, and the words that identify them. */
const OTHERS: readonly (readonly [kind: string, typed: string, what: RegExp])[] = [
  ['link', `web+cardano:${myAddress}?amount=5`, /payment link/],
  ['link', `WEB+CARDANO:${myAddress}`, /payment link/],
  ['handle', '$goose', /handle/],
  ['handle', '$sub@goose_1', /handle/],
  ['stake', 'stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn', /stake address/],
  [
    'byron',
    '37btjrVyb4KDXBNC4haBVPCrro8AQPHwvCMp3RFhhSVWwfFmZ6wwzSK6JK1hY6wHNmtrpTf1kdbva8TCneM2YsiXT7mrzT21EacHnPpz5YyUdj64na',
    /Byron/,
  ],
  ['byron', 'Ae2tdPwUPEZ3MHKkpT5Bpj549vrRH7nBqYjNXnCV8G2Bc2YxNcGHEa8ykDp', /Byron/],
  ['pool', 'pool1pu5jlj4q9w9jlxeu370a3c9myx47md5j5m2str0naunn2q3lkdy', /stake pool/],
];

describe('what is typed in place of an address', () => {
  it.each(OTHERS)(
    'is recognised (%s: %s), with what to do, wherever an address is read',
    async (kind, typed, what) => {
      const met = { code: 'address-other-kind', data: { kind } };
      const read = typedAddress(` ${typed} `, 'preprod');
      expect(read).toMatchObject({ failure: met });
      expect(readWatched(typed, 'preprod')).toMatchObject({ failure: met });
      expect(await addressOfCommand({ address: typed }, 'preprod')).toMatchObject({ failure: met });
      if (read.ok) return;
      expect(failureText(read.failure).what).toMatch(what);
      expect(failureText(read.failure).advice).toMatch(/addr1/);
      expect(germanFailureText(read.failure).advice).toMatch(/addr1/);
    },
  );

  it.each([
    'addr_xsk1fzw9r482t0ekua7rcqewg3k8ju5d9run4juuehm2p24jtuzz4dg4wpeulnqhualvtx9lyy7u0h9pdjvmyhxdhzsyy49szs6y8c9zwfp0eqyrqyl290e6dr0q3fvngmsjn4aask9jjr6q34juh25hczw3euust0dw',
    'xprv1fzw9r482t0ekua7rcqewg3k8ju5d9run4juuehm2p24jtuzz4dg',
    `${'abandon '.repeat(11)}about`,
  ])('is called a secret where it is one, and never repeated: %s', (typed) => {
    const read = typedAddress(typed, 'mainnet');
    expect(read).toMatchObject({ failure: { code: 'address-other-kind', data: { kind: 'secret' } } });
    expect(JSON.stringify(read)).not.toContain(typed.slice(0, 12));
  });

  it('leaves keys to those who read keys, and addresses to those who read addresses', () => {
    expect(readWatched('acct_xvk1nothing', 'preprod')).toMatchObject({
      failure: { code: 'account-key-malformed' },
    });
    expect(readWatched('xprv1nothing', 'preprod')).toMatchObject({
      failure: { code: 'account-key-malformed' },
    });
    expect(typedAddress(myAddress, 'preprod').ok).toBe(true);
  });
});
