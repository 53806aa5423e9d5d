import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { statedQuantity } from '#domain/amount.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { OrderStatus } from '#domain/limit-order.ts';
import { distanceToFill, priceNumber, type LimitPrice } from '#domain/limit-price.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { mulDivFloor } from '#domain/ratio.ts';
import type { Token } from '#domain/token.ts';
import type { OrderFill, PlacedOrder, Trade } from '#domain/trade.ts';
import { type Cancellation, freshName, sidesOf } from '../../market/listed-rows.ts';
import type { OrderRow } from './order-row.ts';
import { hasOrders, isEnd, mergedStatus, journalStatus, reportedStatus } from '../../market/order-status.ts';

/** The inputs for rows, besides an order itself. */
export interface MergeContext {
  /** Bech32 address that owns an order: the one at which the service lists it, else the one that trades. */
  readonly walletOf: (service: ServiceOrder | undefined) => string;
  /** The token's metadata; `undefined` while its decimals are not known. */
  readonly token: (id: AssetId) => Token | undefined;
  /** ADA for one whole token. */
  readonly priceOf: (id: AssetId) => number | undefined;
  /** The cancellation that takes back an output (`hash#index`). */
  readonly cancelOf: (output: string) => Cancellation | undefined;
  /** Whether a signed order takes the place of an output's; absent where nobody asks. */
  readonly replaced?: (output: string) => boolean;
}

/** An order of the journal, of the service, or of both. */
export interface OrderPair {
  readonly id: string;
  readonly trade: Trade | undefined;
  readonly order: PlacedOrder | undefined;
  readonly service: ServiceOrder | undefined;
}

/**
 * Brings the journal's orders and the service's together, by the output that placed them (or that holds them now).
 * Nothing is dropped: what has no counterpart gets a row alone.
 */
export function pairOrders(trades: Iterable<Trade>, reported: readonly ServiceOrder[]): readonly OrderPair[] {
  const byOutput = new Map<string, ServiceOrder>();
  for (const order of reported)
    if (order.txHash !== undefined && order.outputIndex !== undefined)
      byOutput.set(`${order.txHash}#${order.outputIndex}`, order);
  const paired = new Set<ServiceOrder>();
  const pairs: OrderPair[] = [];
  for (const trade of trades) {
    if (!hasOrders(trade)) continue;
    for (const order of trade.orders) {
      const now = order.now && byOutput.get(`${order.now.txHash}#${order.now.index}`);
      const service = byOutput.get(`${trade.bodyHash}#${order.index}`) ?? now;
      for (const one of [service, now]) if (one) paired.add(one);
      pairs.push({ id: `${trade.bodyHash}_${order.index}`, trade, order, service });
    }
  }
  const names = new Set(pairs.map(({ id }) => id));
  for (const [at, service] of reported.entries()) {
    if (paired.has(service)) continue;
    pairs.push({
      id: freshName(service, { prefix: 'id', nameless: `row-${at}` }, names),
      trade: undefined,
      order: undefined,
      service,
    });
  }
  return pairs;
}

/** An order as it is listed. */
export function rowOf(pair: OrderPair, context: MergeContext): OrderRow {
  const { trade, order } = pair;
  return trade && order ? journalRow(pair, trade, order, context) : serviceRow(pair, context);
}

function journalRow(
  { id, service }: OrderPair,
  trade: Trade,
  order: PlacedOrder,
  context: MergeContext,
): OrderRow {
  const output = order.now ?? { txHash: trade.bodyHash, index: order.index };
  const name = `${output.txHash}#${output.index}`;
  const cancel = context.cancelOf(name);
  const merged = mergedStatus(journalStatus(trade, order), service && reportedStatus(service));
  const status = cancel?.underWay && !isEnd(merged) ? 'cancelling' : merged;
  const live = !isEnd(status);
  const sides = sidesOf(trade.pay.asset, trade.receive);
  const decimals = context.token(sides.token)?.decimals;
  // One order of several whose part cannot be read has no amount: that of the trade is not the order's.
  const quantity = order.pay ?? (trade.orders.length === 1 ? trade.pay.quantity : undefined);
  const wanted = order.minimum ?? (trade.orders.length === 1 ? trade.atLeast : undefined);
  const price = trade.limit?.price ?? ratioOf(sides, quantity, wanted);
  const fills = order.fills ?? [];
  const sold = status === 'filled' ? (quantity ?? 0n) : soldBy(fills);
  const reported = received(service, trade.receive, context);
  const cancellable = isOpen(status, cancel) && (service?.id ?? '') !== '';
  return {
    id,
    source: 'here',
    kind: trade.kind === 'limit' ? 'limit' : 'swap',
    status,
    serviceStatus: service?.status,
    wallet: context.walletOf(service),
    ...sides,
    decimals: decimals ?? 0,
    pay: { asset: trade.pay.asset, quantity: quantity ?? 0n },
    receive: trade.receive,
    wanted,
    promised: trade.kind === 'limit' ? wanted : quotedFor(trade, wanted),
    price,
    typed: trade.limit?.typed,
    ...(live ? market(sides, price, decimals, context) : NO_MARKET),
    sold,
    received: order.received ?? reported,
    placedAt: trade.createdAt,
    updatedAt: later(trade.updatedAt, service?.updatedAt),
    exchange: order.exchange ?? service?.exchange,
    fees: live ? order.batcherFee : undefined,
    deposit: live ? order.deposit : undefined,
    returning: live ? returningOf(trade, order, (quantity ?? 0n) - soldBy(fills)) : [],
    cancellable,
    tradeId: trade.id,
    cancelTradeId: cancel?.tradeId,
    txHash: trade.bodyHash,
    outputIndex: order.index,
    failure: trade.failure,
    fills,
    closedBy: order.closedBy,
    service,
    movable: cancellable && trade.kind === 'limit' && sides.token !== ADA,
    moves: cancel?.replacement !== undefined,
    unplaced: status === 'cancelled' && context.replaced?.(name) === false ? cancel?.replacement : undefined,
  };
}

function serviceRow({ id, service }: OrderPair, context: MergeContext): OrderRow {
  if (!service) throw new RangeError('a row has a source');
  const { sells, buys, txHash, outputIndex } = service;
  const cancel =
    txHash === undefined || outputIndex === undefined
      ? undefined
      : context.cancelOf(`${txHash}#${outputIndex}`);
  const reported = reportedStatus(service);
  const status: OrderStatus = cancel?.underWay && !isEnd(reported) ? 'cancelling' : reported;
  const live = !isEnd(status);
  const sides = sidesOf(sells ?? ADA, buys ?? ADA);
  const decimals = context.token(sides.token)?.decimals;
  const quantity = unitsOf(service.amountIn, sells, context);
  const wanted = unitsOf(service.expectedOut, buys, context);
  const price = ratioOf(sides, quantity, wanted);
  const part = unitsOf(service.actualOut, buys, context);
  const [fees, deposit] = [service.batcherFee, service.deposit].map((text) => lovelaceOf(text));
  const sold = status === 'filled' ? (quantity ?? 0n) : shareSold(quantity, part, wanted);
  return {
    id,
    source: 'external',
    kind: service.status.toUpperCase() === 'LIMIT' ? 'limit' : 'unknown',
    status,
    serviceStatus: service.status,
    wallet: context.walletOf(service),
    ...sides,
    decimals: decimals ?? 0,
    pay: { asset: sells ?? ADA, quantity: quantity ?? 0n },
    receive: buys ?? ADA,
    wanted,
    promised: undefined,
    price,
    typed: undefined,
    ...(live ? market(sides, price, decimals, context) : NO_MARKET),
    sold,
    received: part,
    placedAt: service.submittedAt,
    updatedAt: service.updatedAt,
    exchange: service.exchange,
    fees: live ? fees : undefined,
    deposit: live ? deposit : undefined,
    returning: live
      ? sums([
          [sells ?? ADA, (quantity ?? 0n) - sold],
          [ADA, (fees ?? 0n) + (deposit ?? 0n)],
          [buys ?? ADA, part ?? 0n],
        ])
      : [],
    cancellable:
      (isOpen(status, cancel) || status === 'unknown') && service.id !== '' && txHash !== undefined,
    tradeId: undefined,
    cancelTradeId: cancel?.tradeId,
    txHash,
    outputIndex,
    failure: unreadable(service, quantity, context),
    fills: [],
    closedBy: isEnd(status) ? service.updateTxHash : undefined,
    service,
    movable: false,
    moves: false,
    unplaced: undefined,
  };
}

/** Of a trade that several orders make up, an order's share of the quote is that of its minimum. */
function quotedFor({ expected, atLeast, orders }: Trade, minimum: bigint | undefined): bigint | undefined {
  if (orders.length === 1) return expected;
  return minimum === undefined || atLeast === 0n ? undefined : mulDivFloor(expected, minimum, atLeast);
}

/** Whether an order can be taken back. That somebody cancels it already is the service's word alone, where we do not. */
function isOpen(status: OrderStatus, cancel: Cancellation | undefined): boolean {
  return status === 'open' || status === 'partly-filled' || (status === 'cancelling' && !cancel?.underWay);
}

const NO_MARKET = { marketPrice: undefined, distance: undefined };

type Sides = ReturnType<typeof sidesOf>;

function market(
  { side, token }: Sides,
  price: LimitPrice | undefined,
  decimals: number | undefined,
  { priceOf }: MergeContext,
): Pick<OrderRow, 'marketPrice' | 'distance'> {
  const marketPrice = priceOf(token);
  if (marketPrice === undefined || !(marketPrice > 0)) return NO_MARKET;
  const known = price !== undefined && decimals !== undefined;
  return {
    marketPrice,
    distance: known ? distanceToFill(side, priceNumber(price, decimals), marketPrice) : undefined,
  };
}

/** Lovelace for base units of the token, where one side is ADA and both amounts are known. */
function ratioOf(
  { side, token }: Sides,
  pay: bigint | undefined,
  wanted: bigint | undefined,
): LimitPrice | undefined {
  if (token === ADA || pay === undefined || wanted === undefined || pay <= 0n || wanted <= 0n)
    return undefined;
  return side === 'buy' ? { lovelace: pay, units: wanted } : { lovelace: wanted, units: pay };
}

function soldBy(fills: readonly OrderFill[]): bigint {
  return fills.reduce((sum, { sold }) => sum + sold, 0n);
}

/** Of an order that the service alone knows, what was sold follows from what it was paid. */
function shareSold(pay: bigint | undefined, part: bigint | undefined, wanted: bigint | undefined): bigint {
  if (pay === undefined || part === undefined || wanted === undefined || wanted === 0n) return 0n;
  const share = (pay * part) / wanted;
  return share > pay ? pay : share;
}

function returningOf(
  { pay, receive }: Trade,
  { batcherFee, deposit, fills = [], received: paid }: PlacedOrder,
  left: bigint,
): OrderRow['returning'] {
  return sums([
    [pay.asset, left],
    [ADA, (batcherFee ?? 0n) + (deposit ?? 0n)],
    [receive, fills.length > 0 ? (paid ?? 0n) : 0n],
  ]);
}

function sums(parts: readonly (readonly [AssetId, bigint])[]): OrderRow['returning'] {
  const total = new Map<AssetId, bigint>([[ADA, 0n]]);
  for (const [asset, quantity] of parts) total.set(asset, (total.get(asset) ?? 0n) + quantity);
  return [...total].filter(([, quantity]) => quantity > 0n).map(([asset, quantity]) => ({ asset, quantity }));
}

function received(
  service: ServiceOrder | undefined,
  asset: AssetId,
  context: MergeContext,
): bigint | undefined {
  const units = unitsOf(service?.actualOut, asset, context);
  return units === 0n ? undefined : units;
}

function unitsOf(
  text: string | undefined,
  asset: AssetId | undefined,
  { token }: MergeContext,
): bigint | undefined {
  if (text === undefined || asset === undefined) return undefined;
  const decimals = asset === ADA ? ADA_DECIMALS : token(asset)?.decimals;
  return decimals === undefined ? undefined : statedQuantity(text, decimals, 'nearest');
}

function lovelaceOf(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : statedQuantity(text, ADA_DECIMALS, 'nearest');
}

function unreadable(
  { sells, amountIn }: ServiceOrder,
  quantity: bigint | undefined,
  { token }: MergeContext,
): Failure | undefined {
  if (sells === undefined) return failure('order-unreadable');
  if (quantity !== undefined) return undefined;
  if (sells !== ADA && token(sells) === undefined)
    return failure('decimals-unknown', { token: sells.slice(0, 20) });
  // More than the ledger can hold.
  return amountIn === undefined ? undefined : failure('order-unreadable');
}

function later<T extends number>(left: T, right: T | undefined): T {
  return right !== undefined && right > left ? right : left;
}
