import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { describe, expect, it } from 'vitest';

import { minimumAda, minimumFee, minimumFeeSigned } from '../../../src-main/cardano/fees.ts';
import { blake2b224, blake2b256, keyHash } from '../../../src-main/cardano/hash.ts';
import { encodeWitnessSet, spliceWitnesses, parseWitnessSet } from '../../../src-main/cardano/witness.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { goodTrade } from '../../support/good-trade.ts';

describe('fees', () => {
  const parameters = { minFeeA: 44n, minFeeB: 155_381n };

  it('are what CSL computes for the signed transaction', () => {
    const { input, sign } = goodTrade();
    const witnesses = parseWitnessSet(sign(input.cbor));
    const signed = witnesses.ok && spliceWitnesses(input.cbor, witnesses.value);
    if (!signed || !signed.ok) throw new Error('not signed');
    const linear = CSL.LinearFee.new(CSL.BigNum.from_str('44'), CSL.BigNum.from_str('155381'));
    const theirs = BigInt(CSL.min_fee(CSL.Transaction.from_hex(signed.value), linear).to_str());
    expect(minimumFee(signed.value.length / 2, parameters)).toBe(theirs);
    const estimated = minimumFeeSigned(input.cbor.length / 2, 2, parameters);
    expect(theirs - estimated).toBeGreaterThanOrEqual(0n);
    expect(theirs - estimated).toBeLessThanOrEqual(44n * 6n);
  });

  it.each([1, 2, 23, 24, 255, 256])('count the bytes of %i signatures exactly', (count) => {
    const witness = { publicKey: '00'.repeat(32), signature: '00'.repeat(64) };
    const bytes = encodeWitnessSet(Array.from({ length: count }, () => witness)).length / 2;
    // In place of an empty witness set, which has one byte.
    expect(minimumFeeSigned(100, count, { minFeeA: 1n, minFeeB: 0n })).toBe(BigInt(99 + bytes));
  });

  it('and the least ADA of an output are what CSL computes', () => {
    const decoded = decodeTransaction(goodTrade().input.cbor);
    if (!decoded.ok) throw new Error(decoded.failure);
    const cost = CSL.DataCost.new_coins_per_byte(CSL.BigNum.from_str('4310'));
    for (const { span } of decoded.value.body.outputs) {
      const bytes = decoded.value.bytes.subarray(span.start, span.end);
      const theirs = CSL.min_ada_for_output(CSL.TransactionOutput.from_bytes(bytes), cost).to_str();
      expect(String(minimumAda(bytes.length, 4_310n))).toBe(theirs);
    }
  });
});

describe('hashes', () => {
  it('are BLAKE2b of the known lengths', () => {
    const empty = new Uint8Array(0);
    expect(blake2b256(empty)).toBe('0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8');
    expect(blake2b224(empty)).toBe('836cc68931c2e4e3e838602eca1902591d216837bafddfe6f0c8cb07');
    expect(keyHash(new Uint8Array(32))).toHaveLength(56);
    expect(() => keyHash(new Uint8Array(31))).toThrow(RangeError);
  });
});
