import type { KnownPool } from './known-pools.ts';
import { notCheckable, type AuditedOrder, type OrderPlace } from './audited-order.ts';
import { scriptOf, type Execution, type Spent } from './execution.ts';

/** An input at an exchange's order script. */
export interface OrderInput extends OrderPlace {
  readonly spent: Spent;
}

/** The input for auditing one exchange. */
export interface VenueBatch {
  readonly execution: Execution;
  /** This exchange's orders, in ledger order. */
  readonly orders: readonly OrderInput[];
  /** This exchange's pool scripts, by hash. */
  readonly pools: ReadonlyMap<string, KnownPool>;
}

/** Audits one exchange's orders in a transaction. Orders that their owner cancelled are left out. */
export type Venue = (batch: VenueBatch) => readonly AuditedOrder[];

/** Inputs and outputs at the exchange's pool scripts. */
export function poolsIn({ execution, pools }: VenueBatch): {
  readonly inputs: readonly Spent[];
  readonly outputs: Execution['outputs'];
} {
  const isPool = (script: string | undefined): boolean => script !== undefined && pools.has(script);
  return {
    inputs: execution.inputs.filter(({ held }) => isPool(scriptOf(held))),
    outputs: execution.outputs.filter((output) => isPool(scriptOf(output))),
  };
}

/** Marks every order as not checkable, for the same reason. */
export function noneCheckable(orders: readonly OrderInput[], reason: string): readonly AuditedOrder[] {
  return orders.map((order) => notCheckable(placeOf(order), reason));
}

export function placeOf({ order, venue, ledgerPosition }: OrderPlace): OrderPlace {
  return { order, venue, ledgerPosition };
}
