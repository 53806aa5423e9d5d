import { MOST_UNITS, quantity, type Quantity } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type {
  AroundInBatch,
  AuditedFill,
  MarketAtDecision,
  SinceDecision,
  Shortfall,
} from '#domain/fill-audit.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { parseAddressBytes } from '../cardano/address.ts';
import { decodeTransaction, type OutputReference, type Transaction } from '../cardano/transaction.ts';
import type { ResolvedInputs } from '../cardano/resolution.ts';
import { otherSide, sideOf, type Pool } from './pool.ts';
import { tradesAround, tradesOf } from './around.ts';
import { auditTransaction, type AuditScripts } from './audit.ts';
import { notCheckable, type AuditedOrder } from './audited-order.ts';
import {
  hashOf,
  marksOf,
  poolIn,
  provenBy,
  resolvedBy,
  scriptAt,
  type ReadTransactions,
} from './pool-states.ts';
import { shortfallOf, type Reserves } from './shortfall.ts';

/**
 * Reads a transaction from its bytes (hex), which must have this hash. The failure, a clause, says what they are instead.
 */
export function readWithHash(hash: string, cbor: string): Result<Transaction, string> {
  const decoded = decodeTransaction(cbor, { historic: true });
  if (!decoded.ok) return failed(`it is not a single plain transaction (${decoded.failure})`);
  return decoded.value.bodyHash === hash ? decoded : failed('its bytes are those of a different transaction');
}

/** Which of a fill's inputs is the user's order: an output by name, or the one that an earlier fill of it made. */
export type OwnOrder = { readonly reference: OutputReference } | { readonly madeBy: string };

/** An audited fill, with the orders that the same transaction executed before it. */
export interface OwnFill {
  readonly fill: Omit<AuditedFill, 'index' | 'younger'>;
  readonly before: readonly OutputReference[];
}

/**
 * Audits the user's order in a transaction that spends it, from bytes alone: `parents` are the transactions that made
 * its inputs, and that made the pools seen at the decision, as far as they were read. Anything that they do not prove
 * stays unknown and is not checkable. Pure, and never throws. The failure, a clause, says why the transaction does not
 * fill the order.
 */
export function auditOwnFill(
  tx: Transaction,
  own: OwnOrder,
  parents: ReadTransactions,
  decision: MarketAtDecision | undefined,
  scripts: AuditScripts,
): Result<OwnFill, string> {
  const resolved = resolvedBy(tx.body.inputs, parents);
  const { orders } = auditTransaction(tx, resolved, scripts);
  const isOwn = (reference: OutputReference): boolean =>
    'reference' in own ? reference === own.reference : reference.startsWith(`${own.madeBy}#`);
  if (!tx.body.inputs.some(isOwn)) return failed('it does not spend the order');
  if (!tx.isValid) return failed('its scripts failed, by the word of the back-end, so it executed no order');
  const [found, ...others] = orders.filter(({ order: reference }) => isOwn(reference));
  const order = found && possible(found);
  if (!order) return failed('it executes no order here');
  if (others.length > 0) return failed('it spends several orders, and nothing shows which one is yours');
  const trade = poolTradeOf(order, tx, resolved, scripts);
  const seen = trade && poolAtDecision(trade, resolved, parents, decision, scripts);
  const { position } = order;
  const around = aroundInBatch(order, tx, resolved, scripts);
  return ok({
    fill: {
      order: order.order,
      txHash: tx.bodyHash,
      venue: order.venue,
      sold: units(order.sold?.quantity),
      mustPay: units(order.mustPay),
      paid: units(order.paid),
      exact: order.exact,
      reason: order.reason,
      proven: order.proven,
      byWitnesses: !scripts.withoutRedeemers,
      position,
      ledgerPosition: order.ledgerPosition,
      orders: orders.length,
      since: seen?.since ?? { kind: 'unknown' },
      shortfall: trade && shortfall(order, trade, seen?.pool),
      ...(around && { around }),
    },
    before: orders.flatMap((other) =>
      position !== undefined && other.position !== undefined && other.position < position
        ? [other.order]
        : [],
    ),
  });
}

/**
 * The pool output that an order's fill spent; `undefined` unless the order traded with exactly one pool that can be read.
 */
export function poolOfOrder(
  tx: Transaction,
  order: OutputReference,
  parents: ReadTransactions,
  scripts: AuditScripts,
): OutputReference | undefined {
  return poolTradeOf({ order }, tx, resolvedBy(tx.body.inputs, parents), scripts)?.spent;
}

/** Hashes of the transactions whose bytes a fill's audit needs: those that made its inputs, in ledger order. */
export function parentsOf({ body }: Transaction): readonly string[] {
  return [...new Set(body.inputs.map(hashOf))];
}

/** At most this many pools of the decision are looked up for one fill. */
const MOST_DECISION_POOLS = 4;

/** Hashes of the transactions that made the pools seen at the decision, as far as the fill may have used them. */
export function decisionPoolsOf(
  { body }: Transaction,
  decision: MarketAtDecision | undefined,
): readonly string[] {
  const used = new Set(
    body.outputs.flatMap(({ addressBytes }) => scriptAt(parseAddressBytes(addressBytes)) ?? []),
  );
  return (decision?.pools ?? [])
    .filter(({ script }) => used.has(script))
    .slice(0, MOST_DECISION_POOLS)
    .map(({ reference }) => hashOf(reference));
}

function units(value: bigint | undefined): Quantity | undefined {
  return value === undefined ? undefined : quantity(value);
}

/** A datum can state any number. Figures beyond the ledger's range are not checkable. */
function possible(order: AuditedOrder): AuditedOrder {
  const { sold, mustPay = 0n, paid = 0n } = order;
  if ([sold?.quantity ?? 0n, mustPay, paid].every((figure) => figure <= MOST_UNITS)) return order;
  const { order: reference, venue, position, ledgerPosition } = order;
  return notCheckable(
    { order: reference, venue, ledgerPosition },
    'its figures are more than the ledger can hold',
    {
      position,
    },
  );
}

/** The one pool that an order traded with. */
interface PoolOfOrder {
  readonly spent: OutputReference;
  readonly found: Pool;
  readonly reached: Pool;
}

/** `undefined` unless the order traded with exactly one pool that can be read. */
function poolTradeOf(
  { order }: Pick<AuditedOrder, 'order'>,
  tx: Transaction,
  resolved: ResolvedInputs,
  scripts: AuditScripts,
): PoolOfOrder | undefined {
  const [own, ...more] = tradesOf({ tx, resolved }, scripts).filter(({ trade }) => trade.order === order);
  if (!own || more.length > 0) return undefined;
  return { spent: own.spent, found: own.found, reached: own.trade.pool };
}

/** One owner's trades around the order, as far as this transaction alone shows them. */
function aroundInBatch(
  { order }: AuditedOrder,
  tx: Transaction,
  resolved: ResolvedInputs,
  scripts: AuditScripts,
): AroundInBatch | undefined {
  const [seen] = tradesAround([{ tx, resolved }], scripts, (trade) => trade.order === order);
  const [before, after] = [seen?.before.order, seen?.after.order];
  if (!seen || before === undefined || after === undefined || seen.lost > MOST_UNITS) return undefined;
  return { before, after, lost: quantity(seen.lost) };
}

/** The pool at the time of the decision, if bytes prove it, and what was executed there since. */
function poolAtDecision(
  { spent, found }: PoolOfOrder,
  resolved: ResolvedInputs,
  parents: ReadTransactions,
  decision: MarketAtDecision | undefined,
  scripts: AuditScripts,
): { readonly pool: Pool; readonly since: SinceDecision } | undefined {
  const held = resolved.get(spent);
  if (!held || !decision) return undefined;
  const marks = marksOf(held, found);
  const same = decision.pools.flatMap(({ reference }) => {
    const before = provenBy(reference, parents);
    const pool = before && poolIn(before, scripts);
    if (!pool || before.address !== held.address || marksOf(before, pool) !== marks) return [];
    return [{ reference, pool }];
  });
  const maker = parents.get(hashOf(spent));
  const [seen, ...others] = same;
  // A pool is one output at a time, so two of them were not both unspent.
  if (!seen || others.length > 0) return undefined;
  const since: SinceDecision =
    seen.reference === spent
      ? { kind: 'nothing' }
      : maker?.body.inputs.includes(seen.reference) === true
        ? { kind: 'one', txHash: maker.bodyHash }
        : { kind: 'several' };
  return { pool: seen.pool, since };
}

function shortfall(
  { sold, bought, paid, mustPay }: AuditedOrder,
  { found, reached }: PoolOfOrder,
  decision: Pool | undefined,
): Shortfall | undefined {
  if (!sold || bought === undefined || paid === undefined) return undefined;
  const at = reservesFor(found, sold.asset, bought);
  if (!at) return undefined;
  return shortfallOf({
    sold: sold.quantity,
    paid,
    mustPay,
    decision: decision && reservesFor(decision, sold.asset, bought),
    found: at,
    reached: reservesFor(reached, sold.asset, bought),
  });
}

/** `undefined` if the pool follows another curve, whose price its reserves do not give, or trades other assets. */
function reservesFor(pool: Pool, sells: AssetId, buys: AssetId): Reserves | undefined {
  const side = sideOf(pool, sells);
  if (side === undefined || pool.keeps === undefined || pool.assets[otherSide(side)] !== buys)
    return undefined;
  return { sold: pool.reserves[side], bought: pool.reserves[otherSide(side)] };
}
