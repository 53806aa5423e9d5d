import CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { describe, expect, it } from 'vitest';
import { hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import type { NativeScript } from '../../../src-main/cardano/native-script.ts';
import { withNativeScript } from '../../../src-main/cardano/script-witness.ts';
import { encodeWitnessSet, parseWitnessSet } from '../../../src-main/cardano/witness.ts';
import { gatherSignatures } from '../../../src-main/inspect/returned-signatures.ts';
import { readWitnessFile } from '../../../src-main/offline/formats/witness-file.ts';
import { goodTrade, writeDraft } from '../../support/good-trade.ts';
import { must } from '../../support/trader.ts';

/* Signature files as a dishonest signer, or whoever carries them, would like to have them accepted. */

const keys = [1, 2, 3].map((byte) => CSL.PrivateKey.from_normal_bytes(new Uint8Array(32).fill(byte)));
const hashes = keys.map((key) => key.to_public().hash().to_hex());
const script: NativeScript = {
  kind: 'at-least',
  required: 2,
  scripts: hashes.map((hash) => ({ kind: 'key', hash })),
};
const carrying = withNativeScript(writeDraft(goodTrade().draft), script);
if (!carrying.ok) throw new Error(carrying.failure);
const cbor = carrying.value;

function signature(of: CSL.PrivateKey, over = cbor) {
  const witness = CSL.make_vkey_witness(CSL.FixedTransaction.from_hex(over).transaction_hash(), of);
  const publicKey = toHex(witness.vkey().public_key().as_bytes());
  return {
    publicKey,
    signature: witness.signature().to_hex(),
    keyHash: witness.vkey().public_key().hash().to_hex(),
  };
}

/**
 * The order of the curve's group (RFC 8032): adding it to S yields a signature that a careless verifier accepts as
 * well.
 */
const ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

function bent(hex: string): string {
  const s =
    BigInt(
      `0x${Buffer.from(hexBytes(hex.slice(64)))
        .reverse()
        .toString('hex')}`,
    ) + ORDER;
  const bytes = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  return hex.slice(0, 64) + bytes.toString('hex');
}

describe('signatures for a wallet that takes two of three', () => {
  const [one, two, three] = keys.map((key) => signature(key));
  if (!one || !two || !three) throw new Error('three sign');
  const gather = (returned: readonly (typeof one)[], gathered?: string) =>
    gatherSignatures(cbor, [...hashes], gathered, returned);

  it('are two of two keys, and never two of one', () => {
    expect(gather([one, one])).toMatchObject({ ok: true, value: { there: 1, enough: false } });
    expect(gather([one], encodeWitnessSet([one]))).toMatchObject({ value: { there: 1, enough: false } });
    expect(gather([one, two])).toMatchObject({ ok: true, value: { there: 2, enough: true } });
    const all = must(gather([one, two, three]));
    expect(parseWitnessSet(all.witnessSet)).toMatchObject({ value: { length: 2 } });
  });

  it('are none that were bent, whose key was exchanged, or that are over something else', () => {
    const stranger = CSL.PrivateKey.from_normal_bytes(new Uint8Array(32).fill(9));
    const elsewhere = writeDraft({ ...goodTrade().draft, fee: 240_000n });
    for (const returned of [
      { ...one, signature: bent(one.signature) },
      { ...one, publicKey: two.publicKey, keyHash: two.keyHash },
      signature(keys[0] as CSL.PrivateKey, elsewhere),
    ])
      expect(gather([two, returned])).toMatchObject({ ok: false, failure: { code: 'witness-of-another' } });
    expect(gather([two, signature(stranger)])).toMatchObject({
      ok: false,
      failure: { code: 'witness-of-stranger' },
    });
  });

  it('come without anything else that a witness set could bring along', () => {
    const set = encodeWitnessSet([one]);
    expect(set.startsWith('a1')).toBe(true);
    for (const other of ['0180', '0280', '0380', '0480', '0580', '05a0', '0680', '0780'])
      expect(readWitnessFile(`a2${set.slice(2)}${other}`)).toMatchObject({
        ok: false,
        failure: { code: 'witness-file-malformed' },
      });
    expect(readWitnessFile(`a2${set.slice(2)}${set.slice(2)}`).ok).toBe(false);
  });
});
