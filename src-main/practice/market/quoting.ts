import { lovelace, type Lovelace } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { mulDivCeil, mulDivFloor } from '#domain/ratio.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { poolOut } from './pools.ts';
import { route } from './router.ts';
import type {
  Direction,
  Exchange,
  Leg,
  MarketFailure,
  MarketQuote,
  Pool,
  PracticeToken,
  QuotedOrder,
} from './types.ts';

/** A request to `Market.quote`. `amountIn` in base units of `tokenIn`; either side may be ADA. */
export interface QuoteRequest {
  readonly tokenIn: AssetId;
  readonly tokenOut: AssetId;
  readonly amountIn: bigint;
  /** Exchange codes that must not be used; unknown codes are ignored. */
  readonly excluded?: readonly string[];
}

/** An order as a batcher fills it. */
export interface FillRequest {
  /** The pool that takes the input (`QuotedOrder.poolId`). */
  readonly poolId: string;
  readonly tokenIn: AssetId;
  readonly tokenOut: AssetId;
  readonly amountIn: bigint;
  /** Refused with `below-minimum`, without any change, when the pools would give less. */
  readonly minimumOut?: bigint;
  /** For token-to-token orders: exchanges that the second leg must not use. */
  readonly excluded?: readonly string[];
}

/** The market as a quote sees it. */
export interface MarketView {
  readonly exchanges: readonly Exchange[];
  token(id: AssetId): PracticeToken | undefined;
  pool(id: string): Pool | undefined;
  poolsOf(token: AssetId): readonly Pool[];
}

/** One planned swap on one pool. */
export interface PlannedSwap {
  readonly poolId: string;
  readonly direction: Direction;
  readonly amountIn: bigint;
  readonly out: bigint;
}

/** A trade worth less than this is refused as too small: its fees would exceed it. */
const LEAST_TRADE: Lovelace = lovelace(1_000_000n);

/** The best route for a request: one leg, or two through ADA when both sides are tokens. */
export function quoteOn(view: MarketView, request: QuoteRequest): Result<MarketQuote, MarketFailure> {
  const { tokenIn, tokenOut, amountIn } = request;
  if (tokenIn === tokenOut) return failed({ code: 'same-token' });
  for (const token of [tokenIn, tokenOut]) {
    if (token !== ADA && view.token(token) === undefined) return failed({ code: 'token-unknown', token });
  }
  if (tokenIn === ADA) {
    if (amountIn < LEAST_TRADE) return failed({ code: 'amount-too-small', minimum: LEAST_TRADE });
    const leg = legOn(view, tokenOut, 'buy', amountIn, request.excluded);
    return leg.ok ? ok(quoteOf(request, [leg.value], ordersOf(leg.value))) : leg;
  }
  const sale = legOn(view, tokenIn, 'sell', amountIn, request.excluded);
  if (!sale.ok) return sale;
  if (sale.value.expectedOut < LEAST_TRADE) {
    const minimum = mulDivCeil(amountIn, LEAST_TRADE, sale.value.expectedOut);
    return failed({ code: 'amount-too-small', minimum });
  }
  if (tokenOut === ADA) return ok(quoteOf(request, [sale.value], ordersOf(sale.value)));
  const purchase = legOn(view, tokenOut, 'buy', sale.value.expectedOut, request.excluded);
  if (!purchase.ok) {
    // The second leg's figures are in lovelace, not in the caller's input.
    return purchase.failure.code === 'amount-too-small' ? failed({ code: 'amount-too-small' }) : purchase;
  }
  return ok(quoteOf(request, [sale.value, purchase.value], chainedOrders(sale.value, purchase.value)));
}

/** The swaps that fill an order at the pools' current prices, or why it cannot be filled now. */
export function planFill(
  view: MarketView,
  request: FillRequest,
): Result<readonly PlannedSwap[], MarketFailure> {
  const { poolId, tokenIn, tokenOut, amountIn } = request;
  if (tokenIn === tokenOut) return failed({ code: 'same-token' });
  const pool = view.pool(poolId);
  const direction: Direction = tokenIn === ADA ? 'buy' : 'sell';
  if (pool === undefined || pool.token !== (tokenIn === ADA ? tokenOut : tokenIn)) {
    return failed({ code: 'pool-unknown', poolId });
  }
  const first: PlannedSwap = { poolId, direction, amountIn, out: poolOut(pool, direction, amountIn) };
  if (first.out === 0n) return failed({ code: 'amount-too-small' });
  const swaps = [first];
  let out = first.out;
  if (tokenIn !== ADA && tokenOut !== ADA) {
    const purchase = legOn(view, tokenOut, 'buy', first.out, request.excluded);
    if (!purchase.ok) return purchase;
    for (const share of purchase.value.shares) {
      swaps.push({
        poolId: share.poolId,
        direction: 'buy',
        amountIn: share.amountIn,
        out: share.expectedOut,
      });
    }
    out = purchase.value.expectedOut;
  }
  return out < (request.minimumOut ?? 0n) ? failed({ code: 'below-minimum', out }) : ok(swaps);
}

/** The proceeds for an order's owner: the output of the last leg. */
export function outOf(request: FillRequest, swaps: readonly PlannedSwap[]): bigint {
  const last = request.tokenIn !== ADA && request.tokenOut !== ADA ? swaps.slice(1) : swaps;
  return last.reduce((sum, swap) => sum + swap.out, 0n);
}

function legOn(
  view: MarketView,
  token: AssetId,
  direction: Direction,
  amountIn: bigint,
  excluded: readonly string[] = [],
): Result<Leg, MarketFailure> {
  return route({
    token,
    pools: view.poolsOf(token),
    direction,
    amountIn,
    exchanges: view.exchanges,
    excluded,
  });
}

function ordersOf(leg: Leg): readonly QuotedOrder[] {
  return leg.shares.map((share) => ({
    exchange: share.exchange,
    poolId: share.poolId,
    amountIn: share.amountIn,
    expectedOut: share.expectedOut,
    batcherFee: share.batcherFee,
    deposit: share.deposit,
    priceImpactPpm: share.priceImpactPpm,
  }));
}

/**
 * One order per share of the sale; each gets a part of the purchase's yield and costs in proportion to the ADA it
 * brings.
 */
function chainedOrders(sale: Leg, purchase: Leg): readonly QuotedOrder[] {
  const impact = compound(sale.priceImpactPpm, purchase.priceImpactPpm);
  let sold = 0n;
  let outBefore = 0n;
  let charged = 0n;
  return sale.shares.map((share) => {
    sold += share.expectedOut;
    const outSoFar = mulDivFloor(purchase.expectedOut, sold, sale.expectedOut);
    const feesSoFar = mulDivFloor(purchase.batcherFees, sold, sale.expectedOut);
    const order: QuotedOrder = {
      exchange: share.exchange,
      poolId: share.poolId,
      amountIn: share.amountIn,
      expectedOut: outSoFar - outBefore,
      batcherFee: lovelace(share.batcherFee + feesSoFar - charged),
      deposit: share.deposit,
      priceImpactPpm: impact,
    };
    outBefore = outSoFar;
    charged = feesSoFar;
    return order;
  });
}

function quoteOf(request: QuoteRequest, legs: readonly Leg[], orders: readonly QuotedOrder[]): MarketQuote {
  const sum = (part: (order: QuotedOrder) => bigint): bigint =>
    orders.reduce((total, order) => total + part(order), 0n);
  return {
    tokenIn: request.tokenIn,
    tokenOut: request.tokenOut,
    amountIn: request.amountIn,
    expectedOut: sum((order) => order.expectedOut),
    orders,
    legs,
    batcherFees: lovelace(sum((order) => order.batcherFee)),
    deposits: lovelace(sum((order) => order.deposit)),
    priceImpactPpm: legs.reduce((impact, leg) => compound(impact, leg.priceImpactPpm), 0),
  };
}

function compound(left: number, right: number): number {
  return Math.round(left + right - (left * right) / 1_000_000);
}
