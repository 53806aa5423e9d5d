import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failed, type Result } from '#domain/result.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import { assetClass, bytes, constr, fieldsOf, natural, readDatum, readItem, refuse } from '../plutus-data.ts';
import type { KnownPool } from '../known-pools.ts';
import { otherSide, sideOf, type Pool, type Side } from '../pool.ts';
import { notCheckable, type AuditedOrder } from '../audited-order.ts';
import { scriptOf, type Holding, type Spent } from '../execution.ts';
import { isAddress } from '../plutus-address.ts';
import { knownOrder, REASON, type KnownOrder } from '../replay.ts';
import { settled, type Settlement } from '../settlement.ts';
import { noneCheckable, placeOf, poolsIn, type OrderInput, type VenueBatch } from '../venue.ts';

/** A limit order's terms. */
interface LimitTerms {
  readonly pays: AssetId;
  readonly wanted: AssetId;
  /** Base units it still sells. */
  readonly amount: bigint;
  /** Lovelace that an execution may keep at most, besides its part of the fee. */
  readonly stepCost: bigint;
  readonly fee: bigint;
  readonly receiver: CborItem;
}

const MATCHED = 'it was filled together with other orders, at prices that whoever fills them may pick';
const OTHER_SOURCE = 'it was filled from a source for which no formula is known here';
const OPERATOR =
  'it was filled from a pool whose operator takes a share that neither the pool nor the order states';

/**
 * Splash (`splash-core`, `validators/orders/limit_order.ak`): the order at an input is paid by the output with the same
 * index. The contract demands the order's own price and no more, and whoever fills it picks the source. So only an order
 * filled alone and from one pool is recomputed: what is due is what that pool pays for what was sold, less what the order
 * lets an execution keep at most. Anything above the order's price is the exchange's custom, not its contract's rule.
 */
export function auditSplash(batch: VenueBatch): readonly AuditedOrder[] {
  const { execution, pools } = batch;
  const orders = batch.orders.filter(({ spent }) => isFilled(spent));
  const [order, ...others] = orders;
  if (!order) return [];
  const { inputs: poolInputs } = poolsIn(batch);
  const [poolInput, ...more] = poolInputs;
  const redeemed = execution.inputs.filter(({ redeemer }) => redeemer !== undefined).length;
  if (others.length > 0 || redeemed > 2) return noneCheckable(orders, MATCHED);
  if (more.length > 0) return noneCheckable(orders, REASON.severalPools);
  if (!poolInput?.held) {
    const isCovered = execution.inputs.every(
      ({ held, redeemer }) => held !== undefined || redeemer === undefined,
    );
    return noneCheckable(orders, isCovered ? OTHER_SOURCE : REASON.poolUnknown);
  }
  const known = pools.get(scriptOf(poolInput.held) ?? '');
  if (!known) return noneCheckable(orders, OTHER_SOURCE);
  const pool = readPool(poolInput.held, known);
  if (!pool.ok) return noneCheckable(orders, REASON.poolUnreadable(pool.failure));
  const terms = knownOrder(order.spent, limitTerms);
  if (!terms.ok) return noneCheckable(orders, terms.failure);
  const output = execution.outputs[execution.inputs.indexOf(order.spent)];
  const fill = fillOf(terms.value, output);
  if (typeof fill === 'string') return noneCheckable(orders, fill);
  const side = sideOf(pool.value, terms.value.terms.pays);
  if (side === undefined || pool.value.assets[otherSide(side)] !== terms.value.terms.wanted)
    return noneCheckable(orders, 'it was filled from a pool that does not trade its assets');
  return [judged(order, terms.value, fill, { pool: pool.value, side, known, held: poolInput.held, output })];
}

/** `True` among the constructors of the order's redeemer executes it; `False` cancels. */
function isFilled({ redeemer }: Spent): boolean {
  const read = redeemer && readItem(redeemer, (item) => constr(item, 'a redeemer').index === 1n);
  return read?.ok === true && read.value;
}

function readPool(held: Holding, { form }: KnownPool): Result<Pool, string> {
  const script = scriptOf(held);
  if (script === undefined || !form) return failed('no formula is known for it');
  return form.read({ script, value: held.value, datum: held.datum });
}

/** The amount that an execution sold, and the most lovelace that it may keep. */
interface Fill {
  readonly sold: bigint;
  readonly most: bigint;
  readonly paysOwner: boolean;
}

/** A fill of the whole pays the owner; one in part leaves an order with the same terms and less to sell. */
function fillOf({ held, terms }: KnownOrder<LimitTerms>, output: Holding | undefined): Fill | string {
  const { amount, fee, stepCost, receiver } = terms;
  if (amount <= 0n) return REASON.sellsNothing;
  if (output?.address?.hex !== held.address?.hex)
    return { sold: amount, most: fee + stepCost, paysOwner: isAddress(output?.address, receiver) };
  const rest = output?.datum === undefined ? undefined : readDatum(output.datum, limitTerms);
  if (rest?.ok !== true) return 'what is left of the order cannot be read';
  const sold = amount - rest.value.amount;
  if (sold <= 0n) return REASON.sellsNothing;
  const charged = fee - rest.value.fee;
  return { sold, most: stepCost + (charged > 0n ? charged : 0n), paysOwner: true };
}

interface Source {
  readonly pool: Pool;
  readonly side: Side;
  readonly known: KnownPool;
  readonly held: Holding;
  readonly output: Holding | undefined;
}

function judged(
  order: OrderInput,
  { held, terms }: KnownOrder<LimitTerms>,
  { sold, most, paysOwner }: Fill,
  source: Source,
): AuditedOrder {
  const { pool, side, known, output } = source;
  const percent = known.operatorPercent ?? 0n;
  const intoPool = terms.pays === ADA ? sold - (sold * percent) / 100n : sold;
  const { out } = pool.swap(side, intoPool);
  const mustPay = terms.wanted === ADA ? out - (out * percent) / 100n : out;
  const gained = output ? quantityIn(output.value, terms.wanted) - quantityIn(held.value, terms.wanted) : 0n;
  const settlement: Settlement = {
    place: placeOf(order),
    position: 0,
    pool,
    side,
    sold,
    mustPay,
    held,
    output: paysOwner ? output : undefined,
    costs: terms.wanted === ADA ? between(mustPay - gained, 0n, most) : most,
    proven: source.held.proven && held.proven,
  };
  const verdict = settled(settlement);
  if (verdict.exact === true || known.operatorPercent === undefined) return verdict;
  const { paid, position, proven, bought } = verdict;
  return notCheckable(placeOf(order), OPERATOR, { sold: verdict.sold, bought, paid, position, proven });
}

function between(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least;
  return value > most ? most : value;
}

/** The first field of a limit order; other kinds of order at the same script have others. */
const LIMIT_ORDER = '00';

function limitTerms(item: CborItem): LimitTerms {
  const [tag, , input, tradable, stepCost, , output, , fee, receiver] = fieldsOf(item, 0, 12, 'the order');
  if (bytes(tag, "the order's kind") !== LIMIT_ORDER) return refuse('it is of a kind that is not understood');
  return {
    pays: assetClass(input, 'the asset that the order pays'),
    wanted: assetClass(output, 'the asset that the order wants'),
    amount: natural(tradable, "the order's amount"),
    stepCost: natural(stepCost, 'the cost of a step'),
    fee: natural(fee, 'the fee'),
    receiver,
  };
}
