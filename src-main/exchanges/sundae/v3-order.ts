import { scanCbor, type CborItem } from '../../cardano/cbor-scanner.ts';
import type { OrderForm } from '../order-form.ts';
import {
  asset,
  cancelKey,
  constr,
  demandEmpty,
  demandPaid,
  fieldsOf,
  hash28,
  keyAddress,
  listOf,
  natural,
  readTerms,
  refuse,
} from '../plutus-data.ts';

/** `Swap` among the constructors of `Order`. */
const SWAP = 1;

/**
 * SundaeSwap V3 (`types/order.ak`, `OrderDatum`): `[pool ident?, owner, max protocol fee, [destination, datum], details,
 * extension]`. Read only with an owner by one signature (the interfaces in use write the user's stake key: it may
 * cancel), a destination without datum, `Swap [offer, minimum received]` and an extension that holds nothing.
 */
export const sundaeV3Form: OrderForm = {
  name: 'sundae-v3',
  read(datumHex, assets) {
    return readTerms(datumHex, (datum) => {
      const [pool, canceller, maxFee, destination, details, extension] = fieldsOf(datum, 0, 6, 'the order');
      readPool(pool);
      const [cancelHash] = fieldsOf(canceller, 0, 1, 'who may cancel the order');
      const [address, proceedsDatum] = fieldsOf(destination, 0, 2, "the order's destination");
      const owner = keyAddress(address, "the order's receiver");
      demandEmpty(proceedsDatum, 0, 'the proceeds would be sent with a datum');
      const [offer, least] = fieldsOf(details, SWAP, 2, "the order's details");
      const [paidPolicy, paidName, paid] = listOf(offer, 3, "the order's offer");
      const paidAsset = asset(paidPolicy, paidName, 'the asset that the order pays');
      demandPaid(paidAsset, assets);
      natural(paid, "the order's offer");
      const [policy, name, minimum] = listOf(least, 3, 'the least to receive');
      const wanted = asset(policy, name, 'the asset that the order wants');
      if (wanted === paidAsset) return refuse('the order wants what it pays');
      if (!holdsNothing(extension)) return refuse('the order has an extension that is not understood');
      return {
        ownerPaymentKeyHash: owner.payment,
        ownerStakeKeyHash: owner.stake,
        cancelKeyHash: cancelKey(hash28(cancelHash, 'who may cancel the order'), owner.payment),
        wanted,
        minimumReceived: natural(minimum, 'the least to receive'),
        batcherFee: natural(maxFee, 'the protocol fee'),
        deposit: undefined,
      };
    });
  },
};

/** `Some(ident)`, or `None` for any pool of the two assets: the minimum holds in each. */
function readPool(item: CborItem): void {
  if (constr(item, "the order's pool").index === 1n) demandEmpty(item, 1, "the order's pool cannot be read");
  else hash28(fieldsOf(item, 0, 1, "the order's pool")[0], "the order's pool");
}

/** A constructor without fields, or, as several interfaces write it, a byte string that encodes one. */
function holdsNothing(item: CborItem): boolean {
  if (item.kind !== 'bytes') return item.kind === 'tag' && constr(item, 'the extension').fields.length === 0;
  const inner = scanCbor(item.value);
  return inner.ok && inner.value.kind === 'tag' && constr(inner.value, 'the extension').fields.length === 0;
}
