import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOfflineSource } from '../../../src-main/cli/offline-keys.ts';
import { openOfflineKeys } from '../../../src-main/offline/open-keys.ts';
import { UsageError } from '../../../src-main/cli/terminal.ts';
import { baseAddress, formatAddress } from '../../../src-main/cardano/address.ts';
import { writeEnvelope } from '../../../src-main/offline/formats/text-envelope.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { codeOf, must, TEST_PHRASE } from '../../support/trader.ts';

const temporary = temporaryDirectories();

function file(content: string): string {
  const path = join(temporary(), 'file.txt');
  writeFileSync(path, content);
  return path;
}

const skey = (role: 'Payment' | 'Stake', fill: number): string =>
  file(
    writeEnvelope({
      type: `${role}SigningKeyShelley_ed25519`,
      description: '',
      cborHex: `5820${fill.toString(16).padStart(2, '0').repeat(32)}`,
    }),
  );

describe('the keys of a machine without a network', () => {
  it('come from recovery words, of the account that is named', () => {
    const words = file(TEST_PHRASE);
    const open = (account?: string) =>
      must(
        openOfflineKeys(
          readOfflineSource({ 'mnemonic-file': words, ...(account === undefined ? {} : { account }) }),
          'preprod',
        ),
      );
    expect(open().address).toBe(practiceWallet(0).address);
    expect(open('1').address).not.toBe(open().address);
    expect(open().own.paymentKeyHashes).toContain(practiceWallet(0).paymentKeyHash);
    expect(open().own.stakeKeyHashes).toEqual(new Set([practiceWallet(0).stakeKeyHash]));
  });

  it('come from key files, each for what its file says', () => {
    const files = [skey('Payment', 1), skey('Stake', 2)];
    const keys = must(openOfflineKeys(readOfflineSource({ skey: files }), 'preprod'));
    expect(keys.own.paymentKeyHashes.size).toBe(1);
    expect(keys.own.stakeKeyHashes.size).toBe(1);
    expect(keys.address).toBeUndefined();
  });

  it('take the stake part of an address that the user named, if its payment part is theirs', () => {
    const files = [skey('Payment', 1)];
    const { own } = must(openOfflineKeys(readOfflineSource({ skey: files }), 'preprod'));
    expect(own.stakeKeyHashes.size).toBe(0);
    const [payment = ''] = own.paymentKeyHashes;
    const stake = 'cd'.repeat(28);
    const mine = formatAddress(baseAddress(0, payment, stake));
    const opening = (address: string) =>
      openOfflineKeys(readOfflineSource({ skey: files, address }), 'preprod');
    expect(must(opening(mine)).own.stakeKeyHashes).toEqual(new Set([stake]));
    expect(codeOf(opening(practiceWallet(3).address))).toBe('key-not-ours');
    expect(codeOf(opening('addr_test1nothing'))).toBe('address-malformed');
  });

  it.each([
    ['no key at all', {}],
    ['keys in two ways', { skey: ['a'], 'mnemonic-file': 'b' }],
    ['an address with words', { 'mnemonic-file': 'b', address: 'addr_test1' }],
    ['an account that is none', { 'mnemonic-file': 'b', account: '-1' }],
  ])('are refused: %s', (_, values) => {
    expect(() => readOfflineSource(values)).toThrow(UsageError);
  });

  it('that are damaged are named without being repeated', () => {
    const damaged = file('{"type":"PaymentSigningKeyShelley_ed25519","description":"","cborHex":"5820abcd"}');
    expect(() => readOfflineSource({ skey: [damaged] })).toThrow(/^--skey: (?!.*abcd)/);
  });
});
