import type { KnownPool } from '../pools/known-pools.ts';
import { notCheckable, type AuditedOrder, type OrderPlace } from './audited-order.ts';
import { scriptOf, type Execution, type Spent } from './execution.ts';

/** An input at the script of an exchange's orders. */
export interface OrderInput extends OrderPlace {
  readonly spent: Spent;
}

/** What an exchange's reader works with. */
export interface VenueBatch {
  readonly execution: Execution;
  /** This exchange's orders, in the ledger's order. */
  readonly orders: readonly OrderInput[];
  /** The pools' scripts that belong to the exchange, by hash. */
  readonly pools: ReadonlyMap<string, KnownPool>;
}

/** How one exchange's transactions are read. Orders that are taken back by their owner are left out of the answer. */
export type Venue = (batch: VenueBatch) => readonly AuditedOrder[];

/** Inputs and outputs at the scripts of an exchange's pools. */
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

/** The same reason for every order. */
export function noneCheckable(orders: readonly OrderInput[], reason: string): readonly AuditedOrder[] {
  return orders.map((order) => notCheckable(placeOf(order), reason));
}

export function placeOf({ order, venue, ledgerPosition }: OrderPlace): OrderPlace {
  return { order, venue, ledgerPosition };
}
