import type { CborItem } from '../../cardano/cbor-scanner.ts';
import type { OrderForm } from '../order-form.ts';
import {
  asset,
  demandEmpty,
  fieldsOf,
  keyAddress,
  natural,
  readTerms,
  refuse,
  sameAddress,
} from '../plutus-data.ts';
import { readSwapAction } from './action-order.ts';

/**
 * WingRiders V2, the request (Plutus V2; its published serializer, `RequestDatumV2`): `[oil, beneficiary, owner
 * address, compensation datum, its type, deadline, A policy, A name, B policy, B name, action, A scale, B scale]`. The
 * owner address may reclaim and gets compensations, so it must be the beneficiary's; the compensation must have no
 * datum. The oil comes back; the agent fee is the contract's and not stated. The deadline is as of V1.
 */
export const wingridersV2Form: OrderForm = {
  name: 'wingriders-v2',
  read(datumHex, assets) {
    return readTerms(datumHex, (datum) => {
      const [
        oil,
        beneficiary,
        ownerAddress,
        compensation,
        compensationType,
        deadline,
        firstPolicy,
        firstName,
        secondPolicy,
        secondName,
        action,
        firstScale,
        secondScale,
      ] = fieldsOf(datum, 0, 13, 'the order');
      const owner = keyAddress(beneficiary, "the order's receiver");
      if (!sameAddress(owner, keyAddress(ownerAddress, "the order's owner")))
        return refuse('a refund would go to another address than the proceeds');
      demandEmpty(compensationType, 0, 'the proceeds would be sent with a datum');
      if (!isEmpty(compensation)) return refuse('the proceeds would be sent with a datum');
      const closing = { at: natural(deadline, "the order's deadline"), then: 'waits', tip: 0n } as const;
      if (natural(firstScale, 'a scale') === 0n || natural(secondScale, 'a scale') === 0n)
        return refuse('a scale of the order is zero');
      const pair = [
        asset(firstPolicy, firstName, "the order's first asset"),
        asset(secondPolicy, secondName, "the order's second asset"),
      ] as const;
      return {
        ownerPaymentKeyHash: owner.payment,
        ownerStakeKeyHash: owner.stake,
        cancelKeyHash: undefined,
        ...readSwapAction(action, pair, assets),
        batcherFee: undefined,
        deposit: natural(oil, 'the oil'),
        closing,
      };
    });
  },
};

/** Some interfaces write no datum as an empty byte string, others as an empty list. */
function isEmpty(item: CborItem): boolean {
  return (
    (item.kind === 'bytes' && item.value.length === 0) || (item.kind === 'array' && item.items.length === 0)
  );
}
