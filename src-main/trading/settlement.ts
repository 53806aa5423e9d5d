import { quantity, quantityIn, type Quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { mulDivFloor } from '#domain/ratio.ts';
import type { OrderFill, PlacedOrder, Trade } from '#domain/trade.ts';
import type { ChainOutput, ChainTx, OutputRef } from '../ports/ledger.ts';
import { MOST_PARTS, NO_PARTS, restOf, type PartReader } from './partial-fill.ts';

/** The outcome of a placed trade's orders. */
export interface Settlement {
  readonly state: 'placed' | 'partly-filled' | 'filled' | 'closed';
  readonly orders: readonly PlacedOrder[];
  /** Base units of the asset wanted, over all parts filled so far. */
  readonly filledTotal: bigint;
  /** Hashes of transactions that were not among those given, and that the judgement waits for. */
  readonly missing: readonly string[];
}

/** Knowledge from sources other than the chain. */
export interface SettlementKnowledge {
  readonly parts: PartReader;
  /** Whether a transaction is a cancellation of ours. */
  readonly isCancel: (hash: string) => boolean;
}

const NOTHING_KNOWN: SettlementKnowledge = { parts: NO_PARTS, isCancel: () => false };

/** An order followed through its parts, up to the transaction that closed it, where there is one. */
interface Walk {
  readonly order: PlacedOrder;
  readonly fills: readonly OrderFill[];
  readonly now: OutputRef | undefined;
  /** Base units of the asset wanted that wait in it, and that parts paid out at once. */
  readonly waiting: bigint;
  readonly paidOut: bigint;
  readonly closedBy: string | undefined;
  readonly missing: string | undefined;
  /** Lovelace that comes back with its last part; less than at first where each part gives some back. */
  readonly deposit: bigint;
}

/**
 * Judges the orders by the transactions that spent them. An order that a transaction puts back with less to sell was
 * filled in part and continues there. Otherwise it is closed: filled when its owner was paid at least its minimum of
 * the asset wanted. `closings` holds the spending transactions that are known, by hash; an order whose spender is not
 * there yet counts as open, and the hash is answered among `missing`.
 */
export function settle(
  trade: Trade,
  owner: string,
  placed: ChainTx,
  closings: ReadonlyMap<string, ChainTx>,
  knowledge: SettlementKnowledge = NOTHING_KNOWN,
): Settlement {
  const taken = new Set<ChainOutput>();
  const walks = trade.orders.map((order) =>
    follow(order, { trade, owner, placed, closings, knowledge, taken }),
  );
  const received = new Map<number, Quantity>();
  const takenBack = new Set<string>();
  for (const [hash, group] of Map.groupBy(walks, ({ closedBy }) => closedBy)) {
    const closing = hash === undefined ? undefined : closings.get(hash);
    if (!closing) continue;
    const back = knowledge.isCancel(closing.hash) || isTakenBack(closing, owner, trade, group);
    if (back) takenBack.add(closing.hash);
    const parts = back ? group.map(({ waiting }) => waiting) : shareOut(trade, owner, closing, group);
    group.forEach(({ order, paidOut }, at) =>
      received.set(order.index, quantity((parts[at] ?? 0n) + paidOut)),
    );
  }
  const orders = walks.map((walk) => judged(walk, received.get(walk.order.index), takenBack));
  const filledTotal = orders.reduce((sum, order) => sum + (order.received ?? 0n), 0n);
  const missing = [...new Set(walks.flatMap((walk) => walk.missing ?? []))];
  return { state: stateOf(orders), orders, filledTotal, missing };
}

/** The order without what an earlier look, on a block rolled back since, said of its filling and closing. */
export function openOrder(order: PlacedOrder): PlacedOrder {
  const {
    closedBy: _closedBy,
    received: _received,
    outcome: _outcome,
    fills: _fills,
    now: _now,
    ...rest
  } = order;
  return rest;
}

interface Surroundings {
  readonly trade: Trade;
  readonly owner: string;
  readonly placed: ChainTx;
  readonly closings: ReadonlyMap<string, ChainTx>;
  readonly knowledge: SettlementKnowledge;
  /** Outputs with which orders went on. */
  readonly taken: Set<ChainOutput>;
}

function follow(order: PlacedOrder, around: Surroundings): Walk {
  const { trade, owner, placed, closings, knowledge, taken } = around;
  const fills: OrderFill[] = [];
  let now: OutputRef | undefined;
  let at = placed.outputs.find((output) => output.index === order.index);
  let [waiting, paidOut] = [0n, 0n];
  for (;;) {
    const deposit = (at && knowledge.parts(at)?.terms.deposit) ?? order.deposit ?? 0n;
    const walk = { order, fills, now, waiting, paidOut, deposit };
    const spender = at?.spentBy;
    if (at === undefined || spender === undefined || fills.length >= MOST_PARTS)
      return { ...walk, closedBy: undefined, missing: undefined };
    const spending = closings.get(spender);
    if (spending === undefined) return { ...walk, closedBy: undefined, missing: spender };
    const goesOn = !knowledge.isCancel(spender);
    const rest = goesOn ? restOf(at, spending, trade, owner, knowledge.parts, taken) : undefined;
    if (rest === undefined) return { ...walk, closedBy: spender, missing: undefined };
    taken.add(rest.output);
    fills.push({ hash: spender, sold: quantity(rest.sold), received: quantity(rest.received) });
    if (rest.waits) waiting += rest.received;
    else paidOut += rest.received;
    now = { txHash: rest.output.txHash, index: rest.output.index };
    at = rest.output;
  }
}

function judged(
  { order, fills, now, closedBy }: Walk,
  received: Quantity | undefined,
  takenBack: ReadonlySet<string>,
): PlacedOrder {
  const partly = fills.length === 0 ? {} : { fills, ...(now === undefined ? {} : { now }) };
  const open = { ...openOrder(order), ...partly };
  const before = fills.reduce((sum, fill) => sum + fill.received, 0n);
  if (closedBy === undefined || received === undefined)
    return { ...open, ...(fills.length === 0 ? {} : { received: quantity(before) }) };
  const closed = { ...open, closedBy, received };
  if (takenBack.has(closedBy)) return { ...closed, outcome: 'cancelled' };
  // A recurring order enforces no least: what its earlier trades brought does not pay for its last one.
  const unpaid = order.perCycle !== undefined && received <= before;
  if (unpaid || !isPaid(closed)) return { ...closed, outcome: 'closed' };
  const inParts = fills.length > 0 || order.perCycle !== undefined;
  if (!inParts || order.pay === undefined) return { ...closed, outcome: 'filled' };
  const last: OrderFill = {
    hash: closedBy,
    sold: quantity(leftOf(order, fills)),
    received: quantity(received > before ? received - before : 0n),
  };
  return { ...closed, fills: [...fills, last], outcome: 'filled' };
}

/** The unsold remainder of an order, where the amount it sells is known. */
function leftOf({ pay }: PlacedOrder, fills: readonly OrderFill[]): bigint {
  const left = (pay ?? 0n) - fills.reduce((sum, { sold }) => sum + sold, 0n);
  return left > 0n ? left : 0n;
}

/** Only the owner's signature spends the owner's funds: such a transaction that gives back what was to be sold is a cancellation. */
function isTakenBack(
  { inputs, outputs }: ChainTx,
  owner: string,
  { pay }: Trade,
  walks: readonly Walk[],
): boolean {
  const spent = inputs.filter(({ address }) => address === owner);
  if (spent.length === 0) return false;
  const total = (places: ChainTx['inputs']): bigint =>
    places.reduce((sum, { value }) => sum + quantityIn(value, pay.asset), 0n);
  const back = total(outputs.filter(({ address }) => address === owner)) - total(spent);
  const left = walks.reduce((sum, { order, fills }) => sum + leftOf(order, fills), 0n);
  return back > 0n && back >= left;
}

/**
 * Divides a closing transaction's payment to the owner over the orders that it closed: to each the value that waited in
 * it, the rest in proportion to their minimums, and the rounding remainder to the last. Returned deposits are not a
 * payment.
 */
function shareOut(trade: Trade, owner: string, closing: ChainTx, walks: readonly Walk[]): readonly bigint[] {
  const owned = (outputs: ChainTx['inputs']): bigint =>
    outputs
      .filter((output) => output.address === owner)
      .reduce((sum, output) => sum + quantityIn(output.value, trade.receive), 0n);
  const deposits = trade.receive === ADA ? walks.reduce((sum, { deposit }) => sum + deposit, 0n) : 0n;
  const waited = walks.reduce((sum, { waiting }) => sum + waiting, 0n);
  const net = owned(closing.outputs) - owned(closing.inputs) - deposits - waited;
  const paid = net > 0n ? net : 0n;
  const weights = walks.map(({ order }) => (order.minimum === undefined ? 1n : order.minimum));
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const parts = weights.map((weight) => (total === 0n ? 0n : mulDivFloor(paid, weight, total)));
  const rest = paid - parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part, at) => part + (walks[at]?.waiting ?? 0n) + (at === parts.length - 1 ? rest : 0n));
}

function isPaid(order: PlacedOrder): boolean {
  if (order.closedBy === undefined || order.received === undefined) return false;
  return order.minimum === undefined ? order.received > 0n : order.received >= order.minimum;
}

function isFilled(order: PlacedOrder): boolean {
  return order.outcome === 'filled';
}

function stateOf(orders: readonly PlacedOrder[]): Settlement['state'] {
  const filled = orders.filter(isFilled).length;
  const closed = orders.filter((order) => order.closedBy !== undefined).length;
  const begun = orders.some((order) => isFilled(order) || (order.fills ?? []).length > 0);
  if (closed < orders.length) return begun ? 'partly-filled' : 'placed';
  return filled === orders.length && filled > 0 ? 'filled' : 'closed';
}
