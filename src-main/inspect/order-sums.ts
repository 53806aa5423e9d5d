import { lovelaceIn, quantityIn } from '../../src-preload/domain/amount.ts';
import { ADA } from '../../src-preload/domain/asset.ts';
import type { Facts, OrderFact } from './facts.ts';

/** Lovelace that an order holds beside what it sells: stated by its datum, else everything that is not sold. */
export function overheadOf(order: OrderFact): bigint | undefined {
  return order.datum && order.datum.batcherFee + order.datum.deposit;
}

/** What the order sells of the asset paid, or `undefined` when its datum does not say what is fee and deposit. */
export function soldBy(order: OrderFact, facts: Facts): bigint | undefined {
  const { pay } = facts.given.intent;
  if (pay.asset !== ADA) return quantityIn(order.output.value, pay.asset);
  const overhead = overheadOf(order);
  return overhead === undefined ? undefined : lovelaceIn(order.output.value) - overhead;
}

/** Lovelace in all orders beside what is sold. */
export function ordersOverhead(facts: Facts): bigint {
  const held = facts.orders.reduce((total, order) => total + lovelaceIn(order.output.value), 0n);
  const { pay } = facts.given.intent;
  return pay.asset === ADA ? held - pay.quantity : held;
}

/** Lovelace that goes to neither the wallet nor an order. */
export function recipientsLovelace(facts: Facts): bigint {
  return facts.outputs
    .filter(({ role }) => role === 'foreign')
    .reduce((total, { output }) => total + lovelaceIn(output.value), 0n);
}

/** Most lovelace that one order may hold beside what is sold. */
export function overheadLimit({ given, limits }: Facts): bigint {
  const { pay, receive } = given.intent;
  return pay.asset === ADA || receive === ADA ? limits.orderOverhead : limits.hopOrderOverhead;
}
