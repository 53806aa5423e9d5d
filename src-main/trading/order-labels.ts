import { lovelaceIn, quantity, quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { RouteShare } from '#domain/quote.ts';
import type { PlacedOrder } from '#domain/trade.ts';
import type { OrderOutput } from '../inspect/inspection.ts';

/** What an order sells of the asset paid; `undefined` when its terms do not tell fees from the amount. */
function soldBy(order: OrderOutput, asset: AssetId): bigint | undefined {
  if (asset !== ADA) return quantityIn(order.value, asset);
  const { batcherFee, deposit } = order.terms ?? {};
  if (batcherFee === undefined || deposit === undefined) return undefined;
  return lovelaceIn(order.value) - batcherFee - deposit;
}

/**
 * The orders of a transaction as they are kept and shown. An order whose script names no exchange takes the name
 * of the service's split that sells the same amount: a label from the service, not a proof.
 */
export function placedOrders(
  orders: readonly OrderOutput[],
  splits: readonly RouteShare[],
  pay: AssetId,
): readonly PlacedOrder[] {
  const left = [...splits];
  return orders.map((order) => {
    const sold = soldBy(order, pay);
    const at = left.findIndex((share) => share.amountIn === sold);
    const [named] = at === -1 ? [] : left.splice(at, 1);
    const { terms } = order;
    return {
      index: order.index,
      exchange: order.exchange ?? named?.exchange,
      minimum: terms && quantity(terms.minimumReceived),
      ...(terms?.deposit === undefined ? {} : { deposit: quantity(terms.deposit) }),
      ...(terms?.batcherFee === undefined ? {} : { batcherFee: quantity(terms.batcherFee) }),
      ...(terms?.recurring === undefined
        ? {}
        : {
            perCycle: {
              fee: quantity(terms.recurring.feePerCycle),
              returned: quantity(terms.recurring.returnedPerCycle),
            },
          }),
      ...(sold === undefined || sold < 0n ? {} : { pay: quantity(sold) }),
    };
  });
}
