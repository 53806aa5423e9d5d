import { runAfter } from '#domain/dca.ts';
import { slotToUnix } from '#domain/network.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import type { OrderRecord } from '../orders/order-history.ts';

/**
 * When the cycles of recurring orders are due. It follows from the chain alone: from the block that placed the order, and
 * from how many cycles the order's output says were carried out. So nothing is remembered that could be lost or told
 * twice, whatever the clock does. The first cycle is due at once; every other is counted from it (`runAfter`), never from
 * the one before.
 */
export class PlanSchedule {
  readonly #speed: number;

  /** `speed`: how many seconds of an interval pass in one second. */
  constructor(speed: number) {
    this.#speed = speed;
  }

  /** When the next cycle is due, in the chain's time; `undefined` for an order that has none. */
  due({ placedAt, rest: { plan } }: OrderRecord): EpochMs | undefined {
    if (!plan) return undefined;
    const start = epochMs(slotToUnix('preprod', placedAt) * 1000);
    const after = runAfter(start, plan.interval, plan.completed) - start;
    return epochMs(start + Math.ceil(after / this.#speed));
  }
}
