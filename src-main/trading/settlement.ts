import { quantity, quantityIn } from '../../src-preload/domain/amount.ts';
import { ADA } from '../../src-preload/domain/asset.ts';
import { mulDivFloor } from '../../src-preload/domain/ratio.ts';
import type { PlacedOrder, Trade } from '../../src-preload/domain/trade.ts';
import type { ChainTx } from '../ports/ledger.ts';

/** What became of a placed trade's orders. */
export interface Settlement {
  readonly state: 'placed' | 'partly-filled' | 'filled' | 'closed';
  readonly orders: readonly PlacedOrder[];
  /** Base units of the asset wanted, over all orders closed so far. */
  readonly filledTotal: bigint;
}

/** Hashes of the transactions that spent the trade's orders, each once. */
export function closingHashes(trade: Trade, placed: ChainTx): readonly string[] {
  const hashes = trade.orders.map((order) => spender(order, placed)).filter((hash) => hash !== undefined);
  return [...new Set(hashes)];
}

/**
 * Judges the orders by the transactions that spent them: an order is filled when its owner was paid at least its
 * minimum of the asset wanted. `closings` holds the closing transactions that are known, by hash; an order whose
 * closing one is not there yet counts as open.
 */
export function settle(
  trade: Trade,
  owner: string,
  placed: ChainTx,
  closings: ReadonlyMap<string, ChainTx>,
): Settlement {
  const groups = Map.groupBy(trade.orders, (order) => spender(order, placed) ?? '');
  const judged = new Map<number, PlacedOrder>();
  for (const [hash, group] of groups) {
    const closing = closings.get(hash);
    const parts = closing === undefined ? undefined : shareOut(trade, owner, closing, group);
    group.forEach((order, at) => {
      const part = parts?.[at];
      judged.set(
        order.index,
        part === undefined ? openOrder(order) : { ...order, closedBy: hash, received: part },
      );
    });
  }
  const orders = trade.orders.map((order) => judged.get(order.index) ?? order);
  const filledTotal = orders.reduce((sum, order) => sum + (order.received ?? 0n), 0n);
  return { state: stateOf(orders), orders, filledTotal };
}

function spender(order: PlacedOrder, placed: ChainTx): string | undefined {
  return placed.outputs.find((output) => output.index === order.index)?.spentBy;
}

/** The order without what an earlier look, on a block rolled back since, said of its closing. */
function openOrder(order: PlacedOrder): PlacedOrder {
  const { closedBy: _closedBy, received: _received, ...rest } = order;
  return rest;
}

/**
 * What a closing transaction paid to the owner, divided over the orders that it closed: in proportion to their
 * minimums, the rest to the last. Deposits that come back are not a payment.
 */
function shareOut(trade: Trade, owner: string, closing: ChainTx, orders: readonly PlacedOrder[]) {
  const owned = (outputs: ChainTx['inputs']): bigint =>
    outputs
      .filter((output) => output.address === owner)
      .reduce((sum, output) => sum + quantityIn(output.value, trade.receive), 0n);
  const deposits =
    trade.receive === ADA ? orders.reduce((sum, order) => sum + (order.deposit ?? 0n), 0n) : 0n;
  const net = owned(closing.outputs) - owned(closing.inputs) - deposits;
  const paid = net > 0n ? net : 0n;
  const weights = orders.map((order) => (order.minimum === undefined ? 1n : order.minimum));
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const parts = weights.map((weight) => (total === 0n ? 0n : mulDivFloor(paid, weight, total)));
  const rest = paid - parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part, at) => quantity(at === parts.length - 1 ? part + rest : part));
}

function isFilled(order: PlacedOrder): boolean {
  if (order.closedBy === undefined || order.received === undefined) return false;
  return order.minimum === undefined ? order.received > 0n : order.received >= order.minimum;
}

function stateOf(orders: readonly PlacedOrder[]): Settlement['state'] {
  const filled = orders.filter(isFilled).length;
  const closed = orders.filter((order) => order.closedBy !== undefined).length;
  if (closed < orders.length) return filled > 0 ? 'partly-filled' : 'placed';
  return filled === orders.length && filled > 0 ? 'filled' : 'closed';
}
