import {
  addValues,
  LARGEST_QUANTITY,
  lovelaceIn,
  quantity,
  quantityIn,
  sumValues,
  valueOf,
  type Value,
} from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { Bounds, CancelTask, Replaced, SendTask, Task, TradeTask } from './agreement.ts';

/**
 * The bounds of the app's own rules, whatever the service says. Taken from 64 real trades of 2025, the dearest of which
 * paid 23.28 ADA to six exchanges on 5,525 ADA, 2 ADA to the service on 5 ADA, and 0.7 ADA to the network.
 */
const ONE_ADA = 1_000_000n;
/** Fees and deposits that the orders of one swap may hold together, in addition to two percent of its worth. */
const SWAP_OVERHEAD = 10n * ONE_ADA;
const SWAP_OVERHEAD_PERCENT = 2n;
/** The same where neither side is ADA, so that there is nothing to take a percentage of. */
const UNVALUED_OVERHEAD = 30n * ONE_ADA;
/** The same for each limit order, and for each trade of a recurring order in addition to one percent of its worth. */
const ORDER_OVERHEAD = 5n * ONE_ADA;
/** A service fee, in addition to one percent of the trade. */
const SERVICE_FEE = 2n * ONE_ADA;
const UNVALUED_SERVICE_FEE = 20n * ONE_ADA;
const TRADE_NETWORK_FEE = 2n * ONE_ADA;
/** The ledger's limits on scripts and size make every transaction cheaper than this. */
const CANCEL_NETWORK_FEE = 2_500_000n;
/** The fee of the largest transaction at the usual parameters: no payment costs more. */
const SEND_NETWORK_FEE = 900_000n;
/** Fees and deposits of an order whose terms do not state them. */
export const UNSTATED_OVERHEAD = ORDER_OVERHEAD;
/** The most that a service may keep for each order that it cancels. */
export const CANCELLATION_FEE = 2n * ONE_ADA;

/** The bounds of one transaction for a task. `mostCost`: the user's own limit on the cost of a trade, lovelace. */
export function boundsOf(task: Task, mostCost?: bigint): Bounds {
  if (task.kind === 'send') return sendBounds(task, mostCost);
  const bounds = task.kind === 'cancel' ? cancelBounds(task) : tradeBounds(task);
  return mostCost === undefined ? bounds : withCostAtMost(bounds, mostCost);
}

/** The bounds of several transactions together. */
export function sumOfBounds(all: readonly Bounds[]): Bounds {
  const sum = (part: (bounds: Bounds) => bigint): bigint => all.reduce((total, one) => total + part(one), 0n);
  return {
    gone: sumValues(all.map(({ gone }) => gone)),
    locked: sumValues(all.map(({ locked }) => locked)),
    back: sumValues(all.map(({ back }) => back)),
    others: sum(({ others }) => others),
    networkFee: sum(({ networkFee }) => networkFee),
    cost: sum(({ cost }) => cost),
  };
}

/** The ADA that is certainly traded: what is paid, or the least that a sale must bring; `undefined` without ADA. */
export function adaTraded(task: TradeTask): bigint | undefined {
  if (task.pay.asset === ADA) return task.pay.quantity;
  return task.receive === ADA ? enforcedLeast(task) : undefined;
}

/** The least of `receive` that the task enforces; `undefined` for a kind that trades at any price. */
export function enforcedLeast(task: TradeTask): bigint | undefined {
  switch (task.kind) {
    case 'swap':
    case 'limit':
      return task.atLeast;
    case 'dca':
      return undefined;
  }
}

function tradeBounds(task: TradeTask): Bounds {
  const { pay, receive } = task;
  const replaced = task.kind === 'limit' ? task.replaces : undefined;
  const overhead = mostOverhead(task);
  const others = replaced ? smaller(mostToService(task), replaced.others) : mostToService(task);
  const cost = TRADE_NETWORK_FEE + (replaced ? smaller(overhead, replaced.fee) : overhead) + others;
  const sold = valueOf(pay);
  const least = enforcedLeast(task);
  return {
    gone: addValues(sold, lovelace(cost)),
    locked: addValues(sold, lovelace(overhead)),
    back: least === undefined ? new Map() : valueOf({ asset: receive, quantity: quantity(least) }),
    others,
    networkFee: TRADE_NETWORK_FEE,
    cost,
  };
}

function mostOverhead(task: TradeTask): bigint {
  const traded = adaTraded(task);
  switch (task.kind) {
    case 'swap':
      return traded === undefined
        ? UNVALUED_OVERHEAD
        : SWAP_OVERHEAD + (traded * SWAP_OVERHEAD_PERCENT) / 100n;
    case 'limit':
      return smaller(ORDER_OVERHEAD * BigInt(task.orders), heldBeside(task.replaces));
    case 'dca':
      return ORDER_OVERHEAD * BigInt(task.cycles) + (traded ?? 0n) / 100n;
  }
}

/** The most that a new order may hold besides the amount it sells: no more than the one that it replaces. */
function heldBeside(replaced: Replaced | undefined): bigint {
  return replaced ? replaced.fee + replaced.deposit : LARGEST_QUANTITY;
}

function mostToService(task: TradeTask): bigint {
  const traded = adaTraded(task);
  return traded === undefined ? UNVALUED_SERVICE_FEE : SERVICE_FEE + traded / 100n;
}

/** The amount paid is not a cost: the user's limit on costs bounds the network fee. */
function sendBounds({ pays }: SendTask, mostCost = SEND_NETWORK_FEE): Bounds {
  const networkFee = smaller(SEND_NETWORK_FEE, mostCost);
  return {
    gone: addValues(pays, lovelace(networkFee)),
    locked: new Map(),
    back: new Map(),
    others: lovelaceIn(pays),
    networkFee,
    cost: networkFee,
  };
}

function cancelBounds(task: CancelTask): Bounds {
  return cancelBoundsWith(task, CANCELLATION_FEE * BigInt(task.orders.length), CANCEL_NETWORK_FEE);
}

/** A cancellation gives back all that the orders hold, less what others and the network may get. Lovelace both. */
export function cancelBoundsWith({ holds }: CancelTask, others: bigint, networkFee: bigint): Bounds {
  const cost = networkFee + others;
  return {
    gone: lovelace(cost),
    locked: new Map(),
    back: lessLovelace(holds, cost),
    others,
    networkFee,
    cost,
  };
}

/** Bounds with a lower cost: whatever could have been a cost more than that is not allowed to leave either. */
export function withCostAtMost(bounds: Bounds, most: bigint): Bounds {
  if (most >= bounds.cost) return bounds;
  const cut = bounds.cost - most;
  return {
    ...bounds,
    cost: most,
    gone: lessLovelace(bounds.gone, cut),
    others: smaller(bounds.others, most),
    networkFee: smaller(bounds.networkFee, most),
  };
}

export function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

function lessLovelace(value: Value, part: bigint): Value {
  const left = lovelaceIn(value) - part;
  const others = new Map([...value].filter(([asset]) => asset !== ADA));
  return left > 0n ? others.set(ADA, left) : others;
}

function lovelace(amount: bigint): Value {
  return valueOf({ asset: ADA, quantity: quantity(amount) });
}

/** For each asset, how much of it `value` holds in excess of `most`. */
export function beyond(value: Value, most: Value): Value {
  return new Map(
    [...value].flatMap(([asset, held]) => {
      const extra = held - quantityIn(most, asset);
      return extra > 0n ? [[asset, extra] as const] : [];
    }),
  );
}
