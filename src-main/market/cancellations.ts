import { FINAL_STATES, UNSIGNED_STATES, type Trade } from '#domain/trade.ts';

/** Our cancellation of an output. */
export interface Cancellation {
  readonly tradeId: string;
  /** Whether it may still reach the chain. */
  readonly underWay: boolean;
}

/** The cancellations that were signed, by the output (`hash#index`) they take back; of several the one under way. */
export function cancellationsOf(trades: Iterable<Trade>): ReadonlyMap<string, Cancellation> {
  const found = new Map<string, Cancellation>();
  for (const { id, kind, state, cancels: outputs = [] } of trades) {
    if (kind !== 'cancel' || UNSIGNED_STATES.includes(state)) continue;
    const underWay = !FINAL_STATES.includes(state);
    for (const output of outputs)
      if (underWay || found.get(output)?.underWay !== true) found.set(output, { tradeId: id, underWay });
  }
  return found;
}
