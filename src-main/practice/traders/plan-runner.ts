import { lovelaceIn } from '#domain/amount.ts';
import { slotToUnix } from '#domain/network.ts';
import { mulDivCeil, WHOLE_PPM } from '#domain/ratio.ts';
import { type EpochMs, epochMs } from '#domain/time.ts';
import { sendOwn } from '../accounts.ts';
import { leastLovelace } from '../chain/draft.ts';
import type { Unspent } from '../chain/ledger-state.ts';
import type { MarketQuote } from '../market/types.ts';
import type { PlanDatum } from '../orders/datum.ts';
import type { OrderRecord } from '../orders/order-history.ts';
import { cycleOutputs, nextPart } from '../orders/order-outcome.ts';
import type { RestingOrder } from '../orders/order-output.ts';
import { cycleTime } from '../orders/recurrence.ts';
import type { Floor } from './floor.ts';
import { tradedPools } from './crowd.ts';
import { settleTransaction } from './fill-transaction.ts';

/**
 * When the cycles of recurring orders are due. This depends on the chain alone: the block that placed the order,
 * and the number of completed cycles in its output. So there is no other state that could be lost or applied twice,
 * whatever the clock does. The first cycle is due at once; every other is counted from the first (`cycleTime`),
 * never from the previous one.
 */
export class PlanSchedule {
  readonly #speed: number;

  /** `speed`: how many times faster than real time intervals pass. */
  constructor(speed: number) {
    this.#speed = speed;
  }

  /** When the next cycle is due, in chain time; `undefined` for an order without cycles. */
  due({ placedAt, rest: { plan } }: OrderRecord): EpochMs | undefined {
    if (!plan) return undefined;
    const start = epochMs(slotToUnix('preprod', placedAt) * 1000);
    const after = cycleTime(start, plan.interval, plan.completed) - start;
    return epochMs(start + Math.ceil(after / this.#speed));
  }
}

/** The surroundings in which recurring orders are executed. */
interface PlanFloor extends Floor {
  readonly schedule: PlanSchedule;
}

const CYCLES_PER_ROUND = 50;

/**
 * Executes the cycles that are due, longest overdue first, each in a separate transaction that spends the order's
 * on-chain output. So an order has at most one cycle per block, and no cycle can execute twice. A cycle that the
 * allowed exchanges cannot trade within the order's slippage stays due and is tried again after the next block.
 * Returns the number of executed cycles.
 */
export function runPlans(floor: PlanFloor, now: EpochMs): number {
  const time = floor.chain.timeNow();
  const due = floor.orders
    .open()
    .map((order) => ({ order, at: floor.schedule.due(order) ?? Number.POSITIVE_INFINITY }))
    .filter(({ at }) => at <= time)
    .toSorted((left, right) => left.at - right.at || left.order.sequence - right.order.sequence);
  let done = 0;
  for (const { order } of due) {
    if (done >= CYCLES_PER_ROUND) break;
    if (carryOut(floor, order, now)) done += 1;
  }
  return done;
}

function carryOut(floor: PlanFloor, { exchange, current, rest }: OrderRecord, now: EpochMs): boolean {
  const { chain, market, keys } = floor;
  const { plan } = rest;
  const output = chain.resolve(current);
  // Already spent in the mempool: by a cycle, or by its owner's cancellation.
  if (!plan || !output) return false;
  // Anyone may pay to the script with any datum.
  const keeper = market.exchange(exchange);
  if (!keeper?.dca || plan.feePerCycle < keeper.batcherFee) return false;
  const at: Unspent = { ref: current, output };
  const quote = quoteWithin(floor, rest, plan);
  if (!quote) return false;
  const outputs = cycleOutputs(rest, plan, at.output, quote.expectedOut);
  if (outputs.some((output) => lovelaceIn(output.value) < leastLovelace(output))) return false;
  const pools = tradedPools(floor, () => market.follow(quote, now)) ?? [];
  const settled = { at, outputs, fee: plan.feePerCycle };
  const { bytes } = settleTransaction(chain, keys, exchange, [settled], pools);
  sendOwn(chain, bytes, 'a cycle');
  return true;
}

/**
 * The best route for the next cycle over the allowed exchanges, if it yields at least the market's average price
 * less the pool fees and the order's slippage.
 */
function quoteWithin({ market }: PlanFloor, order: RestingOrder, plan: PlanDatum): MarketQuote | undefined {
  const closed = market.exchanges.filter(({ dca }) => !dca).map(({ code }) => code);
  const quoted = market.quote({
    tokenIn: order.sold.asset,
    tokenOut: plan.wanted,
    amountIn: nextPart(order, plan),
    excluded: [...order.route.excluded, ...closed],
  });
  if (!quoted.ok) return undefined;
  const least = mulDivCeil(market.fairOut(quoted.value), WHOLE_PPM - plan.slippagePpm, WHOLE_PPM);
  return quoted.value.expectedOut >= least ? quoted.value : undefined;
}
