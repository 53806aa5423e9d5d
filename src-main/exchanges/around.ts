import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { OutputReference, Transaction } from '../cardano/transaction.ts';
import type { ResolvedInputs } from '../cardano/resolution.ts';
import { otherSide, sideOf, type Pool, type Side } from './pool.ts';
import { auditTransaction, type AuditScripts } from './audit.ts';
import { executionOf, scriptOf, type Execution, type Holding } from './execution.ts';

/** A transaction with the outputs it spends. */
export interface Executed {
  readonly tx: Transaction;
  readonly resolved: ResolvedInputs;
}

/** One trade with a pool. */
export interface PoolTrade {
  readonly txHash: string;
  /** The order that it fills; `undefined` for a trade that its trader made without one. */
  readonly order: OutputReference | undefined;
  /** Hash (hex) of the key or script that sold and was paid; `undefined` if the order does not say it in a form known here. */
  readonly trader: string | undefined;
  readonly sold: { readonly asset: AssetId; readonly quantity: bigint };
  readonly bought: { readonly asset: AssetId; readonly quantity: bigint };
  /** The pool as the trade found it. */
  readonly pool: Pool;
}

/**
 * Someone else's trade in an order's direction before it, and one that reverses that trade after it, at the same pool. States
 * what was seen and what the order lost by it, not why it happened.
 */
export interface TradesAround {
  readonly order: OutputReference;
  readonly trader: string;
  readonly before: PoolTrade;
  readonly after: PoolTrade;
  /** How many more base units the order would have been paid without the earlier trade. */
  readonly lost: bigint;
}

/**
 * A later sale reverses an earlier purchase if the quantities differ by at most one part in this many. Anyone may buy and
 * later sell for reasons of their own; only a matching quantity tells a reversal apart, and rough matches happen by chance.
 */
const ALIKE = 100_000n;

/**
 * Finds trades around the orders filled in `executed`, or around those of them that `isAsked` picks. The transactions must be
 * in chain order, with none missing at a pool.
 */
export function tradesAround(
  executed: readonly Executed[],
  scripts: AuditScripts,
  isAsked?: (trade: PoolTrade) => boolean,
): readonly TradesAround[] {
  const atPools = Map.groupBy(
    executed.flatMap((one) => tradesOf(one, scripts)),
    ({ place }) => place,
  );
  return [...atPools.values()].flatMap((placed) =>
    aroundOrders(
      placed.map(({ trade }) => trade),
      isAsked,
    ),
  );
}

/**
 * Finds trades around orders among the trades with one pool, which must be in execution order: around those of them that
 * `isAsked` picks. Time grows with the number of trades (times its logarithm) for each of these, whatever the trades are: a
 * back-end can make them up.
 */
export function aroundOrders(
  trades: readonly PoolTrade[],
  isAsked: (trade: PoolTrade) => boolean = () => true,
): readonly TradesAround[] {
  return trades.flatMap((trade, at) =>
    trade.order !== undefined && isAsked(trade) ? aroundOrder(trades, at, trade.order, trade) : [],
  );
}

/** The nearest earlier trade that a later one reverses, with the first that does. */
function aroundOrder(
  trades: readonly PoolTrade[],
  at: number,
  order: OutputReference,
  { trader: owner, sold: { asset } }: PoolTrade,
): readonly TradesAround[] {
  const later = laterSales(trades, at, asset);
  for (let left = at - 1; left >= 0; left -= 1) {
    const before = trades[left];
    // Orders whose traders are unknown may be of different ones.
    if (before?.trader === undefined || before.trader === owner) continue;
    const { trader, sold, bought } = before;
    const after = sold.asset === asset ? reversalIn(later(trader), bought.quantity) : undefined;
    if (after) return [{ order, trader, before, after, lost: lostTo(trades, left, at) }];
  }
  return [];
}

/** A trade after an order, with its place among the trades and the quantity that it sold. */
interface Sale {
  readonly trade: PoolTrade;
  readonly index: number;
  readonly quantity: bigint;
}

/** Looks up what a trader sold for `asset` after the trade at `at`, by ascending quantity and then in execution order. */
function laterSales(
  trades: readonly PoolTrade[],
  at: number,
  asset: AssetId,
): (trader: string) => readonly Sale[] {
  const sales = trades.slice(at + 1).flatMap((trade, place): readonly Sale[] => {
    const { bought, sold } = trade;
    return bought.asset === asset ? [{ trade, index: at + 1 + place, quantity: sold.quantity }] : [];
  });
  const byTrader = Map.groupBy(sales, ({ trade }) => trade.trader);
  const sorted = new Map<string, readonly Sale[]>();
  return (trader) => {
    const known = sorted.get(trader) ?? (byTrader.get(trader) ?? []).toSorted(byQuantity);
    sorted.set(trader, known);
    return known;
  };
}

function byQuantity(one: Sale, other: Sale): number {
  if (one.quantity === other.quantity) return one.index - other.index;
  return one.quantity < other.quantity ? -1 : 1;
}

/** The first sale, in execution order, of about this quantity (see `ALIKE`). */
function reversalIn(sales: readonly Sale[], quantity: bigint): PoolTrade | undefined {
  const margin = quantity / ALIKE;
  let [from, to] = [0, sales.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sales[middle]?.quantity ?? 0n) < quantity - margin) from = middle + 1;
    else to = middle;
  }
  let first: Sale | undefined;
  for (let place = from; place < sales.length; place += 1) {
    const sale = sales[place];
    if (!sale || sale.quantity > quantity + margin) break;
    if (!first || sale.index < first.index) first = sale;
  }
  return first?.trade;
}

/**
 * How many more base units the trade at `at` would have been paid without the one at `left`: replays the pool without it.
 */
function lostTo(trades: readonly PoolTrade[], left: number, at: number): bigint {
  const subject = trades[at];
  let pool = trades[left]?.pool;
  for (const [index, trade] of trades.slice(0, at).entries()) {
    if (index <= left || isSameMove(trades[index - 1], trade)) continue;
    const { sold } = trade;
    const side = pool && sideOf(pool, sold.asset);
    if (pool && side !== undefined) pool = pool.swap(side, sold.quantity).after;
  }
  const side = pool && subject && sideOf(pool, subject.sold.asset);
  if (!pool || !subject || side === undefined) return 0n;
  const lost = pool.swap(side, subject.sold.quantity).out - subject.bought.quantity;
  return lost > 0n ? lost : 0n;
}

/** Whether both stand for one trade without an order, in which several keys had a part. */
function isSameMove(one: PoolTrade | undefined, other: PoolTrade): boolean {
  return one?.order === undefined && other.order === undefined && one?.txHash === other.txHash;
}

export interface Placed {
  /** The pool, by its script and what it trades. */
  readonly place: string;
  /** The output that held the pool, and the pool as the transaction found it. */
  readonly spent: OutputReference;
  readonly found: Pool;
  readonly trade: PoolTrade;
}

/** A transaction's trades with each pool, as far as they can be read, in execution order. */
export function tradesOf({ tx, resolved }: Executed, scripts: AuditScripts): readonly Placed[] {
  if (!tx.isValid) return [];
  const execution = executionOf(tx, resolved);
  const moves = movesOf(execution, scripts);
  const { orders } = auditTransaction(tx, resolved, scripts);
  const txHash = tx.bodyHash;
  const ownerOf = ownersIn(execution, scripts);
  const [only, ...more] = orders;
  if (!only || more.length === 0)
    return moves.flatMap(({ place, spent, pool, side, taken, paid }): readonly Placed[] => {
      const [asset, other] = [pool.assets[side], pool.assets[otherSide(side)]];
      const sold = { asset, quantity: taken };
      const bought = { asset: other, quantity: paid };
      // An input of unknown content is listed as an order, and may be a pool.
      if (only && only.venue === undefined) return [];
      const traders = only ? [ownerOf(only.order)] : buyersOf(execution, pool, side);
      return traders.map((trader) => ({
        ...{ place, spent, found: pool },
        trade: { txHash, order: only?.order, trader, sold, bought, pool },
      }));
    });
  const [move, ...others] = moves;
  if (!move || others.length > 0) return [];
  let { pool } = move;
  return orders.flatMap(({ order, sold, bought, paid, position }): readonly Placed[] => {
    const side = sold && sideOf(pool, sold.asset);
    if (side === undefined || !sold || bought === undefined || paid === undefined || position === undefined)
      return [];
    const found = pool;
    pool = pool.swap(side, sold.quantity).after;
    const trade = { txHash, order, trader: ownerOf(order), sold, bought: { asset: bought, quantity: paid } };
    return [{ place: move.place, spent: move.spent, found: move.pool, trade: { ...trade, pool: found } }];
  });
}

interface Move {
  readonly place: string;
  readonly spent: OutputReference;
  readonly pool: Pool;
  readonly side: Side;
  readonly taken: bigint;
  readonly paid: bigint;
}

/** Each pool's gains and payments, from its input to its output. */
function movesOf({ inputs, outputs }: Execution, { pools }: AuditScripts): readonly Move[] {
  const read = (
    holding: Holding | undefined,
  ): { readonly place: string; readonly pool: Pool } | undefined => {
    const script = scriptOf(holding);
    const form = script === undefined ? undefined : pools.get(script)?.form;
    if (!holding || script === undefined || !form) return undefined;
    const pool = form.read({ script, value: holding.value, datum: holding.datum });
    return pool.ok ? { place: `${script} ${pool.value.assets.join(' ')}`, pool: pool.value } : undefined;
  };
  const after = outputs.flatMap((output) => read(output) ?? []);
  return inputs.flatMap(({ held, reference: spent }): readonly Move[] => {
    const before = read(held);
    const next = before && after.find(({ place }) => place === before.place);
    if (!before || !next) return [];
    const [first, second] = [0, 1].map(
      (side) => (next.pool.reserves[side as Side] ?? 0n) - (before.pool.reserves[side as Side] ?? 0n),
    ) as [bigint, bigint];
    if (first > 0n && second < 0n) return [{ ...before, spent, side: 0, taken: first, paid: -second }];
    return second > 0n && first < 0n ? [{ ...before, spent, side: 1, taken: second, paid: -first }] : [];
  });
}

/** Looks up who receives an order's proceeds; `undefined` if its terms cannot be read or name nobody. */
function ownersIn(
  { inputs }: Execution,
  { orders }: AuditScripts,
): (order: OutputReference) => string | undefined {
  const spent = new Map(inputs.map(({ reference, held }) => [reference, held]));
  return (order) => {
    const held = spent.get(order);
    const terms = orders.get(scriptOf(held) ?? '')?.form?.read(held?.datum ?? '', undefined, held?.value);
    return terms?.ok === true ? (terms.value.ownerScriptHash ?? terms.value.ownerPaymentKeyHash) : undefined;
  };
}

/** Keys whose holdings of the token moved opposite to the pool's. ADA is no evidence: fees move it too. */
function buyersOf({ inputs, outputs }: Execution, { assets }: Pool, side: Side): readonly string[] {
  const bought = assets[otherSide(side)];
  const [token, sign] = bought === ADA ? [assets[side], -1n] : [bought, 1n];
  const gained = new Map<string, bigint>();
  const count = (holding: Holding | undefined, times: bigint): void => {
    const payment = holding?.address?.payment;
    if (!holding || payment?.kind !== 'key') return;
    gained.set(payment.hash, (gained.get(payment.hash) ?? 0n) + times * quantityIn(holding.value, token));
  };
  for (const { held } of inputs) count(held, -1n);
  for (const output of outputs) count(output, 1n);
  return [...gained].flatMap(([hash, quantity]) => (quantity * sign > 0n ? [hash] : []));
}
