import { ADA } from '#domain/asset.ts';
import { addValues, quantityIn, subtractValues, type Value } from '#domain/amount.ts';
import { encodePlanDatum, type PlanDatum } from './datum.ts';
import type { DraftOutput } from '../chain/draft.ts';
import type { LedgerTx } from '../chain/transaction.ts';
import type { TxOutput } from '../chain/transaction-output.ts';
import { ownerAddress, type RestingOrder } from './resting-order.ts';

/** The output that a recurring order rests in. */
interface PlanOutput {
  readonly address: string;
  readonly value: Value;
}

/** What a transaction did with one cycle: the places of its outputs, and base units of the asset wanted that were paid. */
interface CycleDone {
  readonly payment: number;
  /** Absent when it was the last cycle. */
  readonly rest: number | undefined;
  readonly received: bigint;
}

/** What the next cycle sells: the same each time, and all that is left in the last. Base units. */
export function nextPart({ sold }: RestingOrder, plan: PlanDatum): bigint {
  return isLast(plan) ? sold.quantity : plan.amountPerCycle;
}

/**
 * The outputs that one cycle makes of an order: what it bought (`paid`) goes to the owner at once, with its share of the
 * ADA that rides along; the rest goes on under the same terms with one cycle fewer. The last cycle gives everything back.
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
 * The cycle that `tx` carried out of an order that it spends, or `undefined` when its owner was paid nothing, or less than
 * comes back, or the order does not go on with all the rest. Each output answers for one order only: those in `taken` are
 * spoken for, and those found are added.
 */
export function cycleDone(
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
