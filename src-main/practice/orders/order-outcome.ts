import { addValues, quantityIn, subtractValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { DraftOutput } from '../chain/draft.ts';
import type { LedgerTx, TxOutput } from '../chain/transaction.ts';
import { encodeOrderDatum, encodePlanDatum, type PlanDatum } from './datum.ts';
import {
  leastFor,
  ownerAddress,
  type OrderOwner,
  readRestingOrder,
  type RestingOrder,
} from './order-output.ts';

/** An order that a transaction spends. */
export interface SpentOrder {
  readonly output: TxOutput;
  readonly order: RestingOrder;
}

/** A transaction's effect on an order. `index`: the output that shows it. */
export type OrderOutcome =
  | { readonly kind: 'taken-back' }
  /** Part of it was sold; the rest continues in another output. */
  | { readonly kind: 'partly-filled'; readonly index: number; readonly rest: RestingOrder }
  /** `received`: base units of the wanted asset that its owner gets in total, earlier fills included. */
  | { readonly kind: 'filled'; readonly index: number; readonly received: bigint };

/** The exchange's rules. */
export interface OrderRules {
  /** In the order of the exchange list: datums refer to it by index. */
  readonly codes: readonly string[];
  readonly partialFills: boolean;
}

/**
 * Whether its owner takes an order back: the key signed, or the ledger evaluates the script, which it does only if an
 * output that it locks is spent.
 */
export function isTakenBack(tx: LedgerTx, { ownerPaymentKeyHash, ownerByScript }: OrderOwner): boolean {
  return ownerByScript
    ? tx.nativeScripts.has(ownerPaymentKeyHash)
    : tx.witnesses.some(({ keyHash }) => keyHash === ownerPaymentKeyHash);
}

/**
 * The effect of `tx` on an order, or `undefined` when its owner got less than is due. Each output counts for one order
 * only: those in `taken` are already counted, and the one found is added.
 */
export function outcomeOf(
  tx: LedgerTx,
  spent: SpentOrder,
  rules: OrderRules,
  taken: Set<TxOutput>,
): OrderOutcome | undefined {
  const { datum } = spent.order;
  if (isTakenBack(tx, datum)) return { kind: 'taken-back' };
  if (spent.order.plan) return cycleOf(tx, spent, rules, taken);
  return partOf(tx, spent, rules, taken) ?? fillOf(tx, spent, taken);
}

/** A cycle of a recurring order: its owner was paid, and unless it was the last cycle, the order continues. */
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
 * The rest of an order continues at the same address: it sells less and has received more, the prices of the filled
 * part and of the rest are both no worse than the order's, and it still holds the fee and the deposit.
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
  const extra = datum.wanted === ADA ? datum.deposit : 0n;
  return { kind: 'filled', index, received: quantityIn(payment.value, datum.wanted) - extra };
}

/**
 * The value due to the owner when the last of an order is sold for `paid`: the order's value without the amount sold
 * and without the batcher fee, plus `paid`.
 */
export function dueFor({ datum, sold }: RestingOrder, held: Value, paid: bigint): Value {
  const deductions = new Map([[ADA, datum.batcherFee]]);
  deductions.set(sold.asset, (deductions.get(sold.asset) ?? 0n) + sold.quantity);
  const due = new Map(subtractValues(held, deductions));
  due.set(datum.wanted, (due.get(datum.wanted) ?? 0n) + paid);
  return due;
}

/** The value of an order's output after `part` of it was sold for `paid` and the order continues. */
export function restFor({ datum, sold }: RestingOrder, held: Value, part: bigint, paid: bigint): Value {
  const rest = new Map(subtractValues(held, new Map([[sold.asset, part]])));
  rest.set(datum.wanted, (rest.get(datum.wanted) ?? 0n) + paid);
  return rest;
}

function covers(value: Value, due: Value): boolean {
  return [...due].every(([asset, quantity]) => quantityIn(value, asset) >= quantity);
}

/** The output that holds a recurring order. */
interface PlanOutput {
  readonly address: string;
  readonly value: Value;
}

/**
 * A transaction's fill of one cycle: the indexes of its outputs, and the base units of the wanted asset that it paid.
 */
interface CycleDone {
  readonly payment: number;
  /** Absent when it was the last cycle. */
  readonly rest: number | undefined;
  readonly received: bigint;
}

/** The amount that the next cycle sells, in base units: the same each time, and everything left in the last cycle. */
export function nextPart({ sold }: RestingOrder, plan: PlanDatum): bigint {
  return isLast(plan) ? sold.quantity : plan.amountPerCycle;
}

/**
 * The outputs of one cycle of an order: what it bought (`paid`) goes to the owner at once, with its share of the
 * accompanying ADA; the rest continues under the same terms with one cycle fewer. The last cycle returns
 * everything.
 */
export function cycleOutputs(
  order: RestingOrder,
  plan: PlanDatum,
  at: PlanOutput,
  paid: bigint,
): DraftOutput[] {
  const part = nextPart(order, plan);
  const address = ownerAddress(plan);
  const left = subtractValues(at.value, addValues(valueOf(order, part), new Map([[ADA, plan.feePerCycle]])));
  const bought = new Map([[plan.wanted, paid]]);
  if (isLast(plan)) return [{ address, value: addValues(left, bought) }];
  const returned = new Map([[ADA, plan.returnedPerCycle]]);
  const datum = encodePlanDatum({ ...plan, completed: plan.completed + 1 });
  return [
    { address, value: addValues(returned, bought) },
    { address: at.address, value: subtractValues(left, returned), datum },
  ];
}

/**
 * The cycle that `tx` executed of an order that it spends; `undefined` when its owner was paid nothing or too
 * little, or when the order does not continue with all of the rest. Each output counts for one order only: those in
 * `taken` are already counted, and those found are added.
 */
function cycleDone(
  tx: LedgerTx,
  before: PlanOutput,
  order: RestingOrder,
  taken: Set<TxOutput>,
): CycleDone | undefined {
  const { plan } = order;
  if (!plan) return undefined;
  const [payment, next] = cycleOutputs(order, plan, before, 1n);
  const paidAt = payment ? indexOf(tx, payment, taken) : -1;
  const paid = tx.outputs[paidAt];
  const restAt = next ? indexOf(tx, next, taken) : -1;
  const rest = tx.outputs[restAt];
  if (!paid || !payment || (next && !rest)) return undefined;
  taken.add(paid);
  if (rest) taken.add(rest);
  const received = quantityIn(paid.value, plan.wanted) - quantityIn(payment.value, plan.wanted) + 1n;
  return { payment: paidAt, rest: next && restAt, received };
}

function indexOf(tx: LedgerTx, { address, value, datum }: DraftOutput, taken: ReadonlySet<TxOutput>): number {
  return tx.outputs.findIndex(
    (output) =>
      !taken.has(output) &&
      output.address === address &&
      output.inlineDatum === datum &&
      [...value].every(([asset, quantity]) => quantityIn(output.value, asset) >= quantity),
  );
}

function isLast({ cycles, completed }: PlanDatum): boolean {
  return completed + 1 === cycles;
}

function valueOf({ sold }: RestingOrder, quantity: bigint): Value {
  return new Map([[sold.asset, quantity]]);
}
