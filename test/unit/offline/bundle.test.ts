import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseAddress, formatAddress } from '../../../src-main/cardano/address.ts';
import {
  bundleText,
  fingerprintOf,
  readOfflineBundle,
  signingKeys,
  statedKeys,
} from '../../../src-main/offline/bundle.ts';
import { PAYMENT, STAKE, STRANGER } from '../../support/good-trade.ts';
import { goodBundle } from '../../support/offline-bundle.ts';

const good = goodBundle();
const json = (): Record<string, unknown> => JSON.parse(bundleText(good)) as Record<string, unknown>;

describe('a bundle’s file', () => {
  it('is read as it was written, with the same fingerprint', () => {
    const read = readOfflineBundle(`\uFEFF${bundleText(good)}`);
    expect(read).toEqual({ ok: true, value: good });
    if (read.ok) expect(fingerprintOf(read.value)).toBe(fingerprintOf(good));
    expect(fingerprintOf(good)).toMatch(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/);
  });

  it('has another fingerprint when anything of it is different', () => {
    const changed = [
      goodBundle({ network: 'preview' }),
      goodBundle({ parents: [] }),
      goodBundle({ transactions: [{ at: 1, cbor: '80' }] }),
      goodBundle({ agreement: { ...good.agreement, tokens: [] } }),
      goodBundle({ paths: [{ keyHash: 'ab'.repeat(28), path: "1852'/1815'/0'/0/0" }] }),
    ];
    const prints = [good, ...changed].map(fingerprintOf);
    expect(new Set(prints).size).toBe(prints.length);
  });

  it.each([
    ['nothing', '', 'it is not a JSON object'],
    ['a list', '[]', 'it is not a JSON object'],
    ['another file', '{"format":"touchstone-receipt"}', 'it is not a bundle of Touchstone'],
    [
      'one without parents',
      JSON.stringify({ ...json(), parents: undefined }),
      '"parents" is not what it must be',
    ],
    ['one with something else', JSON.stringify({ ...json(), extra: 1 }), '"extra" is not what it must be'],
    [
      'an agreement that is none',
      JSON.stringify({ ...json(), agreement: {} }),
      '"agreement" is not what it must be',
    ],
    ['too much', ' '.repeat(8 * 1024 * 1024 + 1), 'it is larger than any bundle'],
  ])('is refused in words: %s', (_, text, reason) => {
    expect(readOfflineBundle(text)).toMatchObject({
      ok: false,
      failure: { code: 'offline-bundle-malformed', data: { reason } },
    });
  });

  it('of a newer version says so', () => {
    const text = JSON.stringify({ ...json(), version: 2 });
    expect(readOfflineBundle(text)).toMatchObject({ ok: false, failure: { code: 'offline-bundle-newer' } });
  });

  it('never makes the reader throw, whatever was done to it', () => {
    const text = bundleText(good);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 5 }), fc.nat(20), (at, put, cut) => {
        const { ok } = readOfflineBundle(text.slice(0, at) + put + text.slice(at + cut));
        return typeof ok === 'boolean';
      }),
    );
  });
});

describe('a bundle of a wallet that is watched by several addresses', () => {
  const KEY = 'ab'.repeat(28);
  const second = formatAddress(baseAddress(0, KEY, STAKE));
  const several = goodBundle({ addresses: [second] });

  it('names those whose keys sign, for a look without keys', () => {
    const read = readOfflineBundle(bundleText(several));
    expect(read).toEqual({ ok: true, value: several });
    expect(fingerprintOf(several)).not.toBe(fingerprintOf(good));
    expect([...statedKeys(good).paymentKeyHashes]).toEqual([PAYMENT]);
    expect(statedKeys(several)).toEqual({
      paymentKeyHashes: new Set([PAYMENT, KEY]),
      stakeKeyHashes: new Set([STAKE]),
    });
    expect(signingKeys(several, [KEY, PAYMENT, STRANGER])).toEqual([
      { keyHash: KEY, address: second },
      { keyHash: PAYMENT, address: good.address },
      { keyHash: STRANGER },
    ]);
  });

  it('has no such names where one address is all: its text is as it always was', () => {
    expect(json()).not.toHaveProperty('addresses');
    for (const addresses of [[], ['addr_test1'], 'addr_test1'])
      expect(readOfflineBundle(JSON.stringify({ ...json(), addresses })).ok).toBe(false);
  });
});
