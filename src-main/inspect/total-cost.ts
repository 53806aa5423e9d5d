import { lovelaceIn } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { Task } from '../agreement/agreement.ts';
import { adaTraded } from '../agreement/bounds.ts';
import type { Facts } from './facts.ts';
import { figuresOf, heldOf } from './figures.ts';
import type { TotalCost } from './inspection.ts';
import { effectiveMinimum } from './order-sums.ts';
import { amountText } from './wording.ts';

/** Network fees differ with sizes: a later transaction of a set may pay half as much again as the first. */
const LATER_FEE_NUMERATOR = 3n;
const LATER_FEE_DENOMINATOR = 2n;
const WHOLE_BPS = 10_000n;

/**
 * The cost of a transaction, and with it, where it is the first of a set, that of all the others, which cannot cost more
 * in fees than it does.
 */
export function totalCostOf(facts: Facts): TotalCost {
  const { agreed } = facts.given;
  const { networkFee, cost } = figuresOf(facts);
  const tasks = agreed?.at === 0 ? agreed.agreement.transactions.map(({ task }) => task) : [];
  const transactions = Math.max(tasks.length, 1);
  const later = cost - networkFee + laterNetworkFee(networkFee);
  const whole = cost + later * BigInt(transactions - 1);
  const traded = tasks.length > 1 ? tradedBy(tasks) : tradedHere(facts);
  const cycles = facts.trade?.recurring?.cycles ?? facts.trade?.cycles;
  return {
    cost: whole,
    traded,
    shareBps:
      traded === undefined || traded <= 0n ? undefined : Number((whole * WHOLE_BPS + traded - 1n) / traded),
    perCycle: cycles === undefined ? undefined : (whole + BigInt(cycles) - 1n) / BigInt(cycles),
    transactions,
    cancels: facts.cancel !== undefined,
  };
}

/** What a later transaction of a set may pay to the network, going by what the first one pays. */
export function laterNetworkFee(first: bigint): bigint {
  return (first * LATER_FEE_NUMERATOR + LATER_FEE_DENOMINATOR - 1n) / LATER_FEE_DENOMINATOR;
}

/** "In all, 2.23 ADA does not come back: 2.23 % of the ADA traded." */
export function totalCostText({ cost, shareBps, perCycle, transactions, cancels }: TotalCost): string {
  const whole = transactions > 1 ? `In all ${transactions} transactions, up to` : 'In all,';
  const share =
    shareBps === undefined ? '' : `: ${shareBps / 100} % of the ADA ${cancels ? 'in the orders' : 'traded'}`;
  const each = perCycle === undefined ? '' : `, ${amountText(ADA, perCycle)} for each trade`;
  return `${whole} ${amountText(ADA, cost)} does not come back${share}${each}.`;
}

function tradedBy(tasks: readonly Task[]): bigint | undefined {
  let sum = 0n;
  for (const task of tasks) {
    const part = task.kind === 'cancel' ? lovelaceIn(task.holds) : adaTraded(task);
    if (part === undefined) return undefined;
    sum += part;
  }
  return sum;
}

/** Prices that a service states prove nothing: only ADA that is paid, taken back, or enforced as the least counts. */
function tradedHere(facts: Facts): bigint | undefined {
  const { trade } = facts;
  if (!trade) return lovelaceIn(heldOf(facts));
  if (trade.pay.asset === ADA) return trade.pay.quantity;
  if (trade.receive !== ADA || trade.kind === 'dca') return undefined;
  return trade.atLeast ?? effectiveMinimum(facts);
}
