import { describe, expect, it } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { decodeTransaction, slice, type Transaction } from '../../../src-main/cardano/transaction.ts';
import { encodeOrderDatum } from '../../../src-main/practice/orders/datum.ts';
import { proveInput } from '../../../src-main/cardano/resolution.ts';
import { editParts, inHistoricForm, withBodyField } from '../../support/edit-cbor.ts';
import { goodTrade, myAddress, orderDatum } from '../../support/good-trade.ts';
import { MINSWAP, minswapOrder, placing } from '../../support/hashed-orders.ts';

/** One order, with inline terms, and change without a datum. */
const { input, draft } = goodTrade('ada', 1);
const parent = input.cbor;
const [order, change] = draft.outputs;
if (!order || !change) throw new Error('a good trade has an order and change');

describe('what an input spends', () => {
  it('is proven by its own transaction, with whatever datum its output has, or none', () => {
    expect(proveInput(`${decoded(parent).bodyHash}#0`, parent)).toStrictEqual({
      ok: true,
      value: {
        address: order.address,
        value: order.value,
        known: 'proven',
        datum: { kind: 'inline', hex: encodeOrderDatum(order.datum ?? orderDatum()) },
      },
    });
    expect(proveInput(`${decoded(parent).bodyHash}#1`, parent)).toStrictEqual({
      ok: true,
      value: { address: myAddress, value: change.value, known: 'proven' },
    });
    const { first, cbor, hash } = placing(MINSWAP, minswapOrder('0a'.repeat(28)));
    expect(proveInput(`${first.txHash}#0`, cbor)).toMatchObject({
      value: { datum: { kind: 'hash', hash } },
    });
  });

  it('is proven by a transaction of an earlier era', () => {
    expect(proveInput(`${decoded(parent).bodyHash}#1`, inHistoricForm(parent))).toMatchObject({
      value: { address: myAddress, known: 'proven' },
    });
  });

  it('is not proven by another transaction, by what is none, or by one without that output', () => {
    const id = decoded(parent).bodyHash;
    const other = goodTrade('token', 1).input.cbor;
    expect(proveInput(`${id}#0`, other)).toEqual({
      ok: false,
      failure: 'the bytes are of another transaction',
    });
    expect(proveInput(`${id}#0`, 'zz')).toEqual({
      ok: false,
      failure: 'the parent transaction cannot be read: it is not hexadecimal',
    });
    expect(proveInput(`${id}#2`, parent)).toEqual({
      ok: false,
      failure: 'the parent transaction has no such output',
    });
  });
});

describe('what an input spends of a transaction whose scripts failed', () => {
  const rest = decoded(parent).body.outputs[1];
  if (!rest) throw new Error('a good trade has change');
  const restHex = toHex(slice(decoded(parent).bytes, rest.span));
  const withRest = withBodyField(parent, 16, restHex);
  const id = decoded(withRest).bodyHash;
  const failedOnes = editParts(withRest, () => ({ isValid: 'f4' }));
  const none = { ok: false, failure: 'the parent transaction has no such output' };

  it('is the rest of its collateral, numbered after the outputs that were not made', () => {
    expect(proveInput(`${id}#2`, failedOnes)).toStrictEqual({
      ok: true,
      value: { address: myAddress, value: change.value, known: 'proven', restOfFailed: true },
    });
    expect(change.value.get(ADA)).toBeGreaterThan(0n);
  });

  it('is none of the outputs that were not made', () => {
    expect(proveInput(`${id}#0`, failedOnes)).toEqual(none);
    expect(proveInput(`${id}#3`, failedOnes)).toEqual(none);
  });

  it('is nothing where no collateral was returned, and none of it where the scripts succeeded', () => {
    const bare = editParts(parent, () => ({ isValid: 'f4' }));
    expect(proveInput(`${decoded(parent).bodyHash}#2`, bare)).toEqual(none);
    expect(proveInput(`${id}#2`, withRest)).toEqual(none);
    expect(proveInput(`${id}#0`, withRest)).toMatchObject({ value: { address: order.address } });
  });
});

function decoded(cbor: string): Transaction {
  const read = decodeTransaction(cbor);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}
