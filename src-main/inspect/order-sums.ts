import { lovelaceIn, quantityIn } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import { CANCELLATION_FEE } from '../agreement/bounds.ts';
import type { KnownScripts, OrderTerms } from '../exchanges/order-form.ts';
import type { Facts, OrderFact } from './facts.ts';
import type { TradeTerms } from './terms.ts';

/** Lovelace that an order holds besides what it sells, where its terms state all of it. */
export function overheadOf({ terms }: OrderFact): bigint | undefined {
  return terms?.batcherFee === undefined || terms.deposit === undefined
    ? undefined
    : terms.batcherFee + terms.deposit;
}

/** The exchange whose orders a script locks; `undefined` for one that is not known, or locks plans. */
export function exchangeOfPlace(script: string, known: KnownScripts): string | undefined {
  const found = known.get(script);
  return found?.form === undefined || found.form.name === PLAN_FORM ? undefined : found.exchange;
}

const PLAN_FORM = 'aggregator-dca';

/** How much the order sells of the asset paid, or `undefined` when its terms do not state fee and deposit. */
export function soldBy(order: OrderFact, { pay }: TradeTerms): bigint | undefined {
  if (pay.asset !== ADA) return quantityIn(order.output.value, pay.asset);
  const overhead = overheadOf(order);
  return overhead === undefined ? undefined : lovelaceIn(order.output.value) - overhead;
}

/** Lovelace in all orders besides what is sold. */
export function ordersOverhead({ orders, trade }: Facts): bigint {
  const held = orders.reduce((total, { output }) => total + lovelaceIn(output.value), 0n);
  return trade?.pay.asset === ADA ? held - trade.pay.quantity : held;
}

/** Lovelace by which the fees and deposits of real exchanges differ from each other, where orders do not state them. */
const OVERHEAD_SPREAD = 1_500_000n;

/**
 * The amount that each order sells. Orders that do not state fee and deposit are assumed to have equal ones: `least`
 * overestimates these, and so underestimates the amount sold; `most` does the reverse.
 */
export function partsOf(
  trade: TradeTerms,
  orders: readonly OrderFact[],
  lean: 'least' | 'most',
): readonly bigint[] {
  const stated = orders.map((order) => soldBy(order, trade));
  const unstated = orders.filter((_, at) => stated[at] === undefined);
  const known = stated.reduce<bigint>((total, part) => total + (part ?? 0n), 0n);
  const held = unstated.reduce((total, { output }) => total + lovelaceIn(output.value), 0n);
  const overhead = held - (trade.pay.quantity - known);
  const spread = lean === 'least' ? OVERHEAD_SPREAD : -OVERHEAD_SPREAD;
  const each = unstated.length === 0 ? 0n : overhead / BigInt(unstated.length) + spread;
  return orders.map(({ output }, at) =>
    larger(0n, stated[at] ?? lovelaceIn(output.value) - larger(0n, each)),
  );
}

/** Percent by which the prices of the parts of a real split differ from the price of the whole, at most. */
export const SPLIT_SPREAD_PERCENT = 5n;

/**
 * Base units of the asset bought that each order is expected to bring: the part of the whole that it sells, one unit
 * more for rounding. `undefined` where nothing says what the whole should bring.
 */
export function expectedShares({ trade, orders }: Facts): readonly bigint[] | undefined {
  if (!trade) return undefined;
  const { expected, atLeast, pay } = trade;
  // Without an expected figure, what was accepted is one for all orders together: it bounds none that is alone.
  const stretched =
    atLeast === undefined || orders.length < 2 ? undefined : (atLeast * 100n) / (100n - SPLIT_SPREAD_PERCENT);
  const whole = expected === undefined ? stretched : larger(expected, atLeast ?? 0n);
  if (whole === undefined || pay.quantity === 0n) return undefined;
  return partsOf(trade, orders, 'most').map((part) => mulDivCeil(whole, part, pay.quantity) + 1n);
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/**
 * Base units of the asset bought that can be counted on: no order counts for more than it is expected to bring, for one
 * that asks for more may never be filled, and must not make up for another that asks for less. `undefined` when one is
 * not understood.
 */
export function effectiveMinimum(facts: Facts): bigint | undefined {
  const shares = expectedShares(facts);
  return summed(facts, ({ minimumReceived: own }, at) => {
    const share = shares?.[at];
    return share === undefined ? own : smaller(own, share);
  });
}

/** Base units of the asset bought that the orders state as their least; `undefined` when one is not understood. */
export function minimumReceived(facts: Facts): bigint | undefined {
  return summed(facts, ({ minimumReceived: own }) => own);
}

function summed(
  { orders, trade }: Facts,
  counted: (terms: OrderTerms, at: number) => bigint,
): bigint | undefined {
  if (!trade) return undefined;
  let minimum = 0n;
  for (const [at, { terms }] of orders.entries()) {
    if (terms?.wanted === undefined) return undefined;
    if (terms.wanted === trade.receive) minimum += counted(terms, at);
  }
  return minimum;
}

/** Lovelace that goes to neither the wallet nor an order. */
export function recipientsLovelace(facts: Facts): bigint {
  return facts.outputs
    .filter(({ role }) => role === 'foreign')
    .reduce((total, { output }) => total + lovelaceIn(output.value), 0n);
}

/** Lovelace that may be kept for taking orders back: what is claimed, and no more than the app's own rules allow. */
export function cancellationFeeAllowed({ cancel, context }: Facts): bigint {
  if (!cancel) return 0n;
  const claimed = context.claims?.cancellationFee ?? 0n;
  const most = CANCELLATION_FEE * BigInt(cancel.orders.length);
  return smaller(claimed, most);
}

/** Cycles that are reckoned with where nobody says how many there are. */
const UNKNOWN_CYCLES = 30;

/** Of a DCA's worth, what its cycles may cost on top of the limit: large ones are routed over several exchanges at once. */
const ROUTED_SHARE = 100n;

/** Most lovelace that one order may hold besides what is sold; a DCA pays the exchanges once a cycle. */
export function overheadLimit(
  { kind, pay, receive, cycles, expected = 0n }: TradeTerms,
  { limits }: Facts,
): bigint {
  if (kind === 'dca') {
    const worth = pay.asset === ADA ? pay.quantity : receive === ADA ? expected : 0n;
    return limits.orderOverhead * BigInt(cycles ?? UNKNOWN_CYCLES) + worth / ROUTED_SHARE;
  }
  return pay.asset === ADA || receive === ADA ? limits.orderOverhead : limits.hopOrderOverhead;
}
