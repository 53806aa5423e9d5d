import { inspect } from 'node:util';
import { PublicKey } from '@emurgo/cardano-serialization-lib-nodejs';
import { describe, expect, it } from 'vitest';
import { failureText } from '#domain/failure.ts';
import { encodeBech32 } from '../../../../src-main/cardano/bech32.ts';
import { hexBytes, toHex } from '../../../../src-main/cardano/hex.ts';
import { verifyWitness } from '../../../../src-main/cardano/witness.ts';
import type { Signer } from '../../../../src-main/offline/formats/signer.ts';
import { readSigningKey } from '../../../../src-main/offline/formats/signing-key.ts';
import { envelopeFile, goldenEnvelope, goldenEnvelopes } from '../../../support/golden-envelopes.ts';

const HASH = hexBytes('5a'.repeat(32));
const PAYMENT = goldenEnvelope('input/shelley/keys/payment_keys/signing_key');
const STAKE = goldenEnvelope('input/shelley/keys/stake_keys/signing_key');
const EXTENDED = goldenEnvelope('input/shelley/keys/extended_payment_keys/signing_key');
/** Private key 64 bytes, public key 32, chain code 32; hex. */
const [PRIVATE, PUBLIC, CODE] = [
  EXTENDED.cborHex.slice(4, 132),
  EXTENDED.cborHex.slice(132, 196),
  EXTENDED.cborHex.slice(196),
];

function readKey(text: string): Signer {
  const read = readSigningKey(text);
  if (!read.ok) throw new Error(String(read.failure.data?.['reason']));
  return read.value;
}

function reason(text: string): unknown {
  const read = readSigningKey(text);
  if (read.ok) throw new Error('it was read');
  expect(read.failure.code).toBe('signing-key-malformed');
  expect(failureText(read.failure).what).toContain(String(read.failure.data?.['reason']));
  return read.failure.data?.['reason'];
}

function bech32(prefix: string, hex: string): string {
  return encodeBech32(prefix, hexBytes(hex));
}

describe('key files of cardano-cli', () => {
  it.each([
    ['input/shelley/keys/payment_keys', 'payment'],
    ['input/shelley/keys/stake_keys', 'stake'],
    ['input/shelley/keys/extended_payment_keys', 'payment'],
  ])('%s gives its verification key and its hash', (folder, role) => {
    const key = readKey(envelopeFile(goldenEnvelope(`${folder}/signing_key`)));
    const stated = goldenEnvelope(`${folder}/verification_key`).cborHex.slice(4, 68);
    expect(key).toMatchObject({ role, publicKey: stated });
    expect(key.keyHash).toBe(PublicKey.from_bytes(hexBytes(stated)).hash().to_hex());
    const witness = { publicKey: stated, keyHash: key.keyHash, signature: key.sign(HASH) };
    expect(verifyWitness(toHex(HASH), witness)).toBe(true);
  });

  it('a stake key elsewhere in the golden files gives its verification key, too', () => {
    const key = readKey(envelopeFile(goldenEnvelope('input/governance/stake-address.skey')));
    expect(key.publicKey).toBe(goldenEnvelope('input/governance/stake-address.vkey').cborHex.slice(4));
  });

  it('of payments and stake are all read, and no others', () => {
    const ours = /^(?:Payment|Stake)(?:Extended)?SigningKeyShelley_ed25519/;
    const keys = goldenEnvelopes.filter(({ type }) => type.includes('SigningKey'));
    expect(keys.filter(({ type }) => ours.test(type)).length).toBe(10);
    for (const key of keys)
      if (ours.test(key.type))
        expect(readKey(envelopeFile(key)).role).toBe(key.type.startsWith('Stake') ? 'stake' : 'payment');
      else expect(reason(envelopeFile(key))).toBe('it is a key for something else than payments and stake');
    for (const key of goldenEnvelopes.filter(({ type }) => type.includes('VerificationKey')))
      expect(reason(envelopeFile(key))).toBe('it is a public key, which cannot sign');
    expect(reason(envelopeFile(goldenEnvelope('input/conway/txbody')))).toContain(
      'something else than a key',
    );
  });

  it('are refused when the public part is not that of the private one', () => {
    const other = `${PUBLIC.startsWith('00') ? '01' : '00'}${PUBLIC.slice(2)}`;
    const forged = envelopeFile({ ...EXTENDED, cborHex: `5880${PRIVATE}${other}${CODE}` });
    expect(reason(forged)).toBe('its public part does not belong to its private part');
  });

  it.each([
    ['the low bits of its scalar set', `${(Number.parseInt(PRIVATE.slice(0, 2), 16) | 1).toString(16)}`, 0],
    ['the highest bit set', 'c0', 62],
    ['the second highest clear', '00', 62],
  ])('are refused with %s', (_, byte, at) => {
    const spoilt = PRIVATE.slice(0, at) + byte + PRIVATE.slice(at + 2);
    expect(reason(bech32('addr_xsk', spoilt + CODE))).toBe('its bytes are not an extended private key');
  });

  it.each([
    ['another length', `581f${'11'.repeat(31)}`],
    ['a length that is not the bytes’', `5820${'11'.repeat(31)}`],
    ['a text', `7820${PAYMENT.cborHex.slice(4)}`],
    ['a length of one more', `5821${PAYMENT.cborHex.slice(4)}`],
    ['bytes that follow', `${PAYMENT.cborHex}00`],
    ['a longer head', `590020${PAYMENT.cborHex.slice(4)}`],
    ['an extended key', EXTENDED.cborHex],
  ])('are refused with %s', (_, cborHex) => {
    expect(reason(envelopeFile({ ...PAYMENT, cborHex }))).toBe(
      'its cborHex is not a byte string of 32 bytes',
    );
    const type = EXTENDED.type;
    const plain = envelopeFile({ ...PAYMENT, cborHex: PAYMENT.cborHex }, type);
    expect(reason(plain)).toBe('its cborHex is not a byte string of 128 bytes');
  });
});

describe('keys as Bech32 text (CIP-5)', () => {
  const payment = readKey(envelopeFile(PAYMENT));
  const stake = readKey(envelopeFile(STAKE));
  const extended = readKey(envelopeFile(EXTENDED));

  it.each([
    ['addr_sk', PAYMENT.cborHex.slice(4), payment, 'payment'],
    ['ed25519_sk', PAYMENT.cborHex.slice(4), payment, 'payment'],
    ['stake_sk', STAKE.cborHex.slice(4), stake, 'stake'],
    ['addr_xsk', PRIVATE + CODE, extended, 'payment'],
    ['stake_xsk', PRIVATE + CODE, extended, 'stake'],
    // cardano-cli puts the public key into it, as into its files.
    ['addr_xsk', PRIVATE + PUBLIC + CODE, extended, 'payment'],
  ])('%s is the key of the file', (prefix, hex, file, role) => {
    for (const text of [bech32(prefix, hex), ` ${bech32(prefix, hex).toUpperCase()}\n`]) {
      const key = readKey(text);
      expect(key).toMatchObject({ role, publicKey: file.publicKey, keyHash: file.keyHash });
      expect(key.sign(HASH)).toBe(file.sign(HASH));
    }
  });

  it.each([
    ['addr_vk', '11'.repeat(32), 'it is a public key, which cannot sign'],
    ['stake_xvk', '11'.repeat(64), 'it is a public key, which cannot sign'],
    ['acct_xsk', PRIVATE + CODE, 'it is the key of a whole wallet or account, not of one address'],
    ['root_xsk', PRIVATE + CODE, 'it is the key of a whole wallet or account, not of one address'],
    ['drep_sk', '11'.repeat(32), 'it is a key for something else than payments and stake'],
    ['addr_shared_sk', '11'.repeat(32), 'it is a key for something else than payments and stake'],
    ['addr', '11'.repeat(57), 'it is not the text of a signing key'],
    ['addr_sk', '11'.repeat(31), 'it has 31 bytes, not 32'],
    ['addr_sk', '', 'it has 0 bytes, not 32'],
    ['addr_xsk', PRIVATE, 'it has 64 bytes, not 96 or 128'],
  ])('%s of those bytes is refused', (prefix, hex, why) => {
    expect(reason(bech32(prefix, hex))).toBe(why);
  });

  it('a text that is neither is refused without being repeated', () => {
    const text = bech32('addr_sk', PAYMENT.cborHex.slice(4));
    const wrong = `${text.slice(0, -1)}${text.endsWith('q') ? 'p' : 'q'}`;
    expect(reason(wrong)).toBe(
      'it is neither a file of cardano-cli nor Bech32 text: it has a letter that cannot be there, or its checksum is wrong',
    );
    expect(reason('')).toContain('neither');
    expect(reason('x'.repeat(70_000))).toContain('more than 65536');
    expect(reason(PAYMENT.cborHex)).not.toContain(PAYMENT.cborHex.slice(4, 20));
  });

  it('a forged public part is refused here, too', () => {
    const text = bech32('stake_xsk', PRIVATE + '00'.repeat(32) + CODE);
    expect(reason(text)).toBe('its public part does not belong to its private part');
  });
});

describe('a key that was read', () => {
  it.each([
    ['plain', PAYMENT],
    ['extended', EXTENDED],
  ])('prints nothing of itself: %s', (_, envelope) => {
    const key = readKey(envelopeFile(envelope));
    const printed = [
      JSON.stringify(key),
      JSON.stringify({ key }),
      String(key),
      inspect(key, { depth: 20, showHidden: true, getters: true }),
      inspect({ key: [key] }, { depth: 20, showHidden: true, customInspect: false }),
      Object.entries(key).flat().map(String).join(),
      inspect(new Error('failed', { cause: key }), { depth: 20 }),
    ].join('\n');
    expect(printed).toContain(key.keyHash);
    const secret = hexBytes(envelope.cborHex.slice(4, envelope === PAYMENT ? 68 : 132));
    for (let at = 0; at + 6 <= secret.length; at += 1) {
      const piece = Buffer.from(secret.subarray(at, at + 6));
      for (const trace of [piece.toString('hex'), piece.join(','), piece.join(', ')])
        expect(printed).not.toContain(trace);
    }
  });

  it.each([
    ['plain', PAYMENT],
    ['extended', EXTENDED],
  ])('signs no more after it was wiped: %s', (_, envelope) => {
    const key = readKey(envelopeFile(envelope));
    key.wipe();
    expect(() => key.sign(HASH)).toThrow('wiped');
    key.wipe();
  });

  it('signs hashes of transactions and nothing else', () => {
    const key = readKey(envelopeFile(PAYMENT));
    for (const length of [0, 31, 33, 64])
      expect(() => key.sign(new Uint8Array(length))).toThrow(
        new RangeError('the hash of a transaction has 32 bytes'),
      );
  });
});
