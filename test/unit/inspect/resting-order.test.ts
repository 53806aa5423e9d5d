import { describe, expect, it } from 'vitest';

import type { Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { ok } from '#domain/result.ts';
import { addressOf, formatAddress, type Credential } from '../../../src-main/cardano/address.ts';
import { encodeOrderDatum, type OrderDatum } from '../../../src-main/practice/orders/datum.ts';
import type { KnownScripts, OrderTerms } from '../../../src-main/exchanges/order-form.ts';
import { practiceForm } from '../../../src-main/exchanges/practice/order.ts';
import { readRestingOrder, type RestingOutput } from '../../../src-main/inspect/resting-order.ts';
import { held } from '../../support/good-cancel.ts';
import { BYSTANDER, GEM, orderDatum, ORDER_SCRIPT, PAYMENT, STAKE } from '../../support/good-trade.ts';
import { hashedScripts, MUESLI, muesliOrder, placing } from '../../support/hashed-orders.ts';

/** Fee and deposit that `orderDatum` states. */
const OVERHEAD = 4_000_000n;
const UNKNOWN_SCRIPT = '1d'.repeat(28);
const UNREADABLE_SCRIPT = '2e'.repeat(28);

const known: KnownScripts = new Map([
  [ORDER_SCRIPT, { exchange: 'EXA', plutus: 2, form: practiceForm }],
  [UNREADABLE_SCRIPT, { exchange: 'Aggregator DCA', plutus: 2 }],
]);

const addressAt = (hash: string, kind: Credential['kind'] = 'script'): string =>
  formatAddress(addressOf(0, { kind, hash }));

/** An order for GEM at the script of EXA. */
function order(value: Value, change: Partial<OrderDatum> = {}): RestingOutput {
  return { address: addressAt(ORDER_SCRIPT), value, inlineDatum: encodeOrderDatum(orderDatum(change)) };
}

const withBystander = (value: Value): Value => new Map([...value, [BYSTANDER, 7n]]);

describe('an output that rests at a known script', () => {
  it('is the order that its datum describes, at the exchange of the script', () => {
    expect(readRestingOrder(order(held(104_000_000n)), known)).toStrictEqual({
      exchange: 'EXA',
      terms: {
        ownerPaymentKeyHash: PAYMENT,
        ownerStakeKeyHash: STAKE,
        cancelKeyHash: undefined,
        wanted: GEM,
        minimumReceived: 415_800n,
        batcherFee: 1_800_000n,
        deposit: 2_200_000n,
      },
      sells: { asset: ADA, quantity: 100_000_000n },
      waiting: 0n,
    });
  });

  it('is read by the datum that was found for its hash as by one that lies in it', () => {
    const { cbor: _, tx } = placing(MUESLI, muesliOrder(1_000_000n), 1_000n);
    const [output] = tx.outputs;
    if (!output) throw new Error('one order');
    expect(readRestingOrder({ ...output, datum: muesliOrder(1_000_000n) }, hashedScripts)).toMatchObject({
      exchange: 'MuesliSwap',
      sells: { asset: GEM, quantity: 1_000n },
    });
    expect(readRestingOrder(output, hashedScripts)).toBeUndefined();
  });

  it('is no order where its datum is none of its exchange, or its script is not known or not understood', () => {
    const good = order(held(104_000_000n));
    expect(readRestingOrder({ ...good, inlineDatum: muesliOrder(1n) }, known)).toBeUndefined();
    expect(readRestingOrder({ ...good, address: addressAt(UNKNOWN_SCRIPT) }, known)).toBeUndefined();
    expect(readRestingOrder({ ...good, address: addressAt(UNREADABLE_SCRIPT) }, known)).toBeUndefined();
  });

  it('is no order where a key owns it, though the key has the hash of a script, or its address cannot be read', () => {
    const good = order(held(104_000_000n));
    expect(readRestingOrder({ ...good, address: addressAt(ORDER_SCRIPT, 'key') }, known)).toBeUndefined();
    expect(readRestingOrder({ ...good, address: 'addr_test1nobody' }, known)).toBeUndefined();
  });

  it('is no order without a datum, whatever a form would make of that', () => {
    const { inlineDatum: _, ...bare } = order(held(104_000_000n));
    expect(readRestingOrder(bare, stating({}))).toBeUndefined();
    expect(readRestingOrder({ ...bare, inlineDatum: '' }, stating({}))).toBeDefined();
  });
});

/** A form's reading of any datum, where exchanges leave out fields that others state. */
function stating(change: Partial<OrderTerms>): KnownScripts {
  const terms: OrderTerms = {
    ownerPaymentKeyHash: PAYMENT,
    ownerStakeKeyHash: STAKE,
    cancelKeyHash: undefined,
    wanted: GEM,
    minimumReceived: 1n,
    batcherFee: 1_800_000n,
    deposit: 2_200_000n,
    ...change,
  };
  return new Map([
    [ORDER_SCRIPT, { exchange: 'EXA', plutus: 2, form: { name: 'stating', read: () => ok(terms) } }],
  ]);
}

describe('what an order still sells', () => {
  const sells = (output: RestingOutput, scripts = known) => readRestingOrder(output, scripts)?.sells;

  it('is the ADA beyond its fee and its deposit', () => {
    expect(sells(order(held(OVERHEAD + 1n)))).toEqual({ asset: ADA, quantity: 1n });
    expect(sells(order(held(OVERHEAD)))).toBeUndefined();
    expect(sells(order(held(OVERHEAD - 1n)))).toBeUndefined();
  });

  it('is the one token in it that it does not want, whatever ADA comes with it', () => {
    expect(sells(order(held(50_000_000n, 3_000n), { wanted: BYSTANDER }))).toEqual({
      asset: GEM,
      quantity: 3_000n,
    });
    expect(sells(order(held(OVERHEAD, 3_000n), { wanted: ADA }))).toEqual({ asset: GEM, quantity: 3_000n });
  });

  it('is not what it wants: that waits to be paid out', () => {
    expect(sells(order(held(54_000_000n, 3_000n)))).toEqual({ asset: ADA, quantity: 50_000_000n });
    expect(sells(order(held(54_000_000n), { wanted: ADA }))).toBeUndefined();
  });

  it('is not known where several tokens lie in it that it does not want', () => {
    expect(sells(order(withBystander(held(OVERHEAD, 3_000n)), { wanted: ADA }))).toBeUndefined();
  });

  it.each([{ batcherFee: undefined }, { deposit: undefined }])(
    'is not known of ADA where its terms leave out what else the ADA is for (%o)',
    (unstated) => {
      expect(sells(order(held(104_000_000n)), stating(unstated))).toBeUndefined();
      expect(sells(order(held(104_000_000n, 3_000n)), stating({ ...unstated, wanted: ADA }))).toEqual({
        asset: GEM,
        quantity: 3_000n,
      });
    },
  );
});

describe('what waits in an order', () => {
  const waiting = (output: RestingOutput, scripts = known) => readRestingOrder(output, scripts)?.waiting;

  it('is what lies in it of the token that it wants', () => {
    expect(waiting(order(held(54_000_000n, 3_000n)))).toBe(3_000n);
    expect(waiting(order(held(54_000_000n)))).toBe(0n);
    expect(waiting(order(withBystander(held(54_000_000n))))).toBe(0n);
  });

  it('is the ADA beyond its fee and its deposit, where it wants ADA, and never less than nothing', () => {
    expect(waiting(order(held(OVERHEAD + 5_000_000n, 3_000n), { wanted: ADA }))).toBe(5_000_000n);
    expect(waiting(order(held(OVERHEAD - 1n, 3_000n), { wanted: ADA }))).toBe(0n);
  });

  it('is nothing that could be separated from fees where its terms leave these out', () => {
    const scripts = stating({ wanted: ADA, deposit: undefined });
    expect(waiting(order(held(104_000_000n, 3_000n)), scripts)).toBe(0n);
  });

  it('is not looked for where its terms name no asset that it wants', () => {
    expect(waiting(order(held(104_000_000n, 3_000n)), stating({ wanted: undefined }))).toBe(0n);
  });
});
