import type { OrderForm } from '../order-form.ts';
import {
  asset,
  boolean,
  demandPaid,
  fieldsOf,
  keyAddress,
  natural,
  readTerms,
  refuse,
} from '../plutus-data.ts';

/**
 * MuesliSwap order book V3 (as public decoders and its transactions show it): one constructor around `[creator, bought
 * policy, bought name, sold policy, sold name, bought amount, may be filled in parts, lovelace attached]`. A fill in
 * parts keeps the price. The attached lovelace covers fee and
 * deposit together: all of it counts as fee, since the datum does not say how much comes back.
 */
export const muesliswapForm: OrderForm = {
  name: 'muesliswap',
  read(datumHex, assets) {
    return readTerms(datumHex, (datum) => {
      const [config] = fieldsOf(datum, 0, 1, 'the order');
      const [creator, policy, name, soldPolicy, soldName, minimum, partial, attached] = fieldsOf(
        config,
        0,
        8,
        'the order',
      );
      const owner = keyAddress(creator, "the order's owner");
      const wanted = asset(policy, name, 'the asset that the order wants');
      const paid = asset(soldPolicy, soldName, 'the asset that the order pays');
      demandPaid(paid, assets);
      if (wanted === paid) return refuse('the order wants what it pays');
      boolean(partial, 'whether the order may be filled in parts');
      return {
        ownerPaymentKeyHash: owner.payment,
        ownerStakeKeyHash: owner.stake,
        cancelKeyHash: undefined,
        wanted,
        minimumReceived: natural(minimum, 'the least to receive'),
        batcherFee: natural(attached, 'the lovelace of the order'),
        deposit: undefined,
      };
    });
  },
};
