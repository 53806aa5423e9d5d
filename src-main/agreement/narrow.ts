import { addValues, lovelaceIn, quantity, valueOf, type Amount, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { AgreedTransaction, Agreement, Bounds, LimitTask, Replaced, Task } from './agreement.ts';
import { cancelBoundsWith, smaller, sumOfBounds, withCostAtMost } from './bounds.ts';

/** The effect of a batch's first transaction, read from its bytes. Lovelace. */
export interface FirstFigures {
  readonly networkFee: bigint;
  readonly others: bigint;
  /** The amount that those who fill its orders may keep, and the amount that comes back when they close. */
  readonly keeps: bigint;
  readonly comesBack: bigint;
  /** Most that a later transaction may pay to the network. */
  readonly laterNetworkFee: bigint;
  /** Its hash, hex. Without it, no order takes the place of one that it takes back. */
  readonly bodyHash?: string;
}

/**
 * Narrows an agreement once its first transaction is built. If a cancellation pays nobody but the network, that is what
 * the agreement then allows. The later transactions of a batch cannot be built before the first is on chain, so they
 * may cost no more than it does. Every bound is the lower of the two. Payments to others may grow with the amount sold,
 * or with the number of orders taken back; where the first transaction pays nobody, no later one does.
 */
export function narrowedBy(agreement: Agreement, first: FirstFigures): Agreement {
  const [opening, ...later] = agreement.transactions;
  if (!opening) return agreement;
  const transactions = [asBuilt(opening, first), ...later.map((one) => narrowed(one, opening.task, first))];
  return { ...agreement, transactions, whole: sumOfBounds(transactions.map(({ bounds }) => bounds)) };
}

function asBuilt({ task, bounds }: AgreedTransaction, { others }: FirstFigures): AgreedTransaction {
  if (task.kind !== 'cancel' || others >= bounds.others) return { task, bounds };
  const lower = cancelBoundsWith(task, others, bounds.networkFee);
  return { task, bounds: withCostAtMost(lower, bounds.cost) };
}

function narrowed(one: AgreedTransaction, opening: Task, first: FirstFigures): AgreedTransaction {
  const { task, bounds } = one;
  if (task.kind === 'limit' && task.replaces) return afterCancelling(task, task.replaces, bounds, first);
  // A payment is agreed to alone: no batch has one.
  if (task.kind === 'send') return one;
  const others = smaller(bounds.others, inProportion(first.others, task, opening));
  const networkFee = smaller(bounds.networkFee, first.laterNetworkFee);
  if (task.kind === 'cancel')
    return { task, bounds: withCostAtMost(cancelBoundsWith(task, others, networkFee), bounds.cost) };
  const lower = withCostAtMost(bounds, networkFee + others + first.keeps);
  const overhead = first.keeps + first.comesBack;
  return { task, bounds: { ...lower, others, networkFee, locked: lockedAtMost(bounds, task.pay, overhead) } };
}

/** A cancellation places nothing: what the new order costs is bounded by the one that it replaces. */
function afterCancelling(
  task: LimitTask,
  replaces: Replaced,
  bounds: Bounds,
  { laterNetworkFee, bodyHash: cancellation }: FirstFigures,
): AgreedTransaction {
  const networkFee = smaller(bounds.networkFee, laterNetworkFee);
  const lower = withCostAtMost(bounds, bounds.cost - (bounds.networkFee - networkFee));
  return {
    task: { ...task, replaces: cancellation === undefined ? replaces : { ...replaces, cancellation } },
    bounds: { ...lower, networkFee },
  };
}

function inProportion(others: bigint, task: Task, opening: Task): bigint {
  const [size, of] = [sizeOf(task), sizeOf(opening)];
  return size <= of || of === 0n ? others : (others * size) / of;
}

function sizeOf(task: Task): bigint {
  if (task.kind === 'send') return 1n;
  return task.kind === 'cancel' ? BigInt(task.orders.length) : task.pay.quantity;
}

function lockedAtMost({ locked }: Bounds, pay: Amount, overhead: bigint): Value {
  const most = addValues(valueOf(pay), valueOf({ asset: ADA, quantity: quantity(overhead) }));
  return lovelaceIn(most) < lovelaceIn(locked) ? most : locked;
}
