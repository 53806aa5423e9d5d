import { quantityIn } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { otherSide, type Pool, type Side } from './pool.ts';
import type { AuditedOrder, OrderPlace } from './audited-order.ts';
import type { Holding } from './execution.ts';

/** One swap, to be compared with the payment its owner received. */
export interface Settlement {
  readonly place: OrderPlace;
  readonly position: number;
  /** The pool; for a route, its first and last asset. */
  readonly pool: Pick<Pool, 'assets'>;
  readonly side: Side;
  /** Base units the swap may take. */
  readonly sold: bigint;
  /** The payment for `sold` by the formula. */
  readonly mustPay: bigint;
  readonly held: Holding;
  /** The output that pays the order's owner; `undefined` if none does. */
  readonly output: Holding | undefined;
  /** Lovelace that whoever fills the order may keep. */
  readonly costs: bigint;
  readonly proven: boolean;
}

/** Judges a swap that owes its owner the proceeds and everything else the order held, less the costs. */
export function settled(settlement: Settlement): AuditedOrder {
  const { place, position, pool, side, sold, mustPay, held, output, costs, proven } = settlement;
  const [paysIn, bought] = [pool.assets[side], pool.assets[otherSide(side)]];
  const gained = output ? quantityIn(output.value, bought) - quantityIn(held.value, bought) : 0n;
  const paid = output && bought === ADA ? gained + costs : gained;
  const left = output ? quantityIn(output.value, paysIn) : 0n;
  const due = quantityIn(held.value, paysIn) - sold - (paysIn === ADA ? costs : 0n);
  const lost = output ? due - left : 0n;
  const reason =
    output === undefined
      ? 'no output pays its owner'
      : lost > 0n
        ? `${lost} base units it held were neither sold nor returned`
        : undefined;
  return {
    ...place,
    sold: { asset: paysIn, quantity: sold },
    bought,
    mustPay,
    paid: paid < 0n ? 0n : paid,
    exact: paid === mustPay && lost <= 0n && output !== undefined,
    ...(reason === undefined ? {} : { reason }),
    position,
    proven,
  };
}
