import type { Transaction } from '../cardano/transaction.ts';
import type { KnownScripts } from './order-form.ts';
import type { ResolvedInputs } from '../cardano/resolution.ts';
import type { KnownPools } from './known-pools.ts';
import { notCheckable, type AuditedOrder } from './audited-order.ts';
import { executionOf, scriptOf, type Execution, type Spent } from './execution.ts';
import { auditMinswapStable } from './minswap/stable-batch.ts';
import { auditMinswapV1 } from './minswap/v1-batch.ts';
import { auditMinswapV2 } from './minswap/v2-batch.ts';
import { auditPractice } from './practice/batch.ts';
import { auditSplash } from './splash/batch.ts';
import { auditSundaeV3 } from './sundae/v3-batch.ts';
import { noneCheckable, placeOf, type OrderInput, type Venue } from './venue.ts';
import { auditWingRidersV2 } from './wingriders/v2-batch.ts';

/** Scripts known to hold orders and pools, as data. */
export interface AuditScripts {
  readonly orders: KnownScripts;
  readonly pools: KnownPools;
  /** Whether outputs at some scripts can be spent without a redeemer, as practice's can. */
  readonly withoutRedeemers: boolean;
}

/** The orders that one transaction executes, each with its verdict. */
export interface Audit {
  readonly txHash: string;
  /** One per order that the transaction executes, in execution order as far as that is known. */
  readonly orders: readonly AuditedOrder[];
}

/** How to audit each exchange, by the form of its orders. */
const venues: Readonly<Record<string, Venue>> = {
  'minswap-stable': auditMinswapStable,
  'minswap-v1': auditMinswapV1,
  'minswap-v2': auditMinswapV2,
  splash: auditSplash,
  'sundae-v3': auditSundaeV3,
  'wingriders-v2': auditWingRidersV2,
  practice: auditPractice,
};

const NOT_COVERED = 'what this input holds is unknown: it may be an order or a pool';

/**
 * Audits the orders that a transaction executes: what the exchange's formula requires for each, and what was paid. Pure,
 * and never throws, whatever the transaction contains. A script input missing from `resolved` is listed as an order that
 * cannot be checked, unless it can only be a pool.
 */
export function auditTransaction(tx: Transaction, resolved: ResolvedInputs, scripts: AuditScripts): Audit {
  // When a script fails, only the collateral is taken: no order is executed.
  if (!tx.isValid) return { txHash: tx.bodyHash, orders: [] };
  const execution = executionOf(tx, resolved);
  const orders = orderInputs(execution, scripts);
  const byForm = Map.groupBy(orders, ({ spent }) => formOf(spent, scripts));
  const audited = [...byForm].flatMap(([form, inputs]) => auditForm(form, inputs, execution, scripts));
  return {
    txHash: tx.bodyHash,
    orders: audited.toSorted((left, right) => placeIn(left) - placeIn(right)),
  };
}

function placeIn({ position, ledgerPosition }: AuditedOrder): number {
  return position ?? ledgerPosition;
}

/** The form of the orders at an input's script, empty if unknown; `undefined` when no script is known for the input. */
function formOf({ held }: Spent, { orders }: AuditScripts): string | undefined {
  const script = scriptOf(held);
  return script === undefined ? undefined : (orders.get(script)?.form?.name ?? '');
}

/** Inputs that are orders or may be, in ledger order. */
function orderInputs(
  execution: Execution,
  { orders, pools, withoutRedeemers }: AuditScripts,
): readonly OrderInput[] {
  const isPool = (script: string | undefined): boolean => script !== undefined && pools.has(script);
  const unknown = execution.inputs.filter(
    ({ held, redeemer }) => !held && (redeemer !== undefined || withoutRedeemers),
  );
  const poolsPaid = execution.outputs.filter((output) => isPool(scriptOf(output))).length;
  const poolsSpent = execution.inputs.filter(({ held }) => isPool(scriptOf(held))).length;
  // Every pool output continues a pool input. If as many pool inputs are missing as are unknown, the unknown ones are pools.
  const allPools = unknown.length === poolsPaid - poolsSpent;
  return execution.inputs
    .filter((spent) => {
      const script = scriptOf(spent.held);
      return script === undefined ? unknown.includes(spent) && !allPools : orders.has(script);
    })
    .map((spent, ledgerPosition) => ({
      order: spent.reference,
      venue: orders.get(scriptOf(spent.held) ?? '')?.exchange,
      ledgerPosition,
      spent,
    }));
}

function auditForm(
  form: string | undefined,
  inputs: readonly OrderInput[],
  execution: Execution,
  { pools }: AuditScripts,
): readonly AuditedOrder[] {
  if (form === undefined) return noneCheckable(inputs, NOT_COVERED);
  const venue = Object.hasOwn(venues, form) ? venues[form] : undefined;
  if (!venue) {
    const why = new Map([...pools.values()].map(({ exchange, reason }) => [exchange, reason]));
    return inputs.map((input) =>
      notCheckable(
        placeOf(input),
        why.get(input.venue ?? '') ?? 'fills at this exchange are not recomputed here',
      ),
    );
  }
  const names = new Set(inputs.map(({ venue: name }) => name));
  const own = new Map([...pools].filter(([, { exchange }]) => names.has(exchange)));
  return venue({ execution, orders: inputs, pools: own });
}

/** Counts orders by verdict. */
export function tally(orders: readonly AuditedOrder[]): {
  readonly exact: number;
  readonly notExact: number;
  readonly notCheckable: number;
} {
  return {
    exact: orders.filter(({ exact }) => exact === true).length,
    notExact: orders.filter(({ exact }) => exact === false).length,
    notCheckable: orders.filter(({ exact }) => exact === undefined).length,
  };
}
