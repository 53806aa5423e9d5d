import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureText } from '#domain/failure.ts';
import { hexBytes } from '../../../../src-main/cardano/hex.ts';
import { decodeTransaction } from '../../../../src-main/cardano/transaction.ts';
import { encodeWitnessSet, spliceWitnesses, verifyWitness } from '../../../../src-main/cardano/witness.ts';
import { readSigningKey, type SigningKey } from '../../../../src-main/offline/formats/signing-key.ts';
import {
  envelopeText,
  isTransaction,
  readEnvelope,
  transactionEnvelope,
  type TextEnvelope,
} from '../../../../src-main/offline/formats/text-envelope.ts';
import { readWitnessFile, witnessEnvelope } from '../../../../src-main/offline/formats/witness-file.ts';
import { read } from '../../../support/vectors.ts';

type Golden = TextEnvelope & { readonly path: string };
const golden = JSON.parse(read('text-envelope/cardano-cli-golden.json')) as readonly Golden[];
const FOLDER = 'files/';

function named(path: string): Golden {
  const found = golden.find((one) => one.path === FOLDER + path);
  if (!found) throw new Error(`there is no ${path}`);
  return found;
}

function keyOf(path: string): SigningKey {
  const key = readSigningKey(envelopeText(named(path)));
  if (!key.ok) throw new Error(failureText(key.failure).what);
  return key.value;
}

/** The 32 bytes of a public key's envelope, hex. */
const publicKeyIn = (path: string): string => named(path).cborHex.slice(4, 68);

describe('text envelopes of cardano-cli', () => {
  it('are all read, and written as they were', () => {
    expect(golden).toHaveLength(155);
    for (const { type, description, cborHex } of golden) {
      const text = envelopeText({ type, description, cborHex });
      const envelope = readEnvelope(text);
      // One of them is a template with a name in the place of its bytes.
      if (cborHex === '<cborHex>') expect(envelope.ok).toBe(false);
      else expect(envelope).toEqual({ ok: true, value: { type, description, cborHex } });
      expect(JSON.parse(text)).toEqual({ type, description, cborHex });
    }
  });

  it('of this era’s transactions are known as such, and a built one is written as one', () => {
    const ofThisEra = golden.filter(isTransaction);
    expect(ofThisEra.length).toBeGreaterThan(15);
    for (const { type, cborHex } of ofThisEra) {
      expect(type).toContain('ConwayEra');
      expect(decodeTransaction(cborHex, { historic: true }).ok).toBe(true);
    }
    expect(isTransaction(transactionEnvelope('84a0'))).toBe(true);
    expect(golden.filter(({ type }) => type === 'Tx BabbageEra').some(isTransaction)).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['a list', '[]'],
    ['no type', '{"description":"","cborHex":"00"}'],
    ['no description', '{"type":"Tx ConwayEra","cborHex":"00"}'],
    ['half a byte', '{"type":"Tx ConwayEra","description":"","cborHex":"000"}'],
    ['a number', '{"type":"Tx ConwayEra","description":"","cborHex":7}'],
    ['too much', ' '.repeat(100_001)],
  ])('are refused when they are none: %s', (_, text) => {
    expect(readEnvelope(text)).toMatchObject({ ok: false, failure: { code: 'envelope-malformed' } });
  });
});

describe('signing keys', () => {
  it.each([
    [
      'input/conway/keys/payment_keys/signing_key',
      'input/shelley/keys/payment_keys/verification_key',
      'payment',
    ],
    ['input/shelley/keys/stake_keys/signing_key', 'input/shelley/keys/stake_keys/verification_key', 'stake'],
    [
      'input/shelley/keys/extended_payment_keys/signing_key',
      'input/shelley/keys/extended_payment_keys/verification_key',
      'payment',
    ],
    ['input/governance/stake-address.skey', 'input/governance/stake-address.vkey', 'stake'],
  ])('%s gives the public key of %s', (secret, open, use) => {
    const key = keyOf(secret);
    expect(key.publicKey).toBe(publicKeyIn(open));
    expect(key.use).toBe(use);
    const hash = new Uint8Array(32).fill(7);
    const signature = { publicKey: key.publicKey, signature: key.sign(hash), keyHash: key.keyHash };
    expect(verifyWitness('07'.repeat(32), signature)).toBe(true);
  });

  it('appear in no text, and sign nothing once they were wiped', () => {
    const { cborHex } = named('input/shelley/keys/extended_payment_keys/signing_key');
    const key = keyOf('input/shelley/keys/extended_payment_keys/signing_key');
    const said = inspect(key, { depth: 9, showHidden: true }) + JSON.stringify(key) + String(key);
    expect(said).not.toContain(cborHex.slice(4, 40));
    key.wipe();
    expect(() => key.sign(new Uint8Array(32))).toThrow('wiped');
  });

  it('of other kinds, public keys, and damaged ones are refused without repeating them', () => {
    const others = golden.filter(
      ({ type }) => /Key/.test(type) && !/^(Payment|Stake)(Extended)?SigningKeyShelley/.test(type),
    );
    expect(others.length).toBeGreaterThan(40);
    const normal = named('input/conway/keys/payment_keys/signing_key');
    const extended = named('input/shelley/keys/extended_payment_keys/signing_key');
    const damaged = [
      { ...normal, cborHex: normal.cborHex.slice(0, -2) },
      { ...normal, type: 'PaymentExtendedSigningKeyShelley_ed25519_bip32' },
      {
        ...extended,
        cborHex: `${extended.cborHex.slice(0, 4 + 128)}${'00'.repeat(32)}${extended.cborHex.slice(4 + 192)}`,
      },
    ];
    for (const envelope of [...others, ...damaged]) {
      const refused = readSigningKey(envelopeText(envelope));
      expect(refused, envelope.type).toMatchObject({ ok: false, failure: { code: 'signing-key-malformed' } });
      expect(JSON.stringify(refused)).not.toContain(envelope.cborHex.slice(4, 24));
    }
    expect(readSigningKey('ed25519_sk1 what').ok).toBe(false);
  });
});

describe('signatures that come back', () => {
  it('are read as cardano-cli writes them, today and before', () => {
    const files = golden.filter(({ type }) => type.startsWith('TxWitness '));
    expect(files).toHaveLength(3);
    expect(files.filter(({ cborHex }) => cborHex.startsWith('8200'))).toHaveLength(1);
    for (const file of files) {
      const back = readWitnessFile(envelopeText(file));
      expect(back).toMatchObject({ ok: true });
      if (!back.ok) continue;
      const [only] = back.value;
      if (!only) throw new Error('a witness file holds a signature');
      const written = witnessEnvelope(only);
      expect(file.cborHex.replace(/^8200/, '')).toBe(written.cborHex);
      expect(readWitnessFile(envelopeText(written))).toEqual(back);
    }
  });

  it('of another tool’s witness set, and of a signed transaction, are the same signatures', () => {
    const [{ witnessSet = '' } = {}] = JSON.parse(read('cip30/sign-vectors.json')) as {
      witnessSet?: string;
    }[];
    expect(readWitnessFile(`${witnessSet}\n`)).toMatchObject({ ok: true, value: [{}] });
    const signed = readWitnessFile(envelopeText(named('input/conway/witnessed.tx')));
    expect(signed).toMatchObject({ ok: true, value: [{}, {}] });
  });

  it('that are none are refused in words', () => {
    for (const text of [
      'a1',
      envelopeText(named('input/conway/txbody')),
      envelopeText(named('input/conway/stake.vkey')),
      envelopeText({ type: 'TxWitness ConwayEra', description: '', cborHex: '8201820080' }),
    ]) {
      const refused = readWitnessFile(text);
      expect(refused).toMatchObject({ ok: false, failure: { code: 'witness-file-malformed' } });
    }
  });

  it('never make the reader throw, whatever was done to the file', () => {
    const text = envelopeText(named('golden/conway/witness-out.json'));
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), fc.nat(8), (at, put, cut) => {
        const { ok } = readWitnessFile(text.slice(0, at) + put + text.slice(at + cut));
        return typeof ok === 'boolean';
      }),
    );
  });
});

/**
 * cardano-cli tags the list of signatures as a set (258) in this era, also where the body tags none. Here the list follows
 * the body, as builders write it; the ledger takes both.
 */
function withTaggedList(cbor: string): string {
  return cbor.replace('a10081825820', 'a100d9010281825820');
}

describe('unsigned, signed here, put together', () => {
  it('gives the bytes of cardano-cli: from its witness file', () => {
    const witness = readWitnessFile(envelopeText(named('input/conway/singleSigningKeyWitness')));
    if (!witness.ok) throw new Error('unreadable');
    const body = named('input/conway/txbody').cborHex;
    const put = spliceWitnesses(body, witness.value, { historic: true });
    expect(put.ok && withTaggedList(put.value)).toBe(named('golden/conway/transaction/assemble_out').cborHex);
  });

  it.each([
    [
      'input/shelley/tx/txbody',
      'input/shelley/transaction-sign/utxo.skey',
      'golden/shelley/transaction-sign-1.json',
    ],
  ])('gives the bytes of cardano-cli: %s by %s', (body, secret, signed) => {
    const unsigned = named(body).cborHex;
    const decoded = decodeTransaction(unsigned, { historic: true });
    if (!decoded.ok) throw new Error(decoded.failure);
    const key = keyOf(secret);
    const signature = key.sign(hexBytes(decoded.value.bodyHash));
    const witness = { publicKey: key.publicKey, signature };
    expect(readWitnessFile(encodeWitnessSet([witness]))).toMatchObject({ ok: true, value: [witness] });
    const put = spliceWitnesses(unsigned, [witness], { historic: true });
    expect(put).toEqual({ ok: true, value: named(signed).cborHex });
  });

  it('signs with an extended key as cardano-cli does', () => {
    interface Signed {
      readonly id: string;
      readonly unsigned: TextEnvelope;
      readonly skey: TextEnvelope;
      readonly signed: TextEnvelope;
    }
    const sets = JSON.parse(read('cip30/sign-vectors.json')) as readonly Signed[];
    const set = sets.find(({ id }) => id === 'cardano-cli-sign-extended-key');
    expect(set).toBeDefined();
    expect(set?.skey.type).toBe('DRepExtendedSigningKey_ed25519_bip32');
    // A DRep's key is no key of a wallet; as bytes it signs alike.
    const skey = { ...set?.skey, type: 'PaymentExtendedSigningKeyShelley_ed25519_bip32' } as TextEnvelope;
    const key = readSigningKey(envelopeText(skey));
    const unsigned = set?.unsigned.cborHex ?? '';
    const decoded = decodeTransaction(unsigned, { historic: true });
    if (!decoded.ok || !key.ok) throw new Error('unreadable');
    const witness = {
      publicKey: key.value.publicKey,
      signature: key.value.sign(hexBytes(decoded.value.bodyHash)),
    };
    const put = spliceWitnesses(unsigned, [witness], { historic: true });
    expect(put.ok && withTaggedList(put.value)).toBe(set?.signed.cborHex);
  });
});
