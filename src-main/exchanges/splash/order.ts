import { quantityIn } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { OrderForm } from '../order-form.ts';
import {
  assetClass,
  bytes,
  cancelKey,
  demandPaid,
  fieldsOf,
  hash28,
  keyAddress,
  natural,
  readTerms,
  refuse,
} from '../plutus-data.ts';

/** The first field of a limit order; other kinds of order at the same script have others. */
const LIMIT_ORDER = '00';

/**
 * Splash limit order (`orders/limit_order.ak`, `LimitOrderConfig`): `[tag, beacon, input, tradable input, cost per
 * execution step, minimal marginal output, output, base price, fee, redeemer address, cancellation key, permitted
 * executors]`. The price is output for input and holds in every step, so the whole is filled for no less than
 * `tradable input × price`, rounded up, as long as the order holds that much: of less, only the price is enforced, and the
 * order is refused. An executor outside `executors` is refused; none named means anybody.
 */
export function splashForm(executors: ReadonlySet<string>): OrderForm {
  return {
    name: 'splash',
    read(datumHex, assets, holds) {
      return readTerms(datumHex, (datum) => {
        const [
          tag,
          beacon,
          input,
          tradable,
          stepCost,
          marginal,
          output,
          price,
          fee,
          redeemer,
          canceller,
          permitted,
        ] = fieldsOf(datum, 0, 12, 'the order');
        if (bytes(tag, "the order's kind") !== LIMIT_ORDER)
          return refuse('the order is of a kind that is not understood');
        hash28(beacon, "the order's beacon");
        const paid = assetClass(input, 'the asset that the order pays');
        demandPaid(paid, assets);
        const wanted = assetClass(output, 'the asset that the order wants');
        if (wanted === paid) return refuse('the order wants what it pays');
        const [numerator, denominator] = fieldsOf(price, 0, 2, "the order's price");
        const amount = natural(tradable, "the order's amount");
        const minimum = dividedUp(
          amount * natural(numerator, "the order's price"),
          natural(denominator, "the order's price"),
        );
        const steps = dividedUp(minimum, natural(marginal, 'the least of a step'));
        const costs = natural(fee, 'the fee') + natural(stepCost, 'the cost of a step') * steps;
        if (holds && quantityIn(holds, paid) < amount + (paid === ADA ? costs : 0n))
          return refuse('the order promises its least for more than it holds');
        const owner = keyAddress(redeemer, "the order's receiver");
        if (permitted.kind !== 'array') return refuse("the order's executors cannot be read");
        for (const executor of permitted.items)
          if (!executors.has(hash28(executor, "the order's executor")))
            return refuse('the order names an executor that is not known');
        return {
          ownerPaymentKeyHash: owner.payment,
          ownerStakeKeyHash: owner.stake,
          cancelKeyHash: cancelKey(hash28(canceller, 'who may cancel the order'), owner.payment),
          wanted,
          minimumReceived: minimum,
          batcherFee: costs,
          deposit: undefined,
        };
      });
    },
  };
}

/** The quotient, rounded up. */
function dividedUp(dividend: bigint, divisor: bigint): bigint {
  if (divisor === 0n) return refuse("the order's price cannot be read");
  return (dividend + divisor - 1n) / divisor;
}
