import type { OrderForm } from '../order-form.ts';
import { assetClass, cancelKey, fieldsOf, hash28, keyAddress, natural, readTerms } from '../plutus-data.ts';
import { readSwapAction } from './action-order.ts';

/**
 * WingRiders V1, the request (Plutus V1; its published serializer, `RequestDatumV1`): `[[beneficiary, owner key,
 * deadline, [asset A, asset B]], action]`. The owner key may reclaim; the action `Swap [direction, minimum wanted]` is
 * the only one that is read. Agent fee and oil are the contract's constants and not stated. After its deadline (POSIX
 * milliseconds) no agent fills it, and its owner alone can take it back.
 */
export const wingridersV1Form: OrderForm = {
  name: 'wingriders-v1',
  read(datumHex, assets) {
    return readTerms(datumHex, (datum) => {
      const [meta, action] = fieldsOf(datum, 0, 2, 'the order');
      const [beneficiary, ownerKey, deadline, pool] = fieldsOf(meta, 0, 4, 'the order');
      const owner = keyAddress(beneficiary, "the order's receiver");
      const closing = { at: natural(deadline, "the order's deadline"), then: 'waits', tip: 0n } as const;
      const [first, second] = fieldsOf(pool, 0, 2, "the order's pool");
      const pair = [
        assetClass(first, "the order's first asset"),
        assetClass(second, "the order's second asset"),
      ] as const;
      return {
        ownerPaymentKeyHash: owner.payment,
        ownerStakeKeyHash: owner.stake,
        cancelKeyHash: cancelKey(hash28(ownerKey, 'who may cancel the order'), owner.payment),
        ...readSwapAction(action, pair, assets),
        batcherFee: undefined,
        deposit: undefined,
        closing,
      };
    });
  },
};
