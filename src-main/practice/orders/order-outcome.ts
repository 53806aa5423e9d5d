import { ADA } from '#domain/asset.ts';
import { quantityIn, subtractValues, type Value } from '#domain/amount.ts';
import { encodeOrderDatum } from './datum.ts';
import { cycleDone } from './plan-cycle.ts';
import { leastFor, ownerAddress, readRestingOrder, type RestingOrder } from './resting-order.ts';
import type { LedgerTx } from '../chain/transaction.ts';
import type { TxOutput } from '../chain/transaction-output.ts';

/** An order that a transaction spends. */
export interface SpentOrder {
  readonly output: TxOutput;
  readonly order: RestingOrder;
}

/** What a transaction did with an order. `index` is that of the output that says so. */
export type OrderOutcome =
  | { readonly kind: 'taken-back' }
  /** Part of it was sold, and the rest goes on in another output. */
  | { readonly kind: 'partly-filled'; readonly index: number; readonly rest: RestingOrder }
  /** `received`: base units of the asset wanted that its owner gets for all of it, earlier parts included. */
  | { readonly kind: 'filled'; readonly index: number; readonly received: bigint };

/** What the exchange allows. */
export interface OrderRules {
  /** In the order of the exchange list: datums speak of places in it. */
  readonly codes: readonly string[];
  readonly partialFills: boolean;
}

/**
 * What `tx` did with an order, or `undefined` when it gave its owner less than is due. Each output answers for one order
 * only: those in `taken` are spoken for, and the one found is added.
 */
export function outcomeOf(
  tx: LedgerTx,
  spent: SpentOrder,
  rules: OrderRules,
  taken: Set<TxOutput>,
): OrderOutcome | undefined {
  const { datum } = spent.order;
  if (tx.witnesses.some((witness) => witness.keyHash === datum.ownerPaymentKeyHash))
    return { kind: 'taken-back' };
  if (spent.order.plan) return cycleOf(tx, spent, rules, taken);
  return partOf(tx, spent, rules, taken) ?? fillOf(tx, spent, taken);
}

/** A cycle of a recurring order: its owner was paid, and unless it was the last, the order goes on without it. */
function cycleOf(
  tx: LedgerTx,
  { output, order }: SpentOrder,
  { codes }: OrderRules,
  taken: Set<TxOutput>,
): OrderOutcome | undefined {
  const done = cycleDone(tx, output, order, taken);
  if (!done) return undefined;
  const received = order.received + done.received;
  if (done.rest === undefined) return { kind: 'filled', index: done.payment, received };
  const next = tx.outputs[done.rest];
  const rest = next && readRestingOrder(next, codes);
  return rest && { kind: 'partly-filled', index: done.rest, rest: { ...rest, received } };
}

/**
 * The rest of an order goes on at the same address. It sells less and was paid more; both the price of the part and that
 * of the rest are no worse than the order's; fee and deposit are still in it.
 */
function partOf(
  tx: LedgerTx,
  { output: before, order }: SpentOrder,
  { codes, partialFills }: OrderRules,
  taken: Set<TxOutput>,
): OrderOutcome | undefined {
  if (!partialFills || order.route.kind !== 'limit') return undefined;
  for (const [index, output] of tx.outputs.entries()) {
    if (taken.has(output) || output.address !== before.address) continue;
    const rest = readRestingOrder(output, codes);
    if (!rest || !isRestOf(rest, order)) continue;
    taken.add(output);
    return { kind: 'partly-filled', index, rest };
  }
  return undefined;
}

function isRestOf(rest: RestingOrder, order: RestingOrder): boolean {
  const terms = { ...rest.datum, minimumReceived: order.datum.minimumReceived };
  if (encodeOrderDatum(terms) !== encodeOrderDatum(order.datum) || rest.sold.asset !== order.sold.asset)
    return false;
  const part = order.sold.quantity - rest.sold.quantity;
  const paid = rest.received - order.received;
  return (
    part > 0n &&
    paid >= leastFor(order, part) &&
    rest.datum.minimumReceived >= leastFor(order, rest.sold.quantity)
  );
}

function fillOf(
  tx: LedgerTx,
  { output: before, order }: SpentOrder,
  taken: Set<TxOutput>,
): OrderOutcome | undefined {
  const { datum } = order;
  const address = ownerAddress(datum);
  const due = dueFor(order, before.value, datum.minimumReceived);
  const index = tx.outputs.findIndex(
    (output) => !taken.has(output) && output.address === address && covers(output.value, due),
  );
  const payment = tx.outputs[index];
  if (!payment) return undefined;
  taken.add(payment);
  const beside = datum.wanted === ADA ? datum.deposit : 0n;
  return { kind: 'filled', index, received: quantityIn(payment.value, datum.wanted) - beside };
}

/** What the owner of an order gets when the last of it is sold for `paid`: its value less that and the batcher's fee. */
export function dueFor({ datum, sold }: RestingOrder, held: Value, paid: bigint): Value {
  const kept = new Map([[ADA, datum.batcherFee]]);
  kept.set(sold.asset, (kept.get(sold.asset) ?? 0n) + sold.quantity);
  const due = new Map(subtractValues(held, kept));
  due.set(datum.wanted, (due.get(datum.wanted) ?? 0n) + paid);
  return due;
}

/** What an order's output holds when `part` of what it sells was sold for `paid`, and the order goes on. */
export function restFor({ datum, sold }: RestingOrder, held: Value, part: bigint, paid: bigint): Value {
  const rest = new Map(subtractValues(held, new Map([[sold.asset, part]])));
  rest.set(datum.wanted, (rest.get(datum.wanted) ?? 0n) + paid);
  return rest;
}

function covers(value: Value, due: Value): boolean {
  return [...due].every(([asset, quantity]) => quantityIn(value, asset) >= quantity);
}
