import type { AssetId } from '#domain/asset.ts';
import type { OrderForm } from '../order-form.ts';
import {
  boolean,
  bytes,
  cancelKey,
  constr,
  demandEmpty,
  fieldsOf,
  hash28,
  keyAddress,
  natural,
  readTerms,
  refuse,
} from '../plutus-data.ts';

/** The assets A and B of pools, by the pool's ident in hex. */
export type SundaePools = ReadonlyMap<string, readonly [AssetId, AssetId]>;

/**
 * SundaeSwap V1, the escrow (Plutus V1, closed source; types as published in its SDK): `[pool ident, [[destination,
 * datum hash?], other canceller?], scooper fee, action]`. Only the swap `[direction, amount, minimum?]` with a minimum
 * is read. The datum names a pool: the wanted asset is known for `pools` alone.
 */
export function sundaeV1Form(pools: SundaePools): OrderForm {
  return {
    name: 'sundae-v1',
    read(datumHex) {
      return readTerms(datumHex, (datum) => {
        const [ident, parties, scooperFee, action] = fieldsOf(datum, 0, 4, 'the order');
        const [destination, canceller] = fieldsOf(parties, 0, 2, "the order's parties");
        const [address, proceedsDatum] = fieldsOf(destination, 0, 2, "the order's destination");
        const owner = keyAddress(address, "the order's receiver");
        demandEmpty(proceedsDatum, 1, 'the proceeds would be sent with a datum');
        const [direction, amount, minimum] = fieldsOf(action, 0, 3, "the order's action");
        natural(amount, "the order's amount");
        const backward = boolean(direction, "the order's direction");
        if (constr(minimum, 'the least to receive').index === 1n)
          return refuse('the order names no least to receive');
        const [least] = fieldsOf(minimum, 0, 1, 'the least to receive');
        const cancelHash =
          constr(canceller, 'who may cancel the order').index === 1n
            ? demandEmpty(canceller, 1, 'who may cancel the order cannot be read')
            : hash28(fieldsOf(canceller, 0, 1, 'who may cancel the order')[0], 'who may cancel the order');
        return {
          ownerPaymentKeyHash: owner.payment,
          ownerStakeKeyHash: owner.stake,
          cancelKeyHash: cancelHash === undefined ? undefined : cancelKey(cancelHash, owner.payment),
          wanted: pools.get(bytes(ident, "the order's pool"))?.[backward ? 0 : 1],
          minimumReceived: natural(least, 'the least to receive'),
          batcherFee: natural(scooperFee, 'the scooper fee'),
          deposit: undefined,
        };
      });
    },
  };
}
