import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { describe, expect, it } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { practiceForm } from '../../../src-main/exchanges/practice/order.ts';
import { decodeOrderDatum, encodeOrderDatum } from '../../../src-main/practice/orders/datum.ts';
import { orderDatum } from '../../support/good-trade.ts';

const good = encodeOrderDatum(orderDatum());

describe('the datum of a practice order', () => {
  it.each([
    orderDatum(),
    orderDatum({ wanted: ADA }),
    orderDatum({ ownerStakeKeyHash: undefined }),
    orderDatum({ minimumReceived: (1n << 64n) - 1n, batcherFee: 0n, route: '' }),
  ])('is read as it was written, and CSL reads the same bytes', (order) => {
    const hex = encodeOrderDatum(order);
    expect(decodeOrderDatum(hex)).toEqual({ ok: true, value: order });
    expect(CSL.PlutusData.from_hex(hex).to_hex()).toBe(hex);
  });

  it('is read in other encodings of the same data', () => {
    const definite = good.replace('d8799f', 'd87988').replace(/ff$/, '').replace('d8799f', 'd87981');
    const stakeEnd = definite.indexOf('ff581c7e');
    const other = definite.slice(0, stakeEnd) + definite.slice(stakeEnd + 2);
    expect(other).not.toBe(good);
    expect(decodeOrderDatum(other)).toEqual(decodeOrderDatum(good));
    expect(practiceForm.read(other)).toEqual(practiceForm.read(good));
    const general = `d8668200${good.slice(4)}`;
    expect(decodeOrderDatum(general)).toEqual(decodeOrderDatum(good));
    expect(practiceForm.read(general)).toEqual(practiceForm.read(good));
    expect(practiceForm.read(good).ok).toBe(true);
  });

  it.each([
    ['not hexadecimal', 'zz'],
    ['cut short', good.slice(0, -2)],
    ['another constructor', good.replace('d8799f', 'd87a9f')],
    ['another number of fields', `${good.slice(0, -2)}00ff`],
    ['a short owner', good.replace('581c049f', '581b9f')],
    ['a negative minimum', good.replace('1a00065838', '3a00065838')],
    ['a minimum that is a text', good.replace('1a00065838', '4400065838')],
    ['a short policy', good.replace('581c7e', '581b')],
    ['a stake part with two hashes', good.replace('ff581c7e', `581c${'00'.repeat(28)}ff581c7e`)],
    ['a plain number', '00'],
  ])('is refused when it is %s', (_, hex) => {
    expect(hex).not.toBe(good);
    expect(decodeOrderDatum(hex)).toMatchObject({ ok: false, failure: expect.any(String) as string });
    expect(practiceForm.read(hex).ok).toBe(false);
  });

  it('is never written with values that it cannot hold', () => {
    expect(() => encodeOrderDatum(orderDatum({ minimumReceived: -1n }))).toThrow(RangeError);
    expect(() => encodeOrderDatum(orderDatum({ ownerPaymentKeyHash: '00' }))).toThrow(RangeError);
    expect(() => encodeOrderDatum(orderDatum({ route: '00'.repeat(65) }))).toThrow(RangeError);
  });
});
