import { quantityIn, sumValues, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { payeeOf, type OrderTerms } from '../order-form.ts';
import { practiceForm } from './order.ts';
import { sideOf, type Pool } from '../pool.ts';
import { notCheckable, type AuditedOrder } from '../audited-order.ts';
import { scriptOf, type Execution, type Holding } from '../execution.ts';
import { placeOf, poolsIn, type OrderInput, type VenueBatch } from '../venue.ts';

/** One pool's intake. */
interface PoolMove {
  readonly pool: Pool;
  /** Asset and base units that the pool gained. */
  readonly took: AssetId;
  readonly taken: bigint;
  readonly proven: boolean;
}

/** An order as it was before the transaction. */
interface Resting {
  readonly order: OrderInput;
  readonly held: Holding;
  readonly terms: OrderTerms;
  readonly sells: AssetId;
  readonly wants: AssetId;
}

/**
 * Practice fills one order per transaction, in whole or in part, from one or more pools; a trade between two tokens goes
 * through ADA. Its scripts take no redeemer, so the signatures tell a fill from a cancellation. Two orders in one
 * transaction without a pool are matched with each other, at the older one's price; several with a pool are a batch, which
 * pays its orders in execution order.
 */
export function auditPractice(batch: VenueBatch): readonly AuditedOrder[] {
  const { execution } = batch;
  const resting = batch.orders.flatMap((order): readonly (Resting | AuditedOrder)[] => {
    const read = readOrder(order);
    if (!read.ok) return [notCheckable(placeOf(order), read.failure)];
    return isTakenBack(execution, read.value.terms) ? [] : [read.value];
  });
  const orders = resting.flatMap((one) => ('terms' in one ? [one] : []));
  const unread = resting.flatMap((one) => ('terms' in one ? [] : [one]));
  const [only, ...others] = orders;
  if (!only) return unread;
  const none = (reason: string): readonly AuditedOrder[] => [
    ...orders.map(({ order }) => notCheckable(placeOf(order), reason)),
    ...unread,
  ];
  const moves = poolMoves(batch);
  if (!moves.ok) return none(moves.failure);
  const [move, ...more] = moves.value;
  if (others.length > 0 || unread.length > 0) {
    if (!move)
      return none(
        'it was matched with another order at the price of one of them, so no pool’s formula applies',
      );
    return more.length > 0 || unread.length > 0
      ? none('the transaction fills several orders and does not say in which sequence')
      : auditTogether(orders, move, execution);
  }
  if (!move) return none('the pool that filled it is unknown');
  return [auditOne(only, moves.value, execution)];
}

/** Orders that one pool fills whole, each against the pool as the previous one left it. */
function auditTogether(
  orders: readonly Resting[],
  move: PoolMove,
  { outputs }: Execution,
): readonly AuditedOrder[] {
  const audited: AuditedOrder[] = [];
  let waiting = orders;
  let { pool } = move;
  for (const output of outputs) {
    const candidates = waiting.filter(({ terms }) => isPaidAt(terms, output));
    const read = candidates.map((one) => {
      const position = audited.length;
      return { one, ...auditInTurn(one, output, { ...move, pool }, position) };
    });
    // The owner of several orders is paid several times: the payment that is exact shows which order it belongs to.
    const found = read.find(({ line }) => line.exact === true) ?? (read.length === 1 ? read[0] : undefined);
    if (!found) {
      if (read.length > 0) break;
      continue;
    }
    audited.push(found.line);
    waiting = waiting.filter((one) => one !== found.one);
    pool = found.after;
  }
  const why = 'no output of the batch can be identified as its payment';
  return [...audited, ...waiting.map(({ order }) => notCheckable(placeOf(order), why))];
}

function isPaidAt(terms: OrderTerms, { address }: Holding): boolean {
  const owner = payeeOf(terms);
  return address?.payment.kind === owner.kind && address.payment.hash === owner.hash;
}

function auditInTurn(
  { order, held, terms, sells, wants }: Resting,
  output: Holding,
  { pool, proven }: PoolMove,
  position: number,
): { readonly line: AuditedOrder; readonly after: Pool } {
  const fee = terms.batcherFee ?? 0n;
  const left = (asset: AssetId): bigint =>
    quantityIn(held.value, asset) - quantityIn(output.value, asset) - (asset === ADA ? fee : 0n);
  const place = placeOf(order);
  const [sold, paid] = [left(sells), -left(wants)];
  const side = sideOf(pool, sells);
  if (side === undefined || sold <= 0n || !pool.assets.includes(wants)) {
    const why = 'its pool does not trade the asset it sells for the asset it wants';
    return { line: notCheckable(place, why, { position }), after: pool };
  }
  const { out, after } = pool.swap(side, sold);
  const line: AuditedOrder = {
    ...place,
    sold: { asset: sells, quantity: sold },
    bought: wants,
    mustPay: out,
    paid: paid < 0n ? 0n : paid,
    exact: paid === out,
    position,
    proven: held.proven && proven,
  };
  return { line, after };
}

function readOrder(order: OrderInput): Result<Resting, string> {
  const { held } = order.spent;
  if (held?.datum === undefined) return failed('what the order holds is unknown');
  const terms = practiceForm.read(held.datum, undefined, held.value);
  if (!terms.ok) return terms;
  const { wanted } = terms.value;
  const tokens = [...held.value.keys()].filter((asset) => asset !== ADA && asset !== wanted);
  const [token, ...more] = tokens;
  if (wanted === undefined || more.length > 0) return failed('what the order sells is unknown');
  return ok({ order, held, terms: terms.value, sells: token ?? ADA, wants: wanted });
}

/** Whether the owner cancelled it: the owner's key signed, or an input of the owner's script was spent. */
function isTakenBack({ inputs, signers }: Execution, terms: OrderTerms): boolean {
  const { kind, hash } = payeeOf(terms);
  return kind === 'key' ? signers.has(hash) : inputs.some(({ held }) => scriptOf(held) === hash);
}

/** How each pool's holdings changed between its input and the output that carries the same pool token. */
function poolMoves(batch: VenueBatch): Result<readonly PoolMove[], string> {
  const { inputs, outputs } = poolsIn(batch);
  const moves: PoolMove[] = [];
  for (const { held } of inputs) {
    const script = scriptOf(held);
    const form = script === undefined ? undefined : batch.pools.get(script)?.form;
    if (!held || script === undefined || !form) return failed('one of its pools cannot be read');
    const pool = form.read({ script, value: held.value, datum: held.datum });
    if (!pool.ok) return failed(`its pool cannot be read: ${pool.failure}`);
    const after = outputs.find(
      (output) =>
        scriptOf(output) === script &&
        output.datum === held.datum &&
        marks(output.value, script) === marks(held.value, script),
    );
    if (!after) return failed('no output continues its pool');
    const gains = pool.value.assets.map(
      (asset) => quantityIn(after.value, asset) - quantityIn(held.value, asset),
    );
    const [first = 0n, second = 0n] = gains;
    if (first === 0n && second === 0n) continue;
    const side = first > 0n ? 0 : 1;
    moves.push({
      pool: pool.value,
      took: pool.value.assets[side],
      taken: side === 0 ? first : second,
      proven: held.proven,
    });
  }
  return ok(moves);
}

/** The token that identifies a pool. */
function marks(value: Value, script: string): AssetId | undefined {
  return [...value.keys()].find((asset) => asset.startsWith(script));
}

function auditOne(
  { order, held, terms, sells, wants }: Resting,
  moves: readonly PoolMove[],
  { outputs }: Execution,
): AuditedOrder {
  const owner = payeeOf(terms);
  const script = scriptOf(held);
  const rests = outputs.filter((output) => scriptOf(output) === script);
  const payments = outputs.filter(
    ({ address }) => address?.payment.kind === owner.kind && address.payment.hash === owner.hash,
  );
  const back = sumValues([...rests, ...payments].map(({ value }) => value));
  // An order that stays open keeps its fee; a recurring one pays a fee each cycle.
  const fee = terms.recurring?.feePerCycle ?? (rests.length > 0 ? 0n : (terms.batcherFee ?? 0n));
  const left = (asset: AssetId): bigint => quantityIn(held.value, asset) - quantityIn(back, asset);
  const sold = left(sells) - (sells === ADA ? fee : 0n);
  const paid = -left(wants) + (wants === ADA ? fee : 0n);
  const place = placeOf(order);
  const proven = held.proven && moves.every((move) => move.proven);
  const mustPay = sold > 0n ? formulaPays(moves, sells, wants, sold) : undefined;
  if (mustPay === undefined)
    return notCheckable(place, 'its pools do not trade the asset it sells for the asset it wants');
  return {
    ...place,
    sold: { asset: sells, quantity: sold },
    bought: wants,
    mustPay,
    paid: paid < 0n ? 0n : paid,
    exact: paid === mustPay,
    position: 0,
    proven,
  };
}

/**
 * The pools' payment for `sold`, directly or through ADA. The split between pools is taken from the amount that each
 * one received; any amount that none received is attributed to the first.
 */
function formulaPays(
  moves: readonly PoolMove[],
  sells: AssetId,
  wants: AssetId,
  sold: bigint,
): bigint | undefined {
  const first = leg(moves, sells, sells === ADA || wants === ADA ? wants : ADA, sold);
  if (first === undefined) return undefined;
  return sells === ADA || wants === ADA ? first : leg(moves, ADA, wants, first);
}

function leg(moves: readonly PoolMove[], from: AssetId, to: AssetId, quantity: bigint): bigint | undefined {
  const own = moves.filter(({ pool, took }) => took === from && pool.assets.includes(to));
  const missing = own.reduce((rest, { taken }) => rest - taken, quantity);
  if (own.length === 0) return undefined;
  let out = 0n;
  for (const [index, { pool, taken }] of own.entries()) {
    const side = sideOf(pool, from);
    const part = taken + (index === 0 ? missing : 0n);
    if (side === undefined || part <= 0n) return undefined;
    out += pool.swap(side, part).out;
  }
  return out;
}
