import type { OrderForm } from '../order-form.ts';
import { readMinswapFrame } from './frame-order.ts';
import { assetClass, fieldsOf, natural, readTerms } from '../plutus-data.ts';

/**
 * Minswap V1, `BatchOrder` (Plutus V1; `Minswap.BatchOrder.Types.OrderDatum` of the audited contracts):
 * `[sender, receiver, receiver's datum hash?, step, batcher fee, output ADA]`. Of its steps only
 * `SwapExactIn [desired coin, minimum received]` is read.
 */
export const minswapV1Form: OrderForm = {
  name: 'minswap-v1',
  read(datumHex) {
    return readTerms(datumHex, (datum) => {
      const { terms, step } = readMinswapFrame(datum);
      const [wanted, minimum] = fieldsOf(step, 0, 2, "the order's step");
      return {
        ...terms,
        wanted: assetClass(wanted, 'the asset that the order wants'),
        minimumReceived: natural(minimum, 'the least to receive'),
      };
    });
  },
};
