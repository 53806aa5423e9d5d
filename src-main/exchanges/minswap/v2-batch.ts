import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import { hexBytes } from '../../cardano/hex.ts';
import { minswapPoolName } from './v2-order.ts';
import { boolean, bytes, constr, fieldsOf, natural, readItem, refuse } from '../plutus-data.ts';
import { afterSwap, minswapV2Pool, readMinswapV2, soldFor, type MinswapV2Terms } from './v2-pool.ts';
import { otherSide, type Side } from '../pool.ts';
import type { AuditedOrder } from '../audited-order.ts';
import { scriptOf, type Holding, type Spent } from '../execution.ts';
import { isAddress } from '../plutus-address.ts';
import { isExecuted, type KnownOrder, knownOrder, REASON, replay, type Swapped } from '../replay.ts';
import { settled } from '../settlement.ts';
import { noneCheckable, placeOf, poolsIn, type OrderInput, type VenueBatch } from '../venue.ts';

/** A batch's terms, from its withdrawal redeemer (`types.ak`, `PoolBatchingRedeemer`). */
interface BatchTerms {
  /** Lovelace the batcher keeps from each order, in execution order. */
  readonly fees: readonly bigint[];
  /** Indexes into the order inputs, in execution order. */
  readonly orders: readonly number[];
  /** Indexes into the pool inputs, in route order; `undefined` for a single pool. */
  readonly pools: readonly number[] | undefined;
  /** Added to each pool's fee by the batch, in the same sequence. */
  readonly addedFees: readonly bigint[];
}

/** A swap order's terms. Orders that add or remove liquidity are not read. */
interface SwapTerms {
  readonly receiver: CborItem;
  readonly mostFee: bigint;
  /** One hop per pool; `forward` sells the pool's first asset for its second. */
  readonly route: readonly { readonly lpName: string; readonly forward: boolean }[];
  readonly amount: { readonly of: 'this much' | 'all but'; readonly quantity: bigint };
  /** The quantity to buy, when the order fixes that rather than what it sells. */
  readonly exactOut: bigint | undefined;
  /** Whether the batcher may return it unfilled when the pool pays less than `killBelow` or asks for more than it may sell. */
  readonly killable: boolean;
  readonly killBelow: bigint;
}

const OTHER_KIND =
  'it adds or removes liquidity, or can be filled in part: only swaps that fill whole are recomputed';

/** A pool and the fee that the batch adds to it. */
interface BatchPool {
  readonly terms: MinswapV2Terms;
  readonly added: bigint;
  readonly proven: boolean;
}

/**
 * Minswap V2 (`minswap-dex-v2`, `validators/pool_validator.ak` and `order_validation.ak`): the batch's redeemer gives the
 * execution order. Each order trades against the reserves left by the previous one, and the transaction's first outputs
 * pay the orders in that sequence. A batch with a single order may route it through up to three pools.
 */
export function auditMinswapV2(batch: VenueBatch): readonly AuditedOrder[] {
  const { execution } = batch;
  const orders = batch.orders.filter(({ spent }) => isExecuted(spent));
  if (orders.length === 0) return [];
  const terms = batchTerms(execution.withdrawals);
  if (terms === undefined) return noneCheckable(orders, REASON.redeemer);
  const { inputs: poolInputs, outputs: poolOutputs } = poolsIn(batch);
  if (poolInputs.length === 0 || poolInputs.length !== poolOutputs.length)
    return noneCheckable(orders, REASON.poolUnknown);
  const scriptInputs = execution.inputs.filter(
    (spent) => spent.redeemer !== undefined && !poolInputs.includes(spent),
  );
  const inOrder = terms.orders.flatMap((place) => scriptInputs[place] ?? []);
  if (new Set(inOrder).size !== scriptInputs.length || inOrder.length !== terms.orders.length)
    return noneCheckable(orders, REASON.otherInputs);
  const pools: BatchPool[] = [];
  // For a route, the redeemer gives the pools' sequence, and the added fees follow it.
  for (const [at, place] of (terms.pools ?? poolInputs.keys().toArray()).entries()) {
    const pool = poolOf(batch, poolInputs[place], terms.addedFees[at] ?? 0n);
    if (!pool.ok) return noneCheckable(orders, REASON.poolUnreadable(pool.failure));
    pools.push(pool.value);
  }
  const [pool, ...others] = pools;
  if (pool === undefined || pools.length !== poolInputs.length)
    return noneCheckable(orders, "its batch's redeemer names pools other than those it spends");
  return others.length === 0
    ? replay(orders, inOrder, pool, swapTerms, (order, state, position) =>
        oneSwap(order, state, execution.outputs[position], terms.fees[position] ?? 0n),
      )
    : auditRoute(batch, orders, terms, [pool, ...others]);
}

function poolOf({ pools }: VenueBatch, spent: Spent | undefined, added: bigint): Result<BatchPool, string> {
  const script = scriptOf(spent?.held);
  const known = script === undefined ? undefined : pools.get(script);
  if (!spent?.held || script === undefined || known?.token === undefined)
    return failed('what it held beforehand is unknown');
  const { value, datum, proven } = spent.held;
  const terms = readMinswapV2({ script, value, datum }, known.token);
  if (!terms.ok) return terms;
  const pool = minswapV2Pool(terms.value, added);
  return pool.ok ? ok({ terms: terms.value, added, proven }) : pool;
}

/** The effect that one order must have on the pool, or the reason it cannot be computed. */
function oneSwap(
  { held, terms: swap }: KnownOrder<SwapTerms>,
  pool: BatchPool,
  output: Holding | undefined,
  fee: bigint,
): Swapped<BatchPool> | string {
  const { terms, added } = pool;
  const [hop, second] = swap.route;
  if (second !== undefined || hop?.lpName !== minswapPoolName(...terms.assets)) return REASON.otherPool;
  const side: Side = hop.forward ? 0 : 1;
  const costs = fee < swap.mostFee ? fee : swap.mostFee;
  const most = amountOf(swap, held, terms.assets[side]);
  if (most <= 0n) return REASON.sellsNothing;
  const sold = swap.exactOut === undefined ? most : soldFor(terms, side, swap.exactOut, added);
  if (sold === undefined) return 'the pool does not hold as much as the order wants';
  const found = minswapV2Pool(terms, added);
  if (!found.ok) return found.failure;
  const { out } = found.value.swap(side, sold);
  const mustPay = swap.exactOut ?? out;
  const unmet = swap.exactOut === undefined ? out < swap.killBelow : sold > most;
  if (swap.killable && unmet && output && isGivenBack(held, output, costs))
    return { settlement: undefined, after: pool };
  const proven = pool.proven && held.proven;
  return {
    settlement: {
      pool: found.value,
      side,
      sold,
      mustPay,
      held,
      output: output && isAddress(output.address, swap.receiver) ? output : undefined,
      costs,
      proven,
    },
    after: { added, proven, terms: afterSwap(terms, side, sold, mustPay, added) },
  };
}

/** An order routed through several pools: each hop sells what the previous one paid. */
function auditRoute(
  { execution }: VenueBatch,
  orders: readonly OrderInput[],
  { fees }: BatchTerms,
  pools: readonly [BatchPool, ...BatchPool[]],
): readonly AuditedOrder[] {
  const [order, ...others] = orders;
  if (order === undefined || others.length > 0)
    return noneCheckable(orders, 'its batch uses several pools and has more than one order');
  const unreadable = (reason: string): readonly AuditedOrder[] => noneCheckable(orders, reason);
  const known = knownOrder(order.spent, swapTerms);
  if (!known.ok) return unreadable(known.failure);
  const { held, terms: swap } = known.value;
  const { route, receiver, mostFee } = swap;
  if (route.length !== pools.length)
    return unreadable('its route and its batch differ in the number of pools');
  let flow: bigint | undefined;
  let first: { readonly asset: AssetId; readonly quantity: bigint } | undefined;
  let bought: AssetId | undefined;
  for (const [at, { terms, added }] of pools.entries()) {
    const hop = route[at];
    if (hop?.lpName !== minswapPoolName(...terms.assets))
      return unreadable('its route names other pools than its batch');
    const side: Side = hop.forward ? 0 : 1;
    if (bought !== undefined && bought !== terms.assets[side])
      return unreadable('consecutive pools of its route share no asset to pass on');
    flow ??= amountOf(swap, held, terms.assets[side]);
    first ??= { asset: terms.assets[side], quantity: flow };
    if (flow <= 0n) return unreadable(REASON.sellsNothing);
    const pool = minswapV2Pool(terms, added);
    if (!pool.ok) return unreadable(pool.failure);
    flow = pool.value.swap(side, flow).out;
    bought = terms.assets[otherSide(side)];
  }
  if (flow === undefined || first === undefined || bought === undefined || first.asset === bought)
    return unreadable('its route cannot be read');
  const [output] = execution.outputs;
  const fee = fees[0] ?? 0n;
  return [
    settled({
      place: placeOf(order),
      position: 0,
      pool: { assets: [first.asset, bought] },
      side: 0,
      sold: first.quantity,
      mustPay: flow,
      held,
      output: output && isAddress(output.address, receiver) ? output : undefined,
      costs: fee < mostFee ? fee : mostFee,
      proven: held.proven && pools.every(({ proven }) => proven),
    }),
  ];
}

/** How much of an asset an order sells: a fixed quantity, or everything it holds except one. */
function amountOf({ amount }: SwapTerms, { value }: Holding, asset: AssetId): bigint {
  return amount.of === 'this much' ? amount.quantity : quantityIn(value, asset) - amount.quantity;
}

/** Whether an order was returned whole, less the batcher's fee. */
function isGivenBack({ value }: Holding, output: Holding, costs: bigint): boolean {
  return [...value].every(
    ([asset, held]) => quantityIn(output.value, asset) >= held - (asset === ADA ? costs : 0n),
  );
}

/** The batch's terms, from the first withdrawal redeemer that has their shape. */
function batchTerms(withdrawals: readonly CborItem[]): BatchTerms | undefined {
  for (const data of withdrawals) {
    const read = readItem(data, (item): BatchTerms => {
      const what = 'the redeemer of the batch';
      const [, fees, orders, pools, added] = fieldsOf(item, 0, 5, what);
      return {
        fees: itemsOf(fees, what).map((fee) => natural(fee, what)),
        orders: placesOf(orders, what),
        pools: optional(pools, what, (places) => placesOf(places, what)),
        addedFees: itemsOf(added, what).map((fee) => optional(fee, what, (one) => natural(one, what)) ?? 0n),
      };
    });
    if (read.ok) return read.value;
  }
  return undefined;
}

function itemsOf(item: CborItem, what: string): readonly CborItem[] {
  return item.kind === 'array' ? item.items : refuse(`${what} cannot be read`);
}

/** Indexes, one per byte. */
function placesOf(item: CborItem, what: string): readonly number[] {
  return [...hexBytes(bytes(item, what))];
}

function optional<T>(item: CborItem, what: string, read: (inner: CborItem) => T): T | undefined {
  const { index, fields } = constr(item, what);
  if (index === 1n && fields.length === 0) return undefined;
  return read(fieldsOf(item, 0, 1, what)[0]);
}

/** Constructors of `OrderStep` that swap. */
const STEPS = { exactIn: 0, stopLoss: 1, oco: 2, exactOut: 3, multiRouting: 9 } as const;

function swapTerms(item: CborItem): SwapTerms {
  const what = "the order's step";
  const [, , , receiver, , pool, step, mostFee] = fieldsOf(item, 0, 9, 'the order');
  const lpName = bytes(fieldsOf(pool, 0, 2, "the order's pool")[1], "the order's pool");
  const common = { receiver, mostFee: natural(mostFee, 'the batcher fee') };
  switch (Number(constr(step, what).index)) {
    case STEPS.exactIn: {
      const [direction, amount, minimum, killable] = fieldsOf(step, STEPS.exactIn, 4, what);
      return {
        ...common,
        ...oneHop(lpName, direction, amount),
        killBelow: natural(minimum, 'the least to receive'),
        killable: boolean(killable, what),
      };
    }
    case STEPS.stopLoss: {
      const [direction, amount] = fieldsOf(step, STEPS.stopLoss, 3, what);
      return { ...common, ...oneHop(lpName, direction, amount) };
    }
    case STEPS.oco: {
      const [direction, amount] = fieldsOf(step, STEPS.oco, 4, what);
      return { ...common, ...oneHop(lpName, direction, amount) };
    }
    case STEPS.exactOut: {
      const [direction, amount, wanted, killable] = fieldsOf(step, STEPS.exactOut, 4, what);
      return {
        ...common,
        ...oneHop(lpName, direction, amount),
        exactOut: natural(wanted, 'what the order wants'),
        killable: boolean(killable, what),
      };
    }
    case STEPS.multiRouting: {
      const [routings, amount] = fieldsOf(step, STEPS.multiRouting, 3, what);
      const route = itemsOf(routings, "the order's route").map((routing) => {
        const [asset, direction] = fieldsOf(routing, 0, 2, "the order's route");
        return {
          lpName: bytes(fieldsOf(asset, 0, 2, "the order's route")[1], "the order's route"),
          forward: boolean(direction, "the order's route"),
        };
      });
      return {
        ...common,
        route,
        amount: amountIn(amount),
        exactOut: undefined,
        killBelow: 0n,
        killable: false,
      };
    }
    default:
      return refuse(OTHER_KIND);
  }
}

/** Terms shared by all swaps against a single pool. */
function oneHop(
  lpName: string,
  direction: CborItem,
  amount: CborItem,
): Pick<SwapTerms, 'route' | 'amount' | 'exactOut' | 'killBelow' | 'killable'> {
  const forward = boolean(direction, "the order's direction");
  return {
    route: [{ lpName, forward }],
    amount: amountIn(amount),
    exactOut: undefined,
    killBelow: 0n,
    killable: false,
  };
}

/** `SAOSpecificAmount` or `SAOAll`. */
function amountIn(item: CborItem): SwapTerms['amount'] {
  const what = "the order's amount";
  const all = constr(item, what).index === 1n;
  const quantity = natural(fieldsOf(item, all ? 1 : 0, 1, what)[0], what);
  return { of: all ? 'all but' : 'this much', quantity };
}
