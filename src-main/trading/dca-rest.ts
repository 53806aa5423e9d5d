import { quantity, valueOf, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { unsold } from '#domain/dca.ts';
import type { Trade } from '#domain/trade.ts';
import type { CancelTarget } from './cancel-desk.ts';

/**
 * What a plan must still hold when `completed` of its trades were made, by the terms that were inspected when it was
 * signed: what is not sold, the fees of the trades that were not made, and the deposit that was not given back. `undefined`
 * for a trade that is no plan, or whose terms could not be read.
 */
export function restOfPlan({ dca, pay, orders }: Trade, completed: number): Value | undefined {
  const [order, ...others] = orders;
  if (!dca || !order?.perCycle || others.length > 0) return undefined;
  const { fee, returned } = order.perCycle;
  const done = BigInt(Math.min(Math.max(completed, 0), dca.cycles));
  const left = BigInt(dca.cycles) - done;
  const deposit = (order.deposit ?? 0n) - returned * done;
  const beside = fee * left + (deposit > 0n ? deposit : 0n);
  const rest = { asset: pay.asset, quantity: quantity(unsold(pay.quantity, dca.cycles, Number(done))) };
  return valueOf({ asset: ADA, quantity: quantity(beside) }, rest);
}

/** What a plan that is taken back must still hold; nothing is demanded where its terms are not known here. */
export function restRule(trade: Trade | undefined): Pick<CancelTarget, 'mustHold'> {
  if (!trade || !restOfPlan(trade, 0)) return {};
  return { mustHold: (completed) => restOfPlan(trade, completed) ?? new Map() };
}
