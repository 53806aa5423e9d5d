import type { AssetId } from '#domain/asset.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import type { OrderTerms } from '../order-form.ts';
import { boolean, demandPaid, fieldsOf, natural, refuse } from '../plutus-data.ts';

/** WingRiders' `Swap [direction, minimum wanted]` over the assets A and B of the request. */
export function readSwapAction(
  action: CborItem,
  [first, second]: readonly [AssetId, AssetId],
  assets: readonly AssetId[] | undefined,
): Pick<OrderTerms, 'wanted' | 'minimumReceived'> {
  const [direction, minimum] = fieldsOf(action, 0, 2, "the order's action");
  const backward = boolean(direction, "the order's direction");
  demandPaid(backward ? second : first, assets);
  if (first === second) return refuse('the order wants what it pays');
  return {
    wanted: backward ? first : second,
    minimumReceived: natural(minimum, 'the least to receive'),
  };
}
