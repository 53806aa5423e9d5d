import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundleText, fingerprintOf, readOfflineBundle } from '../../../src-main/offline/bundle.ts';
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
