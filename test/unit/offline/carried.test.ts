import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cborBytes } from '../../../src-main/cardano/cbor-writer.ts';
import { readOfflineBundle } from '../../../src-main/offline/bundle.ts';
import { bundleMessage, bundleTextIn, signRequestMessage } from '../../../src-main/offline/carried.ts';
import { readSignRequest } from '../../../src-main/offline/ur/cardano-sign-request.ts';
import { myAddress, PAYMENT, STAKE } from '../../support/good-trade.ts';
import { goodBundle } from '../../support/offline-bundle.ts';

const paths = [
  { keyHash: PAYMENT, path: "1852'/1815'/0'/0/0" },
  { keyHash: STAKE, path: "1852'/1815'/0'/2/0" },
];

describe('a bundle in codes', () => {
  it('comes out as it went in, and smaller than its text', () => {
    const message = bundleMessage(goodBundle());
    const text = bundleTextIn(message);
    expect(text.ok && readOfflineBundle(text.value)).toEqual({ ok: true, value: goodBundle() });
    if (text.ok) expect(message.cbor.length).toBeLessThan(text.value.length * 0.7);
  });

  it.each([
    ['another type', { type: 'cardano-signature', cbor: bundleMessage(goodBundle()).cbor }, 'ur-other-type'],
    ['no bytes', { type: 'bytes', cbor: Uint8Array.of(0x01) }, 'ur-contents'],
    ['bytes that were not deflated', { type: 'bytes', cbor: cborBytes(new Uint8Array(9)) }, 'ur-contents'],
    [
      'what grows beyond any bundle',
      { type: 'bytes', cbor: cborBytes(deflateRawSync(Buffer.alloc(9_000_000))) },
      'ur-contents',
    ],
  ])('is refused when it is none: %s', (_, message, code) => {
    expect(bundleTextIn(message)).toMatchObject({ ok: false, failure: { code } });
  });
});

describe('a request to a device', () => {
  it('holds the whole transaction, what is spent as the bytes prove it, and where each needed key is', () => {
    const bundle = goodBundle({ paths });
    const message = signRequestMessage(bundle, 0, '52744703');
    const request = message.ok && readSignRequest(message.value);
    if (!request || !request.ok) throw new Error('no request');
    const { transaction, inputs, signers, origin } = request.value;
    expect(Buffer.from(transaction).toString('hex')).toBe(bundle.transactions[0]?.cbor);
    expect(origin).toBe('Touchstone');
    expect(inputs.length).toBeGreaterThan(0);
    for (const input of inputs)
      expect(input).toMatchObject({
        address: myAddress,
        key: { fingerprint: '52744703', path: "m/1852'/1815'/0'/0/0" },
      });
    expect(inputs[0]?.amount).toBe(600_000_000n);
    expect(signers).toEqual([
      { keyHash: STAKE, key: { fingerprint: '52744703', path: "m/1852'/1815'/0'/2/0" } },
    ]);
  });

  it('cannot be made for a wallet that is watched by its address alone', () => {
    expect(signRequestMessage(goodBundle(), 0, '52744703')).toMatchObject({
      ok: false,
      failure: { code: 'offline-no-paths' },
    });
  });
});
