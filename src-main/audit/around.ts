import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { payeeOf } from '../cardano/order-forms/order-form.ts';
import type { OutputReference, Transaction } from '../cardano/transaction.ts';
import type { ResolvedInputs } from '../inspect/resolution.ts';
import { otherSide, sideOf, type Pool, type Side } from '../pools/pool.ts';
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
  /** Hash (hex) of the key or script that sold and was paid. */
  readonly trader: string;
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

/** Finds trades around the orders filled in `executed`. The transactions must be in chain order, with none missing at a pool. */
export function tradesAround(executed: readonly Executed[], scripts: AuditScripts): readonly TradesAround[] {
  const atPools = Map.groupBy(
    executed.flatMap((one) => tradesOf(one, scripts)),
    ({ place }) => place,
  );
  return [...atPools.values()].flatMap((placed) => aroundOrders(placed.map(({ trade }) => trade)));
}

/** Finds trades around orders among the trades with one pool, which must be in execution order. */
export function aroundOrders(trades: readonly PoolTrade[]): readonly TradesAround[] {
  return trades.flatMap(({ order, trader, sold }, at) => {
    if (order === undefined) return [];
    const others = trades.map((one, index) => ({ one, index })).filter(({ one }) => one.trader !== trader);
    // The nearest first.
    const earlier = others
      .filter(({ one, index }) => index < at && one.sold.asset === sold.asset)
      .toReversed();
    const later = others.filter(({ one, index }) => index > at && one.bought.asset === sold.asset);
    for (const before of earlier)
      for (const { one: after } of later)
        if (after.trader === before.one.trader && isUndoneBy(before.one, after)) {
          const lost = lostTo(trades, before.index, at);
          return [{ order, trader: after.trader, before: before.one, after, lost }];
        }
    return [];
  });
}

function isUndoneBy({ bought }: PoolTrade, { sold }: PoolTrade): boolean {
  const apart = sold.quantity - bought.quantity;
  return (apart < 0n ? -apart : apart) * ALIKE <= bought.quantity;
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
  const [only, ...more] = orders;
  if (!only || more.length === 0)
    return moves.flatMap(({ place, spent, pool, side, taken, paid }): readonly Placed[] => {
      const [asset, other] = [pool.assets[side], pool.assets[otherSide(side)]];
      const sold = { asset, quantity: taken };
      const bought = { asset: other, quantity: paid };
      const traders = only ? ownersOf(execution, scripts, only.order) : buyersOf(execution, pool, side);
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
    const [trader] = ownersOf(execution, scripts, order);
    if (side === undefined || !sold || bought === undefined || paid === undefined || position === undefined)
      return [];
    const found = pool;
    pool = pool.swap(side, sold.quantity).after;
    const trade = { txHash, order, trader: trader ?? '', sold, bought: { asset: bought, quantity: paid } };
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

/** What each pool gained and paid from its input to its output. */
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

/** Who receives an order's proceeds. */
function ownersOf(
  { inputs }: Execution,
  { orders }: AuditScripts,
  order: OutputReference,
): readonly string[] {
  const held = inputs.find(({ reference }) => reference === order)?.held;
  const terms = orders.get(scriptOf(held) ?? '')?.form?.read(held?.datum ?? '', undefined, held?.value);
  return terms?.ok === true ? [payeeOf(terms.value).hash] : [];
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
