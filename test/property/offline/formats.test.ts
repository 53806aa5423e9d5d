import { encrypt_with_password } from '@emurgo/cardano-serialization-lib-nodejs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { encodeBech32 } from '../../../src-main/cardano/bech32.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { encodeWitnessSet, verifyWitness } from '../../../src-main/cardano/witness.ts';
import { decryptRootKey } from '../../../src-main/offline/formats/encrypted-key.ts';
import { readPhraseKeys } from '../../../src-main/offline/formats/phrase-key.ts';
import { readSigningKey } from '../../../src-main/offline/formats/signing-key.ts';
import {
  readEnvelope,
  readTransactionFile,
  writeEnvelope,
  writeTransactionFile,
} from '../../../src-main/offline/formats/text-envelope.ts';
import { readWitnessFile, writeWitnessFile } from '../../../src-main/offline/formats/witness-file.ts';
import { envelopeFile, goldenEnvelope, goldenEnvelopes } from '../../support/golden-envelopes.ts';
import { signingKey } from '../../support/signing-key.ts';
import { transactions } from '../../support/vectors.ts';
import { WORDS } from '../../support/wallet-bench.ts';

const hex = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => toHex(bytes));
const witness = fc.record({ publicKey: hex(32), signature: hex(64) });

const SKEY = goldenEnvelope('input/shelley/keys/payment_keys/signing_key');
const EXTENDED = goldenEnvelope('input/shelley/keys/extended_payment_keys/signing_key');
const ADDRESS_KEY = encodeBech32('addr_sk', Buffer.from(SKEY.cborHex.slice(4), 'hex'));
const ENCRYPTED = encrypt_with_password('aa', '0a'.repeat(32), '0b'.repeat(12), '40'.repeat(96));

describe('what is written is read back', () => {
  it('as an envelope', () => {
    const envelope = fc.record({
      type: fc.string({ unit: 'binary', maxLength: 40 }),
      description: fc.string({ unit: 'binary', maxLength: 40 }),
      cborHex: fc.uint8Array({ minLength: 1, maxLength: 400 }).map(toHex),
    });
    fc.assert(
      fc.property(envelope, (one) => {
        expect(readEnvelope(writeEnvelope(one))).toEqual({ ok: true, value: one });
      }),
    );
  });

  it('as a transaction: every one of Conway’s that was on chain', () => {
    for (const { cbor } of transactions('conway-blocks.jsonl'))
      expect(readTransactionFile(writeTransactionFile(cbor))).toEqual({ ok: true, value: cbor });
  });

  it('as a signature, and as a witness set of signatures', () => {
    fc.assert(
      fc.property(witness, (one) => {
        expect(readWitnessFile(writeWitnessFile(one))).toMatchObject({ ok: true, value: [one] });
      }),
    );
    fc.assert(
      fc.property(fc.array(witness, { minLength: 1, maxLength: 5 }), fc.boolean(), (several, tagged) => {
        expect(readWitnessFile(encodeWitnessSet(several, tagged))).toMatchObject({
          ok: true,
          value: several,
        });
      }),
    );
  });

  it('as a key, which signs what its public part verifies', () => {
    const role = fc.constantFrom('payment' as const, 'stake' as const);
    fc.assert(
      fc.property(hex(32), hex(32), role, (seed, hash, one) => {
        const type = one === 'stake' ? 'StakeSigningKeyShelley_ed25519' : 'PaymentSigningKeyShelley_ed25519';
        const file = envelopeFile({ type, description: '', cborHex: `5820${seed}` });
        const text = encodeBech32(one === 'stake' ? 'stake_sk' : 'addr_sk', Buffer.from(seed, 'hex'));
        const [fromFile, fromText] = [readSigningKey(file), readSigningKey(text)];
        if (!fromFile.ok || !fromText.ok) throw new Error('a key was not read');
        const { publicKey, keyHash } = fromFile.value;
        expect(fromText.value).toMatchObject({ role: one, publicKey, keyHash });
        const signature = fromFile.value.sign(Buffer.from(hash, 'hex'));
        expect(fromText.value.sign(Buffer.from(hash, 'hex'))).toBe(signature);
        expect(verifyWitness(hash, { publicKey, keyHash, signature })).toBe(true);
      }),
    );
  });
});

type Reader = (text: string) => Result<unknown, Failure>;

const READERS: readonly (readonly [string, Reader])[] = [
  ['transactions', readTransactionFile],
  ['signatures', readWitnessFile],
  ['keys', readSigningKey],
  ['words', (text) => readPhraseKeys(text, { account: 0, network: 'preprod' })],
  ['encrypted keys', (text) => decryptRootKey(text, 'password')],
];

const FILES: readonly string[] = [
  ...goldenEnvelopes.filter(({ type }) => /Tx|SigningKey/.test(type)).map((one) => envelopeFile(one)),
  encodeWitnessSet([signingKey(1).sign('00'.repeat(32)), signingKey(2).sign('00'.repeat(32))], true),
  ADDRESS_KEY,
  ENCRYPTED,
  WORDS,
];

/** A file in which some pieces were replaced, removed or put in, by what may matter to a reader. */
const spoilt = fc
  .tuple(
    fc.constantFrom(...FILES),
    fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        removed: fc.oneof(fc.nat(3), fc.nat(200)),
        put: fc.oneof(
          fc.string({ unit: 'binary', maxLength: 3 }),
          fc.constantFrom(
            '"',
            '\\',
            '{',
            '}',
            ',',
            ':',
            'ff',
            '9f',
            '5f',
            'bf',
            'd90102',
            '1b',
            '\u0000',
            '\ud800',
          ),
          fc.uint8Array({ maxLength: 12 }).map(toHex),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([file, edits]) =>
    edits.reduce((text, { at, removed, put }) => {
      const place = Math.floor(at * text.length);
      return text.slice(0, place) + put + text.slice(place + removed);
    }, file),
  );

describe('what others wrote, or spoilt', () => {
  it.each(READERS)('never makes the reader of %s throw', (_, readText) => {
    fc.assert(
      fc.property(fc.oneof(spoilt, fc.string({ unit: 'binary' })), (text) => {
        const result = readText(text);
        if (!result.ok) expect(result.failure.code).toMatch(/-malformed$|-password$|^phrase-numbers$/);
      }),
      { numRuns: 1_500 },
    );
  });

  it('is never repeated by the failure of a reader of keys', () => {
    const secrets = [SKEY.cborHex.slice(4), EXTENDED.cborHex.slice(4), ADDRESS_KEY.slice(8)];
    const files = [envelopeFile(SKEY), envelopeFile(EXTENDED), ADDRESS_KEY, EXTENDED.cborHex];
    const broken = fc
      .tuple(fc.constantFrom(...files), fc.nat(600), fc.string({ maxLength: 3 }))
      .map(([file, at, put]) => file.slice(0, at) + put + file.slice(at + 1));
    fc.assert(
      fc.property(broken, (text) => {
        for (const [, readText] of READERS) {
          const result = readText(text);
          if (result.ok) continue;
          const said = JSON.stringify(result.failure);
          for (const secret of secrets)
            for (let at = 0; at + 8 <= secret.length; at += 1)
              expect(said).not.toContain(secret.slice(at, at + 8));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('a key file with any public part but its own is refused', () => {
    const [key, code] = [EXTENDED.cborHex.slice(4, 132), EXTENDED.cborHex.slice(196)];
    fc.assert(
      fc.property(hex(32), (other) => {
        const file = envelopeFile({ ...EXTENDED, cborHex: `5880${key}${other}${code}` });
        expect(readSigningKey(file).ok).toBe(other === EXTENDED.cborHex.slice(132, 196));
      }),
    );
  });
});
