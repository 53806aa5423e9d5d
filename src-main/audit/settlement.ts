import { quantityIn } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { otherSide, type Pool, type Side } from '../pools/pool.ts';
import type { AuditedOrder, OrderPlace } from './audited-order.ts';
import type { Holding } from './execution.ts';

/** What one swap took and paid, held against what the formula says. */
export interface Settlement {
  readonly place: OrderPlace;
  readonly position: number;
  /** The pool, or what a route's ends make one of. */
  readonly pool: Pick<Pool, 'assets'>;
  readonly side: Side;
  /** Base units that the swap may take. */
  readonly sold: bigint;
  /** What the formula says is paid for them. */
  readonly mustPay: bigint;
  readonly held: Holding;
  /** The output that pays the order's owner; `undefined` where none does. */
  readonly output: Holding | undefined;
  /** Lovelace that the order's owner owes to others: what whoever fills may keep. */
  readonly costs: bigint;
  readonly proven: boolean;
}

/** The line about a swap that pays the owner all that the order held, less what was sold and the costs. */
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
        ? `${lost} base units of what it held were neither sold nor given back`
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
