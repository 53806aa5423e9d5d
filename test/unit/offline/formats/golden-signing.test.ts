import { describe, expect, it } from 'vitest';
import { hexBytes } from '../../../../src-main/cardano/hex.ts';
import { decodeTransaction, type DecodeOptions } from '../../../../src-main/cardano/transaction.ts';
import { spliceWitnesses } from '../../../../src-main/cardano/witness.ts';
import { readSigningKey } from '../../../../src-main/offline/formats/signing-key.ts';
import {
  readTransactionFile,
  writeTransactionFile,
} from '../../../../src-main/offline/formats/text-envelope.ts';
import { readWitnessFile, writeWitnessFile } from '../../../../src-main/offline/formats/witness-file.ts';
import { envelopeFile, goldenEnvelope } from '../../../support/golden-envelopes.ts';

const PLAIN = 'PaymentSigningKeyShelley_ed25519';
const EXTENDED = 'PaymentExtendedSigningKeyShelley_ed25519_bip32';
const HISTORIC: DecodeOptions = { historic: true };
/** An empty witness map, and one whose empty list of signatures is a set already. */
const [EMPTY, EMPTY_SET] = ['a0f5f6', 'a100d9010280f5f6'];

/** Unwraps what must be right here. */
function value<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

/** The witness file of a key, read back, as it would come from the machine that has the key. */
function witnessBy(skey: string, type: string, cbor: string, options: DecodeOptions = {}) {
  const key = value(readSigningKey(envelopeFile(goldenEnvelope(skey), type)));
  const { publicKey, keyHash } = key;
  const signature = key.sign(hexBytes(value(decodeTransaction(cbor, options)).bodyHash));
  const read = value(readWitnessFile(writeWitnessFile({ publicKey, signature })));
  expect(read).toEqual([{ publicKey, signature, keyHash }]);
  return read;
}

describe('what cardano-cli signed is signed here to the same bytes', () => {
  const unsigned = goldenEnvelope('input/shelley/tx/txbody').cborHex;
  const folder = 'input/shelley/transaction-sign';

  // Which key signs is all that counts here, so keys of every kind are read as if they were for payments.
  it.each([
    ['transaction-sign-1', [`${folder}/utxo.skey`]],
    ['transaction-sign-2', [`${folder}/utxo.skey`, `${folder}/stake.skey`, `${folder}/node-cold.skey`]],
    ['transaction-sign-3', ['input/governance/cc-hot.skey']],
  ])('%s, of the Mary era', (signed, keys) => {
    const witnesses = keys.flatMap((skey) => witnessBy(skey, PLAIN, unsigned, HISTORIC));
    const assembled = value(spliceWitnesses(unsigned, witnesses, HISTORIC));
    expect(assembled).toBe(goldenEnvelope(`golden/shelley/${signed}.json`).cborHex);
  });

  it.each([
    ['drep/extended-key-signing/tx.signed', 'drep/extended-key-signing/drep.skey'],
    ['committee/tx.cold.extended.signed', 'committee/cc.extended.cold.skey'],
    ['committee/tx.hot.extended.signed', 'committee/cc.extended.hot.skey'],
  ])('%s, by an extended key', (signed, skey) => {
    const file = envelopeFile(goldenEnvelope('input/governance/drep/extended-key-signing/tx.body'));
    const cbor = value(readTransactionFile(file));
    expectSameBytes(
      cbor,
      witnessBy(`input/governance/${skey}`, EXTENDED, cbor),
      `golden/governance/${signed}`,
    );
  });

  it('with a witness file of cardano-cli itself', () => {
    const cbor = value(readTransactionFile(envelopeFile(goldenEnvelope('input/conway/txbody'))));
    const witness = envelopeFile(goldenEnvelope('input/conway/singleSigningKeyWitness'));
    expectSameBytes(cbor, value(readWitnessFile(witness)), 'golden/conway/transaction/assemble_out');
  });

  it('and the witness file is the same', () => {
    // The transaction is not among the files, but the command that built it is: it differs from this one by --ttl 60.
    const other = goldenEnvelope('golden/shelley/build-raw-tx-body-out-1.json').cborHex;
    const cbor = other.replace(/^84a3/, '84a4').replace(/020ca0f5f6$/, '020c03183ca0f5f6');
    const [witness] = witnessBy('input/conway/keys/payment_keys/signing_key', PLAIN, cbor);
    const golden = envelopeFile(goldenEnvelope('golden/conway/witness-out.json'));
    expect(witness && writeWitnessFile(witness)).toBe(golden);
  });
});

/**
 * cardano-cli writes the signatures of Conway as a set under tag 258, always; here they are under it exactly where the
 * body's inputs are, which these are not. In a list that is a set already they come out as cardano-cli's, to the byte.
 */
function expectSameBytes(
  cbor: string,
  witnesses: Parameters<typeof spliceWitnesses>[1],
  signedPath: string,
): void {
  const signed = goldenEnvelope(signedPath).cborHex;
  expect(cbor.endsWith(EMPTY)).toBe(true);
  const assembled = value(spliceWitnesses(cbor, witnesses));
  expect(assembled).toBe(signed.replace('a100d9010281825820', 'a10081825820'));
  expect(signed.length - assembled.length).toBe('d90102'.length);
  const asSet = cbor.slice(0, -EMPTY.length) + EMPTY_SET;
  expect(value(spliceWitnesses(asSet, witnesses))).toBe(signed);
  expect(writeTransactionFile(value(spliceWitnesses(asSet, witnesses)))).toBe(
    envelopeFile(goldenEnvelope(signedPath)),
  );
}
