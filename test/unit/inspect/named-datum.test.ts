import { describe, expect, it } from 'vitest';

import { encodeOrderDatum } from '../../../src-main/practice/orders/datum.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { isDatumOf, isScriptAddress, namedDatum } from '../../../src-main/cardano/resolution.ts';
import { editParts, inHistoricForm, partsOf } from '../../support/edit-cbor.ts';
import { goodTrade, myAddress, orderDatum } from '../../support/good-trade.ts';
import { MINSWAP, minswapOrder, placing } from '../../support/hashed-orders.ts';

const OWNER = '0a'.repeat(28);
const OTHER = '0b'.repeat(28);
const datum = minswapOrder(OWNER);
const placed = placing(MINSWAP, datum);
const { cbor, hash } = placed;
const { txHash } = placed.first;

describe('the datum of an output, by the bytes of its transaction', () => {
  it('is the one that came along under the hash that the output names', () => {
    expect(namedDatum(cbor, txHash, 0)).toStrictEqual({ hash, datum });
  });

  it('is known by its hash alone where it did not come along', () => {
    const bare = editParts(cbor, () => ({ witnesses: 'a0' }));
    expect(namedDatum(bare, txHash, 0)).toStrictEqual({ hash });
    const { witnesses } = partsOf(placing(MINSWAP, minswapOrder(OTHER)).cbor);
    expect(
      namedDatum(
        editParts(cbor, () => ({ witnesses })),
        txHash,
        0,
      ),
    ).toStrictEqual({ hash });
  });

  it('is the one that lies in the output, which names no hash', () => {
    const { draft, input } = goodTrade('ada', 1);
    const inline = encodeOrderDatum(draft.outputs[0]?.datum ?? orderDatum());
    expect(namedDatum(input.cbor, idOf(input.cbor), 0)).toStrictEqual({ datum: inline });
  });

  it('is said to be none where the output has none', () => {
    const { input } = goodTrade('ada', 1);
    expect(namedDatum(input.cbor, idOf(input.cbor), 1)).toStrictEqual({});
  });

  it('is not known by the bytes of another transaction, by none, or of an output that is not there', () => {
    expect(
      namedDatum(cbor, placing(MINSWAP, datum, 0n, { txHash: '02'.repeat(32), index: 0 }).first.txHash, 0),
    ).toBeUndefined();
    expect(namedDatum('84a0', txHash, 0)).toBeUndefined();
    expect(namedDatum(cbor, txHash, 1)).toBeUndefined();
  });

  it('is read in the form of earlier eras too, in which orders may still rest', () => {
    expect(namedDatum(inHistoricForm(cbor), txHash, 0)).toStrictEqual({ hash, datum });
  });
});

describe('a datum that somebody reports', () => {
  it('is believed by its hash alone', () => {
    expect(isDatumOf(hash, datum)).toBe(true);
    expect(isDatumOf(hash, minswapOrder(OTHER))).toBe(false);
    expect(isDatumOf(hash, `${datum}00`)).toBe(false);
  });

  it('is not believed where it is not bytes', () => {
    expect(isDatumOf(hash, 'zz')).toBe(false);
  });
});

describe('an address', () => {
  it("is a script's or it is not, also where it cannot be read", () => {
    expect(isScriptAddress(placed.tx.outputs[0]?.address ?? '')).toBe(true);
    expect(isScriptAddress(myAddress)).toBe(false);
    expect(isScriptAddress('addr_test1nobody')).toBe(false);
  });
});

function idOf(transaction: string): string {
  const decoded = decodeTransaction(transaction);
  if (!decoded.ok) throw new Error(decoded.failure);
  return decoded.value.bodyHash;
}
