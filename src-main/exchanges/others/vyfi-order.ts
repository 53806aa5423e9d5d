import type { AssetId } from '#domain/asset.ts';
import type { OrderForm } from '../order-form.ts';
import { bytes, constr, fieldsOf, natural, readTerms, refuse } from '../plutus-data.ts';

const A_TO_B = 3;
const B_TO_A = 4;

/**
 * VyFi (Plutus V1, closed source; as public decoders and its transactions show it): `[payment key hash and, if any,
 * stake key hash in one byte string, action]`, of which the swaps A to B (constructor 3) and B to A (4) with their
 * minimum are read. Each pool has its own order script: the wanted asset is known when its assets are.
 */
export function vyfiForm(poolAssets: readonly [AssetId, AssetId] | undefined): OrderForm {
  return {
    name: 'vyfi',
    read(datumHex) {
      return readTerms(datumHex, (datum) => {
        const [keys, action] = fieldsOf(datum, 0, 2, 'the order');
        const hashes = bytes(keys, "the order's owner");
        if (hashes.length !== 56 && hashes.length !== 112) return refuse("the order's owner cannot be read");
        const backward = constr(action, "the order's action").index === BigInt(B_TO_A);
        const [minimum] = fieldsOf(action, backward ? B_TO_A : A_TO_B, 1, "the order's action");
        return {
          ownerPaymentKeyHash: hashes.slice(0, 56),
          ownerStakeKeyHash: hashes.length === 56 ? undefined : hashes.slice(56),
          cancelKeyHash: undefined,
          wanted: poolAssets?.[backward ? 0 : 1],
          minimumReceived: natural(minimum, 'the least to receive'),
          batcherFee: undefined,
          deposit: undefined,
        };
      });
    },
  };
}
