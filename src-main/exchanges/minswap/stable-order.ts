import type { AssetId } from '#domain/asset.ts';
import type { OrderForm } from '../order-form.ts';
import { readMinswapFrame } from './frame-order.ts';
import { fieldsOf, natural, readTerms, refuse } from '../plutus-data.ts';

/**
 * Minswap stable swap (`stableswap/types.ak`, `OrderDatum`): `[sender, receiver, receiver's datum hash?, step, batcher
 * fee, output ADA]` with `Exchange [index in, index out, minimum out]`, the only step that is read. The indices count
 * `poolAssets`, which are parameters of the pool's script and so of the order script: each pool has its own.
 */
export function minswapStableForm(poolAssets: readonly AssetId[]): OrderForm {
  return {
    name: 'minswap-stable',
    read(datumHex) {
      return readTerms(datumHex, (datum) => {
        const { terms, step } = readMinswapFrame(datum);
        const [paid, received, minimum] = fieldsOf(step, 0, 3, "the order's step");
        const wanted = poolAssets[Number(natural(received, 'the asset that the order wants'))];
        if (
          wanted === undefined ||
          wanted === poolAssets[Number(natural(paid, 'the asset that the order pays'))]
        )
          return refuse('the order names assets that its pool does not trade');
        return {
          ...terms,
          wanted,
          minimumReceived: natural(minimum, 'the least to receive'),
        };
      });
    },
  };
}
